#!/usr/bin/env python3
"""Measures the speed of games, players, searches and files, and writes docs/speed.csv and the tables of docs/speed.md.

    scripts/speed.py [--rounds 3] [--seconds 0.5] [--only TEXT] [--against PROGRAM] [--write]

Each figure is the median of rounds in which all cases take turns, in CPU seconds of one thread; start and end of the
program are measured apart and taken off. Playouts and searches are those of `cargo bench`, in wall time. A case plays as many games as last --seconds. --against measures another
program in the same rounds and prints how much faster this one is. --only measures the cases whose name contains TEXT.
--write replaces the tables; without it they are printed.

Steps of batches come from python/bench/steps.py if the Python that runs this has the package, time to a strength from
python/bench/strength.py if it has OpenSpiel, too. Needs Python 3, cargo and `cargo build --release`; DRAKKAR names
another program.
"""

import argparse
import csv
import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAKKAR = os.environ.get("DRAKKAR", str(ROOT / "target/release/drakkar"))
PAGE, TABLE = ROOT / "docs/speed.md", ROOT / "docs/speed.csv"
COLUMNS = ["case", "unit", "median", "low", "high", "rounds", "choices_a_game"]
AGENTS = ["random", "greedy", "mcts:iterations=25"]
# Presets that play differently from the first of their game.
OTHERS = [("vikings", "advanced")]
BENCH = ["cargo", "bench", "--quiet", "--package", "drakkar-benches", "--bench"]
UNITS = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9}


