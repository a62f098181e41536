#!/usr/bin/env bash
# Plays the published studies.
#
#   scripts/reproduce.sh [--force] [GAMES]
#
# At full size (1,000,000 games a run), a run that is not in results/ yet is put there. One that is,
# is played into runs/reproduced/ and compared: every CSV file must have the same bytes; the exit
# code is 1 if one has not. --force replaces published runs instead.
#
# With GAMES each run has that many games and goes to runs/reproduced-GAMES/; nothing is compared.
set -euo pipefail

full=1000000
usage() { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0"; }

force=false
games=$full
for argument in "$@"; do
    case $argument in
        --force) force=true ;;
        -h | --help) usage; exit 0 ;;
        '' | *[!0-9]* | 0*) usage >&2; exit 2 ;;
        *) games=$argument ;;
    esac
done

cd "$(dirname "$0")/.."
# Folder, number of seats, agent. The seed is one for all, so that all runs share their deals.
study=base-first-look
seed=7
runs=(
    'greedy-2p 2 greedy'
    'greedy-3p 3 greedy'
    'greedy-4p 4 greedy'
    'random-4p 4 random'
)

# The digests of the files of a run, as its manifest states them.
digests() { sed -n '/^  "files": {$/,/^  }/p' "$1/manifest.json"; }

cargo build --release
drakkar=${CARGO_TARGET_DIR:-target}/release/drakkar
differing=0

for run in "${runs[@]}"; do
    read -r name players agent <<<"$run"
    published=results/$study/$name
    out=$published
    if [[ $games != "$full" ]]; then
        out=runs/reproduced-$games/$study/$name
    elif [[ -e $published/manifest.json && $force == false ]]; then
        out=runs/reproduced/$study/$name
    fi
    options=(--game vikings --rules base --agents "$agent" --players "$players")
    options+=(--games "$games" --seed "$seed" --out "$out")
    # What lies in runs/ was put there by this script and may be replaced.
    if [[ $force == true || $out == runs/* ]]; then
        options+=(--force)
    fi
    printf '\n== %s: drakkar run %s\n' "$name" "${options[*]}"
    "$drakkar" run "${options[@]}"

    [[ $out == runs/reproduced/* ]] || continue
    same=true
    [[ $(digests "$out") == "$(digests "$published")" ]] || same=false
    for file in "$published"/*.csv; do
        cmp -- "$file" "$out/$(basename "$file")" || same=false
    done
    if [[ $same == true ]]; then
        echo "$name: the same as $published"
    else
        echo "$name: DIFFERS from $published" >&2
        differing=$((differing + 1))
    fi
done

if ((differing > 0)); then
    echo "$differing of ${#runs[@]} runs differ from the published ones" >&2
    exit 1
fi
