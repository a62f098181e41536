#!/usr/bin/env python3
"""Prints how unequal item types are: the standard deviation between their true effects, with its 95 % interval.

    scripts/deviation.py FOLDER...     folders of `drakkar balance`, with bonus_effect.csv

The formulas are those of `balance --equalize` (docs/statistics.md, Standard deviation between item types). Needs
Python 3.
"""

import csv
import math
import sys
from pathlib import Path
from statistics import NormalDist, mean

QUANTILE = NormalDist().inv_cdf(0.975)


def deviation(effects, errors):
    """The standard deviation and the ends of its interval."""
    count, centre = len(effects), mean(effects)
    noises = [error * error for error in errors]
    total = sum(noises)
    q = sum((effect - centre) ** 2 for effect in effects)
    noise = (1 - 1 / count) * total
    trace = (1 - 2 / count) * sum(noise**2 for noise in noises) + (total / count) ** 2
    mixed = sum(n * ((effect - centre) ** 2 + n) for effect, n in zip(effects, noises))
    error = mixed / (q + total)

    def place(apart):
        """The normal quantile at which q lies if the true effects have this sum of squares."""
        at = noise + apart
        share = (2 * trace + 4 * error * apart) / (9 * at * at)
        return ((q / at) ** (1 / 3) - (1 - share)) / math.sqrt(share)

    def end(quantile):
        low, high = 0.0, 100 * q
        if place(low) <= quantile:
            return 0.0
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if place(middle) > quantile else (low, middle)
        return low

    return [math.sqrt(max(0, apart) / (count - 1)) for apart in (q - noise, end(QUANTILE), end(-QUANTILE))]


def main():
    if not sys.argv[1:] or sys.argv[1].startswith("-"):
        sys.exit(__doc__.strip())
    for folder in sys.argv[1:]:
        with (Path(folder) / "bonus_effect.csv").open(newline="") as lines:
            rows = list(csv.DictReader(lines))
        for agent in dict.fromkeys(row["agent"] for row in rows):
            own = [row for row in rows if row["agent"] == agent]
            errors = [(float(row["ci_high"]) - float(row["ci_low"])) / (2 * QUANTILE) for row in own]
            value, low, high = deviation([float(row["effect"]) for row in own], errors)
            print(f"{folder}, {agent}: {value:.2f} ({low:.2f} to {high:.2f}), {own[0]['decisions']} decisions an item type")


if __name__ == "__main__":
    main()
