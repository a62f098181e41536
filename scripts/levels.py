#!/usr/bin/env python3
"""Measures the eight levels: each against the one below, the last against some directly, and against two players of
another kind.

    scripts/levels.py [--games N] [--threads N] [CELL ...]

A cell is a game with rules and a number of seats, written vikings/advanced-4p; a game alone stands for all of its
cells, and without one all are played. A step is one `drakkar compare` into runs/levels/: completed steps are not
played again, and interrupted ones resume. After each cell, its rows replace those in results/levels/, and the steps
go to agents/src/levels.csv, for `drakkar list levels`; with --games, the tables stay in runs/levels-N/. At the end
the tables of the reading are printed.

Needs Python 3 and `cargo build --release`; DRAKKAR names another program.
"""

import argparse
import os
import subprocess
import sys
from statistics import NormalDist

from ladder import DRAKKAR, ROOT, rows, write

SEED = 2027
# Of each step: most where people look first, fewest where a game takes seconds.
GAMES = 400
OTHERS = {
    **{("vikings", n): 800 for n in (2, 3, 4)},
    ("eketorp", 3): 800,
    **{("no-more-vikings", n): 120 for n in (2, 3, 4)},
}
LEVELS = 8
# The last level meets these directly: steps may not be added up.
DIRECT = [1, 3, 5]
CELLS = [
    *(("vikings", rules, players) for rules in ("base", "advanced") for players in (2, 3, 4)),
    *(("goofspiel", "base", players) for players in (2, 3, 4)),
    ("connect-four", "base", 2),
    *(("vikings-on-board", "base", players) for players in (2, 3, 4)),
    *(("eketorp", "queen2007", players) for players in (3, 4, 5, 6)),
    *(("no-more-vikings", "base", players) for players in (2, 3, 4)),
]
# Uses no heuristic, so it shares nothing with the levels; and one that does.
PANEL = ["uct:iterations=200", "greedy"]


def play(cell, agent, other, games, folder, threads):
    """Compares two agents, and returns the numbers of the comparison."""
    game, rules, players = cell
    name = f"{game}-{rules}-{players}p-{agent}-{other}".replace(":", "-").replace("=", "-")
    out = folder / name
    command = [
        DRAKKAR, "compare", "--game", game, "--rules", rules, "--players", players, "--agents", agent, other,
        "--games", games, "--seed", SEED, "--threads", threads, "--out", out, "--quiet",
    ]
    print("==", name, flush=True)
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL)
    whole, *alone = rows(out / "effects.csv")
    shares = {row["agent"]: row for row in alone if row["metric"] == "win_share"}
    ends = [("", "value"), ("_low", "low"), ("_high", "high")]
    return {
        "game": game, "rules": rules, "players": players, "level": agent.removeprefix("level-"), "against": other,
        "games": whole["games"], "blocks": whole["blocks"],
        **{key: whole[key] for key in ("value", "low", "high", "elo", "elo_low", "elo_high")},
        # Of one agent with the other one in all other seats; with two seats, of the wins as before.
        **{
            f"{name}{end}": shares.get(seated, {}).get(key, "")
            for name, seated in [("win_share_alone", agent), ("win_share_below_alone", other)]
            for end, key in ends
        },
    }


def number(text):
    """At least 1; of anything else, argparse says that it is not a number."""
    if int(text) < 1:
        raise ValueError
    return int(text)


def called(cell):
    game, rules, players = cell
    return f"{game}/{rules}-{players}p"


def keep(path, played, add=lambda table: table):
    """Replaces the rows of the cells in `played`, and keeps those of all others in the order of CELLS; `add` fills in
    what depends on all of them."""
    def place(row):
        return CELLS.index((row["game"], row["rules"], int(row["players"])))

    places = {place(row) for row in played}
    # Older rows may have fewer columns.
    empty = dict.fromkeys(played[0], "")
    others = [{**empty, **row} for row in rows(path) if place(row) not in places] if path.exists() else []
    write(path, add(sorted(others + played, key=place)))


def measured(steps):
    """Elo and standard error of the steps that have an interval, with their rows."""
    quantile = NormalDist().inv_cdf(0.975)
    for row in steps:
        if row["elo"] and row["elo_low"] and row["elo_high"]:
            elo, low, high = (float(row[key]) for key in ("elo", "elo_low", "elo_high"))
            yield row, elo, (high - low) / (2 * quantile)


