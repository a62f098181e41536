#!/usr/bin/env bash
# How much stronger searches are by the nets that ship: each cell against the best search without one, and in Vikings
# against the best search with the first net that shipped, with so many iterations that both think for about the same
# time. The files go to results/nets/.
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
(($# > 0)) || cells=({base,advanced,vikings-on-board/base,no-more-vikings/base}-{2,3,4}p)

# Iterations of the search without a net, and of that with the first one, that take about as long as 100 of the best
# one, or 25 in No More Vikings!, by processor time of games of each against itself.
declare -A without=([base-2p]=41 [advanced-2p]=45 [base-3p]=45 [advanced-3p]=52 [base-4p]=80 [advanced-4p]=123
    [vikings-on-board/base-2p]=38 [vikings-on-board/base-3p]=36 [vikings-on-board/base-4p]=37
    [no-more-vikings/base-2p]=11 [no-more-vikings/base-3p]=11 [no-more-vikings/base-4p]=8)
declare -A first=([base-2p]=100 [advanced-2p]=100 [base-3p]=100 [advanced-3p]=100 [base-4p]=149 [advanced-4p]=223)

drakkar() { # command, folder for the results, flags
    "$drakkar" "$1" --game "$game" --rules "$rules" --players "$seats" --quiet --out "$folder/$2" "${@:3}" > /dev/null
}

compare() { # folder for the results, opponent
    local test=(--sprt elo0=0,elo1=20 --games 20000 --confirm 480) iterations=100
    # Its games take long, and with more iterations a search without a net is stronger.
    [[ $game != no-more-vikings ]] || test=(--games 480) iterations=25
    local agents=(best=mcts:iterations=$iterations "before=$2") results=results/nets/$1 agent seconds decisions
    drakkar compare "$1" "${test[@]}" --seed 1 \
        ${THREADS:+--threads "$THREADS"} --agents "${agents[@]}"
    mkdir -p "$results"
    cp "$folder/$1/"{compare,effects}.csv "$results/"
    # How long each thinks for a decision, of games against itself, whatever else the machine does.
    echo agent,decisions,microseconds > "$results/processor_time.csv"
    for agent in "${agents[@]}"; do
        seconds=$( { time drakkar run time --agents "$agent" --games 40 --seed 7 --threads 1 --force 2> "$folder/time.log"; } 2>&1)
        decisions=$(awk -F, 'NR == 2 { print $2 }' "$folder/time/timing.csv")
        awk "BEGIN { printf \"%s,%d,%.1f\\n\", \"${agent%%=*}\", $decisions, $seconds * 1e6 / $decisions }" \
            >> "$results/processor_time.csv"
    done
    echo "$results"
}

# What `time` tells: seconds of processor time.
TIMEFORMAT=%U
for cell in "${cells[@]}"; do
    game=vikings
    [[ $cell != */* ]] || game=${cell%/*}
    rules=${cell##*/}
    rules=${rules%-*}
    seats=${cell##*-}
    seats=${seats%p}
    # The best without a net: weights that were tuned for a search, where there are some.
    weights=manual-1
    [[ $game != vikings ]] || ((seats > 2)) || weights=tuned-1-mcts-$cell
    [[ $game != no-more-vikings ]] || weights=tuned-1-$rules-${seats}p,truncation=scoring
    compare "$cell" "mcts:plain,iterations=${without[$cell]},weights=$weights"
    [[ $game == vikings ]] || continue
    # The best with the first net, before there was a second one.
    weights=manual-1
    ((seats > 2)) || weights=tuned-1-$cell
    compare "$cell/net-1" "mcts:plain,iterations=${first[$cell]},truncation=4,value=net-1-$cell,weights=$weights"
done
