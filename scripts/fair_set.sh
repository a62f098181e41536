#!/usr/bin/env bash
# results/fair-set: which values make all bonus tiles of Vikings fair together, and what the seats of the base game
# should begin with.
#
#   scripts/fair_set.sh [FOLDER]
#
# About half an hour on two cores. Goes on where it was stopped.
set -euo pipefail
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
out=${1:-runs/fair-set}

for players in 4 3 2; do
    $drakkar balance --level 'bonus.*.value' 'bonus.*.glory=0..4' --players $players --games 2000 \
        --agents greedy --out "$out/tiles-${players}p"
done
$drakkar balance --level 'bonus.*.value' 'bonus.*.glory=0..4' --players 2,3,4 --games 1000 \
    --agents greedy --out "$out/tiles-2-3-4p"
for kind in gold=0..20 glory=0..10; do
    $drakkar balance --rules base --players 4 --level-seats "setup.seat_${kind%=*}.*=${kind#*=}" --quick \
        --adapt 0 --out "$out/seats-${kind%=*}-4p"
done
