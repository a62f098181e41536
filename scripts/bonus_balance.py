#!/usr/bin/env python3
"""Plays the study of results/bonus-balance/: are the bonus tiles of Vikings fair?

    scripts/bonus_balance.py [--only NAME ...] [--steps STEP ...] [--scale X] [--threads N] [--deadline TIME] [--dry-run]
    scripts/bonus_balance.py --tables [--scale X]

A step is one call of `drakkar` into runs/bonus-balance/: one that is complete is not played again,
and one that was interrupted goes on. The tables are written to results/bonus-balance/ with whatever
steps are complete, those of other steps staying as they are there, so that steps may be played on
different machines; at another scale than 1 everything stays in runs/bonus-balance-X/. --dry-run only
tells what each step would take. --tables plays nothing and prints the tables of the report.

    taken    the printed rules and, for every tile, other values, in the hands of greedy players
    fresh    the printed rules on other deals, and more of them
    whole    whole games by the printed rules: who takes what, when, at what price; who begins
    ways     tiles granted for nothing, and seats that must not take them, at 4 seats
    assumed  what the rules specification assumes, one thing changed at a time
    search   the printed rules in the hands of tree searches, at the decisions of `taken`
    strength what share of all wins these searches have against the greedy players

Needs Python 3 and `cargo build --release`; DRAKKAR names another program. Seeds, sizes and steps
stand below; they were fixed before the first game that is published. All of it takes more than ten
hours of two processor cores.
"""

import argparse
import csv
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAKKAR = os.environ.get("DRAKKAR", ROOT / "target/release/drakkar")
SEED = 71
SEATS = (4, 3, 2)
GREEDY = {players: f"greedy:weights=tuned-1-advanced-{players}p" for players in SEATS}
# Weights tuned for a search and shorter rollouts are what makes 1 % affordable.
TUNED = "cutoff=12,weights=tuned-1-mcts-advanced-2p"
SEARCH = {4: "mcts:iterations=100", 3: f"mcts:iterations=60,{TUNED}", 2: f"mcts:iterations=50,{TUNED}"}
# Decisions for each kind. Intervals of win shares were to reach 0.2 % to either side, and those of
# searches 1 %, or what four hours of a processor core have room for.
GAMES = {
    "taken": dict.fromkeys(SEATS, 160_000),
    "fresh": {4: 200_000, 3: 240_000, 2: 260_000},
    "whole": dict.fromkeys(SEATS, 40_000),
    "ways": dict.fromkeys(SEATS, 20_000),
    "assumed": dict.fromkeys(SEATS, 160_000),
    "search": {4: 7_000, 3: 17_500, 2: 13_900},
    "strength": dict.fromkeys(SEATS, 2_000),
}
SEEDS = {"fresh": SEED + 1, "strength": SEED + 2}
ASSUMED = {
    "buildings": ["tiles.middles_per_building=4", "tiles.left_ends=23", "tiles.right_ends=23"],
    "ship-colours": ["ships.N.count=4", "ships.S.count=3", "ships.G.count=3", "ships.F.count=4"],
    "bonus-trigger": ["advanced.bonus_trigger=space-11"],
    "opening-zero": ["advanced.opening_zero=out"],
    "zero-majorities": ["scoring.zero_majorities=false"],
    "glory-floor": ["scoring.glory_floor=false"],
}
# The building tiles are alike, so one of them is varied, alone.
VALUES = {
    "gold5": "3..11", "goldsmith1": "0..4", "goldsmith2": "0..4", "noble1": "0..4", "scout1": "0..4",
    "fisher1": "0..4", "boatswain": "0..3", "food3": "2..8", "gold3": "1..5", "building-a": "0..3",
}
FILES = {
    "taken": ["bonus_effect", "bonus_effect_rounds", "what_if"],
    "fresh": ["bonus_effect"],
    "whole": ["first", "bonus_observed", "seats", "strategy"],
    "ways": ["bonus_granted", "restricted"],
    "assumed": ["bonus_effect"],
    "search": ["bonus_effect", "bonus_effect_rounds"],
    "strength": ["effects"],
}


