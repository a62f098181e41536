"""Games and states: all that the rules allow, what seats know, copies, pickles, agents."""

import copy
import json
import pickle
import random

import drakkar as dk
import numpy as np
import pytest

#: Two numbers of seats for each game that has them.
TABLES = [
    ("vikings", "base", 2),
    ("vikings", "advanced", 4),
    ("vikings-on-board", "base", 2),
    ("vikings-on-board", "base", 4),
    ("eketorp", "queen2007", 3),
    ("eketorp", "db2003", 6),
    ("no-more-vikings", "base", 2),
    ("no-more-vikings", "base", 4),
    ("connect-four", "base", 2),
    ("goofspiel", "base", 2),
    ("goofspiel", "base", 4),
]


#: Others are slow.
QUICK = [table for table in TABLES if table[2] < 4 or table[1] == "advanced"]
MARKED = [table if table in QUICK else pytest.param(table, marks=pytest.mark.slow) for table in TABLES]


@pytest.fixture(params=MARKED, ids=lambda table: "-".join(map(str, table)))
def game(request):
    return dk.Game(*request.param)


def test_every_game_is_there():
    assert dk.games() == sorted({table[0] for table in TABLES}, key=dk.games().index)


def test_a_game_knows_its_rules_actions_and_features(game):
    assert game.actions == sorted(game.actions) and len(game.actions) == game.num_actions
    assert len(game.actions_hash) == 64
    assert game.action_number(game.action_text(3)) == 3
    assert dk.Game.from_toml(game.id, game.toml, game.players) == game
    assert pickle.loads(pickle.dumps(game)) == game and hash(copy.copy(game)) == hash(game)
    assert all(game.features) and game.rule_set == game.deal().game.rule_set


def test_a_game_from_deal_to_end(game):
    rng = np.random.default_rng(3)
    state = game.deal(seed=5, number=2)
    assert state == game.deal(5, 2)
    steps = 0
    while not state.is_over:
        legal, mask = state.legal(), state.action_mask()
        numbers = state.legal_numbers()
        assert [game.action_text(number) for number in numbers] == sorted(legal)
        assert numbers == list(np.flatnonzero(mask))
        view, seat = state.view(), state.to_move
        assert view.seat == seat and view.legal() == legal
        assert view.text() == state.text(seat) and view.data() == state.data(seat)
        assert state.observe().dtype == np.float32 and len(state.observe()) == len(game.features)
        drawn = view.draw(rng)
        assert drawn.text(seat) == state.text(seat) and (drawn.observe(seat) == state.observe(seat)).all()
        if steps % 16 == 0:
            for one in (state, drawn):
                again = pickle.loads(pickle.dumps(one))
                assert again == one and again.information(seat) == one.information(seat)
        action = legal[rng.integers(len(legal))]
        twin = copy.deepcopy(state)
        twin.apply(game.action_number(action))
        after = state.after(action)
        assert state != after
        assert state.apply(action) == action
        assert state == twin == after
        steps += 1
    assert state.legal() == [] and state.to_move is None
    assert sum(state.win_shares) == pytest.approx(1) and len(state.scores) == game.players
    assert min(state.places) == 1
    assert [action for _, action in state.decisions()][-1] == action
    record = json.loads(state.record(["random"] * game.players))
    actions = [part for decisions in record["decisions"] for part in decisions if isinstance(part, str)]
    assert record["game"] == game.id and len(actions) == steps
    assert len(state.heard(0)) == steps


def test_the_command_verifies_a_record(game, tmp_path):
    state = game.deal(1)
    while not state.is_over:
        state.apply_nth(0)
    (tmp_path / "games.jsonl").write_text(state.record() + "\n")
    assert dk.command("verify", str(tmp_path / "games.jsonl")) is not None


def test_agents_are_asked(game):
    state = game.deal(1)
    assert state.ask("greedy", 3) in state.legal()
    found = state.analyse("mcts:iterations=50", np.random.default_rng(1))
    assert found["choice"] in found["actions"] and list(found["actions"]) == state.legal()
    shares = state.playout("greedy", random.Random(4))
    assert sum(shares) == pytest.approx(1) and len(shares) == game.players
    assert state == game.deal(1)
    assert game.agent("level-3") == game.agent("level-3")


def test_rules_of_studies_make_a_game():
    rules = dk.rules("vikings", "advanced", players=3, set=["scoring.noble_glory=3"])
    game = dk.Game(rules)
    assert (game.players, game.rules) == (3, "custom")
    assert game.rule_set["scoring"]["noble_glory"] == 3
    assert dk.Game(rules, players=2).players == 2


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: dk.Game("viking"), "--game: there is no game `viking`; did you mean `vikings`?"),
        (lambda: dk.Game("vikings", "basic"), "--rules: "),
        (lambda: dk.Game("vikings", players=5), "--players: vikings has 2 to 4 seats, not 5"),
        (lambda: dk.Game("vikings", set=["scoring.nobel=3"]), "--set scoring.nobel=3: "),
        (lambda: dk.Game("goofspiel").deal().ask("levl-3", 1), "--agents levl-3: "),
        (lambda: dk.Game("goofspiel").deal().apply("bid 14"), "cannot read action `bid 14`"),
        (lambda: dk.Game("connect-four").deal().apply(7), "there is no action number 7: there are 7, from 0"),
        (lambda: dk.Game("connect-four").deal().view(2), "there is no seat 2: the game has seats 0 to 1"),
    ],
)
def test_errors_are_those_of_the_command(make, message):
    with pytest.raises(dk.UsageError) as error:
        make()
    assert str(error.value).startswith(message)


def test_too_many_actions_leave_the_second_encoding():
    supplies = [f"supplies.{name}=10" for name in ("hide", "grain", "metal", "warehouse_1")]
    chosen = ["warehouse_2.return=choice", "warehouse_2.draw=10", "ships.max_bodies=24"]
    game = dk.Game("vikings-on-board", set=[*supplies, *chosen])
    assert game.num_actions is None and game.actions is None
    state = game.deal()
    for call in (state.legal_numbers, state.action_mask, lambda: state.apply(0)):
        with pytest.raises(dk.UsageError, match="have no numbers"):
            call()
    while not state.is_over:
        rows = state.action_features()
        assert rows.shape == (state.count_legal(), 256) and rows.dtype == np.float32
        assert len(np.unique(rows, axis=0)) == len(rows)
        state.apply_nth(len(rows) - 1)
