#!/usr/bin/env python3
"""What each option of the search is worth at equal time, in Vikings: the best known search against the same
search with one option changed.

    scripts/search_options.py [--only OPTION ...] [--iterations N] [--games N] [--folder FOLDER] [--table FILE]
                              [CELL ...]

A cell is written base-2p; without one, base-2p and advanced-4p. In each, `mcts:iterations=100` (or N, which
needs a table of its own) is spelled out, and one option of it is changed. Games of each against itself, on one
thread, say how long it thinks for a decision, in processor time; the iterations of the changed search are set so
that both need the same. Then `drakkar compare` plays, on other deals.

FILE, results/ladder/equal-time.csv if none is given, has a row for each option. Rows that are there are not
played again if the best search is still the same, so the script goes on where it was stopped; runs are in FOLDER.
Both searches of a row are measured on one machine, one after the other; rows may come from several.

Needs Python 3 and `cargo build --release`; DRAKKAR names another program.
"""

import argparse
import hashlib
import json
import re
import resource
import subprocess
import sys
from pathlib import Path

from ladder import DRAKKAR, ROOT, rows, write

CELLS = ["base-2p", "advanced-4p"]
ITERATIONS = 100  # unless --iterations says otherwise
# Changes of one option each. What an option excludes is dropped: random rollouts have no epsilon, those to the
# end need no net, and halving never ends early.
OPTIONS = [
    "root=halving", "endgame=200", "endgame=500", "endgame=2000", "reuse=yes", "early_stop=no",
    "truncation=0", "truncation=2", "truncation=4", "truncation=8", "truncation=20", "truncation=scoring", "truncation=none",
    "rollout=random", "rollout=mast", "rollout_epsilon=0", "rollout_epsilon=0.1",
    "selection=ucb1", "progressive_bias=0", "fpu=none", "widening=0.5", "exploration=0.15", "exploration=0.6",
    "temperature=0.1", "temperature=0.4", "score_weight=0", "score_weight=0.6", "backup=paranoid",
    "reveals=cross", "weights=manual-1",
]
DROPPED = {"rollout=random": "rollout_epsilon", "truncation=none": "value", "root=halving": "early_stop"}
# Games for each measurement of time, how close the times shall be, and after how many measurements the nearest
# will do.
GAMES_OF_TIMING, CLOSE, MEASUREMENTS = {2: 80, 3: 60, 4: 40}, 0.02, 5
SEED_OF_TIMING, SEED = 7, 1


def drakkar(command, cell, out, *arguments):
    rules, players = cell
    command = [
        DRAKKAR, command, "--game", "vikings", "--rules", rules, "--players", str(players), "--threads", "1",
        "--quiet", "--out", out, *arguments,
    ]
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)


def spelled_out(cell, iterations, folder):
    """All options of the best known search of a cell."""
    name = f"mcts:iterations={iterations}"
    drakkar("run", cell, folder / "best", "--force", "--agents", name, "--games", "1")
    manifest = json.loads((folder / "best" / "manifest.json").read_text(encoding="utf-8"))
    text = manifest["names"][name]
    return dict(option.split("=", 1) for option in text.removeprefix("mcts:plain,").split(","))


def spec(options):
    return "mcts:plain," + ",".join(f"{key}={value}" for key, value in options.items())


def microseconds(cell, options, folder):
    """Of processor time for each decision where a search plays itself. Other work on the machine lengthens it less
    than the time on the clock that timing.csv has."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    drakkar(
        "run", cell, folder, "--force", "--agents", spec(options), "--games", str(GAMES_OF_TIMING[cell[1]]),
        "--seed", str(SEED_OF_TIMING),
    )
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    timing, = rows(folder / "timing.csv")
    return seconds * 1e6 / int(timing["decisions"])


def equal_time(cell, best, changed, folder):
    """With how many iterations `changed` thinks as long as `best`, and how long both think."""
    iterations, tried = int(best["iterations"]), {}
    while iterations not in tried and len(tried) < MEASUREMENTS:
        # One after the other, since other work on the machine changes.
        times = [
            microseconds(cell, options, folder / "time")
            for options in [{**changed, "iterations": iterations}, best]
        ]
        tried[iterations] = times
        if abs(times[0] / times[1] - 1) <= CLOSE:
            break
        iterations = max(1, round(iterations * times[1] / times[0]))
    iterations = min(tried, key=lambda n: abs(tried[n][0] / tried[n][1] - 1))
    return iterations, *tried[iterations]


def row(cell, option, best, changed, folder, games):
    iterations, time, best_time = equal_time(cell, best, changed, folder)
    # A folder holds one run, and the best search may have changed since.
    out = folder / f"{option}-{iterations}-{games}-{hashlib.sha256(spec(best).encode()).hexdigest()[:8]}"
    agents = [f"changed={spec({**changed, 'iterations': iterations})}", f"best={spec(best)}"]
    drakkar("compare", cell, out, "--agents", *agents, "--games", str(games), "--seed", str(SEED))
    share, = [row for row in rows(out / "effects.csv") if row["metric"] == "score"]
    return {
        "rules": cell[0], "players": cell[1], "option": option, "iterations": iterations,
        "microseconds": f"{time:.1f}", "best_microseconds": f"{best_time:.1f}",
        "games": share["games"], "blocks": share["blocks"], "even_share": share["even_share"],
        "win_share": share["value"], "win_share_low": share["low"], "win_share_high": share["high"],
        "best": spec(best),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cells", nargs="*", default=CELLS, metavar="CELL")
    parser.add_argument("--only", nargs="+", default=OPTIONS, metavar="OPTION", help="such as truncation=0")
    parser.add_argument("--iterations", type=int, default=ITERATIONS, metavar="N", help="of the best search")
    parser.add_argument("--games", type=int, default=800, metavar="N", help="of each row")
    parser.add_argument("--folder", type=Path, default=ROOT / "runs/search-options")
    parser.add_argument("--table", type=Path, default=ROOT / "results/ladder/equal-time.csv", metavar="FILE")
    arguments = parser.parse_args()
    if arguments.iterations != ITERATIONS and arguments.table == parser.get_default("table"):
        parser.error("--iterations: rows with another number belong in another --table")
    table = rows(arguments.table) if arguments.table.exists() else []
    for old in table:
        # Older rows do not name the best search, or name it as texts were before they began with `plain`.
        old["best"] = re.sub("^mcts:(?!plain,)", "mcts:plain,", old.get("best", ""))
    for name in arguments.cells:
        rules, _, seats = name.rpartition("-")
        cell = rules, int(seats.removesuffix("p"))
        folder = arguments.folder / name
        best = spelled_out(cell, arguments.iterations, folder)
        for option in arguments.only:
            key, value = option.split("=", 1)
            changed = {**best, key: value}
            changed.pop(DROPPED.get(option), None)
            same = [old for old in table if [old["rules"], int(old["players"]), old["option"]] == [*cell, option]]
            if any(old["best"] == spec(best) for old in same):
                continue
            table = [old for old in table if old not in same]
            if changed == best:
                if same:
                    write(arguments.table, table)
                continue
            table.append(row(cell, option, best, changed, folder, arguments.games))
            write(arguments.table, table)
            print(",".join(map(str, table[-1].values())), flush=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"search_options.py: `{' '.join(error.cmd)}` ended with exit code {error.returncode}")
