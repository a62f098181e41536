#!/usr/bin/env python3
"""Simulations per second of Drakkar's tree search and of OpenSpiel's, in one run.

    scripts/search_speed.py [--repetitions N] [--seconds S]

Both search from the opening of connect four with 1,000 simulations per move: plain UCT with one
random rollout from each new node, exploration factor 1.4, one thread. Drakkar's figure is that of its
bench `mcts/connect-four/plain`, which is built first; OpenSpiel's search is the one in C++, reached
through `pyspiel.MCTSBot` with a `pyspiel.RandomRolloutEvaluator`, so Python is entered once for a
thousand simulations. The two are measured alternately, several times, and the best of each counts:
other load on the machine can only make a measurement slower.

Needs `pip install open_spiel` and cargo; installs nothing itself.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

SIMULATIONS = 1000
EXPLORATION = 1.4
BENCH = ["cargo", "bench", "--package", "drakkar-benches", "--bench", "mcts"]
UNITS = {"": 1, "K": 1e3, "M": 1e6, "G": 1e9}


def drakkar(seconds):
    """Simulations per second from the bench, or the reason why there are none."""
    arguments = ["connect-four/plain", "--warm-up-time", "1", "--measurement-time", str(seconds)]
    # Criterion's lines are read here, so no colours.
    environment = {**os.environ, "CARGO_TERM_COLOR": "never"}
    root = pathlib.Path(__file__).resolve().parent.parent
    command = BENCH + ["--", "--noplot", *arguments]
    run = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{run.stdout}{run.stderr}")
    # thrpt:  [1.9 Melem/s 2.0 Melem/s 2.1 Melem/s]: low, estimate, high
    found = re.search(r"thrpt:\s*\[\S+ \S+ (\S+) ([KMG]?)elem/s", run.stdout)
    if not found:
        sys.exit(f"no throughput in the output of {' '.join(command)}:\n{run.stdout}")
    return float(found[1]) * UNITS[found[2]]


class OpenSpiel:
    """The search in C++, in the opening of connect four."""

    def __init__(self, pyspiel):
        self.game = pyspiel.load_game("connect_four")
        self.state = self.game.new_initial_state()
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
        # Without its solver, which ends a search early, and with memory for more nodes than it needs.
        self.bot = pyspiel.MCTSBot(
            self.game,
            evaluator,
            uct_c=EXPLORATION,
            max_simulations=SIMULATIONS,
            max_memory_mb=1000,
            solve=False,
            seed=1,
            verbose=False,
        )
        root = self.bot.mcts_search(self.state)
        if root.explore_count != SIMULATIONS:
            sys.exit(f"OpenSpiel made {root.explore_count} simulations instead of {SIMULATIONS}")

    def measure(self, seconds):
        """Simulations per second over this time."""
        legal = self.state.legal_actions()
        begin, moves = time.perf_counter(), 0
        while (spent := time.perf_counter() - begin) < seconds:
            if self.bot.step(self.state) not in legal:
                sys.exit("OpenSpiel chose no legal action")
            moves += 1
        return moves * SIMULATIONS / spent


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repetitions", type=int, default=5, help="of both, alternating (default 5)")
    parser.add_argument("--seconds", type=float, default=3, help="for each repetition (default 3)")
    options = parser.parse_args()
    if options.repetitions < 1 or options.seconds <= 0:
        parser.error("--repetitions and --seconds must be above 0")
    try:
        import pyspiel
    except ImportError:
        sys.exit("no module pyspiel: pip install open_spiel, in a virtual environment if you like")
    if not hasattr(pyspiel, "MCTSBot"):
        sys.exit("this pyspiel does not have the search in C++ (pyspiel.MCTSBot)")

    print("building the bench ...", flush=True)
    subprocess.run([*BENCH, "--no-run"], check=True, cwd=pathlib.Path(__file__).resolve().parent)
    peer = OpenSpiel(pyspiel)
    peer.measure(options.seconds / 3)
    best = {"Drakkar": 0.0, "OpenSpiel": 0.0}
    for number in range(1, options.repetitions + 1):
        rates = {"Drakkar": drakkar(options.seconds), "OpenSpiel": peer.measure(options.seconds)}
        print(f"repetition {number}:", *(f"{name} {rate:,.0f}/s" for name, rate in rates.items()))
        best = {name: max(best[name], rate) for name, rate in rates.items()}
    print(f"simulations per second in connect four, best of {options.repetitions}:")
    for name, rate in best.items():
        print(f"  {name:<10} {rate:>12,.0f}")
    print(f"  ratio      {best['Drakkar'] / best['OpenSpiel']:>12.1f}")


if __name__ == "__main__":
    main()
