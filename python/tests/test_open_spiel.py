"""The games against the tests of OpenSpiel."""

import pickle
import sys

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import drakkar.open_spiel as ours
from open_spiel.python.algorithms import generate_playthrough, get_all_states, sample_some_states

#: Two numbers of seats for each game that has them.
SEATS = {"eketorp": (3, 5), "connect-four": (2,)}
ALL = [f"{name}(players={n})" for name, id in ours.NAMES.items() for n in SEATS.get(id, (2, 4))]
#: Others are slow.
QUICK = {"drakkar_connect_four(players=2)", "drakkar_goofspiel(players=2)"}
TABLES = [text if text in QUICK else pytest.param(text, marks=pytest.mark.slow) for text in ALL]
SMALL = "drakkar_goofspiel(players=2,set=deck.cards:3,deals=6)"


@pytest.fixture(scope="module")
def api():
    from absl import flags

    if not flags.FLAGS.is_parsed():
        flags.FLAGS([sys.argv[0]])
    from open_spiel.integration_tests import api_test

    return api_test


def cases(api, base, game, skip=()):
    """All tests of a class for one game."""
    kind = type("Ours", (base,), {"game": game, "game_name": game.get_type().short_name})
    kind.setUpClass()
    for name in sorted(set(dir(kind)) - set(skip)):
        if name.startswith("test_"):
            getattr(kind(name), name)()


@pytest.mark.parametrize("text", TABLES)
def test_api_on_a_partial_tree(api, text):
    cases(api, api.EnforceAPIOnPartialTreeBase, pyspiel.load_game(text))


def test_api_on_the_full_tree(api, monkeypatch):
    game = pyspiel.load_game(SMALL)
    states = get_all_states.get_all_states(game, depth_limit=-1, include_terminals=True, include_chance_states=True)
    chance = sum(state.is_chance_node() for state in states.values())
    ends = sum(state.is_terminal() for state in states.values())
    assert chance == 1 and ends > 0
    numbers = (chance, len(states) - chance - ends, ends)
    found = api._assert_is_perfect_recall(game)
    monkeypatch.setitem(api.TOTAL_NUM_STATES, "drakkar_goofspiel", numbers)
    monkeypatch.setitem(api.PERFECT_RECALL_NUM_STATES, "drakkar_goofspiel", len(found))
    cases(api, api.EnforceAPIOnFullTreeBase, game)


@pytest.mark.parametrize("text", TABLES)
def test_random_sim(text):
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("text", TABLES)
def test_sim_game(text):
    from open_spiel.python.tests import games_sim_test

    np.random.seed(1)
    games_sim_test.GamesSimTest("sim_game").sim_game(pyspiel.load_game(text))


@pytest.mark.parametrize("text", TABLES)
def test_playthrough_is_replayed(text, tmp_path):
    told = generate_playthrough.playthrough(text, action_sequence=None, seed=1)
    (tmp_path / "playthrough.txt").write_text(told)
    assert generate_playthrough.replay(str(tmp_path / "playthrough.txt")) == (told, told)


@pytest.mark.parametrize("text", TABLES)
def test_structs_copies_and_pickles(text):
    game = pyspiel.load_game(text)
    for state in sample_some_states.sample_some_states(game, max_states=20):
        for again in (
            game.new_initial_state(state.to_struct().to_dict()),
            state.clone(),
            pickle.loads(pickle.dumps(state)),
        ):
            assert str(again) == str(state) and again.current_player() == state.current_player()
        if not state.is_terminal():
            for action in state.legal_actions()[:3]:
                player = state.current_player()
                assert state.struct_to_actions(state.action_to_struct(player, action)) == [action]


def test_ours_against_theirs():
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("drakkar_connect_four")
    rng = np.random.RandomState(1)
    theirs = mcts.MCTSBot(game, 2.0, 50, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    won = 0.0
    for seat in (0, 1):
        state = game.new_initial_state()
        bots = [theirs, theirs]
        bots[seat] = ours.Bot("level-5", seed=seat)
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        won += state.returns()[seat]
    assert won > 0


def test_bots_of_theirs_run_games():
    game = pyspiel.load_game("drakkar_goofspiel(players=3)")
    state = game.new_initial_state()
    for digit in (1, 2):
        state.apply_action(digit)
    bots = [ours.Bot("greedy"), pyspiel.make_uniform_random_bot(1, 7), ours.Bot("mcts:iterations=50")]
    returns = pyspiel.evaluate_bots(state, bots, 3)
    assert sum(returns) == pytest.approx(0)


def test_parameters_are_those_of_the_command():
    game = pyspiel.load_game("drakkar_vikings(rules=advanced,players=2)")
    assert game.num_players() == 2 and "bid 3" in game.new_initial_state()._drakkar.actions
    with pytest.raises(Exception, match="there is no preset|rules"):
        pyspiel.load_game("drakkar_vikings(rules=basic)")
