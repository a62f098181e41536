#!/usr/bin/env python3
"""Does `drakkar balance --equalize` find what is known to be fair?

    scripts/planted_levels.py [SEEDS] [FOLDER]

Plays Vikings with four types of bonus tiles that do nothing but give glory, so that equal glory is an equal effect. For
each seed once with values that are disturbed (it must come back to within the tolerance) and once with equal values (it
must change nothing). Prints how often that was so; exit code 1 if less often than 95 of 100 times.
"""

import csv
import os
import random
import subprocess
import sys

DRAKKAR = os.environ.get("DRAKKAR", "target/release/drakkar")
KINDS = ["gold5", "scout1", "food3", "building-d"]
OTHERS = ["goldsmith1", "goldsmith2", "longboat", "noble1", "fisher1", "boatswain", "gold3"]
OTHERS += ["building-a", "building-b", "building-c"]
MARGIN = 0.5


def equalized(folder, glory, seed):
    """The glory of each kind after equalizing."""
    command = [DRAKKAR, "balance", "--rules", "advanced-no-auction", "--players", "2", "--agents", "random"]
    command += ["--sampling-policy", "random", "--retune", "0", "--tolerance", str(MARGIN), "--decisions", "480", "--quiet"]
    command += ["--seed", str(seed), "--threads", "1", "--set", "setup.glory=500", "--out", folder]
    for kind in OTHERS:
        command += ["--set", f"bonus.{kind}.count=0"]
    for kind, value in zip(KINDS, glory):
        # food3 with the value of a meal left over without it changes nothing.
        nothing = 2 if kind == "food3" else 0
        command += ["--set", f"bonus.{kind}.count=6", "--set", f"bonus.{kind}.value={nothing}"]
        command += ["--set", f"bonus.{kind}.glory={value}"]
    command += ["--equalize"] + [f"bonus.{kind}.glory=0..9" for kind in KINDS]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    found = dict(zip(KINDS, glory))
    with open(os.path.join(folder, "equalized.csv"), newline="") as file:
        best = next(row for row in csv.DictReader(file) if row["best"] == "true")
    if best["values"] != "as they are":
        for change in best["values"].split():
            key, value = change.split("=")
            found[key.split(".")[1]] = int(value)
    return [found[kind] for kind in KINDS]


def farthest(glory):
    """The largest distance of a kind from the mean of the others; all have the same number of tiles."""
    others = [(sum(glory) - own) / (len(glory) - 1) for own in glory]
    return max(abs(own - mean) for own, mean in zip(glory, others))


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    folder = sys.argv[2] if len(sys.argv) > 2 else "runs/planted-levels"
    back = left = 0
    for seed in range(1, seeds + 1):
        draws = random.Random(seed)
        glory = [4] * len(KINDS)
        while farthest(glory) <= MARGIN:
            glory = [4 + draws.randint(-3, 3) for _ in KINDS]
        found = equalized(f"{folder}/disturbed-{seed}", glory, seed)
        back += farthest(found) <= MARGIN
        if farthest(found) > MARGIN:
            print(f"seed {seed}: {glory} became {found}")
        fair = [4] * len(KINDS)
        found = equalized(f"{folder}/fair-{seed}", fair, seed)
        left += found == fair
        if found != fair:
            print(f"seed {seed}: the fair set became {found}")
    print(f"{back} of {seeds} disturbed sets were brought back to within {MARGIN}")
    print(f"{left} of {seeds} fair sets were left as they were")
    return 0 if min(back, left) * 100 >= 95 * seeds else 1


if __name__ == "__main__":
    sys.exit(main())
