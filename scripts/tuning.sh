#!/bin/sh
# Tunes greedy for Vikings and makes the files of results/tuning; see the README there.
#
#   scripts/tuning.sh [CELL...]       cells are base-2p, base-4p, advanced-2p, advanced-4p (default: all)
#
# DRAKKAR names the program (default: target/release/drakkar), THREADS the threads (1), RUNS the folder of
# the runs (runs/tuning). Whatever was begun goes on where it was left: call it again. DEADLINE, for
# example 10m, ends each tune between two generations with exit code 75.
set -eu
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
runs=${RUNS:-runs/tuning}
threads=${THREADS:-1}
results=results/tuning
start=greedy:weights=selfplay-1
base="gold_per_round scoring repelled unrepelled threatened fishermen_ahead boatswain ferry ashore free \
waiting island open_island longest tile right_end hand ship_repelled ship warrior"

tune() {
    cell=$1 rules=${1%-*} players=${1#*-} params='*'
    players=${players%p}
    # Weights of the advanced rules mean nothing in the base game.
    if [ "$rules" = base ]; then params=$base; fi
    # The keys are separate words; a star is no file.
    set -f
    # shellcheck disable=SC2086
    "$drakkar" tune --agent $start --rules "$rules" --players "$players" --params $params \
        --games 4000 --generations 80 --population 16 --sigma 0.1 --seed 2026 \
        --panel greedy:weights=hand-1 mcts:iterations=50 \
        --threads "$threads" ${DEADLINE:+--deadline "$DEADLINE"} --out "$runs/$cell"
    set +f
    keep "$cell" tune.json tune.csv best.toml verdict.csv manifest.json
}

# The result against the weights set by hand; and what it brings a search, in rollouts, prior and estimates.
test_more() {
    cell=$1 rules=${1%-*} players=${1#*-}
    players=${players%p}
    best=greedy:weights=$runs/$cell/best.toml
    "$drakkar" compare --rules "$rules" --players "$players" --agents "$best" greedy:weights=hand-1 \
        --sprt elo0=0,elo1=20 --confirm 20000 --seed 77 --threads "$threads" --out "$runs/$cell-hand-1"
    keep "$cell-hand-1" compare.csv effects.csv
    search=mcts:iterations=100,weights
    "$drakkar" compare --rules "$rules" --players "$players" --agents "$search=$runs/$cell/best.toml" \
        "$search=hand-1" --sprt elo0=0,elo1=30 --games 4000 --seed 78 --threads "$threads" \
        --out "$runs/$cell-mcts"
    keep "$cell-mcts" compare.csv effects.csv
}

keep() {
    folder=$1
    shift
    mkdir -p "$results/$folder"
    for file in "$@"; do cp "$runs/$folder/$file" "$results/$folder/$file"; done
}

for cell in ${*:-base-4p base-2p advanced-4p advanced-2p}; do
    tune "$cell"
    test_more "$cell"
done
