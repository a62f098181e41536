#!/bin/sh
# Plays the study of Eketorp and puts its files into results/eketorp-first-look: what the first seat, raids and
# swaps for amulets are worth at tables of three to six.
#
#   scripts/eketorp_first_look.sh [GAMES]
#
# GAMES of each run (default: 60000). DRAKKAR names the program (default: target/release/drakkar). A run that is
# complete is not played again.
set -eu
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
games=${1:-60000}
results=results/eketorp-first-look

# Every siege space: who may not send Vikings there never raids.
raids=$(for village in 0 1 2 3 4 5; do
    for weapon in C B R; do printf '|put %s%s' "$village" "$weapon"; done
done | cut -c2-)

for players in 3 4 5 6; do
    greedy=greedy:weights=tuned-1-queen2007-${players}p
    common="--game eketorp --rules queen2007 --players $players --games $games --seed 7"
    # shellcheck disable=SC2086
    "$drakkar" run $common --agents "$greedy" --out "$results/seats-${players}p"
    # shellcheck disable=SC2086
    "$drakkar" compare $common --agents "raider=$greedy" "peaceful=$greedy,forbid=\"$raids\"" \
        --out "$results/raids-${players}p"
    # shellcheck disable=SC2086
    "$drakkar" compare $common --agents "swapper=$greedy" "frugal=$greedy,forbid=\"swap\"" \
        --out "$results/amulets-${players}p"
done
