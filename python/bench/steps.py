"""Steps a second of batches and environments: rungs R1 and R2, in CPU seconds of one thread.

python bench/steps.py [SECONDS]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable

import drakkar as dk
import numpy as np

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
ROUNDS = 5


def batch(size: int, with_obs: bool, game: str = "vikings", players: int = 4) -> Callable[[], int]:
    """So many games in step, with masks and masked sampling, and perhaps observations."""
    env = dk.Batch(game, players=players, num_envs=size, seed=1)
    obs = np.zeros((size, env.features), np.float32) if with_obs else None
    mask, seat = np.zeros((size, env.actions), bool), np.zeros(size, np.int64)
    env.reset_into(obs, mask, seat)

    def work() -> int:
        for _ in range(max(1, 2048 // size)):
            env.step_into(env.sample(mask), obs, mask, seat)
        return max(1, 2048 // size) * size

    return work


def aec(id: str, **kwargs: object) -> Callable[[], int]:
    """An environment of PettingZoo with `last`, uniform choices and `step`."""
    import random

    import drakkar.pettingzoo  # noqa: F401
    import pettingzoo

    env = pettingzoo.make("aec", id, **kwargs)
    return _played(env, random)


def theirs() -> Callable[[], int]:
    """Connect four of PettingZoo."""
    import random

    from pettingzoo.classic import connect_four_v3

    return _played(connect_four_v3.env(), random)


def _played(env: object, random: object) -> Callable[[], int]:
    env.reset(seed=1)

    def work() -> int:
        for _ in range(200):
            observation, _, over, _, _ = env.last()
            if over:
                env.reset()
                continue
            env.step(random.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        return 200

    return work


def spiel(name: str) -> Callable[[], int]:
    """A game of OpenSpiel with uniform choices."""
    import random

    import drakkar.open_spiel  # noqa: F401
    import pyspiel

    game = pyspiel.load_game(name)

    def work() -> int:
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    return work


def pool(size: int) -> Callable[[], int]:
    """The cart and pole of EnvPool, a far smaller environment, with random actions."""
    import envpool

    env = envpool.make("CartPole-v1", env_type="gymnasium", num_envs=size, num_threads=1)
    env.reset()
    rng = np.random.default_rng(1)

    def work() -> int:
        for _ in range(8):
            env.step(rng.integers(0, 2, size, np.int32))
        return 8 * size

    return work


def jitted(size: int) -> Callable[[], int]:
    """Connect four of pgx, compiled, with masked sampling."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(carry: tuple, _: None) -> tuple:
        state, key = carry
        key, one, two = jax.random.split(key, 3)
        action = jax.random.categorical(one, jnp.where(state.legal_action_mask, 0.0, -1e9))
        return (step(state, action, jax.random.split(two, size)), key), None

    scan = jax.jit(lambda carry: jax.lax.scan(play, carry, None, length=16)[0])
    key = jax.random.PRNGKey(0)
    held = [(jax.vmap(env.init)(jax.random.split(key, size)), key)]

    def work() -> int:
        held[0] = jax.block_until_ready(scan(held[0]))
        return 16 * size

    work()
    return work


def main() -> None:
    """Prints a table: the median of rounds in turn."""
    work: dict[str, Callable[[], int]] = {}
    for size in (1, 64, 1024):
        work[f"R1 vikings base, batch of {size}, mask"] = batch(size, False)
        work[f"R2 vikings base, batch of {size}, mask and observation"] = batch(size, True)
    work["connect four, batch of 1024, mask"] = batch(1024, False, "connect-four", 2)
    for title, make in {
        "AEC vikings base": lambda: aec("drakkar/Vikings-v0", players=4),
        "AEC connect four": lambda: aec("drakkar/ConnectFour-v0"),
        "PettingZoo's connect four": theirs,
        "OpenSpiel with drakkar_vikings": lambda: spiel("drakkar_vikings"),
        "OpenSpiel with drakkar_connect_four": lambda: spiel("drakkar_connect_four"),
        "OpenSpiel's connect four": lambda: spiel("connect_four"),
        "EnvPool's CartPole, batch of 1024": lambda: pool(1024),
        "pgx's connect four, batch of 1024": lambda: jitted(1024),
    }.items():
        try:
            work[title] = make()
        except Exception as error:  # noqa: BLE001
            print(f"{title}: left out, {error}")
    found: dict[str, list[float]] = {title: [] for title in work}
    for _ in range(ROUNDS):
        for title, play in work.items():
            steps, begin = 0, time.process_time()
            while time.process_time() - begin < SECONDS / ROUNDS:
                steps += play()
            found[title].append(steps / (time.process_time() - begin))
    for title, speeds in found.items():
        print(f"{title:55} {statistics.median(speeds):12,.0f} steps a CPU second")


if __name__ == "__main__":
    main()
