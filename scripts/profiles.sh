#!/usr/bin/env bash
# Profiles every game at every number of seats. Finished profiles are not played again.
# usage: scripts/profiles.sh [CELL...]
set -euo pipefail
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-drakkar}
threads=${THREADS:-1}
folder=runs/profiles
tables=results/profiles
mkdir -p "$tables"

# The same levels for all, so that they can be compared; fewer games where a game takes seconds.
profile() {
    local game=$1 rules=$2 players=$3 games=$4 cell
    cell=$game-$rules-${players}p
    if (($# > 4)) && [[ " ${*:5} " != *" $cell "* ]]; then
        return
    fi
    echo "== $cell"
    "$drakkar" profile --game "$game" --rules "$rules" --players "$players" --quick \
        --games "$games" --levels 1 4 8 --threads "$threads" --out "$folder/$cell"
    cp "$folder/$cell/profile.csv" "$tables/$cell.csv"
}

profile connect-four base 2 400 "$@"
for players in 2 3 4; do
    profile goofspiel base "$players" 400 "$@"
done
for players in 2 3 4; do
    profile vikings base "$players" 400 "$@"
    profile vikings advanced "$players" 400 "$@"
done
for players in 2 3 4; do
    profile vikings-on-board base "$players" 100 "$@"
done
for players in 3 4 5 6; do
    profile eketorp queen2007 "$players" 100 "$@"
done
for players in 2 3 4; do
    profile no-more-vikings base "$players" 50 "$@"
done