def taken():
    fair = [part for kind, span in VALUES.items() for part in ("--fair", f"bonus.{kind}.value={span}")]
    for players in SEATS:
        yield f"taken-{players}p", players, [GREEDY[players]], ["--judge", "taken", *fair]


def whole():
    for players in SEATS:
        yield f"whole-{players}p", players, [GREEDY[players]], ["--judge", "leading,observed"]


def ways():
    yield "ways-4p", 4, [GREEDY[4]], ["--judge", "granted,restricted"]


def worth_alone(parts):
    """At the first decisions; what it is made of costs half as much again."""
    return ["--judge", "taken", "--again", "0", *([] if parts else ["--no-parts"])]


def fresh():
    for players in SEATS:
        yield f"fresh-{players}p", players, [GREEDY[players]], worth_alone(parts=False)


def assumed():
    for players in SEATS:
        for name, changes in ASSUMED.items():
            more = [part for change in changes for part in ("--set", change)]
            more += worth_alone(parts=players > 2)
            yield f"{name}-{players}p", players, [GREEDY[players]], more


def search():
    for players in (4, 2, 3):
        more = worth_alone(parts=players == 4)
        yield f"search-{players}p", players, [GREEDY[players], SEARCH[players]], more


def strength():
    for players in (4, 2, 3):
        yield f"strength-{players}p", players, [SEARCH[players], GREEDY[players]], []


STUDIES = {
    "taken": taken, "fresh": fresh, "whole": whole, "ways": ways, "assumed": assumed, "search": search,
    "strength": strength,
}


def flags(study, step, scale):
    """What decides the figures of a step."""
    _, players, agents, more = step
    games = max(1, round(GAMES[study][players] * scale))
    command, seed = "compare" if study == "strength" else "balance", SEEDS.get(study, SEED)
    trunk = ["--trunk", GREEDY[players]] if command == "balance" else []
    common = [command, "--rules", "advanced", "--players", str(players), "--seed", str(seed)]
    return [*common, "--agents", *agents, *trunk, "--games", str(games), *more]


def play(study, step, folder, arguments):
    name, *_ = step
    said, manifest = folder / f"{name}.txt", folder / name / "manifest.json"
    if manifest.exists() and not said.exists() and not arguments.dry_run:
        sys.exit(f"{folder / name} is complete, but what was said of it is lost: remove it to play it again")
    command = [str(DRAKKAR), *flags(study, step, arguments.scale), "--out", str(folder / name)]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    if arguments.deadline:
        command += ["--deadline", arguments.deadline]
    if arguments.dry_run:
        print(f"{name}:", flush=True)
        subprocess.run(command + ["--dry-run"], check=True)
        return
    run = subprocess.run(command + ["--quiet"], stdout=subprocess.PIPE, text=True)
    # 1: complete, with failed games, which the tables of calls have a column for. 75: the deadline came.
    if run.returncode not in (0, 1, 75):
        sys.exit(f"{shlex.join(command)}: exit code {run.returncode}")
    complete = manifest.exists()
    # A run that was complete before only says so.
    if complete and not said.exists():
        unfinished = said.with_suffix(".unfinished")
        unfinished.write_text(run.stdout)
        unfinished.replace(said)
    print(f"{name}: {'complete' if complete else 'not complete yet'}", flush=True)