# Prints what a command used. A process begins with the memory of the one that starts it, so this one is small.
LAUNCH = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
print(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
"""


def spent(program, *words):
    """CPU seconds and the most memory, in MB, of a command that must succeed."""
    command = [sys.executable, "-ISc", LAUNCH, program, *map(str, words)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    *_, used = done.stdout.rstrip().split("\n")
    if done.returncode or not used.startswith("0 "):
        sys.exit(f"{program} {' '.join(map(str, words))}: {done.stderr[-400:]}")
    return tuple(map(float, used.split()[1:]))


def listed(kind):
    done = subprocess.run([DRAKKAR, "list", kind, "--format", "json"], stdout=subprocess.PIPE, check=True, text=True)
    return {table["name"]: table["rows"] for table in json.loads(done.stdout)["tables"]}[kind]


class Run:
    """Games of one agent in all seats, on one thread."""

    def __init__(self, folder, game, rules, seats, agent, unit="games a second"):
        self.folder, self.unit = folder, unit
        self.words = ["run", "--game", game, "--rules", rules, "--players", seats, "--agents", agent, "--seed", 1,
                      "--threads", 1, "--quiet", "--force", "--out", folder / "run"]
        self.name = f"{agent}/{game}/{rules}/{seats}"
        self.games = 1
        self.choices = None

    def time(self, program, games, flags=()):
        return spent(program, *self.words, "--games", games, "--chunk", games, *flags)[0]

    def prepare(self, seconds):
        start = self.time(DRAKKAR, 1)
        while self.time(DRAKKAR, self.games) < seconds + start:
            self.games *= 2
        records = self.folder / "games.jsonl"
        self.time(DRAKKAR, min(self.games + 1, 400), ["--record", records])
        _, *lines = records.read_text().splitlines()
        # Those of a seat in a row are one list, in which each action is a text.
        self.choices = statistics.mean(
            sum(isinstance(part, str) for turn in json.loads(line)["decisions"] for part in turn) for line in lines
        )

    def measure(self, program):
        return self.games / (self.time(program, self.games + 1) - self.time(program, 1))


class Added(Run):
    """What a flag adds to a random game, in microseconds."""

    def __init__(self, folder, rules, title, flag, value=None):
        super().__init__(folder, "vikings", rules, 4, "random", unit="µs")
        self.name = f"{title}/{rules}"
        self.added = [flag] if value is None else [flag, folder / value]

    def prepare(self, seconds):
        self.games = 1000
        while self.time(DRAKKAR, self.games, self.added) < seconds:
            self.games *= 2

    def measure(self, program):
        with_it, without = (self.time(program, self.games, flags) for flags in (self.added, ()))
        return 1e6 * (with_it - without) / self.games


class Chunks(Run):
    """What a chunk costs, in milliseconds."""

    def __init__(self, folder):
        super().__init__(folder, "vikings", "base", 4, "random", unit="ms")
        self.name = "chunk/cost"

    def prepare(self, seconds):
        del seconds

    def measure(self, program):
        times = [spent(program, *self.words, "--games", 400, "--chunk", chunk)[0] for chunk in (1, 400)]
        return 1e3 * (times[0] - times[1]) / 399


class Starts(Run):
    """Two games with all that a run begins and ends with, in milliseconds."""

    def __init__(self, folder, game, agent):
        super().__init__(folder, game, "base", 2, agent, unit="ms")
        self.name = f"start/{game} {agent}/cost"

    def prepare(self, seconds):
        del seconds

    def measure(self, program):
        return 1e3 * statistics.median(self.time(program, 2) for _ in range(5))


class Verified(Run):
    """Verifying a record, in microseconds."""

    def __init__(self, folder, rules):
        super().__init__(folder, "vikings", rules, 4, "random", unit="µs")
        self.name = f"verify/{rules}"
        self.records = folder / f"{rules}.jsonl"

    def prepare(self, seconds):
        self.games = max(2, int(4000 * seconds))
        self.first = self.folder / f"{self.records.stem}-first.jsonl"

    def measure(self, program):
        # Each reads what it has written itself.
        self.time(program, self.games, ["--record", self.records])
        with self.records.open() as lines:
            self.first.write_text(next(lines) + next(lines))
        times = [spent(program, "verify", records)[0] for records in (self.records, self.first)]
        return 1e6 * (times[0] - times[1]) / (self.games - 1)


class Memory(Run):
    """The most memory of a command, in MB."""

    def __init__(self, folder, title, *words):
        self.name, self.unit, self.choices = f"memory/{title}/cost", "MB", None
        self.words = [*words, "--threads", 1, "--quiet", "--force", "--out", folder / "memory"]

    def prepare(self, seconds):
        del seconds

    def measure(self, program):
        return spent(program, *self.words)[1]


class Bench:
    """What criterion prints a second."""

    choices = None

    def __init__(self, kind, bench, filter, unit, names):
        self.command, self.unit, self.names = [*BENCH, bench, "--", "--noplot", filter], f"{unit} a second", names
        self.name = kind

    def prepare(self, seconds):
        subprocess.run([*self.command[:self.command.index("--")], "--no-run"], cwd=ROOT, check=True)
        self.command += ["--warm-up-time", "0.2", "--measurement-time", str(max(seconds, 0.1)), "--sample-size", "10"]

    def measured(self):
        """Elements a second by case."""
        done = subprocess.run(self.command, cwd=ROOT, env={**os.environ, "CARGO_TERM_COLOR": "never"},
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        found = re.findall(r"(?m)^(\S+)\s+time:.*\n\s*thrpt:\s*\[\S+\s+\S+ (\S+)\s+([KMG]?)elem/s", done.stdout)
        if done.returncode or not found:
            sys.exit(f"{' '.join(self.command)}: {done.stderr[-400:]}")
        return {self.names(title): float(number) * UNITS[unit] for title, number, unit in found}


def cases(folder):
    games = [(game["game"], game["fewest_seats"], game["most_seats"]) for game in listed("games")]
    first = {}
    for row in listed("presets"):
        first.setdefault(row["game"], row["preset"])
    played = [(game, rules, seats) for game, fewest, most in games
              for rules in [first[game], *(rules for other, rules in OTHERS if other == game)]
              for seats in range(fewest, most + 1)]
    yield from (Run(folder, *where, agent) for where in played for agent in AGENTS)
    for rules in ("base", "advanced"):
        yield Added(folder, rules, "rows", "--per-game")
        yield Added(folder, rules, "record", "--record", "games.jsonl")
        yield Verified(folder, rules)
    yield Chunks(folder)
    yield from (Starts(folder, *what) for what in (("connect-four", "random"), ("vikings", "random"),
                                                    ("vikings", "mcts:iterations=1")))
    yield from (Memory(folder, f"run of {games:,}", "run", "--agents", "random", "--games", games) for games in (10, 200_000))
    agents = [f"mcts:plain,iterations={number}" for number in range(1, 17)]
    yield Memory(folder, "tournament of 16", "tournament", "--games", 240, "--agents", *agents)


def benches():
    yield Bench("playout", "games", "/playout/", "games", lambda title: "playout/" + title.replace("/playout/", "/"))
    yield Bench("search", "mcts", "(plain|defaults|scoring|end|minimax)$", "iterations",
                lambda title: title.replace("mcts/", "search/"))
    yield Bench("playout", "connect_four", "minimax", "games", lambda _: "playout of minimax/connect-four/base/2")


def has_package(name="drakkar"):
    return not subprocess.run([sys.executable, "-c", f"import {name}"], stderr=subprocess.DEVNULL).returncode


def printed(script):
    """What a bench of the package for Python prints."""
    return subprocess.run([sys.executable, ROOT / f"python/bench/{script}.py"], stdout=subprocess.PIPE, check=True,
                          text=True).stdout


def stepped():
    """Rows with steps a second of batches."""
    if not has_package():
        print("steps of batches are left out: this Python has no package drakkar", file=sys.stderr)
        return
    for title, number in re.findall(r"(?m)^(.*?)\s+([\d,]+) steps a CPU second$", printed("steps")):
        title = title.removeprefix("R1 ").removeprefix("R2 ")
        title = re.sub(", mask and observation$", "/with observations, too", re.sub(", mask$", "/with a mask", title))
        speed = float(number.replace(",", ""))
        yield row_of(title if "/" in title else f"{title}/with a mask", "steps", "steps a second", speed, speed, speed, 5)


def strengths():
    """Rows with the CPU time a move of searches, and with their win shares against OpenSpiel's."""
    if not (has_package() and has_package("pyspiel")):
        print("time to a strength is left out: this Python lacks drakkar or open_spiel", file=sys.stderr)
        return
    text = printed("strength")
    games = re.search(r", (\d+) games each", text)[1]
    for name, *numbers in re.findall(r"(?m)^R3 (\S+)\s+(\S+) ms a move, theirs (\S+): win share (\S+) % \(±(\S+)\)", text):
        ours, theirs, share, half = map(float, numbers)
        yield row_of(f"{name}/a move", "strength", "ms", ours, ours, ours, games)
        yield row_of(f"{name}/theirs", "strength", "ms", theirs, theirs, theirs, games)
        yield row_of(f"{name}/win share", "strength", "%", share, share - half, share + half, games)


def row_of(title, kind, unit, median, low, high, rounds, choices=None):
    return dict(zip(COLUMNS, [f"{kind}/{title}" if kind else title, unit, *(f"{value:.6g}" for value in (median, low, high)),
                              rounds, f"{choices:.2f}" if choices else ""]))


def short(number):
    if math.isnan(number):
        return ""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def table_of_games(rows):
    """Thousands of choices a second, with the most seats of each game."""
    found = {tuple(row["case"].split("/", 1)): row for row in rows if row["case"].startswith(("playout/", *AGENTS))}
    places = {place.rsplit("/", 1)[0]: place for _, place in sorted(found, key=lambda name: name[1][-1])}
    order = list(dict.fromkeys(place.rsplit("/", 1)[0] for _, place in found))
    lines = ["| game, seats | choices a game | playout | `random` | `greedy` | `mcts` |", "|---|---|---|---|---|---|"]
    for game in order:
        place = places[game]
        random = found.get(("random", place), {"choices_a_game": "nan"})
        cells = [f"{game.replace('/', ' ')}, {place[-1]}", short(float(random["choices_a_game"]))]
        for who in ("playout", *AGENTS):
            row = found.get((who, place), {"median": "nan"})
            choices = row.get("choices_a_game") or random["choices_a_game"]
            cells.append(short(float(row["median"]) * float(choices) / 1e3))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def table_of(rows, header, kinds):
    """A line for each title, and a column for the last part of its cases; rates in thousands."""
    columns, titles = [], {}
    for found in rows:
        kind, *title, column = found["case"].split("/")
        if kind in kinds:
            value, unit = float(found["median"]), found["unit"]
            cell = short(value / 1e3) if unit.endswith("s a second") else f"{short(value)} {unit}"
            if unit == "%":
                cell += f" (±{short(float(found['high']) - value)})"
            titles.setdefault(", ".join(title if len(kinds) == 1 else [kind, *title]), {})[column] = cell
            columns.append(column)
    columns = list(dict.fromkeys(columns))
    lines = [f"| {' | '.join([header, *columns])} |", "|---" * (len(columns) + 1) + "|"]
    lines += [f"| {' | '.join([title, *(cells.get(column, '') for column in columns)])} |" for title, cells in titles.items()]
    return "\n".join(lines)


def replaced(page, name, table):
    """The page with another table between its two comments."""
    begin, end = f"<!--{name}-->\n", f"<!--/{name}-->"
    before, rest = page.split(begin)
    return f"{before}{begin}\n{table}\n\n{end}{rest.split(end)[1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--only", default="")
    parser.add_argument("--against", metavar="PROGRAM")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.seconds <= 0:
        parser.error("--rounds and --seconds must be above 0")
    if arguments.write and (arguments.only or arguments.against):
        parser.error("--write needs all cases of one program")
    if arguments.write and not (has_package() and has_package("pyspiel")):
        parser.error("--write needs a Python with the package drakkar and open_spiel: see docs/python.md")
    folder = Path(tempfile.mkdtemp())
    try:
        # As it is installed: what a linker has just written lies in memory in small pieces and starts a quarter slower.
        global DRAKKAR
        DRAKKAR = shutil.copy(DRAKKAR, folder / "drakkar")
        arguments.against = arguments.against and shutil.copy(arguments.against, folder / "other")
        measured(arguments, folder)
    finally:
        shutil.rmtree(folder)


