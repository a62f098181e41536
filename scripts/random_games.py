#!/usr/bin/env python3
"""Plays random games in great numbers, to see that none fails.

  scripts/random_games.py GAMES DIR [--piece 1000000] [--seed 1] [--threads N]

Plays pieces of so many games until DIR/pieces.csv counts GAMES: every game, preset and number of seats in
turn, every other time under a random rule set (some keys of the preset changed to other values that the
game allows). A piece is a pure function of its number and the seed, so the same call goes on where it was
stopped. Ends with exit code 1, and the command that shows it, when a game fails or the program does.

Standard library only. DRAKKAR names the program (default: target/release/drakkar).
"""

import argparse
import csv
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DRAKKAR = os.environ.get("DRAKKAR", str(ROOT / "target/release/drakkar"))
COLUMNS = ["piece", "game", "rules", "players", "games", "failed", "call"]
# Keys that are changed at most, and other values that are tried for each.
CHANGES, TRIES = 6, 4


def call(*arguments):
    return subprocess.run([DRAKKAR, *arguments], capture_output=True, text=True)


def asked(*arguments):
    """The tables of an answer, by name."""
    done = call(*arguments, "--format", "json")
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stderr.strip()}")
    return {table["name"]: table["rows"] for table in json.loads(done.stdout)["tables"]}


def tables():
    """Every game, preset and number of seats."""
    games = asked("list", "games")["games"]
    presets = {game["game"]: [] for game in games}
    for row in asked("list", "presets")["presets"]:
        presets[row["game"]].append(row["preset"])
    return [(game["game"], preset, seats) for game in games for preset in presets[game["game"]]
            for seats in range(game["fewest_seats"], game["most_seats"] + 1)]


def flat(value, key=""):
    """Keys with their values, tables opened."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from flat(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, (bool, int)):
        yield key, value


def changed(draw, game, preset):
    """Flags that change some keys of a preset to other allowed values."""
    rules = json.loads(call("rules", preset, "--game", game, "--format", "json").stdout)
    keys = list(flat(rules))
    flags = []
    for key, value in draw.sample(keys, min(len(keys), draw.randint(1, CHANGES))):
        for _ in range(TRIES):
            other = (not value) if isinstance(value, bool) else draw.choice(
                [0, 1, 2, value + 1, max(0, value - 1), 2 * value, draw.randint(0, 30)])
            flag = ["--set", f"{key}={json.dumps(other)}"]
            if other != value and call("rules", preset, "--game", game, *flags, *flag).returncode == 0:
                flags += flag
                break
    return flags


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--piece", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    path = args.folder / "pieces.csv"
    done = 0
    if path.exists():
        with open(path, newline="") as file:
            rows = list(csv.DictReader(file))
        number, done = len(rows), sum(int(row["games"]) for row in rows)
    else:
        number = 0
        with open(path, "w", newline="") as file:
            csv.writer(file).writerow(COLUMNS)
    every = tables()
    while done < args.games:
        draw = random.Random(f"{args.seed} {number}")
        game, preset, seats = every[number // 2 % len(every)]
        flags = changed(draw, game, preset) if number % 2 else []
        words = ["run", "--game", game, "--rules", preset, "--players", str(seats), "--agents", "random",
                 "--games", str(args.piece), "--seed", str(args.seed + number), *flags]
        out = args.folder / "piece"
        threads = ["--threads", str(args.threads)] if args.threads else []
        ran = call(*words, *threads, "--out", str(out), "--quiet")
        if ran.returncode == 2 and flags:
            # The rule set is not for so many seats.
            words = words[:words.index("--set")]
            ran = call(*words, *threads, "--out", str(out), "--force", "--quiet")
        if ran.returncode:
            sys.exit(f"drakkar {' '.join(words)}\n{ran.stderr.strip()}")
        manifest = json.loads((out / "manifest.json").read_text())
        shutil.rmtree(out)
        rules = manifest.get("rules", preset)
        row = [number, game, rules, seats, manifest["games_played"], manifest["games_failed"],
               f"drakkar {' '.join(words)}"]
        with open(path, "a", newline="") as file:
            csv.writer(file).writerow(row)
        done += manifest["games_played"]
        number += 1
        print(f"{done} games, the last {manifest['games_played']} of {game} ({rules}), {seats} seats", flush=True)


if __name__ == "__main__":
    main()
