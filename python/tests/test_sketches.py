"""How it should feel: what a balancer, a researcher of bots, a tuner and a learner write, on a small scale."""

import sys
from pathlib import Path

import drakkar as dk
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from bots import Mine  # noqa: E402

SMALL = {"quiet": True, "threads": 2}


@pytest.mark.slow
def test_a_balancer():
    pl = pytest.importorskip("polars")
    adv = dk.rules("vikings", "advanced", players=2, set={"bonus.gold5.value": 30})
    tiles = dk.balance(adv, agents=["greedy"], decisions=240, replicate=0, seed=2, out="runs/tiles", **SMALL)
    assert str(tiles) == "\n".join(tiles.sentences)
    df = pl.DataFrame(tiles.table("bonus_effect"))
    assert df.filter(pl.col("verdict") == "strong").height <= df.height
    small = {"decisions": 60, "chunk": 40, "measurements": 1, "equalize": ["bonus.gold5.value=0..30"]}
    new = dk.equalize(adv, agents=["greedy"], out="runs/level", **small, **SMALL)
    new.rules.save("level.toml")
    # Of so few measurements it may be empty, and the rules unchanged.
    assert new.table("front").columns[:2] == ["changes", "seats"] and "[bonus" in new.rules.toml
    printed = dk.rules("vikings", "advanced", players=2)
    ab = dk.compare(rules=adv, vs_rules=printed, agents="greedy", games=80, out="runs/ab", **SMALL)
    assert len(ab.table("differences")) and ab.sentences
    page = dk.report(["runs/tiles", "runs/level"], "tiles.html")
    assert "bonus" in page.read_text()


@pytest.mark.slow
def test_a_profile_before_and_after():
    rules = [dk.rules("goofspiel", players=2), dk.rules("goofspiel", players=2, set={"deck.cards": 6})]
    small = {"quick": True, "games": 40, "levels": [1, 2], **SMALL}
    before, after = (dk.profile(one, **small) for one in rules)
    assert before.folder != after.folder and len(before.table("profile")) == len(after.table("profile"))


@pytest.mark.slow
def test_a_researcher_of_bots():
    dk.check(Mine, number=1)
    t = dk.tournament([Mine, "level-2", "random"], game="vikings", players=2, games=24, out="runs/t", **SMALL)
    assert t.table("ratings")["agent"] and len(t.table("pairings"))
    v = dk.compare([Mine, "level-3"], players=2, sprt=(0, 200), confirm=8, **SMALL)
    assert v.sentences
    dk.run([Mine, "greedy"], games=8, record="games.jsonl", **SMALL)
    games = dk.records("games.jsonl")
    assert len(games) == 8 and [one.index for one in games[:3]] == [0, 1, 2]
    g = games[7]
    assert g.data["players"] == 2 and g.data["rule_set"]["deck"] and "Mine" in g.replay()
    assert g.analyse("level-3", decision=3).tables
    assert all(seat in (0, 1) and legal > 0 for seat, action, legal in g.data["decisions"])
    assert [scoring["round"] for scoring in g.data["scorings"]] == [1, 2, 3, 4, 5, 6, 6]
    dk.run("random", game="connect-four", games=2, record="four.jsonl")
    (one, two) = dk.records("four.jsonl")
    assert one.data["rule_set"] == two.data["rule_set"] == {} and "rule_set_id" not in one.data
    with pytest.raises(dk.UsageError, match="there is no such file"):
        dk.records("none.jsonl")


@pytest.mark.slow
def test_a_tuner():
    small = {"game": "goofspiel", "players": 2, **SMALL}
    best = dk.tune("greedy", generations=1, population=4, games=20, confirm=20, out="runs/tune", **small).best
    assert dk.compare([best, "greedy:weights=manual-1"], games=40, seed=99, **small).sentences


def test_a_learner():
    env = dk.Batch("vikings", rules="base", players=4, num_envs=64, seed=0, threads=2)
    obs, mask = np.zeros((64, env.features), np.float32), np.zeros((64, env.actions), bool)
    seat = np.zeros(64, np.int64)
    env.reset_into(obs, mask, seat)
    ended = 0
    for _ in range(512):
        a = env.sample(mask)
        r, done = env.step_into(a, obs, mask, seat)
        ended += int(done.sum())
        assert r.shape == (64, 4) and not r[~done].any()
    assert ended and obs.any() and mask.any()


def test_doors_to_other_packages():
    pettingzoo = pytest.importorskip("pettingzoo")
    import drakkar.pettingzoo  # noqa: F401

    assert pettingzoo.make("aec", "drakkar/Vikings-v0", players=4).possible_agents
    pyspiel = pytest.importorskip("pyspiel")
    import drakkar.open_spiel  # noqa: F401

    assert pyspiel.load_game("drakkar_vikings(rules=advanced,players=2)").num_players() == 2
