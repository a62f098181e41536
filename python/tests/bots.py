"""Agents of the tests."""

import drakkar as dk
import numpy as np


class Cheapest(dk.Agent):
    """Buys what is cheapest; otherwise anything."""

    def start_game(self, seat, rules):
        self.seat, self.seen = seat, 0

    def choose(self, view, rng):
        assert view.seat == self.seat and view.players >= 2 and view.text and view.data
        self.seen += 1
        prices = [action for action in view.legal() if str(action).startswith("buy ")]
        if prices:
            return min(prices, key=lambda action: int(action.split()[1]))
        return view.legal()[int(rng.integers(len(view.legal())))]


class Mine(dk.Agent):
    """Plays a few games from states that it draws, and chooses what did best."""

    def start_game(self, seat, rules):
        self.seat = seat

    def choose(self, view, rng):
        acts = view.legal()
        value = np.zeros(len(acts))
        n = np.zeros(len(acts))
        for _ in range(64):
            state = view.draw(rng)
            k = int(rng.integers(len(acts)))
            value[k] += state.after(acts[k]).playout("greedy", rng)[self.seat]
            n[k] += 1
        return acts[int((value / np.maximum(n, 1)).argmax())]


class Curious(dk.Agent):
    """Looks at states that it draws, and at what is wrong with them."""

    def start_game(self, seat, rules):
        self.looks = 3

    def choose(self, view, rng):
        if not self.looks:
            return view.legal()[0]
        self.looks -= 1
        state = view.draw(rng)
        assert not state.is_over and state.to_move == view.seat and state.legal() == view.legal()
        assert state.text(view.seat) == view.text and state.data(view.seat) == view.data
        first = state.after(view.legal()[0])
        assert first.text(view.seat) != view.text and first.legal() == state.after(view.legal()[0]).legal()
        shares, again = (first.playout("level-2", 7) for _ in range(2))
        assert shares == again and abs(sum(shares) - 1) < 1e-9
        end = first
        while not end.is_over:
            end = end.after(end.legal()[-1])
        assert end.legal() == [] and len(end.scores) == len(end.win_shares) == view.players
        for wrong, told in [
            (lambda: state.after("pass away").legal(), "key `path[0]`: cannot read action `pass away`"),
            (lambda: state.text(9), "key `view`: there is no seat 9"),
            (lambda: state.playout("exec:cat", rng), "does not choose by its seed alone"),
            (lambda: end.after(view.legal()[0]).scores, "the game is over"),
        ]:
            try:
                raise AssertionError(wrong())
            except dk.UsageError as error:
                assert told in str(error), error
        return view.legal()[0]


class Restless(dk.Agent):
    """Draws by a generator of its own."""

    def choose(self, view, rng):
        state = view.draw(np.random.default_rng())
        return view.legal()[int(sum(state.scores)) % len(view.legal())]


class Illegal(dk.Agent):
    def choose(self, view, rng):
        return "pass away"


class Broken(dk.Agent):
    def choose(self, view, rng):
        raise ValueError("no idea")


class Clock(dk.Agent):
    def choose(self, view, rng):
        import time

        return view.legal()[time.monotonic_ns() // 1000 % len(view.legal())]


class Rumour(dk.Agent):
    """Remembers games that are over."""

    games = 0

    def start_game(self, seat, rules):
        type(self).games += 1

    def choose(self, view, rng):
        return view.legal()[self.games % len(view.legal())]


class Locked(dk.Agent):
    def start_game(self, seat, rules):
        import threading

        self.lock = threading.Lock()

    def choose(self, view, rng):
        return view.legal()[0]


class Loud(dk.Agent):
    """What it prints is no answer."""

    def choose(self, view, rng):
        print("thinking")
        return view.legal()[0]
