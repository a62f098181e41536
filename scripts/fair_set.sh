#!/usr/bin/env bash
# results/fair-set: which values make all bonus tiles of Vikings fair together, and what the seats of the base game
# should begin with.
#
#   scripts/fair_set.sh [FOLDER]
#
# About three hours on two cores, most of it for the search. Goes on where it was stopped.
set -euo pipefail
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
out=${1:-runs/fair-set}

# Few tiles need more than 4 glory at three and four seats; with two, tiles are worth twice as much.
tiles() {
    local players=$1 most=$2 games=$3
    shift 3
    $drakkar balance --level 'bonus.*.value' "bonus.*.glory=0..$most" --players "$players" --games "$games" \
        "$@" --out "$out/tiles-${players//,/-}p"
}

# The weights of players who got used to a set, if they did.
weights() {
    local set=$1 players=$2 part
    part=$(sed -n "s/^$players,.*weights=\(adapted-[0-9]*-[0-9]*p\).*levelled.*/\1/p" "$out/$set/level_worth.csv")
    part=${part%%$'\n'*}
    [[ -z $part ]] || echo "weights=$out/$set/played/$part/best.toml"
}

# The worth of all kinds in the hands of a search.
judge() {
    local name=$1 players=$2 games=$3 rules=$4
    local weights=${5:-weights=tuned-1-advanced-${2}p}
    $drakkar balance --judge taken --no-parts --again 0 --players "$players" --games "$games" --rules "$rules" \
        --roll-in "greedy:$weights" --out "$out/$name-${players}p" \
        --agents "mcts:plain,iterations=25,cutoff=scoring,value=net-1-advanced-${players}p,$weights"
}

# The same under the values of a set.
judge_set() {
    local name=$1 set=$2 players=$3 games=$4
    judge "$name" "$players" "$games" "$out/$set/level.toml" "$(weights "$set" "$players")"
}

# One set for all: a search has the last word there.
tiles 2,3,4 4 1000
# A set for each number of seats, which the search judges with more decisions.
tiles 4 4 2000 --agents greedy
tiles 3 4 2000 --agents greedy
tiles 2 9 2000 --agents greedy
judge search-printed 4 4000 advanced
judge search-printed 3 2000 advanced
judge search-printed 2 1000 advanced
judge_set search-levelled tiles-4p 4 2000
judge_set search-levelled tiles-3p 3 1000
judge_set search-levelled tiles-2p 2 1000
for players in 4 3 2; do
    judge_set search-levelled-all tiles-2-3-4p "$players" 1000
done
# What else the sets change: the price of the dearest lot and all other facts, and the profile of the game.
for players in 4 3 2; do
    $drakkar compare --rules advanced --vs-rules "$out/tiles-2-3-4p/level.toml" --players "$players" \
        --agents greedy --games 20000 --out "$out/changes-${players}p"
    $drakkar profile --rules advanced --players "$players" --quick --out "$out/profile-printed-${players}p"
    $drakkar profile --rules "$out/tiles-2-3-4p/level.toml" --players "$players" --quick \
        --out "$out/profile-levelled-${players}p"
done
for kind in gold=0..20 glory=0..10; do
    $drakkar balance --rules base --players 4 --level-seats "setup.seat_${kind%=*}.*=${kind#*=}" --quick \
        --adapt 0 --out "$out/seats-${kind%=*}-4p"
done
