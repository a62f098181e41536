#!/usr/bin/env bash
# results/fair-set: which values make all bonus tiles of Vikings fair together, and what the seats of the base game
# should begin with.
#
#   scripts/fair_set.sh [FOLDER]
#
# About three hours on two cores, most of it for the search. Resumes where it was stopped.
set -euo pipefail
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
out=${1:-runs/fair-set}

# Few tiles need more than 4 glory with three and four seats; with two, tiles have twice the effect.
tiles() {
    local players=$1 most=$2 games=$3
    shift 3
    $drakkar balance --equalize 'bonus.*.value' "bonus.*.glory=0..$most" --players "$players" --decisions "$games" \
        "$@" --out "$out/tiles-${players//,/-}p"
}

# The re-tuned weights of the players under a set, if there are any.
weights() {
    local set=$1 players=$2 part
    part=$(sed -n "s/^$players,.*weights=\(retuned-[0-9]*-[0-9]*p\).*equalized.*/\1/p" "$out/$set/equalized_effect.csv")
    part=${part%%$'\n'*}
    [[ -z $part ]] || echo "weights=$out/$set/played/$part/best.toml"
}

# The effects of all item types with a search as the continuation policy.
measure() {
    local name=$1 players=$2 games=$3 rules=$4
    local weights=${5:-weights=tuned-1-advanced-${2}p}
    $drakkar balance --method take --no-parts --replicate 0 --players "$players" --decisions "$games" --rules "$rules" \
        --sampling-policy "greedy:$weights" --out "$out/$name-${players}p" \
        --agents "mcts:plain,iterations=25,truncation=scoring,value=net-1-advanced-${players}p,$weights"
}

# The same under the values of a set.
measure_set() {
    local name=$1 set=$2 players=$3 games=$4
    measure "$name" "$players" "$games" "$out/$set/equalized.toml" "$(weights "$set" "$players")"
}

# One set for all: a search does the final validation there.
tiles 2,3,4 4 1000
# A set for each number of seats, which the search measures with more decisions.
tiles 4 4 2000 --agents greedy
tiles 3 4 2000 --agents greedy
tiles 2 9 2000 --agents greedy
measure search-printed 4 4000 advanced
measure search-printed 3 2000 advanced
measure search-printed 2 1000 advanced
measure_set search-equalized tiles-4p 4 2000
measure_set search-equalized tiles-3p 3 1000
measure_set search-equalized tiles-2p 2 1000
for players in 4 3 2; do
    measure_set search-equalized-all tiles-2-3-4p "$players" 1000
done
# What else the sets change: the price of the dearest lot and all other counters, and the profile of the game.
for players in 4 3 2; do
    $drakkar compare --rules advanced --vs-rules "$out/tiles-2-3-4p/equalized.toml" --players "$players" \
        --agents greedy --games 20000 --out "$out/changes-${players}p"
    $drakkar profile --rules advanced --players "$players" --quick --out "$out/profile-printed-${players}p"
    $drakkar profile --rules "$out/tiles-2-3-4p/equalized.toml" --players "$players" --quick \
        --out "$out/profile-equalized-${players}p"
done
for kind in gold=0..20 glory=0..10; do
    $drakkar balance --rules base --players 4 --equalize-seats "setup.seat_${kind%=*}.*=${kind#*=}" --quick \
        --retune 0 --out "$out/seats-${kind%=*}-4p"
done
