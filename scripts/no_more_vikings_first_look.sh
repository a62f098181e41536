#!/bin/sh
# Plays the study of No More Vikings! and puts its files into results/no-more-vikings-first-look: what the
# kinds of cards are worth at tables of two, three and four. The cards are stand-ins.
#
#   scripts/no_more_vikings_first_look.sh [DECISIONS]
#
# DECISIONS for each kind (default: 1200), half of them with four seats, whose games are longer. DRAKKAR names
# the program (default: target/release/drakkar). A run that is complete is not played again.
set -eu
cd "$(dirname "$0")/.."
drakkar=${DRAKKAR:-target/release/drakkar}
decisions=${1:-1200}
results=results/no-more-vikings-first-look

for players in 2 3 4; do
    if [ "$players" = 4 ]; then decisions=$((decisions / 2)); fi
    "$drakkar" balance --game no-more-vikings --rules base --players "$players" \
        --agents "greedy:weights=tuned-1-base-${players}p" --sampling-policy "greedy:weights=tuned-1-base-${players}p" \
        --method grant take ban --decisions "$decisions" --replicate 0 --seed 7 --out "$results/cards-${players}p"
done
