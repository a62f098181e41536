#!/usr/bin/env bash
# Looks at the pages of `drakkar view` and `drakkar report` in a browser without a window.
#
#   scripts/test_pages.sh
#
# Makes pages with the program, opens them in Chromium at the size of a desk and of a phone, and checks: no
# message on the console, no request over the network, the controls work, the figures on the page are those
# of the records and CSV files, HTML in texts of files is shown as text, nothing is wider than the window (with a name of 200 letters too), a table that scrolls says so, no line ends between a
# number and its unit, tables lead to their files, no text is too small to read, and on a phone the log is within reach of the table. Then it breaks copies of the pages, one thing in each, and expects each to
# be found. The exit code is 0 only if all of this is so.
#
# Needs Python 3, and Debian's packages chromium and chromium-driver; missing ones are installed with
# apt-get, and if that does not work the test fails. Variables:
#   DRAKKAR     the program; default: built here by `cargo build --release`
#   KEEP        a new folder for pages and pictures of them that stays; default: a temporary one
set -euo pipefail
# Not those of the user.
export DRAKKAR_DEFAULTS=

here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
work=${KEEP:-$scratch/pages}
mkdir -p "$work"
work=$(cd "$work" && pwd)

install() {
    local root=()
    if [[ $(id -u) != 0 ]]; then root=(sudo -n); fi
    "${root[@]}" apt-get update -qq &&
        "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            chromium chromium-driver
}

if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
    if ! install >"$scratch/install.log" 2>&1; then
        tail -n 20 "$scratch/install.log" >&2
        echo 'test_pages: installation failed: chromium, chromium-driver' >&2
        exit 1
    fi
fi

if [[ -z ${DRAKKAR:-} ]]; then
    cargo build --release --manifest-path "$here/../Cargo.toml" --package drakkar
    DRAKKAR=${CARGO_TARGET_DIR:-$here/../target}/release/drakkar
fi
DRAKKAR=$(realpath "$DRAKKAR")

cd "$work"
play() {
    "$DRAKKAR" "$@" --quiet >/dev/null
}
play run --rules advanced --agents greedy random mcts:iterations=4 random --games 48 --per-game \
    --record advanced.jsonl --out run
play run --rules advanced --agents mcts:iterations=40 greedy --games 2 --record duel.jsonl --out runs/duel
play run --rules base --players 2 --agents greedy random --games 2 --record base.jsonl --out runs/base
play run --game connect-four --agents greedy random --games 2 --record connect-four.jsonl --out runs/four
play run --game vikings-on-board --players 3 --agents random --games 2 --record on-board.jsonl \
    --out runs/on-board
play run --game eketorp --players 3 --agents greedy random random --games 2 --record eketorp.jsonl --out runs/three
play run --game eketorp --players 6 --agents random --games 2 --record eketorp-six.jsonl --out runs/six
play run --game no-more-vikings --agents greedy random greedy random --games 2 --record no-more.jsonl --out runs/no-more
play run --game no-more-vikings --players 2 --agents greedy random --games 2 --record no-more-one.jsonl --out runs/no-more-one \
    --set board.rows=1 --set board.columns=1 --set setup.villagers=0 --set switches.full_board_end=round \
    --set "cards=[{kind='bow',landing=['a','a','a','a','','']},{kind='counter',landing=['a']},{kind='recruit',landing=['a']}]"
play run --game no-more-vikings --players 3 --agents random --games 2 --record no-more-eight.jsonl --out runs/no-more-eight \
    --set board.rows=8 --set board.columns=8
play run --game goofspiel --agents random greedy random --games 2 --record goofspiel.jsonl --out runs/goofspiel
long=$(printf 'long_name_%.0s' {1..20})
play run --players 2 --agents "$long=greedy:lookahead=turn" random --games 24 --per-game --out runs/long
play tournament --game goofspiel --players 3 --agents random greedy --games 120 --out tournament
play compare --players 2 --agents greedy random --sprt elo1=40 --chunk 8 --confirm 40 --out compare
play compare --players 2 --agents greedy --games 40 --vs-set scoring.noble_glory=4 --out rules
play balance --players 2 --agents greedy random --sampling-policy greedy --decisions 60 --method take,observe --out balance
play balance --players 2 --agents greedy --decisions 60 --method take --out effect
play balance --rules advanced --players 2 --agents greedy --decisions 60 --replicate 0 --fair bonus.gold5.value=3..8 --out fair
play tune --game goofspiel --players 2 --games 8 --generations 2 --population 2 --confirm 16 --out tune
play balance --equalize bonus.gold5.value=3..7 bonus.longboat.glory=0..4 --rules advanced --players 2 --agents greedy \
    --retune 1 --decisions 60 --measurements 2 --out equalize
play profile --game goofspiel --set deck.cards=5 --players 2 --quick --games 40 --levels 1 2 4 --analysis-iterations 20 --out profile
mkdir trace
cat >trace/tune.csv <<'CSV'
generation,candidate,value,sigma
0,0,0.480000,0.300000
0,1,0.520000,0.300000
0,mean,0.500000,0.300000
1,0,0.530000,0.250000
1,mean,0.540000,0.250000
CSV
python3 - <<'PYTHON'
import json

rule_set, line = open("base.jsonl").readlines()[:2]
record = json.loads(line)
# Records hold specifications, not the names that somebody gave.
record["agents"][0] = "long_name_" * 20
open("long.jsonl", "w").write(rule_set + json.dumps(record) + "\n")
PYTHON

for name in advanced duel base connect-four on-board goofspiel eketorp eketorp-six no-more no-more-one \
    no-more-eight long; do
    "$DRAKKAR" view "$name.jsonl" --out "view-$name.html"
done
"$DRAKKAR" view base.jsonl --analyse mcts:iterations=60 --out view-analysis.html
"$DRAKKAR" analyse base.jsonl --agent mcts:iterations=60 --format csv >analysis.csv
"$DRAKKAR" view long.jsonl --analyse "$long=mcts:iterations=20" --out view-long-analysis.html
"$DRAKKAR" report runs/long --out report-long.html
"$DRAKKAR" report run tournament compare rules balance effect fair equalize profile tune trace --out report.html

# What means something in HTML is shown as it is.
python3 "$here/pages/evil.py" . "$DRAKKAR"

exec python3 "$here/pages/check.py" "$work"
