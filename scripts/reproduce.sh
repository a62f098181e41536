#!/usr/bin/env bash
# Plays the published studies.
#
#   scripts/reproduce.sh [--force] [GAMES]
#
# At full size, a run that is not yet in results/ is put there. One that is already there is played
# into runs/reproduced/ and compared: every CSV file must have the same bytes, otherwise the exit code
# is 1. --force replaces published runs instead.
#
# With GAMES, each run has that many games and goes to runs/reproduced-GAMES/; nothing is compared.
#
# The simulations of results/statistics/ are made and compared in the same way. The ladder of agents
# (ladder.py), the tuned weights (tuning.sh) and the bonus tiles (bonus_balance.py) have scripts of their own.
set -euo pipefail
# Not those of the user.
export DRAKKAR_DEFAULTS=

usage() { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"; }

force=false
quick=
for argument in "$@"; do
    case $argument in
        --force) force=true ;;
        -h | --help) usage; exit 0 ;;
        '' | *[!0-9]* | 0*) usage >&2; exit 2 ;;
        *) quick=$argument ;;
    esac
done

cd "$(dirname "$0")/.."
# Folder, games, command with its flags. All have the same seed, so all runs of a game share their
# deals.
seed=7
runs=(
    'base-first-look/greedy-2p 1000000 run --rules base --players 2 --agents greedy:weights=manual-1'
    'base-first-look/greedy-3p 1000000 run --rules base --players 3 --agents greedy:weights=manual-1'
    'base-first-look/greedy-4p 1000000 run --rules base --players 4 --agents greedy:weights=manual-1'
    'base-first-look/random-4p 1000000 run --rules base --players 4 --agents random'
    'bonus-tiles-first-look/greedy-4p 1000000 run --rules advanced --players 4 --agents greedy:weights=manual-1'
    'vikings-on-board-first-look/greedy-2p 200000 run --game vikings-on-board --players 2 --agents greedy:weights=manual-1'
    'vikings-on-board-first-look/greedy-3p 200000 run --game vikings-on-board --players 3 --agents greedy:weights=manual-1'
    'vikings-on-board-first-look/greedy-4p 200000 run --game vikings-on-board --players 4 --agents greedy:weights=manual-1'
)

# The digests of the files of a run, as its manifest states them.
digests() { sed -n '/^  "files": {$/,/^  }/p' "$1/manifest.json"; }

cargo build --release
drakkar=${CARGO_TARGET_DIR:-target}/release/drakkar
differing=0

for run in "${runs[@]}"; do
    read -r name games command flags <<<"$run"
    read -ra options <<<"$flags"
    published=results/$name
    out=$published
    if [[ -n $quick ]]; then
        games=$quick
        out=runs/reproduced-$games/$name
    elif [[ -e $published/manifest.json && $force == false ]]; then
        out=runs/reproduced/$name
    fi
    options+=(--games "$games" --seed "$seed" --out "$out")
    # Everything in runs/ was put there by this script and may be replaced.
    if [[ $force == true || $out == runs/* ]]; then
        options+=(--force)
    fi
    printf '\n== %s: drakkar %s %s\n' "$name" "$command" "${options[*]}"
    "$drakkar" "$command" "${options[@]}"

    [[ $out == runs/reproduced/* ]] || continue
    same=true
    [[ $(digests "$out") == "$(digests "$published")" ]] || same=false
    for file in "$published"/*.csv; do
        # Times differ from run to run.
        [[ $(basename "$file") != timing.csv ]] || continue
        cmp -- "$file" "$out/$(basename "$file")" || same=false
    done
    if [[ $same == true ]]; then
        echo "$name: the same as $published"
    else
        echo "$name: DIFFERS from $published" >&2
        differing=$((differing + 1))
    fi
done

simulations=(coverage variance error-rates occurrence looks ratings fair-values deviation effects verdicts optimiser)
for simulation in "${simulations[@]}"; do
    published=results/statistics/${simulation//-/_}.csv
    out=$published
    options=()
    if [[ -n $quick ]]; then
        options=(--repetitions "$quick")
        out=runs/reproduced-$quick/statistics/${simulation//-/_}.csv
    elif [[ -e $published && $force == false ]]; then
        out=runs/reproduced/statistics/${simulation//-/_}.csv
    fi
    printf '\n== %s: simulations %s\n' "$out" "$simulation ${options[*]}"
    mkdir -p "$(dirname "$out")"
    cargo run --release --package drakkar-play --example simulations -- \
        "$simulation" "${options[@]}" >"$out.unfinished"
    mv -- "$out.unfinished" "$out"

    [[ $out == runs/reproduced/* ]] || continue
    if cmp -- "$published" "$out"; then
        echo "$simulation: the same as $published"
    else
        echo "$simulation: DIFFERS from $published" >&2
        differing=$((differing + 1))
    fi
done

if ((differing > 0)); then
    echo "$differing of $((${#runs[@]} + ${#simulations[@]})) runs differ from the published ones" >&2
    exit 1
fi
