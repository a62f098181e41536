"""Time to a strength, rung R3: searches of connect four against OpenSpiel's with random playouts, in CPU time a move.

python bench/strength.py [GAMES]

Both sit on both seats with each pair of seeds; GAMES are those of each line.
"""

from __future__ import annotations

import statistics
import sys
import time
from typing import NamedTuple

import drakkar as dk
import numpy as np
import pyspiel

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 400
SIMULATIONS = 1000
# OpenSpiel counts a loss as -1, here it is 0: the same exploration has half the factor.
EXPLORATION = 1.4
OURS = [
    f"uct:iterations=1000,exploration={EXPLORATION / 2}",
    "mcts:iterations=25",
    "mcts:iterations=100",
]


class Clock(NamedTuple):
    """CPU seconds and moves of a side."""

    seconds: float = 0.0
    moves: int = 0

    def with_move(self, since: float) -> Clock:
        """One more move that began at this time."""
        return Clock(self.seconds + time.process_time() - since, self.moves + 1)

    def milliseconds(self) -> float:
        """CPU milliseconds a move."""
        return 1000 * self.seconds / self.moves


def theirs(game: pyspiel.Game, seed: int) -> pyspiel.Bot:
    """OpenSpiel's search in C++, without its solver."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    return pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=EXPLORATION,
        max_simulations=SIMULATIONS,
        max_memory_mb=1000,
        solve=False,
        seed=seed,
        verbose=False,
    )


def play(agent: str, seat: int, seed: int, clocks: list[Clock]) -> float:
    """A game in step in both programs: the win share of the agent in this seat."""
    game = pyspiel.load_game("connect_four")
    state, same, bot = game.new_initial_state(), dk.Game("connect-four").deal(), theirs(game, seed)
    rng = np.random.default_rng(seed)
    while not state.is_terminal():
        begin = time.process_time()
        if state.current_player() == seat:
            action = same.game.action_number(same.ask(agent, rng))
            clocks[0] = clocks[0].with_move(begin)
        else:
            action = bot.step(state)
            clocks[1] = clocks[1].with_move(begin)
        state.apply_action(action)
        same.apply(action)
    share = same.win_shares[seat]
    if not same.is_over or share != (state.returns()[seat] + 1) / 2:
        raise SystemExit(f"the programs disagree about the end of a game: {state}")
    return share


def main() -> None:
    """Prints a line for each agent."""
    print(f"connect four against OpenSpiel's search with {SIMULATIONS:,} simulations, {GAMES} games each")
    for agent in OURS:
        clocks = [Clock(), Clock()]
        pairs = [(play(agent, 0, seed, clocks) + play(agent, 1, seed, clocks)) / 2 for seed in range(1, GAMES // 2 + 1)]
        half = 1.96 * statistics.stdev(pairs) / len(pairs) ** 0.5
        ours, other = (clock.milliseconds() for clock in clocks)
        share = 100 * statistics.mean(pairs)
        print(f"R3 {agent:36} {ours:8.3f} ms a move, theirs {other:.3f}: win share {share:.1f} % (±{100 * half:.1f})")


if __name__ == "__main__":
    main()
