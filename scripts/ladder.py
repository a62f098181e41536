#!/usr/bin/env python3
"""Plays the studies of results/ladder/: the strength of the agents, the effect of the search's options, and scores
among equals.

    scripts/ladder.py [--only NAME ...] [--scale X] [--threads N] [--dry-run]

A step is one `drakkar run` into runs/ladder/: completed steps are not played again, and interrupted
ones resume. When all steps of a study are complete, its table is written to results/ladder/NAME.csv; at
a scale other than 1 everything stays in runs/ladder-X/. --dry-run only estimates the time of each step.
Studies: ladder, nets, budgets, ablation, scales, points, self-play.

Needs Python 3 and `cargo build --release`; DRAKKAR names another program. Seeds, sizes and steps
are below.
"""

import argparse
import csv
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAKKAR = os.environ.get("DRAKKAR", ROOT / "target/release/drakkar")
SEED = 2026
CELLS = [("base", 2), ("base", 4), ("advanced", 2), ("advanced", 4)]
# Games of a step at two and at four seats; more where two budgets of the search are compared.
GAMES = {2: 200, 4: 300}
GAMES_OF_BUDGETS = {2: 200, 4: 400}
GAMES_OF_OPTIONS = {2: 200, 4: 200}
GAMES_OF_SCALES = {2: 1200, 4: 600}
GAMES_OF_POINTS = 1600

HAND, SELF_PLAY = "greedy:weights=manual-1", "greedy:weights=selfplay-1"
FLAT, UCT = (f"{name}:iterations={{}}".format for name in ["flat", "uct"])
# Nothing is looked up, so the search stays the same when a better one becomes the best known.
MCTS = "mcts:plain,iterations={}".format
# The best known with so many iterations, by a net.
BEST = "mcts:iterations={}".format
# The same for whom points count besides winning, or alone.
FOR_POINTS = "mcts:iterations=100,own_score={}".format
RUNGS = [
    "random", UCT(50), UCT(200), UCT(800), HAND, FLAT(50), SELF_PLAY, MCTS(50), MCTS(200), MCTS(800),
]
# Changes of one option each.
OPTIONS = [
    "selection=ucb1", "fpu=none", "progressive_bias=0", "widening=0.5", "score_weight=0", "backup=paranoid",
    "rollout=random", "rollout=mast,rollout_epsilon=0.1", "rollout_epsilon=0", "truncation=none", "truncation=scoring",
    "reuse=yes", "reveals=cross", "weights=selfplay-1",
]


def ladder():
    for rules, players in CELLS:
        for below, rung in zip(RUNGS, RUNGS[1:]):
            budgets = rung.startswith("mcts") and below.startswith("mcts")
            yield rules, players, rung, below, (GAMES_OF_BUDGETS if budgets else GAMES)[players]
        across = [
            (FLAT(200), SELF_PLAY), (MCTS(200), UCT(800)), (MCTS(800), HAND), (MCTS(800), SELF_PLAY),
        ]
        for agent, other in across:
            yield rules, players, agent, other, GAMES[players]


def nets():
    for rules, players in CELLS:
        pairs = [
            (BEST(25), MCTS(200)), (BEST(100), MCTS(800)), (BEST(100), BEST(25)), (BEST(500), BEST(100)),
            (BEST(100), UCT(800)), (BEST(25), "greedy"), (BEST(100), "greedy"),
        ]
        for agent, other in pairs:
            yield rules, players, agent, other, GAMES_OF_BUDGETS[players]


def budgets():
    yield "base", 2, MCTS(3200), MCTS(800), GAMES_OF_BUDGETS[2]


def ablation():
    for rules, players in [("base", 2), ("advanced", 4)]:
        for option in OPTIONS:
            # Roll-outs to the end take ten times as long.
            games = GAMES_OF_OPTIONS[players] // (4 if option == "truncation=none" else 1)
            yield rules, players, MCTS(200) + "," + option, MCTS(200), games


def scales():
    for rules, players in CELLS:
        without_net = "mcts:plain,iterations=100"
        yield rules, players, f"{without_net},value_temperature=fitted-1-{rules}-{players}p", without_net, GAMES_OF_SCALES[players]


def points():
    for rules, players in CELLS:
        for part in ["0.2", "1"]:
            yield rules, players, FOR_POINTS(part), BEST(100), GAMES_OF_POINTS


