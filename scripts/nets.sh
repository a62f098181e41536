#!/usr/bin/env bash
# The nets that ship: for each game, preset and number of seats a first lesson from the games of greedy players; for
# Vikings then one from games of searches that use that net, which gives net-1-...; and in three cells one or two more
# that learn half from what the searches expected, which give net-2-.... Goes on where it was stopped.
#
#   scripts/nets.sh [FOLDER [CELL...]]
#
# Cells are written base-2p, or vikings-on-board/base-2p. Files go to FOLDER/first, second, third; a net is the same
# wherever it is made, so net.json of the last lesson equals the file in agents/src/heuristic/.
set -euo pipefail
drakkar=$(realpath "${DRAKKAR:-$(dirname "$0")/../target/release/drakkar}")
folder=${1:-runs/nets}
shift $(($# > 0 ? 1 : 0))
cells=("$@")
(($# > 0)) || cells=({base,advanced,vikings-on-board/base,no-more-vikings/base}-{2,3,4}p)
mkdir -p "$folder"/{first,second,third}
# Nets name their teachers, so these are named by the same paths everywhere.
cd "$folder"

for cell in "${cells[@]}"; do
    game=vikings
    [[ $cell != */* ]] || game=${cell%/*}
    rules=${cell##*/}
    rules=${rules%-*}
    seats=${cell##*-}
    seats=${seats%p}
    learn() {
        "$drakkar" learn --game "$game" --rules "$rules" --players "$seats" --epsilon 0.1 --epochs 5 \
            ${THREADS:+--threads "$THREADS"} "$@"
    }
    if [[ $game != vikings ]]; then
        learn --generations 1 --games 150000 --out "first/$cell"
        continue
    fi
    games=$((seats == 2 ? 300000 : seats == 3 ? 200000 : 150000))
    learn --generations 1 --games $games --out "first/$cell"

    # Two seats have weights for searches.
    weights=manual-1
    ((seats > 2)) || weights=tuned-1-mcts-$cell
    net=first/$cell/net.json
    learn --generations 1 --agents "mcts:plain,iterations=40,truncation=4,value=$net,weights=$weights" --start "$net" \
        --games 20000 --positions 20 --out "second/$cell"

    # The teacher is what the best search was with net-1. In the other cells such a lesson brought nothing certain.
    [[ $cell == *-2p || $cell == advanced-3p ]] || continue
    iterations=40 games=20000 out=$cell
    [[ $cell != advanced-2p ]] || iterations=60 games=30000
    # With two seats it was the first generation of a course.
    [[ $cell != *-2p ]] || out=$cell/generation-1
    more() { # net to begin with, which the teacher has too, and how it is called
        learn --generations 1 --agents "mcts:plain,iterations=$iterations,truncation=4,value=$2,weights=tuned-1-$cell" \
            --start "$1" --search-value 0.5 --games $games --positions 20 "${@:3}"
    }
    cp "second/$cell/net.json" "third/net-1-$cell.json"
    cd third
    more "net-1-$cell.json" "net-1-$cell" --seed 3 --out "$out"
    # Its second generation, with the seed that the course gave it, was better only here.
    net=advanced-2p/generation-1/net.json
    [[ $cell != advanced-2p ]] || more $net $net --seed 17112178636416899997 --out advanced-2p/generation-2
    cd ..
done
