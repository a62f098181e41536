#!/usr/bin/env python3
"""Win share and score by place in the starting order of *Vikings on Board*.

    scripts/starting_order.py RECORDS... > starting_order.csv

Reads records of games (`drakkar run --game vikings-on-board --record FILE`). Place A is the first seat of
the deal's order, whose viking stands on First Player in round 1. Intervals are normal 95 % intervals
over games, which must be on different deals, like those of one agent in all seats. Needs only Python 3.
"""

import csv
import json
import math
import sys


class Mean:
    """Number, sum and sum of squares."""

    def __init__(self):
        self.n, self.sum, self.squares = 0, 0.0, 0.0

    def add(self, value):
        self.n += 1
        self.sum += value
        self.squares += value * value

    def mean(self):
        return self.sum / self.n

    def half_width(self):
        variance = (self.squares - self.sum**2 / self.n) / (self.n - 1)
        return 1.959964 * math.sqrt(max(variance, 0.0) / self.n)


def main(files):
    if not files:
        sys.exit(__doc__)
    places, deals = {}, set()
    for name in files:
        with open(name, encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if record["format"] == "drakkar-rule-set":
                    continue
                if record["game"] != "vikings-on-board":
                    sys.exit(f"{name}: a game of {record['game']}")
                if len(set(record["agents"])) > 1:
                    sys.exit(f"{name}: different agents in one game")
                deal = json.dumps(record["deal"], sort_keys=True)
                if deal in deals:
                    sys.exit(f"{name}: a deal comes twice")
                deals.add(deal)
                result = record["result"]
                for place, seat in zip("ABCD", record["deal"]["order"]):
                    share, score = places.setdefault((record["players"], place), (Mean(), Mean()))
                    share.add(result["win_share"][seat])
                    score.add(result["score"][seat])
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow("players place games win_share win_share_low win_share_high score_mean".split())
    for (players, place), (share, score) in sorted(places.items()):
        mean, half = share.mean(), share.half_width()
        figures = [f"{x:.6f}" for x in (mean, mean - half, mean + half, score.mean())]
        out.writerow([players, place, share.n, *figures])


if __name__ == "__main__":
    main(sys.argv[1:])