def self_play():
    for rules, players in CELLS:
        equals = [
            ("greedy", 2000), (MCTS(800), 100), (BEST(100), 1000), (BEST(500), 300),
            (FOR_POINTS("0.2"), 1000), (FOR_POINTS("1"), 1000),
        ]
        for agent, games in equals:
            yield rules, players, agent, agent, games


STUDIES = {
    "ladder": ladder, "nets": nets, "budgets": budgets, "ablation": ablation, "scales": scales, "points": points,
    "self-play": self_play,
}


def play(step, folder, arguments):
    rules, players, agent, other, games = step
    name = "-".join([rules, str(players), agent, "against", other])
    out = folder / "".join(c if c.isalnum() or c in "-.=," else "_" for c in name)
    command = [
        DRAKKAR, "run", "--rules", rules, "--agents", agent, *[other] * (players - 1),
        "--games", str(max(1, round(games * arguments.scale))), "--seed", str(SEED), "--per-game",
        "--threads", str(arguments.threads), "--out", out,
    ]
    print("==", " ".join(map(str, command[1:])), flush=True)
    subprocess.run(command + (["--dry-run"] if arguments.dry_run else ["--quiet"]), check=True)
    return out


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path, table):
    """Replaces a table as a whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    with open(unfinished, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, table[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(table)
    os.replace(unfinished, path)


def versus(step, out):
    """The result of the agent against the other one in all other seats."""
    rules, players = step[:2]
    one, two = [row for row in rows(out / "win_rates.csv") if row["seat"] == "all"]
    low, even = float(one["win_share_low"]), float(one["even_share"])
    verdict = "better" if low > even else "worse" if float(one["win_share_high"]) < even else "undecided"
    keys = ["games", "blocks", "even_share", "win_share", "win_share_low", "win_share_high", "score_mean"]
    return {
        "rules": rules, "players": players, "agent": one["agent"], "others": two["agent"],
        **{key: one[key] for key in keys}, "others_score_mean": two["score_mean"], "verdict": verdict,
    }


def places(step, out):
    """The mean score of the winner, of the second, ... in games among equals, and half its 95 % interval."""
    rules, players = step[:2]
    games = {}
    for row in rows(out / "games.csv"):
        agent = row["agent"]
        games.setdefault((row["block"], row["seating"]), []).append(int(row["score"]))
    ranked = [sorted(scores, reverse=True) for scores in games.values()]
    row = {"rules": rules, "players": players, "agent": agent, "games": len(ranked)}
    for n in range(4):
        of_place = [scores[n] for scores in ranked] if n < players else []
        row[f"score_{n + 1}"] = f"{statistics.mean(of_place):.2f}" if of_place else ""
        error = 1.96 * statistics.stdev(of_place) / math.sqrt(len(of_place)) if len(of_place) > 1 else None
        row[f"error_{n + 1}"] = f"{error:.2f}" if error is not None else ""
    return row


def manners(out):
    """What the agent of a run among equals does in a game."""
    columns = ["agent", "counter", "games", "mean", "sd", "mean_when_winning", "mean_when_not"]
    return [{column: row[column] for column in columns} for row in rows(out / "strategy.csv")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=STUDIES, default=list(STUDIES), metavar="NAME")
    parser.add_argument("--scale", type=float, default=1.0, metavar="X")
    parser.add_argument("--threads", type=int, default=0, metavar="N", help="0 for all")
    parser.add_argument("--dry-run", action="store_true")
    arguments = parser.parse_args()
    arguments.threads = arguments.threads or os.cpu_count()
    whole = arguments.scale == 1.0
    folder = ROOT / "runs" / ("ladder" if whole else f"ladder-{arguments.scale:g}")
    results = ROOT / "results/ladder" if whole else folder
    for name in arguments.only:
        tell = places if name == "self-play" else versus
        table, facts = [], []
        for step in STUDIES[name]():
            out = play(step, folder, arguments)
            if not arguments.dry_run:
                table.append(tell(step, out))
                if name == "self-play" and step[:2] == ("advanced", 2):
                    facts += manners(out)
        if facts:
            write(results / "self-play-strategy.csv", facts)
        if table:
            write(results / f"{name}.csv", table)
            print(f"{results / name}.csv")


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"ladder.py: `drakkar run` ended with exit code {error.returncode}")