def shrunken(steps):
    """Fills in `elo_shrunken`: the largest of many measured steps is large partly by chance. Each is drawn to the mean
    of its game's steps, the more the less certain it is (empirical Bayes; B. Efron, C. Morris, J. Amer. Statist. Assoc.
    70, 1975), with the variance between true steps by moments (R. DerSimonian, N. Laird, Control. Clin. Trials 7,
    1986)."""
    for row in steps:
        row["elo_shrunken"] = ""
    for game in dict.fromkeys(row["game"] for row in steps):
        own = [step for step in measured(steps) if step[0]["game"] == game]
        if len(own) < 2:
            continue
        weights = [1 / error**2 for _, _, error in own]
        mean = sum(w * elo for w, (_, elo, _) in zip(weights, own)) / sum(weights)
        spread = sum(w * (elo - mean) ** 2 for w, (_, elo, _) in zip(weights, own)) - (len(own) - 1)
        between = max(0, spread / (sum(weights) - sum(w * w for w in weights) / sum(weights)))
        weights = [1 / (error**2 + between) for _, _, error in own]
        mean = sum(w * elo for w, (_, elo, _) in zip(weights, own)) / sum(weights)
        for row, elo, error in own:
            row["elo_shrunken"] = f"{mean + (elo - mean) * between / (between + error**2):.6f}"
    return steps


def bound(steps):
    """With 95 % confidence, no true step is larger: the largest upper end of one-sided intervals that hold for all
    steps together (Bonferroni)."""
    own = list(measured(steps))
    quantile = NormalDist().inv_cdf(1 - 0.05 / len(own))
    return max(elo + quantile * error for _, elo, error in own)


def told(steps, direct):
    """The tables of the reading, in Markdown."""
    def table(head, rows):
        return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])

    def cells(table):
        for cell in CELLS:
            own = [row for row in table if (row["game"], row["rules"], int(row["players"])) == cell]
            if own:
                yield [called(cell)], own

    def elo(row):
        if row["elo"] and row["elo_low"] and row["elo_high"]:
            return f"{float(row['elo']):.0f} ({float(row['elo_low']):.0f} to {float(row['elo_high']):.0f})"
        # Who wins everything has no upper limit.
        return f"at least {float(row['elo_low']):.0f}" if row["elo_low"] else ""

    below = [[*name, *(f"{float(row['elo']):.0f}" if row["elo"] else "" for row in own)] for name, own in cells(steps)]
    print(table(["cell", *map(str, range(2, LEVELS + 1))], below))
    largest = max(float(row["elo_shrunken"]) for row in steps if row["elo_shrunken"])
    print(f"\nThe largest shrunken step is {largest:.0f} Elo. With 95 % confidence, none is larger than {bound(steps):.0f}.\n")
    if direct:
        head = ["cell", *(f"`level-{LEVELS}` over `level-{level}`" for level in DIRECT)]
        print(table(head, [[*name, *map(elo, own)] for name, own in cells(direct)]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cells", nargs="*", metavar="CELL")
    parser.add_argument("--games", type=number, metavar="N", help=f"of each step [default: {GAMES}, more in Vikings, fewer in slow games]")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N")
    arguments = parser.parse_args()
    names = {name for cell in CELLS for name in (cell[0], called(cell))}
    if unknown := sorted(set(arguments.cells) - names):
        parser.error(f"expected some of {', '.join(sorted(names))}; found {', '.join(unknown)}")
    folder = ROOT / "runs" / (f"levels-{arguments.games}" if arguments.games else "levels")
    results = folder if arguments.games else ROOT / "results/levels"
    for cell in CELLS:
        if arguments.cells and not {cell[0], called(cell)} & set(arguments.cells):
            continue
        games = arguments.games or OTHERS.get((cell[0], cell[2]), GAMES)
        steps = [
            play(cell, f"level-{level}", f"level-{level - 1}", games, folder, arguments.threads)
            for level in range(2, LEVELS + 1)
        ]
        references = [
            play(cell, f"level-{level}", other, max(1, games // 4), folder, arguments.threads)
            for other in PANEL
            for level in range(1, LEVELS + 1)
        ]
        # Far apart: half as many say as much.
        direct = [
            play(cell, f"level-{LEVELS}", f"level-{level}", max(1, games // 2), folder, arguments.threads)
            for level in DIRECT
        ]
        keep(results / "steps.csv", steps, shrunken)
        keep(results / "references.csv", references)
        keep(results / "direct.csv", direct)
        if not arguments.games:
            keep(ROOT / "agents/src/levels.csv", steps, shrunken)
    if (results / "steps.csv").exists():
        direct = results / "direct.csv"
        told(rows(results / "steps.csv"), rows(direct) if direct.exists() else [])


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"levels.py: `drakkar compare` ended with exit code {error.returncode}")
