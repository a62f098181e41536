"""Many games in step."""

import functools
import threading

import drakkar as dk
import numpy as np
import pytest


def buffers(env):
    n = env.num_envs
    return np.zeros((n, env.features), np.float32), np.zeros((n, env.actions), bool), np.zeros(n, np.int64)


@functools.cache
def walk(threads):
    env = dk.Batch("vikings", rules="base", players=4, num_envs=300, seed=5, threads=threads)
    obs, mask, seat = buffers(env)
    env.reset_into(obs, mask, seat)
    trace = []
    for _ in range(200):
        action = env.sample(mask)
        rewards, done = env.step_into(action, obs, mask, seat)
        trace.append((action.copy(), rewards, done, obs.copy(), mask.copy(), seat.copy()))
    return trace


def test_the_same_for_any_number_of_threads():
    for one, two in zip(walk(1), walk(4), strict=True):
        for left, right in zip(one, two, strict=True):
            assert left.dtype == right.dtype and (left == right).all()


def test_rewards_come_with_the_step_that_ends_a_game():
    ended = 0
    for _, rewards, done, *_ in walk(4):
        assert rewards.shape == (300, 4) and rewards.dtype == np.float32
        assert (rewards[~done] == 0).all()
        assert rewards[done].sum(axis=1) == pytest.approx(0, abs=1e-5)
        ended += done.sum()
    assert ended > 100


def test_a_row_is_a_game():
    env = dk.Batch(dk.Game("goofspiel", players=3), num_envs=8, seed=2)
    obs, mask, seat = buffers(env)
    env.reset_into(obs, mask, seat)
    states = [env.game.deal(2, row) for row in range(8)]
    for _ in range(39):
        action = env.sample(mask)
        for row, state in enumerate(states):
            assert env.state(row) == state and seat[row] == state.to_move
            assert (mask[row] == state.action_mask()).all() and (obs[row] == state.observe()).all()
            state.apply(action[row])
            if state.is_over:
                states[row] = env.game.deal(2, row + 8)
        env.step_into(action, obs, mask, seat)
    assert env.state(0).decisions() == [] or env.state(0) == states[0]


def test_what_is_not_needed_is_left_out():
    env = dk.Batch("connect-four", num_envs=3)
    mask = np.zeros((3, 7), bool)
    env.reset_into(mask=mask)
    env.step_into(env.sample(mask), mask=mask)
    env.step_into(np.array([0, 1, 2]))
    env.reset_into(seed=7)


def test_actions_without_numbers_are_named_by_their_places():
    many = [f"supplies.{name}=10" for name in ("hide", "grain", "metal", "warehouse_1")]
    many += ["warehouse_2.return=choice", "warehouse_2.draw=10", "ships.max_bodies=24"]
    played = []
    for threads in (1, 2):
        env = dk.Batch("vikings-on-board", players=2, set=many, num_envs=130, seed=3, threads=threads)
        assert env.actions is None
        obs, seat = np.zeros((130, env.features), np.float32), np.zeros(130, np.int64)
        env.reset_into(obs, None, seat)
        for _ in range(30):
            rows, begins = env.action_features()
            state = env.state(7)
            assert (rows[begins[7] : begins[8]] == state.action_features()).all() and begins[-1] == len(rows)
            action = env.sample()
            assert ((action >= 0) & (action < np.diff(begins))).all()
            state.apply_nth(action[7])
            env.step_into(action, obs, None, seat)
            assert env.state(7) == state and seat[7] == state.to_move and (obs[7] == state.observe()).all()
        played.append((action, obs, seat))
    assert all((one == two).all() for one, two in zip(*played, strict=True))
    mask = np.zeros((130, 1), bool)
    for call, told in [
        (lambda: env.step_into(np.full(130, 9_999)), "row 0: there is no legal action number 9999: there are"),
        (lambda: env.reset_into(mask=mask), "mask: the actions of vikings-on-board have no numbers"),
        (lambda: env.sample(mask), "mask: the actions of vikings-on-board have no numbers"),
    ]:
        with pytest.raises(dk.UsageError, match=told):
            call()


def test_any_legal_action_may_be_sampled():
    env = dk.Batch("vikings", num_envs=64)
    mask = np.zeros((64, env.actions), bool)
    env.reset_into(mask=mask)
    for _ in range(50):
        action = env.sample()
        assert mask[np.arange(64), action].all()
        env.step_into(action, mask=mask)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda env, b: env.reset_into(b[0][:2]), r"obs: expected the shape \[4, 84\], found \[2, 84\]"),
        (lambda env, b: env.reset_into(mask=np.zeros((4, 14), bool)[:, ::2]), "C order"),
        (lambda env, b: env.step_into(np.zeros(5, np.int64)), r"actions: expected the shape \[4\]"),
        (lambda env, b: env.step_into(np.array([0, 0, 9, 0])), "row 2: there is no action number 9"),
        (lambda env, b: env.sample(np.zeros((4, 7), bool)), "row 0: no action is allowed by the mask"),
        (lambda env, b: env.state(4), "there is no row 4"),
        (lambda env, b: dk.Batch("vikings", num_envs=0), "num_envs: 0"),
    ],
)
def test_what_does_not_fit_is_refused(call, message):
    env = dk.Batch("connect-four", num_envs=4)
    with pytest.raises(dk.UsageError, match=message):
        call(env, buffers(env))


def test_other_types_are_refused():
    env = dk.Batch("connect-four", num_envs=4)
    obs, mask, seat = buffers(env)
    for wrong in (obs.astype(np.float64), mask, "obs"):
        with pytest.raises(TypeError):
            env.reset_into(wrong)
    locked = seat.copy()
    locked.flags.writeable = False
    with pytest.raises((ValueError, RuntimeError, TypeError)):
        env.reset_into(to_move=locked)
    with pytest.raises((ValueError, RuntimeError, TypeError)):
        env.reset_into(to_move=seat, mask=mask, obs=obs[::-1])


def test_sixteen_threads_on_one_batch_are_refused_and_not_mixed_up():
    env = dk.Batch("vikings", num_envs=256, seed=1)
    _, mask, _ = buffers(env)
    env.reset_into(mask=mask)
    done, refused, other = [0], [0], []

    def play():
        own = np.zeros_like(mask)
        for _ in range(50):
            try:
                np.copyto(own, mask)
                env.step_into(env.sample(own))
                done[0] += 1
            except RuntimeError as error:
                assert "borrow" in str(error).lower()
                refused[0] += 1
            except dk.UsageError:
                # Somebody else stepped in between.
                refused[0] += 1
            except BaseException as error:
                other.append(error)

    threads = [threading.Thread(target=play) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not other
    assert done[0] + refused[0] == 16 * 50
    env.reset_into(mask=mask)
    env.step_into(env.sample(mask))
