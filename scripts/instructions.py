#!/usr/bin/env python3
"""Counts the instructions of a game, and compares them with scripts/instructions.csv.

    scripts/instructions.py [--all] [--write] [CASE ...]

Each case is played by callgrind on one thread, which counts in the function that plays the blocks of a chunk: neither
the start nor the end of the program is in it, nor what another thread does. Exit code 1 if a case takes more than 3 %
more than the table says, but only with the compiler and the kind of processor that the table names; with others the
counts are printed alone. --write puts the counts into the table. A case is written GAME/RULES-SEATSp-AGENT; without
one, random and greedy players are counted, in 20 seconds on two cores, and with --all also searches, in a minute and a
half.

Needs Python 3, valgrind and `cargo build --release`; DRAKKAR names another program.
"""

import argparse
import csv
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAKKAR = os.environ.get("DRAKKAR", ROOT / "target/release/drakkar")
TABLE = ROOT / "scripts/instructions.csv"
PLAYED = "drakkar_play::worker::Worker::play"
MOST = 0.03
# Games, by agent.
AGENTS = {"random": 2000, "greedy": 60, "mcts:iterations=25": 4, "uct:iterations=200": 2}
QUICK = {"random", "greedy"}
# Other numbers where games are much longer or shorter.
OTHERS = {("goofspiel", 2, "greedy"): 20, ("connect-four", 2, "greedy"): 2000, ("no-more-vikings", 4, "greedy"): 12,
          ("no-more-vikings", 4, "mcts:iterations=25"): 1, ("connect-four", 2, "uct:iterations=200"): 12}
CASES = [
    *(("vikings", rules, seats, agent) for rules in ("base", "advanced") for seats in (2, 4) for agent in AGENTS),
    *((game, rules, seats, agent)
      for game, rules, seats in (("vikings-on-board", "base", 4), ("eketorp", "queen2007", 3),
                                 ("no-more-vikings", "base", 2), ("connect-four", "base", 2), ("goofspiel", "base", 2))
      for agent in ("random", "greedy", "mcts:iterations=25")),
    ("eketorp", "queen2007", 6, "greedy"),
    ("no-more-vikings", "base", 4, "greedy"),
    ("no-more-vikings", "base", 4, "mcts:iterations=25"),
    ("connect-four", "base", 2, "uct:iterations=200"),
]


def name(case):
    return "{}/{}-{}p-{}".format(*case)


def count(case):
    """Instructions of a game."""
    game, rules, seats, agent = case
    games = OTHERS.get((game, seats, agent), AGENTS[agent])
    with tempfile.TemporaryDirectory() as folder:
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={PLAYED}", DRAKKAR,
                   "run", "--game", game, "--rules", rules, "--players", seats, "--agents", agent, "--games", games,
                   "--chunk", games, "--seed", 1, "--threads", 1, "--quiet", "--out", f"{folder}/out"]
        ran = subprocess.run([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode or not found:
        sys.exit(f"{name(case)}: exit code {ran.returncode}: {ran.stderr[-400:]}")
    if found[1] == "0":
        sys.exit(f"{name(case)}: {PLAYED} is not called, or it was inlined or renamed")
    return int(found[1]) // games


def here():
    """What decides which instructions there are."""
    flags = set(re.search(r"(?m)^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text())[1].split())
    paths = [path for path in ("avx2", "bmi2") if path in flags]
    compiler = subprocess.run(["rustc", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()[1]
    return {"compiler": f"rustc {compiler}", "processor": " ".join([os.uname().machine, *paths])}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    wanted = lambda case: name(case) in arguments.cases if arguments.cases else arguments.all or case[-1] in QUICK
    cases = [case for case in CASES if wanted(case)]
    if unknown := set(arguments.cases) - {name(case) for case in cases}:
        parser.error(f"no such case: {', '.join(sorted(unknown))}")
    table = {}
    if TABLE.exists():
        with TABLE.open(newline="") as lines:
            table = {row["case"]: row for row in csv.DictReader(lines)}
    place = here()
    more = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for case, instructions in zip(cases, pool.map(count, cases)):
            row = table.get(name(case))
            change = instructions / int(row["instructions"]) - 1 if row else 0.0
            counts = row and {key: row[key] for key in place} == place
            print(f"{name(case):45} {instructions:13,} {100 * change:+6.2f} %{'' if counts else '  (not compared)'}", flush=True)
            if counts and change > MOST:
                more.append(name(case))
            table[name(case)] = {"case": name(case), "instructions": instructions, **place}
    if arguments.write:
        with TABLE.open("w", newline="") as lines:
            rows = csv.DictWriter(lines, ["case", "instructions", *place], lineterminator="\n")
            rows.writeheader()
            rows.writerows(table[name(case)] for case in CASES if name(case) in table)
    elif more:
        sys.exit(f"more than {100 * MOST:.0f} % more instructions: {', '.join(more)}")


if __name__ == "__main__":
    main()
