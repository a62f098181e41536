#!/usr/bin/env python3
"""Plays the study of results/bonus-balance/: are the bonus tiles of Vikings fair?

    scripts/bonus_balance.py [--only NAME ...] [--scale X] [--threads N] [--deadline TIME] [--dry-run]

A step is one `drakkar balance` into runs/bonus-balance/: one that is complete is not played again,
and one that was interrupted goes on. The tables are written to results/bonus-balance/ with whatever
steps are complete; at another scale than 1 everything stays in runs/bonus-balance-X/. --dry-run only
tells what each step would take.

    printed  the printed rules at 4, 3 and 2 seats, in the hands of greedy players
    ways     the same at 4 seats: tiles granted for nothing, and seats that must not take them
    assumed  what the rules specification assumes, one thing changed at a time, at 4 seats
    values   every tile with other values, at 4 seats
    search   the printed rules in the hands of tree searches, from the same decisions

Needs Python 3 and `cargo build --release`; DRAKKAR names another program. Seeds, sizes and steps
stand below; they were fixed before the first game.
"""

import argparse
import csv
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRAKKAR = os.environ.get("DRAKKAR", ROOT / "target/release/drakkar")
SEED = 71
GREEDY = {players: f"greedy:weights=tuned-1-advanced-{players}p" for players in (2, 3, 4)}
SEARCH = "mcts:iterations=50"
# Decisions for each kind: at 40,000 the interval of a win share reaches 0.4 % to either side.
GAMES = {"printed": 40_000, "ways": 10_000, "assumed": 10_000, "values": 4_000, "search": 600}
ASSUMED = {
    "buildings": ["tiles.middles_per_building=4", "tiles.left_ends=23", "tiles.right_ends=23"],
    "ship-colours": ["ships.N.count=4", "ships.S.count=3", "ships.G.count=3", "ships.F.count=4"],
    "bonus-trigger": ["advanced.bonus_trigger=space-11"],
    "opening-zero": ["advanced.opening_zero=out"],
    "zero-majorities": ["scoring.zero_majorities=false"],
    "glory-floor": ["scoring.glory_floor=false"],
}
VALUES = {
    "gold5": "0..12", "goldsmith1": "0..4", "goldsmith2": "0..4", "noble1": "0..4", "scout1": "0..4",
    "fisher1": "0..4", "boatswain": "0..3", "food3": "2..8", "gold3": "1..5", "building-a": "0..3",
}


def printed():
    for players in (4, 3, 2):
        more = ["--judge", "taken,leading,observed"]
        yield f"printed-{players}p", players, GREEDY[players], more


def ways():
    yield "ways-4p", 4, GREEDY[4], ["--judge", "granted,restricted", "--again", "0"]


def assumed():
    for name, changes in ASSUMED.items():
        more = [part for change in changes for part in ("--set", change)]
        yield f"{name}-4p", 4, GREEDY[4], more + ["--judge", "taken", "--again", "0"]


def values():
    for kind, span in VALUES.items():
        more = ["--judge", "taken", "--again", "0", "--fair", f"bonus.{kind}.value={span}"]
        yield f"value-{kind}-4p", 4, GREEDY[4], more


def search():
    for players in (4, 3, 2):
        more = ["--judge", "taken", "--again", "0"]
        yield f"search-{players}p", players, SEARCH, more


STUDIES = {"printed": printed, "ways": ways, "assumed": assumed, "values": values, "search": search}


def play(step, games, folder, arguments):
    name, players, agent, more = step
    command = [
        str(DRAKKAR), "balance", "--rules", "advanced", "--players", str(players), "--seed", str(SEED),
        "--agents", agent, "--trunk", GREEDY[players], "--games", str(games),
        "--out", str(folder / name), *more,
    ]
    if arguments.threads:
        command += ["--threads", str(arguments.threads)]
    if arguments.deadline:
        command += ["--deadline", arguments.deadline]
    if arguments.dry_run:
        print(f"{name}:", flush=True)
        return subprocess.run(command + ["--dry-run"]).returncode == 0
    run = subprocess.run(command + ["--quiet"], stdout=subprocess.PIPE, text=True)
    if run.returncode not in (0, 75):
        sys.exit(f"{' '.join(command)}: exit code {run.returncode}")
    if run.returncode == 0:
        (folder / f"{name}.txt").write_text(run.stdout)
    print(f"{name}: {'complete' if run.returncode == 0 else 'not complete yet'}", flush=True)
    return run.returncode == 0


def collect(study, steps, folder, results):
    """Joins the files of complete steps, with the step in front."""
    names = {
        "printed": ["bonus_effect", "bonus_effect_rounds", "first", "bonus_observed", "seats"],
        "ways": ["bonus_granted", "restricted"],
        "assumed": ["bonus_effect"],
        "values": ["what_if"],
        "search": ["bonus_effect", "bonus_effect_rounds"],
    }[study]
    for file in names:
        rows, head = [], None
        for name, players, _, _ in steps:
            path = folder / name / f"{file}.csv"
            if not (folder / name / "manifest.json").exists() or not path.exists():
                continue
            with path.open(newline="") as lines:
                table = list(csv.reader(lines))
            # Places depend on the number of seats.
            keep = [i for i, column in enumerate(table[0]) if not column.startswith("place_")]
            head = head or ["step", "players", *(table[0][i] for i in keep)]
            rows += [[name, players, *(row[i] for i in keep)] for row in table[1:]]
        if rows:
            results.mkdir(parents=True, exist_ok=True)
            with (results / f"{study}_{file}.csv").open("w", newline="") as lines:
                csv.writer(lines, lineterminator="\n").writerows([head, *rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", choices=STUDIES, default=list(STUDIES))
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--deadline")
    parser.add_argument("--dry-run", action="store_true")
    arguments = parser.parse_args()
    suffix = "" if arguments.scale == 1 else f"-{arguments.scale:g}"
    folder = ROOT / f"runs/bonus-balance{suffix}"
    folder.mkdir(parents=True, exist_ok=True)
    results = ROOT / "results/bonus-balance" if arguments.scale == 1 else folder / "results"
    for study in arguments.only:
        steps = list(STUDIES[study]())
        games = max(1, round(GAMES[study] * arguments.scale))
        for step in steps:
            play(step, games, folder, arguments)
        if not arguments.dry_run:
            collect(study, steps, folder, results)


if __name__ == "__main__":
    main()
