"""A bot of OpenSpiel against ours: who wins more games of Vikings?

    python python/examples/open_spiel_bot.py [GAMES]

Theirs is the search of OpenSpiel with random playouts, ours `level-3`. On each deal both sit on both seats.
"""

import sys

import drakkar.open_spiel as ours
import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
game = pyspiel.load_game("drakkar_vikings(players=2,rules=base)")
won = 0.0
for number in range(games):
    rng = np.random.RandomState(number // 2)
    theirs = mcts.MCTSBot(game, 2.0, 50, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    seat = number % 2
    bots = [ours.Bot("level-3", seed=number // 2)] * 2
    bots[seat] = theirs
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    won += (state.returns()[seat] + 1) / 2
print(f"OpenSpiel's search won {won:g} of {games} games against level-3")
