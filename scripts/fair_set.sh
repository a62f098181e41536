#!/usr/bin/env bash
# results/fair-set: which values make all bonus tiles of Vikings fair together, and what the seats of the base game
# should begin with.
#
#   scripts/fair_set.sh [FOLDER]
#
# About two hours on two cores, most of it for the search. Goes on where it was stopped.
set -euo pipefail
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
out=${1:-runs/fair-set}

# Few tiles need more than 4 glory at three and four seats; with two, tiles are worth twice as much.
tiles() {
    local players=$1 most=$2 games=$3
    $drakkar balance --level 'bonus.*.value' "bonus.*.glory=0..$most" --players "$players" --games "$games" \
        --agents greedy --out "$out/tiles-${players//,/-}p"
}

# The weights of players who got used to a set, if they did.
weights() {
    local players=$1 part
    part=$(sed -n 's/.*weights=\(adapted-[0-9]*-[0-9]*p\).*levelled.*/\1/p' "$out/tiles-${players}p/level_worth.csv")
    part=${part%%$'\n'*}
    [[ -z $part ]] || echo "weights=$out/tiles-${players}p/played/$part/best.toml"
}

# The worth of all kinds in the hands of a search, before and after. With weights of its own it would have no net.
search() {
    local players=$1 printed=$2 levelled=$3 weights own=
    weights=$(weights "$players")
    [[ -z $weights ]] || own=,cutoff=scoring,value=net-1-advanced-${players}p,$weights
    judge=(balance --judge taken --no-parts --again 0 --players "$players")
    $drakkar "${judge[@]}" --games "$printed" --rules advanced --roll-in greedy --agents mcts:iterations=25 \
        --out "$out/search-printed-${players}p"
    $drakkar "${judge[@]}" --games "$levelled" --rules "$out/tiles-${players}p/level.toml" --roll-in "greedy${weights:+:$weights}" \
        --agents "mcts:iterations=25$own" --out "$out/search-levelled-${players}p"
}

tiles 4 4 2000
tiles 3 4 2000
tiles 2 9 2000
tiles 2,3,4 4 1000
search 4 4000 2000
search 3 2000 1000
search 2 1000 1000
for kind in gold=0..20 glory=0..10; do
    $drakkar balance --rules base --players 4 --level-seats "setup.seat_${kind%=*}.*=${kind#*=}" --quick \
        --adapt 0 --out "$out/seats-${kind%=*}-4p"
done
