#!/usr/bin/env python3
"""Plays the study of results/bonus-balance/: are the bonus tiles of Vikings fair?

    scripts/bonus_balance.py [--only NAME ...] [--steps STEP ...] [--scale X] [--threads N] [--deadline TIME] [--dry-run]

A step is one call of `drakkar` into runs/bonus-balance/: completed steps are not played again, and
interrupted ones resume. The tables in results/bonus-balance/ are updated with all completed steps, and
rows of other steps stay, so steps may be played on different machines; at a scale other than 1
everything stays in runs/bonus-balance-X/. --dry-run only estimates the time of each step.

    taken    the printed rules and, for every tile, other values, with greedy players
    fresh    the printed rules on other deals, counted in all ways
    counted  the printed rules on other deals, with each round alike, by decisions, and against the next best
    whole    whole games under the printed rules: who takes what, when, at what price; who begins
    ways     tiles granted at no cost, and seats that must not take them
    assumed  the assumptions about the rules, changed one at a time
    more     on other deals, as many more decisions about an item type as the win shares of `assumed` and of the
             other values of `taken` still need
    ahead    the printed rules with the same players looking ahead: tree searches with their weights, at
             the decisions of `taken`
    search   the same with searches that have other weights
    strongest  the same with the strongest player, a search that estimates with a net
    pairs    the players of `ahead` and `strongest` on other deals, for the correlation between their effects and those of
             greedy players at the same decisions
    strength the share of all wins of these searches against the greedy players, and of the strongest against those
             that look ahead

Needs Python 3 and `cargo build --release`; DRAKKAR names another program. Seeds, sizes and steps
are below; those of a step were fixed before its first game, except for `ways`, which at first had
20,000 decisions and intervals that were too wide. The sizes of `more` follow from the widths of
intervals in the folder of the tables, so it has no steps until those of `taken` or `assumed` are
complete. The whole study takes more than ten hours of two processor cores.
"""

import argparse
import csv
import json
import math
import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAKKAR = os.environ.get("DRAKKAR", ROOT / "target/release/drakkar")
SEED = 71
SEATS = (4, 3, 2)
GREEDY = {players: f"greedy:weights=tuned-1-advanced-{players}p" for players in SEATS}
# Rollouts with these weights to the end of the round: few are enough.
AHEAD = {players: f"mcts:plain,iterations=25,truncation=scoring,weights=tuned-1-advanced-{players}p" for players in SEATS}
SEARCH = {4: "mcts:plain,iterations=100,weights=manual-1", 2: "mcts:plain,iterations=50,truncation=12,weights=tuned-1-mcts-advanced-2p"}
# The best known searches; with four seats fewer iterations, so that it thinks about as long as the others.
STRONGEST = {
    4: "mcts:plain,iterations=45,truncation=scoring,value=net-1-advanced-4p,weights=tuned-1-advanced-4p",
    3: "mcts:plain,iterations=100,truncation=4,value=net-2-advanced-3p,weights=tuned-1-advanced-3p",
    2: "mcts:plain,iterations=100,truncation=4,value=net-2-advanced-2p,weights=tuned-1-advanced-2p",
}
# Decisions for each item type. The target for intervals of win shares was a half-width of 0.2 %, for
# searches 1 %, or whatever four hours of a processor core allow.
GAMES = {
    "taken": dict.fromkeys(SEATS, 160_000),
    "fresh": dict.fromkeys(SEATS, 80_000),
    "counted": dict.fromkeys(SEATS, 20_000),
    "whole": dict.fromkeys(SEATS, 40_000),
    "ways": dict.fromkeys(SEATS, 80_000),
    "assumed": dict.fromkeys(SEATS, 160_000),
    "ahead": {4: 12_000, 3: 13_000, 2: 12_000},
    "search": {4: 7_000, 2: 13_900},
    "strongest": dict.fromkeys(SEATS, 6_000),
    "pairs": dict.fromkeys(SEATS, 240),
    "strength": dict.fromkeys(SEATS, 2_000),
}
SEEDS = {"fresh": SEED + 1, "counted": SEED + 3, "pairs": SEED + 4, "more": SEED + 1, "strength": SEED + 2}
# Half of the widest interval of a win share that `more` accepts, and its target: a little less, since
# widths are estimates, too.
WIDTH, AIM = 0.002, 0.00198
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
    "counted": ["bonus_effect"],
    "whole": ["start", "bonus_observed", "seats", "strategy"],
    "ways": ["bonus_granted", "banned"],
    "assumed": ["bonus_effect"],
    "more": ["effect"],
    "ahead": ["bonus_effect", "bonus_effect_rounds"],
    "search": ["bonus_effect", "bonus_effect_rounds"],
    "strongest": ["bonus_effect", "bonus_effect_rounds"],
    "pairs": ["bonus_effect"],
    "strength": ["effects"],
}


