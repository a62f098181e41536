#!/bin/sh
# Finds weights of greedy for Eketorp by self-play; puts the small files into results/eketorp-tuning, see
# the README there.
#
#   scripts/eketorp_tuning.sh [SEATS...]      default: 3 4 5 6
#
# DRAKKAR names the program (default: target/release/drakkar), THREADS the threads (1), RUNS the folder of the
# runs (runs/eketorp-tuning). Call it again to resume after an interruption.
set -eu
cd "$(dirname "$0")/.."
study=eketorp-tuning
. scripts/tuning_study.sh

# NAME PLAYERS SEED FLAGS...
tune() {
    tuned=$1 seats=$2 seed=$3
    shift 3
    play "$tuned" "tune.json tune.csv best.toml verdict.csv manifest.json" \
        tune --game eketorp --players "$seats" --generations 24 --seed "$seed" "$@"
}

# PLAYERS: weights that beat manual-1.
first() {
    tune "first-${1}p" "$1" 2026 --agent $hand --opponents $hand --games 1200 --population 12 --sigma 0.25 --references
}

# PLAYERS: weights that beat the first ones.
second() {
    first "$1"
    from=greedy:weights=$runs/first-${1}p/best.toml
    tune "second-${1}p" "$1" 2027 --agent "$from" --opponents "$from" $hand \
        --games 2000 --population 14 --sigma 0.15 --references $hand
}

for players in ${*:-3 4 5 6}; do
    # The second ones of four seats serve for more seats as well.
    raider=4
    if [ "$players" = 3 ]; then raider=3; fi
    second $raider
    first "$players"
    one=greedy:weights=$runs/first-${players}p/best.toml two=greedy:weights=$runs/second-${raider}p/best.toml
    tune "final-${players}p" "$players" 2028 --agent $hand --opponents $hand "$one" "$two" \
        --games 1800 --population 12 --sigma 0.25 --references $hand "$one" "$two"

    # Fresh deals, which influenced no decision about this script.
    best=$runs/final-${players}p/best.toml
    search=mcts:plain,iterations=100,weights
    game="--game eketorp --players $players"
    # shellcheck disable=SC2086
    play "manual-1-${players}p" "compare.csv effects.csv" \
        compare $game --agents "greedy:weights=$best" $hand --games 20160 --seed 79
    # Slow with more seats.
    if [ "$players" -lt 5 ]; then
        # shellcheck disable=SC2086
        play "mcts-${players}p" "compare.csv effects.csv" \
            compare $game --agents "$search=$best" "$search=manual-1" --games 480 --seed 78
    fi
    # What an agent mcts:iterations=25 becomes, against what it was.
    search=mcts:plain,iterations=25
    # shellcheck disable=SC2086
    play "short-${players}p" "compare.csv effects.csv" \
        compare $game --agents "$search,truncation=scoring,weights=$best" "$search,weights=manual-1" --games 480 --seed 80
done