def measured(arguments, folder):
    work = [case for case in cases(folder) if arguments.only in case.name]
    bench = [case for case in benches() if arguments.only in case.name] if not arguments.against else []
    for case in [*bench, *work]:
        print(f"preparing {case.name}", file=sys.stderr)
        case.prepare(arguments.seconds)
    programs = [DRAKKAR] + ([arguments.against] if arguments.against else [])
    found = {}
    units = {}
    for number in range(arguments.rounds):
        print(f"round {number + 1} of {arguments.rounds}", file=sys.stderr)
        for case in bench:
            for name, value in case.measured().items():
                found.setdefault((name, DRAKKAR), []).append(value)
                units[name] = case
        for case in work:
            for program in programs if number % 2 == 0 else reversed(programs):
                found.setdefault((case.name, program), []).append(case.measure(program))
                units[case.name] = case
    rows = []
    for name, case in units.items():
        values = found[name, DRAKKAR]
        rows.append(row_of(name, "", case.unit, statistics.median(values), min(values), max(values), len(values), case.choices))
        other = found.get((name, arguments.against))
        if other:
            faster = statistics.median(one / two for one, two in zip(values, other))
            faster = faster if case.unit.endswith("second") else 1 / faster
            print(f"{name:50} {short(statistics.median(values)):>10} {case.unit}, {faster:.3f} times as fast")
    if not arguments.against and not arguments.only:
        rows += [*stepped(), *strengths()]
    tables = {
        "games": table_of_games(rows),
        "searches": table_of(rows, "position", ["search"]),
        "files": table_of(rows, "a game", ["rows", "record", "verify"]),
        "rest": table_of(rows, "what", ["chunk", "start", "memory"]),
        "steps": table_of(rows, "steps", ["steps"]),
        "strength": table_of(rows, "search", ["strength"]),
    }
    if arguments.write:
        with TABLE.open("w", newline="") as lines:
            writer = csv.DictWriter(lines, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        page = PAGE.read_text()
        for name, table in tables.items():
            page = replaced(page, name, table)
        PAGE.write_text(page)
    elif not arguments.against:
        print("\n\n".join(table for table in tables.values() if table.count("\n") > 1))


if __name__ == "__main__":
    main()