@dataclass
class Step:
    """One call."""

    study: str
    name: str
    players: int
    agents: list
    extra: list
    # Decisions for each item type, games of `compare`; otherwise those of the study.
    games: int = 0


def taken(*_):
    fair = [part for kind, span in VALUES.items() for part in ("--fair", f"bonus.{kind}.value={span}")]
    for players in SEATS:
        yield Step("taken", f"taken-{players}p", players, [GREEDY[players]], ["--method", "take", *fair])


def whole(*_):
    for players in SEATS:
        yield Step("whole", f"whole-{players}p", players, [GREEDY[players]], ["--method", "start,observe"])


def ways(*_):
    for players in SEATS:
        yield Step("ways", f"ways-{players}p", players, [GREEDY[players]], ["--method", "grant,ban"])


def effect_alone(parts):
    """At the first decisions; the parts of an effect cost half as much again."""
    return ["--method", "take", "--replicate", "0", *([] if parts else ["--no-parts"])]


def fresh(*_):
    for players in SEATS:
        yield Step("fresh", f"fresh-{players}p", players, [GREEDY[players]], effect_alone(parts=True))


def counted(*_):
    for players in SEATS:
        yield Step("counted", f"counted-{players}p", players, [GREEDY[players]], effect_alone(parts=True))


def changed(name):
    return [part for change in ASSUMED[name] for part in ("--set", change)]


def assumed(*_):
    for players in SEATS:
        for name in ASSUMED:
            extra = changed(name) + effect_alone(parts=players > 2)
            yield Step("assumed", f"{name}-{players}p", players, [GREEDY[players]], extra)


def missing(row, scale):
    """How many more decisions a row needs until the interval of its win share is narrow enough."""
    # No variation.
    if not row["share_low"]:
        return 0
    half = (float(row["share_high"]) - float(row["share_low"])) / 2 * math.sqrt(scale)
    if half <= WIDTH:
        return 0
    step = max(1, round(1000 * scale))
    return step * math.ceil(int(row["decisions"]) * ((half / AIM) ** 2 - 1) / step)


def more(results, scale):
    """One call for each item type and rule set, about that item type alone."""

    def about(kind, name, players, games, *what):
        extra = [*what, "--at", f"take {kind}", "--against", "decline", *effect_alone(parts=False)]
        return Step("more", f"{name}-{kind}-{players}p", players, [GREEDY[players]], extra, games)

    values = published(results / "taken_what_if.csv")
    for players in SEATS:
        for kind in VALUES:
            key = f"bonus.{kind}.value"
            rows = [row for row in values if row["players"] == str(players) and row["values"].startswith(f"{key}=")]
            wide = {row["values"].removeprefix(f"{key}="): games for row in rows if (games := missing(row, scale))}
            if wide:
                yield about(kind, "values", players, max(wide.values()), "--vary", f"{key}={','.join(wide)}")
    for row in published(results / "assumed_bonus_effect.csv"):
        if games := missing(row, scale):
            name, _ = row["step"].rsplit("-", 1)
            yield about(row["item"], name, int(row["players"]), games, *changed(name))


def ahead(*_):
    for players in SEATS:
        agents = [GREEDY[players], AHEAD[players]]
        yield Step("ahead", f"ahead-{players}p", players, agents, effect_alone(parts=False))


def search(*_):
    for players, agent in SEARCH.items():
        yield Step("search", f"search-{players}p", players, [GREEDY[players], agent], effect_alone(parts=players == 4))


def strongest(*_):
    for players in SEATS:
        agents = [GREEDY[players], STRONGEST[players]]
        yield Step("strongest", f"strongest-{players}p", players, agents, effect_alone(parts=False))


def pairs(*_):
    for study, agents in (("ahead", AHEAD), ("strongest", STRONGEST)):
        for players in SEATS:
            both = [GREEDY[players], agents[players]]
            yield Step("pairs", f"pairs-{study}-{players}p", players, both, effect_alone(parts=False))


def strength(*_):
    for study, agents in (("ahead", AHEAD), ("search", SEARCH), ("strongest", STRONGEST)):
        for players, agent in agents.items():
            yield Step("strength", f"strength-{study}-{players}p", players, [agent, GREEDY[players]], [])
    for players in SEATS:
        yield Step("strength", f"strength-strongest-ahead-{players}p", players, [STRONGEST[players], AHEAD[players]], [])


# The function that gives the steps of each study, from the folder of the tables and the scale.
STUDIES = {
    "taken": taken, "fresh": fresh, "counted": counted, "whole": whole, "ways": ways, "assumed": assumed, "more": more, "ahead": ahead,
    "search": search, "strongest": strongest, "pairs": pairs, "strength": strength,
}


def read(path):
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


