"""Ten thousand random misuses: each is an exception or does what it says, and nothing else happens."""

import gc
import pickle
import random
import threading

import drakkar as dk
import numpy as np
import pytest

TIMES = 10_000
#: What may be raised; a panic is none of these.
ALLOWED = (
    dk.Error,
    ValueError,
    TypeError,
    OverflowError,
    IndexError,
    AttributeError,
    KeyError,
    RuntimeError,
    BufferError,
)


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


class Mischief:
    """Objects in all states, and values that fit and do not."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.games = [dk.Game(id) for id in dk.games()]
        self.batches = [dk.Batch(game, num_envs=3, threads=2) for game in self.games]
        self.over = [self.played(game, 10_000) for game in self.games]
        self.states = [game.deal() for game in self.games]

    def played(self, game, most):
        state = game.deal(self.rng.getrandbits(64))
        for _ in range(most):
            if state.is_over:
                break
            state.apply_nth(self.rng.randrange(state.count_legal()))
        return state

    def state(self):
        choice = self.rng.random()
        if choice < 0.3:
            return self.rng.choice(self.over)
        if choice < 0.5:
            return self.rng.choice(self.states).view(0).draw(self.rng)
        if choice < 0.6:
            self.states[self.rng.randrange(len(self.states))] = self.played(self.rng.choice(self.games), 20)
        return self.rng.choice(self.states)

    def value(self):
        rng = self.rng
        return rng.choice(
            [
                lambda: rng.randint(-3, 400),
                lambda: rng.choice([-(2**63), 2**63, 2**64, 2**200, -1]),
                lambda: rng.choice([None, True, 1.5, float("nan"), b"buy 1", object(), [], {}, ...]),
                lambda: rng.choice(["", "buy 3", "bid 4", "drop 1", "é", "\x00", "x" * 3000, "go 1", "\ud800"]),
                lambda: self.array(),
                lambda: np.int64(rng.randint(-5, 50)),
                lambda: rng,
                lambda: np.random.default_rng(rng.getrandbits(30)),
                lambda: rng.choice(self.games),
                lambda: self.state(),
                lambda: rng.choice(["greedy", "random", "mcts:iterations=5", "level-0", "exec:/nowhere", "human"]),
            ]
        )()

    def array(self):
        rng = self.rng
        kind = rng.choice([bool, np.int64, np.float32, np.float64, np.uint8, object])
        shape = rng.choice([(), (3,), (0,), (3, 7), (3, 84), (2, 7), (3, 7, 1)])
        array = np.zeros(shape, kind)
        change = rng.random()
        if change < 0.2 and array.ndim:
            array = array[::-1]
        elif change < 0.3:
            array.flags.writeable = False
        elif change < 0.4 and kind is bool:
            array = np.full(shape, 7, np.uint8).view(bool)
        return array

    def buffers(self, env):
        n = env.num_envs
        made = [np.zeros((n, env.features), np.float32), np.zeros((n, env.actions), bool), np.zeros(n, np.int64)]
        if self.rng.random() < 0.5:
            made[self.rng.randrange(3)] = self.value()
        if self.rng.random() < 0.1:
            made = [made[1], made[1], made[2]]
        return made

    def once(self):
        rng, value = self.rng, self.value
        state, game, env = self.state(), rng.choice(self.games), rng.choice(self.batches)
        calls = [
            lambda: state.apply(value()),
            lambda: state.apply_nth(value()),
            lambda: state.after(value()),
            lambda: state.view(value()),
            lambda: state.text(value()),
            lambda: state.data(value()),
            lambda: state.observe(value()),
            lambda: state.observe_into(value(), value()),
            lambda: state.draw(value(), value()),
            lambda: state.ask(value(), value()),
            lambda: state.playout(rng.choice(["random", value()]), value()),
            lambda: state.analyse(rng.choice(["greedy", value()]), value()),
            lambda: state.heard(value()),
            lambda: state.information(value()),
            lambda: state.record(value()),
            lambda: state == value(),
            lambda: pickle.loads(pickle.dumps(state)),
            lambda: state.view().draw(value()),
            lambda: state.legal_numbers(),
            lambda: game.deal(value(), value()),
            lambda: game.recall(rng.choice(['{"seed": 3}', "[]", "{", value()])),
            lambda: game.recall(state.log()),
            lambda: game.recall(state.log().replace('"seed"', '"sead"')),
            lambda: game.recall(state.log().replace("1", "9", 3)),
            lambda: game.deal_json(rng.choice(["{}", "null", '{"prizes":[1,1,1]}', value()])),
            lambda: game.action_text(value()),
            lambda: game.action_number(value()),
            lambda: dk.Game(value(), value(), value(), value()),
            lambda: dk.Batch(value(), num_envs=value(), threads=value()),
            lambda: env.reset_into(*self.buffers(env), seed=rng.choice([None, value()])),
            lambda: env.step_into(rng.choice([np.zeros(env.num_envs, np.int64), value()]), *self.buffers(env)),
            lambda: env.sample(rng.choice([np.ones((env.num_envs, env.actions), bool), value()])),
            lambda: env.state(value()),
        ]
        try:
            rng.choice(calls)()
        except ALLOWED as error:
            assert not isinstance(error, dk.Mistake), error
            assert "panic" not in type(error).__name__.lower()


@pytest.mark.slow
def test_ten_thousand_misuses_leave_no_trace():
    mischief = Mischief(1)
    for _ in range(TIMES // 2):
        mischief.once()
    gc.collect()
    before = resident()
    for _ in range(TIMES):
        mischief.once()
    gc.collect()
    grown = resident() - before
    assert grown < 5_000_000, grown


def test_some_misuses():
    mischief = Mischief(2)
    for _ in range(1_000):
        mischief.once()


def test_a_buffer_that_others_resize_is_refused_or_kept():
    env = dk.Batch("vikings", num_envs=512, threads=2)
    held = [np.zeros((512, env.actions), bool)]
    stop = threading.Event()

    def resize():
        while not stop.is_set():
            try:
                held[0].resize((1, 1))
            except ValueError:
                # It is in use.
                pass

    thread = threading.Thread(target=resize)
    thread.start()
    for _ in range(50):
        held[0] = np.zeros((512, env.actions), bool)
        try:
            env.reset_into(mask=held[0])
            env.step_into(env.sample(held[0]), mask=held[0])
        except dk.UsageError as error:
            assert "expected the shape" in str(error)
    stop.set()
    thread.join()
