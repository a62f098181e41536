"""Agents of the tests."""

import drakkar as dk


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