def keep(path, rows, order):
    """Writes rows of complete steps; the rows of other steps in the file stay, in the order of the steps."""
    done = {row["step"] for row in rows}
    if path.exists():
        with path.open(newline="") as lines:
            rows = rows + [row for row in csv.DictReader(lines) if row["step"] not in done]
    rows = sorted(rows, key=lambda row: order.index(row["step"]))
    # What another version wrote may lack columns; its cells are empty there.
    head = list(dict.fromkeys(column for row in sorted(rows, key=len, reverse=True) for column in row))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as lines:
        table = csv.DictWriter(lines, head, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def collect(study, folder, results, scale):
    """Joins the files of complete steps, with the step in front; and what was called."""
    planned = list(STUDIES[study]())
    order = [name for name, *_ in planned]
    steps = [step for step in planned if (folder / f"{step[0]}.txt").exists()]
    if not steps:
        return
    for file in FILES[study]:
        rows = []
        for name, players, _, _ in steps:
            with (folder / name / f"{file}.csv").open(newline="") as lines:
                for row in csv.DictReader(lines):
                    # Places depend on the number of seats.
                    cells = {column: cell for column, cell in row.items() if not column.startswith("place_")}
                    rows.append({"step": name, "players": players, **cells})
        keep(results / f"{study}_{file}.csv", rows, order)
    rows = []
    for step in steps:
        manifest = json.loads((folder / step[0] / "manifest.json").read_text())
        call = shlex.join(["drakkar", *flags(study, step, scale)])
        figures = {key: manifest[key] for key in ("games_played", "games_failed")}
        rows.append({"step": step[0], **figures, "call": call})
    keep(results / f"{study}_calls.csv", rows, order)
    if study == "taken" and steps == planned:
        said = []
        for step in steps:
            lines = (folder / f"{step[0]}.txt").read_text().splitlines()
            # How long it took and where it lies is another matter each time.
            said += [step[0], "", *(line for line in lines if " games/s on " not in line and not line.startswith("Files in "))]
        (results / "taken.txt").write_text("\n".join(said).rstrip() + "\n")


class Tables:
    """The tables of the report, from the files of the study."""

    def __init__(self, results):
        self.results = results

    def rows(self, file):
        path = self.results / f"{file}.csv"
        if not path.exists():
            return []
        with path.open(newline="") as lines:
            return list(csv.DictReader(lines))

    @staticmethod
    def half(row, low, high):
        """Half the width of an interval; nothing where nothing varies."""
        return (float(row[high]) - float(row[low])) / 2 if row[low] and row[high] else 0.0

    def margin(self, row, name="worth", ends=("ci_low", "ci_high")):
        return f"{float(row[name]):+.2f} ±{self.half(row, *ends):.2f}"

    def share(self, row):
        half = 100 * self.half(row, "share_low", "share_high")
        return f"{100 * float(row['share_worth']):+.1f} ±{half:.1f} %"

    def show(self, title, head, rows):
        if not rows:
            return
        print(f"\n{title}\n\n| {' | '.join(head)} |\n|{'---|' * len(head)}")
        for row in rows:
            print(f"| {' | '.join(row)} |")

    @staticmethod
    def hands(row):
        return "search" if row["agent"].startswith("mcts") else "greedy"

    def worth(self, study, title):
        """By number of seats."""
        found = {(row["kind"], row["players"]): row for row in self.rows(f"{study}_bonus_effect")}
        seats = [str(players) for players in SEATS if any(one == str(players) for _, one in found)]
        mean = lambda kind: statistics.mean(float(found[kind, one]["worth"]) for one in seats if (kind, one) in found)
        rows = []
        for kind in sorted({kind for kind, _ in found}, key=lambda kind: -mean(kind)):
            line = [f"`{kind}`"]
            for players in seats:
                row = found.get((kind, players))
                if row is None:
                    line += ["", "", ""]
                elif row["again"]:
                    line += [self.margin(row, "again", ("again_low", "again_high")), self.share(row), row["verdict"]]
                else:
                    line += [self.margin(row), self.share(row), row["verdict"]]
            rows.append(line)
        head = ["kind"]
        for players in seats:
            head += [f"{players} seats: margin", "win share", "verdict"]
        self.show(title, head, rows)

    def taken(self):
        self.worth("taken", "Worth by the printed rules, in the hands of greedy players (margin: on fresh deals where the "
                   "kind stood out; win share and verdict: at the first decisions)")

    def fresh(self):
        self.worth("fresh", "The same on other deals")

    def parts(self):
        rows = []
        for row in self.rows("taken_bonus_effect"):
            if row["players"] == "4":
                parts = [self.margin(row, name, (f"{name}_low", f"{name}_high")) for name in ("own", "denial")]
                rows.append([f"`{row['kind']}`", *parts])
        self.show("What it is worth to the owner, and that nobody else has it, at 4 seats", ["kind", "own", "denial"], rows)

    def assumptions(self):
        for players in map(str, SEATS):
            printed = {r["kind"]: r for r in self.rows("taken_bonus_effect") if r["players"] == players}
            changed = {}
            for row in self.rows("assumed_bonus_effect"):
                if row["players"] == players:
                    changed.setdefault(row["step"].rsplit("-", 1)[0], {})[row["kind"]] = row
            if not printed or not changed:
                continue
            rows = []
            for kind, row in sorted(printed.items(), key=lambda one: -float(one[1]["worth"])):
                line = [f"`{kind}`", f"{self.margin(row)} {row['verdict']}"]
                for kinds in changed.values():
                    other = kinds.get(kind)
                    line.append(f"{self.margin(other)} {other['verdict']}" if other else "")
                rows.append(line)
            self.show(f"What was assumed, changed one thing at a time, at {players} seats", ["kind", "printed", *changed], rows)

    def strength(self):
        for players in map(str, SEATS):
            found = [r for r in self.rows("search_bonus_effect") if r["players"] == players]
            if not found:
                continue
            rows = {}
            for row in found:
                rows.setdefault(row["kind"], {})[self.hands(row)] = row
            hands = ("greedy", "search")
            cells = lambda row: [self.margin(row), self.share(row), row["verdict"]] if row else ["", "", ""]
            rows = sorted(rows.items(), key=lambda one: -float(one[1].get("search", {"worth": -100})["worth"]))
            head = ["kind", *(f"{who}: {what}" for who in hands for what in ("margin", "win share", "verdict"))]
            lines = [[f"`{kind}`", *(cell for who in hands for cell in cells(one.get(who)))] for kind, one in rows]
            self.show(f"The same decisions in stronger hands, at {players} seats", head, lines)

    def values(self):
        """The value at which a kind is worth as much as the mean of the others, as the command said it."""
        path = self.results / "taken.txt"
        step, found = "", {}
        for line in path.read_text().splitlines() if path.exists() else []:
            step = line if line.startswith("taken-") else step
            if match := re.search(r": bonus\.(\S+)\.value: (.*)", line):
                kind, said = match.groups()
                at = re.search(r" at (\S+) \(95 % interval (.+) to (.+)\)", said)
                text = f"{at[1]} ({at[2]} to {at[3]})" if at else "none in range"
                found.setdefault(kind, {})[step] = text
        steps = [f"taken-{players}p" for players in SEATS]
        rows = [[f"`{kind}`", VALUES[kind], *(texts.get(step, "") for step in steps)] for kind, texts in found.items()]
        head = ["kind", "tried", *(f"{players} seats" for players in SEATS)]
        self.show("Value at which a kind alone would be worth as much as the mean of the others", head, rows)

    def ways(self):
        granted = {row["kind"]: row for row in self.rows("ways_bonus_granted")}
        barred = {row["kind"]: row for row in self.rows("ways_restricted")}
        rows = []
        for kind in dict.fromkeys([*granted, *barred]):
            cells = lambda row: [self.margin(row, ends=("low", "high")), self.share(row)] if row else ["", ""]
            rows.append([f"`{kind}`", *cells(granted.get(kind)), *cells(barred.get(kind))])
        head = ["kind", "granted: margin", "win share", "must not take it: margin", "win share"]
        self.show("Other ways to ask, at 4 seats", head, rows)

    def saved(self):
        found = {}
        for study in ("taken", "search"):
            for row in self.rows(f"{study}_bonus_effect_rounds"):
                if row["games_saved"] and (study, self.hands(row)) != ("search", "greedy"):
                    who = (self.hands(row), row["players"])
                    found.setdefault(who, {}).setdefault(int(row["round"]), []).append(float(row["games_saved"]))
        rows = []
        for (who, players), rounds in found.items():
            rows.append([who, players, *(f"{statistics.median(rounds[number]):.1f}" for number in sorted(rounds))])
        self.show("How many times as many games would tell as much, median over kinds", ["hands", "seats", *(f"round {n}" for n in range(1, 7))], rows)

    def reached(self):
        rows = {}
        files = [(study, "bonus_effect") for study in ("taken", "fresh", "assumed", "search")]
        for study, file in (*files, ("taken", "what_if"), ("ways", "bonus_granted"), ("ways", "restricted")):
            for row in self.rows(f"{study}_{file}"):
                # Patterns are no kinds.
                if "*" in row["kind"]:
                    continue
                ends = ("ci_low", "ci_high") if file == "bonus_effect" else ("low", "high")
                key = (row["step"], file, self.hands(row))
                worst, margin, count = rows.get(key, (0, 0, 0))
                worst = max(worst, 100 * self.half(row, "share_low", "share_high"))
                moments = int(row.get("decisions") or row["moments"])
                rows[key] = (worst, max(margin, self.half(row, *ends)), max(count, moments))
        lines = [[*key, str(count), f"±{half:.2f}", f"±{margin:.2f}"] for key, (half, margin, count) in rows.items()]
        head = ["step", "file", "hands", "decisions", "win share", "margin"]
        self.show("Widths reached: the widest interval of a kind", head, lines)

    def searches(self):
        played = {row["step"]: int(row["games_played"]) for row in self.rows("search_calls")}
        decisions = {row["players"]: int(row["decisions"]) for row in self.rows("search_bonus_effect")}
        rows = []
        for row in self.rows("strength_effects"):
            players = row["players"]
            if row["figure"] == "score" and players in decisions:
                share, low, high = (100 * float(row[name]) for name in ("value", "low", "high"))
                rows.append([players, f"`{SEARCH[int(players)]}`", f"{share:.1f} % ({low:.1f} to {high:.1f})",
                             f"{decisions[players]:,}", f"{played[f'search-{players}p']:,}"])
        head = ["seats", "search", "share of all wins (50 % if equal)", "decisions of a kind", "games and rests of games"]
        self.show("The searches", head, rows)

    def seats(self):
        rows = [[row["players"], row["seat"], f"{100 * float(row['win_share']):.2f} %",
                 f"{100 * float(row['win_share_low']):.2f} to {100 * float(row['win_share_high']):.2f}", f"{float(row['score_mean']):.2f}"]
                for row in self.rows("whole_seats") if row["seat"] != "all"]
        self.show("Win share by seat", ["seats", "seat", "win share", "95 %", "glory"], rows)
        rows = [[row["players"], row["round"], f"{float(row['worth']):+.2f} ({float(row['low']):+.2f} to {float(row['high']):+.2f})",
                 f"{100 * float(row['share_worth']):+.2f} %"] for row in self.rows("whole_first")]
        self.show("Beginning a round for nothing", ["seats", "round", "margin", "win share"], rows)

    def all(self):
        for table in (self.taken, self.fresh, self.parts, self.assumptions, self.searches, self.strength,
                      self.values, self.ways, self.saved, self.seats, self.reached):
            table()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=STUDIES, default=list(STUDIES))
    parser.add_argument("--steps", nargs="+", metavar="STEP", help="such as search-2p; default: all of the parts")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--deadline")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument("--tables", action="store_true")
    arguments = parser.parse_args()
    suffix = "" if arguments.scale == 1 else f"-{arguments.scale:g}"
    folder = ROOT / f"runs/bonus-balance{suffix}"
    folder.mkdir(parents=True, exist_ok=True)
    results = ROOT / "results/bonus-balance" if arguments.scale == 1 else folder / "results"
    if arguments.tables:
        Tables(results).all()
        return
    known = {name for study in arguments.only for name, *_ in STUDIES[study]()}
    if unknown := sorted(set(arguments.steps or []) - known):
        parser.error(f"--steps: expected some of {', '.join(sorted(known))}; found {', '.join(unknown)}")
    for study in arguments.only:
        for step in STUDIES[study]():
            if not arguments.steps or step[0] in arguments.steps:
                play(study, step, folder, arguments)
        if not arguments.dry_run:
            collect(study, folder, results, arguments.scale)


if __name__ == "__main__":
    main()
