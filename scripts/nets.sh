#!/usr/bin/env bash
# The nets that ship with Vikings and Vikings on Board: for each preset and number of seats a first lesson from the
# games of greedy players; for Vikings, then lessons from the games of searches that use the net before. Goes on
# where it was stopped.
#
#   scripts/nets.sh [--lessons N] [FOLDER [CELL...]]
#
# Cells are written base-2p, or vikings-on-board/base-2p. Files go to FOLDER/first, second, ...; a net is the same
# wherever it is made, so net.json of the last lesson equals the file in agents/src/heuristic/.
set -euo pipefail
drakkar=$(realpath "${DRAKKAR:-$(dirname "$0")/../target/release/drakkar}")
lessons=2
if [[ ${1:-} == --lessons ]]; then
    lessons=$2
    shift 2
fi
folder=${1:-runs/nets}
shift $(($# > 0 ? 1 : 0))
cells=("$@")
(($# > 0)) || cells=({base,advanced}-{2,3,4}p vikings-on-board/base-{2,3,4}p)
mkdir -p "$folder"
# Nets name their teachers, so these are named by the same paths everywhere.
cd "$folder"
names=(first second third fourth)

for cell in "${cells[@]}"; do
    game=vikings
    [[ $cell != */* ]] || game=${cell%/*}
    rules=${cell##*/}
    rules=${rules%-*}
    seats=${cell##*-}
    seats=${seats%p}
    lesson() {
        "$drakkar" learn --game "$game" --rules "$rules" --players "$seats" --generations 1 --stray 0.1 \
            --passes 5 ${THREADS:+--threads "$THREADS"} "$@"
    }
    if [[ $game != vikings ]]; then
        lesson --games 150000 --out "first/$cell"
        continue
    fi
    lesson --games $((seats == 2 ? 300000 : seats == 3 ? 200000 : 150000)) --out "first/$cell"
    # Two seats have weights for searches.
    weights=hand-1
    ((seats > 2)) || weights=tuned-1-mcts-$cell
    for ((n = 1; n < lessons; n++)); do
        net=${names[n - 1]}/$cell/net.json
        lesson --agents "mcts:iterations=40,cutoff=4,value=$net,weights=$weights" --start "$net" \
            --games 20000 --positions 20 --out "${names[n]}/$cell"
    done
done
