#!/usr/bin/env python3
"""Measures the eight levels: each against the one below, and against two players of another kind.

    scripts/levels.py [--games N] [--threads N] [--only GAME ...]

A step is one `drakkar compare` into runs/levels/: completed steps are not played again, and interrupted
ones resume. After each game, rules and number of seats, the tables so far go to results/levels/, and the steps to
agents/src/levels.csv, for `drakkar list levels`; with --games or --only, they stay in runs/levels-.../.

Needs Python 3 and `cargo build --release`; DRAKKAR names another program.
"""

import argparse
import os
import subprocess
import sys

from ladder import DRAKKAR, ROOT, rows, write

SEED = 2027
GAMES = 400
LEVELS = 8
CELLS = [
    *(("vikings", rules, players) for rules in ("base", "advanced") for players in (2, 3, 4)),
    ("goofspiel", "base", 2),
    ("connect-four", "base", 2),
    *(("vikings-on-board", "base", players) for players in (2, 3, 4)),
    *(("eketorp", "queen2007", players) for players in (3, 4, 5, 6)),
    *(("no-more-vikings", "base", players) for players in (2, 3, 4)),
]
# Uses no heuristic, so it shares nothing with the levels; and one that does.
PANEL = ["uct:iterations=200", "greedy"]


def play(cell, agent, other, games, folder, threads):
    """Compares two agents, and returns the figures of the comparison."""
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
    share = {row["agent"]: row["value"] for row in alone if row["figure"] == "win_share"}
    return {
        "game": game, "rules": rules, "players": players, "level": agent.removeprefix("level-"), "against": other,
        "games": whole["games"], "blocks": whole["blocks"],
        **{key: whole[key] for key in ("value", "low", "high", "elo", "elo_low", "elo_high")},
        # Of one agent with the other one in all other seats; with two seats, of the wins as before.
        "win_share_alone": share.get(agent, ""), "win_share_below_alone": share.get(other, ""),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"of each step [default: {GAMES}]")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    cells = [cell for cell in CELLS if not arguments.only or cell[0] in arguments.only]
    tried = arguments.games != GAMES or arguments.only
    folder = ROOT / "runs" / (f"levels-{arguments.games}" if tried else "levels")
    results = folder if tried else ROOT / "results/levels"
    steps, panel = [], []
    for cell in cells:
        for level in range(2, LEVELS + 1):
            agents = [f"level-{level}", f"level-{level - 1}"]
            steps.append(play(cell, *agents, arguments.games, folder, arguments.threads))
        for other in PANEL:
            for level in range(1, LEVELS + 1):
                games = max(1, arguments.games // 4)
                panel.append(play(cell, f"level-{level}", other, games, folder, arguments.threads))
        write(results / "steps.csv", steps)
        write(results / "panel.csv", panel)
        print(results)
        if not tried:
            write(ROOT / "agents/src/levels.csv", steps)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"levels.py: `drakkar compare` ended with exit code {error.returncode}")
