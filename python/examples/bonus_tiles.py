"""Are the bonus tiles of Vikings worth the same? From the question to a picture.

    python python/examples/bonus_tiles.py [DECISIONS]

Leaves `runs/tiles` with tables, a page and charts. More decisions give narrower intervals.
"""

import sys

import drakkar as dk

decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000
rules = dk.rules("vikings", "advanced", players=4)
tiles = dk.balance(rules, agents="greedy", method=["take"], decisions=decisions, replicate=0, out="runs/tiles")
print(tiles)

effects = tiles.table("bonus_effect")
rows = sorted(effects.rows(), key=lambda row: -row["effect"])
for row in rows:
    bar = "#" * round(8 * max(row["effect"], 0))
    print(f"{row['item']:>10} {row['effect']:+6.2f} ({row['ci_low']:+.2f} to {row['ci_high']:+.2f}) {bar}")

page = dk.report("runs/tiles", svg="runs/tiles/charts", force=True)
print(f"{page} has the answer; runs/tiles/charts has the pictures")
