#!/usr/bin/env bash
# Whether results are the same bytes for other processors and numbers of threads.
#
#   scripts/processors.sh [FOLDER [CPU...]]
#
# Builds the program in FOLDER (default runs/processors; relative paths begin at the repository) for each CPU, a value
# of rustc's target-cpu (default: generic and native), lets it play and learn with 1, 2 and 8 threads, and compares the
# SHA-256 of what it wrote. FOLDER/hashes.txt holds them, to compare with those of the same version on another machine.
# Exit code 1 if any differ.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-runs/processors}
shift $(($# > 0 ? 1 : 0))
kinds=("$@")
(($# > 0)) || kinds=(generic native)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
rm -f "$folder/hashes.txt"
# It would take precedence over the processor that is asked for.
unset CARGO_ENCODED_RUSTFLAGS

# Plays and learns in the folder that it is called in, so that no path differs.
play() { # program, threads
    local common=(--threads "$2" --seed 7 --quiet --force --out)
    "$1" run --rules advanced --players 2 --agents mcts:iterations=50 mcts:iterations=50,own_score=0.5 --games 40 \
        --per-game --record advanced.jsonl "${common[@]}" advanced
    "$1" run --game vikings-on-board --players 3 --agents mcts:iterations=50 --games 6 --per-game \
        --record on-board.jsonl "${common[@]}" on-board
    "$1" learn --players 2 --games 1000 --generations 1 "${common[@]}" first
    # More than one chunk of games.
    "$1" learn --players 2 --games 500 --generations 1 --start first/net.json --search-value 0.5 \
        --agents mcts:iterations=20,value=first/net.json "${common[@]}" second
}

first=
for kind in "${kinds[@]}"; do
    RUSTFLAGS="-C target-cpu=$kind" cargo build --release --package drakkar --target-dir "$folder/$kind"
    for threads in 1 2 8; do
        place=$folder/$kind-$threads
        rm -rf "$place"
        mkdir "$place"
        (
            cd "$place"
            play "$folder/$kind/release/drakkar" "$threads" > said.txt
            # Not the plans and manifests, which name the threads and the time, nor timing.csv.
            sha256sum {advanced,on-board}.jsonl {advanced,on-board}/{games,win_rates,strategy}.csv \
                {first,second}/{net.json,losses.csv,calibration.csv} > hashes.txt
        )
        first=${first:-$place}
        if ! diff "$first/hashes.txt" "$place/hashes.txt"; then
            echo "$place differs from $first" >&2
            exit 1
        fi
        echo "$kind, $threads threads: the same bytes"
    done
done
cp "$first/hashes.txt" "$folder/hashes.txt"
echo "$folder/hashes.txt"
