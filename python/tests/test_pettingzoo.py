"""The environments against the tests of PettingZoo."""

import warnings

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")

import drakkar.pettingzoo as ours
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

#: Two numbers of seats for each game that has them.
SEATS = {"eketorp": (3, 5), "connect-four": (2,)}
TABLES = [(id, players) for id, game in ours.IDS.items() for players in SEATS.get(game, (2, 4))]


@pytest.fixture(params=TABLES, ids=lambda table: f"{table[0].split('/')[1]}-{table[1]}")
def make(request):
    id, players = request.param
    return lambda **kwargs: pettingzoo.make("aec", id, players=players, **kwargs)


def test_api(make):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Dictionaries with masks are usual in classic environments, whose names the test lists.
        warnings.filterwarnings("ignore", message=".*(not a NumPy array|should be gymnasium.spaces|all zeros).*")
        api_test(make(), num_cycles=200)


def test_seed(make):
    seed_test(make, num_cycles=20)


def test_render(make):
    render_test(make)


def test_a_whole_game(make):
    env = make()
    env.reset(seed=3)
    kept, rng = [], np.random.default_rng(0)
    rewards = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        rewards[agent] += reward
        assert not cut and env.observation_space(agent).contains(observation)
        if len(kept) < 50:
            kept.append((observation, {key: value.copy() for key, value in observation.items()}))
        if over:
            assert set(info) == {"score", "place"}
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    assert sum(rewards.values()) == pytest.approx(0) and max(rewards.values()) > 0
    # What was given is not used again.
    for given, copied in kept:
        assert all((given[key] == copied[key]).all() for key in copied)


@pytest.mark.slow
def test_performance(make):
    performance_benchmark(make())
