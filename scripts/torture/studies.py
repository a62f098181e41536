"""What is tortured: commands that play for a second or two, in many chunks."""

RUN = "run --game connect-four --agents random greedy --games 6000 --chunk 20 --per-game --record-every 50"
# Rounded up to 1800 games: no block is cut short.
TOURNAMENT = "tournament --game connect-four --agents random greedy flat:iterations=5 --games 1797 --chunk 4"

# The commands of each study, one after the other; {d} is the folder that everything is written into.
STUDIES = {
    "run": [f"{RUN} --record {{d}}/games.jsonl --out {{d}}/o"],
    "compare": ["compare --game connect-four --agents greedy random --players 2 --games 8000 --chunk 10"
                " --confirm 400 --sprt elo0=395,elo1=400 --out {d}/o"],
    "rules": ["compare --game goofspiel --agents random --players 2 --games 16000 --chunk 40"
              " --vs-set scoring.tied=carry --out {d}/o"],
    "tournament": [f"{TOURNAMENT} --out {{d}}/o"],
    "balance": ["balance --rules advanced --players 2 --method take --decisions 120 --replicate 60 --chunk 4 --out {d}/o"],
    "tune": ["tune --game connect-four --players 2 --games 200 --generations 6 --population 6 --confirm 400"
             " --out {d}/o"],
    "equalize": ["balance --equalize bonus.gold5.value=3..7 bonus.food3.value=2..4 bonus.longboat.glory=0..3 --rules advanced"
              " --players 2 --agents greedy --retune 1 --decisions 60 --chunk 40 --measurements 2 --out {d}/o"],
    "profile": ["profile --game connect-four --players 2 --quick --games 40 --levels 1 2 --analysis-iterations 10 --out {d}/o"],
    "work": [f"plan {{d}}/o {RUN}", "work {d}/o --shard 1/2", "work {d}/o --shard 0/2", "merge {d}/o --per-game"],
    "shards": [f"plan {{d}}/o {TOURNAMENT}", "work {d}/o --shard 0/3", "work {d}/o --shard 1/3 --parts {d}/p",
               "work {d}/o --shard 2/3 --parts {d}/p", "merge {d}/o {d}/p"],
}

# Commands that take no --quiet.
LOUD = ("plan", "merge", "report", "verify", "replay", "analyse", "view", "missing")
