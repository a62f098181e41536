#!/bin/sh
# Tunes greedy for Vikings and makes the files of results/tuning; see the README there.
#
#   scripts/tuning.sh [CELL...]       cells: base-2p, advanced-4p or any other RULES-PLAYERSp (default: all
#                                     six of the base game and the advanced rules); with the suffix -narrow, with
#                                     only selfplay-1 in the field; mcts-base-2p tunes the weights of a search
#
# DRAKKAR names the program (default: target/release/drakkar), THREADS the threads (1), RUNS the folder of
# the runs (runs/tuning). Call it again to resume after an interruption. DEADLINE, for example 10m, ends
# each tune between two generations with exit code 75.
set -eu
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
runs=${RUNS:-runs/tuning}
threads=${THREADS:-1}
results=results/tuning
set_by_hand=greedy:weights=manual-1
start=greedy:weights=selfplay-1
# Weights of the advanced rules mean nothing in the base game.
base="gold_per_round scoring repelled unrepelled threatened fishermen_ahead boatswain ferry ashore free \
waiting island open_island longest tile right_end hand ship_repelled ship warrior"
# Keys are separate words, and a star is no file.
set -f

# CELL RULES PLAYERS FLAGS...
tune() {
    cell=$1 rules=$2 players=$3
    shift 3
    "$drakkar" tune --rules "$rules" --players "$players" --seed 2026 "$@" \
        --threads "$threads" ${DEADLINE:+--deadline "$DEADLINE"} --out "$runs/$cell"
    keep "$cell" tune.json tune.csv best.toml verdict.csv manifest.json
}

# CELL RULES PLAYERS: greedy, and then whether the result beats the hand-set weights, and how much a search
# gains from it in rollouts, prior and estimates.
greedy() {
    params='*'
    if [ "$2" = base ]; then params=$base; fi
    flags="--opponents $start $set_by_hand --games 4500 --generations 30 --population 16 --sigma 0.15"
    case $1 in *-narrow) flags="--games 4000 --generations 80 --population 16 --sigma 0.1" ;; esac
    references="--references $set_by_hand mcts:plain,iterations=50"
    # shellcheck disable=SC2086
    tune "$1" "$2" "$3" --agent $start --params $params $flags $references
    case $1 in *-narrow) return ;; esac
    compare "$1-manual-1" "$2" "$3" "greedy:weights=$runs/$1/best.toml" "$set_by_hand" \
        --sprt elo0=0,elo1=20 --confirm 20000 --seed 77
    # Fresh deals, which influenced no decision about this script.
    compare "$1-selfplay-1" "$2" "$3" "greedy:weights=$runs/$1/best.toml" "$start" --games 20000 --seed 79
    searches "$1" "$2" "$3"
    to_scoring "$1" "$2" "$3"
}

# CELL RULES PLAYERS: weights for a search, found in games of a search with a small budget; only the most
# important weights, since such games are slow.
search() {
    params="gold_per_round scoring repelled boatswain island tile right_end hand ship warrior"
    if [ "$2" = advanced ]; then
        params="$params advanced.first advanced.removal advanced.take advanced.boatswain advanced.building"
    fi
    # A win among four players says less than one among two.
    games=160
    if [ "$3" -gt 2 ]; then games=400; fi
    # shellcheck disable=SC2086
    tune "$1" "$2" "$3" --agent mcts:plain,iterations=15 --params $params \
        --games $games --generations 24 --population 10 --sigma 0.2 --references
    searches "$1" "$2" "$3"
}

# CELL RULES PLAYERS: 100 iterations with the weights found and with those set by hand.
searches() {
    search=mcts:plain,iterations=100,weights
    compare "$1-mcts" "$2" "$3" "$search=$runs/$1/best.toml" "$search=manual-1" \
        --sprt elo0=0,elo1=30 --games 4000 --seed 78
}

# CELL RULES PLAYERS: searches whose rollouts continue to the end of the round, against the same with
# hand-set weights, and against the defaults.
to_scoring() {
    search=mcts:plain,iterations=25,truncation=scoring,weights
    compare "$1-scoring" "$2" "$3" "$search=$runs/$1/best.toml" "$search=manual-1" --games 2000 --seed 80
    compare "$1-default" "$2" "$3" "$search=$runs/$1/best.toml" mcts:plain,iterations=25 --games 2000 --seed 80
}

# NAME RULES PLAYERS ONE OTHER FLAGS...
compare() {
    name=$1 rules=$2 players=$3 one=$4 other=$5
    shift 5
    "$drakkar" compare --rules "$rules" --players "$players" --agents "$one" "$other" "$@" \
        --threads "$threads" --out "$runs/$name"
    keep "$name" compare.csv effects.csv
}

keep() {
    folder=$1
    shift
    mkdir -p "$results/$folder"
    for file in "$@"; do cp "$runs/$folder/$file" "$results/$folder/$file"; done
}

for cell in ${*:-base-2p base-3p base-4p advanced-2p advanced-3p advanced-4p}; do
    seats=${cell#mcts-}
    seats=${seats%-narrow}
    rules=${seats%-*} players=${seats##*-}
    case $cell in
        mcts-*) search "$cell" "$rules" "${players%p}" ;;
        *) greedy "$cell" "$rules" "${players%p}" ;;
    esac
done
