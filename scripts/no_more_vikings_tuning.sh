#!/bin/sh
# Finds weights of greedy for No More Vikings! by self-play; puts the small files into
# results/no-more-vikings-tuning, see the README there.
#
#   scripts/no_more_vikings_tuning.sh [SEATS...]      default: 2 3 4
#
# DRAKKAR names the program (default: target/release/drakkar), THREADS the threads (1), RUNS the folder of the
# runs (runs/no-more-vikings-tuning). Call it again to resume after an interruption.
set -eu
cd "$(dirname "$0")/.."
study=no-more-vikings-tuning
. scripts/tuning_study.sh

for players in ${*:-2 3 4}; do
    game="--game no-more-vikings --players $players"
    # shellcheck disable=SC2086
    play "base-${players}p" "tune.json tune.csv best.toml verdict.csv manifest.json" \
        tune $game --agent $hand --opponents $hand --games 600 --generations 24 --population 14 \
        --sigma 0.25 --seed 2026 --references
    # Fresh deals, which influenced no decision about this script.
    best=$runs/base-${players}p/best.toml
    # shellcheck disable=SC2086
    play "manual-1-${players}p" "compare.csv effects.csv" \
        compare $game --agents "greedy:weights=$best" $hand --games 12000 --seed 79
    # What searches of 25 and 100 iterations become, against what they were; 100 are slow with four seats.
    budgets="25 100"
    if [ "$players" = 4 ]; then budgets=25; fi
    for iterations in $budgets; do
        search=mcts:plain,iterations=$iterations
        # shellcheck disable=SC2086
        play "mcts-$iterations-${players}p" "compare.csv effects.csv" \
            compare $game --agents "$search,truncation=scoring,weights=$best" "$search,weights=manual-1" \
            --games 120 --seed 78
    done
done
