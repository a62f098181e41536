#!/usr/bin/env bash
# How much stronger searches are by the nets that ship with Vikings and Vikings on Board: each cell against the best
# search without one, with so many iterations that both think for about the same time. The files go to results/nets/.
#
#   scripts/nets_strength.sh [FOLDER [CELL...]]
#
# FOLDER holds the runs, which are gone on with; cells are written base-2p, or vikings-on-board/base-2p.
set -euo pipefail
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
folder=${1:-runs/nets-strength}
shift $(($# > 0 ? 1 : 0))
cells=("$@")
(($# > 0)) || cells=({base,advanced}-{2,3,4}p vikings-on-board/base-{2,3,4}p)

# Iterations of the search without a net that take about as long as 100 with one, by timing.csv; in Vikings on Board
# by processor time.
declare -A equal=([base-2p]=64 [advanced-2p]=62 [base-3p]=72 [advanced-3p]=74 [base-4p]=76 [advanced-4p]=82
    [vikings-on-board/base-2p]=38 [vikings-on-board/base-3p]=36 [vikings-on-board/base-4p]=37)

for cell in "${cells[@]}"; do
    game=vikings
    [[ $cell != */* ]] || game=${cell%/*}
    rules=${cell##*/}
    rules=${rules%-*}
    seats=${cell##*-}
    seats=${seats%p}
    # The best without a net: weights that were tuned for a search, where there are some.
    weights=hand-1
    [[ $game != vikings ]] || ((seats > 2)) || weights=tuned-1-mcts-$cell
    "$drakkar" compare --game "$game" --rules "$rules" --players "$seats" --sprt elo0=0,elo1=20 \
        --games 20000 --confirm 480 --seed 1 --out "$folder/$cell" ${THREADS:+--threads "$THREADS"} \
        --agents net=mcts:iterations=100 "before=mcts:iterations=${equal[$cell]},weights=$weights"
    mkdir -p "results/nets/$cell"
    cp "$folder/$cell/"{effects,timing}.csv "results/nets/$cell/"
done