def published(path):
    """The rows of a table of the study; none if it does not exist yet."""
    return read(path) if path.exists() else []


def flags(step, scale):
    """Everything that determines the numbers of a step."""
    games = step.games or max(1, round(GAMES[step.study][step.players] * scale))
    command, seed = "compare" if step.study == "strength" else "balance", SEEDS.get(step.study, SEED)
    policy = ["--sampling-policy", GREEDY[step.players]] if command == "balance" else []
    size = "--decisions" if command == "balance" else "--games"
    common = [command, "--rules", "advanced", "--players", str(step.players), "--seed", str(seed)]
    return [*common, "--agents", *step.agents, *policy, size, str(games), *step.extra]


def play(step, folder, arguments):
    name = step.name
    said, manifest = folder / f"{name}.txt", folder / name / "manifest.json"
    if manifest.exists() and not said.exists() and not arguments.dry_run:
        sys.exit(f"{folder / name} is complete, but what was said of it is lost: remove it to play it again")
    command = [str(DRAKKAR), *flags(step, arguments.scale), "--out", str(folder / name)]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    if arguments.deadline:
        command += ["--deadline", arguments.deadline]
    if arguments.dry_run:
        print(f"{name}:", flush=True)
        subprocess.run(command + ["--dry-run"], check=True)
        return
    run = subprocess.run(command + ["--quiet"], stdout=subprocess.PIPE, text=True)
    # 1: complete, with failed games, for which the tables of calls have a column. 75: deadline reached.
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
    rows = rows + [row for row in published(path) if row["step"] not in done]
    # Steps that are no longer planned stay as well, after the others.
    place = {step: number for number, step in enumerate(order)}
    rows = sorted(rows, key=lambda row: place.get(row["step"], len(place)))
    # Rows from another version may lack columns; those cells are empty.
    head = list(dict.fromkeys(column for row in sorted(rows, key=len, reverse=True) for column in row))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as lines:
        table = csv.DictWriter(lines, head, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def rows_of(step, file, folder):
    """The rows of a complete step."""
    if step.study == "more":
        return asked_more(folder)
    # Places depend on the number of seats.
    return [{column: cell for column, cell in row.items() if not column.startswith("place_")} for row in read(folder / f"{file}.csv")]


def asked_more(folder):
    """The result of a step of `more`, in one form, whether values were varied or not."""
    columns = ("agent", "values", "decisions", "effect", "low", "high", "share_effect", "share_low", "share_high", "failed")
    if (folder / "what_if.csv").exists():
        rows = read(folder / "what_if.csv")
    else:
        rows = [{**row, "values": "as they are", "low": row["ci_low"], "high": row["ci_high"]}
                for row in read(folder / "branch_effect.csv")]
    return [{"item": row["item"].removeprefix("take "), **{column: row[column] for column in columns}} for row in rows]


def collect(study, folder, results, scale):
    """Joins the files of complete steps, with the step in front; and the list of calls."""
    planned = list(STUDIES[study](results, scale))
    order = [step.name for step in planned]
    steps = [step for step in planned if (folder / f"{step.name}.txt").exists()]
    if not steps:
        return
    for file in FILES[study]:
        rows = []
        for step in steps:
            for row in rows_of(step, file, folder / step.name):
                rows.append({"step": step.name, "players": step.players, **row})
        keep(results / f"{study}_{file}.csv", rows, order)
    rows = []
    for step in steps:
        manifest = json.loads((folder / step.name / "manifest.json").read_text())
        call = shlex.join(["drakkar", *flags(step, scale)])
        figures = {key: manifest[key] for key in ("games_played", "games_failed")}
        rows.append({"step": step.name, **figures, "call": call})
    keep(results / f"{study}_calls.csv", rows, order)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=STUDIES, default=list(STUDIES))
    parser.add_argument("--steps", nargs="+", metavar="STEP", help="such as search-2p; default: all of the parts")
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--deadline")
    parser.add_argument("--dry-run", action="store_true")
    arguments = parser.parse_args()
    suffix = "" if arguments.scale == 1 else f"-{arguments.scale:g}"
    folder = ROOT / f"runs/bonus-balance{suffix}"
    folder.mkdir(parents=True, exist_ok=True)
    results = ROOT / "results/bonus-balance" if arguments.scale == 1 else folder / "results"
    known = {step.name for study in arguments.only for step in STUDIES[study](results, arguments.scale)}
    if unknown := sorted(set(arguments.steps or []) - known):
        parser.error(f"--steps: expected some of {', '.join(sorted(known))}; found {', '.join(unknown)}")
    for study in arguments.only:
        for step in STUDIES[study](results, arguments.scale):
            if not arguments.steps or step.name in arguments.steps:
                play(step, folder, arguments)
        if not arguments.dry_run:
            collect(study, folder, results, arguments.scale)


if __name__ == "__main__":
    main()
