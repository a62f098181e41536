"""What an agent sees when it decides, and the states that it could be in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import errors

__all__ = ["Action", "Drawn", "View"]

Ask = Callable[[dict[str, Any]], dict[str, Any]]


class Action(str):
    """An action in the game's notation; `str(action)` is its text."""

    __slots__ = ()


class View:
    """All that the deciding seat knows."""

    def __init__(self, message: dict[str, Any], hello: dict[str, Any], ask: Ask) -> None:
        #: The deciding seat, from 0.
        self.seat: int = message["seat"]
        #: The place in the game, different for any two decisions of a seat.
        self.clock: int = message["clock"]
        #: What the seat knows, for people.
        self.text: str = message["text"]
        #: The same for programs.
        self.data: dict[str, Any] = message["view"]
        self.game: str = hello["game"]
        #: The rules by the keys of the game's page.
        self.rules: dict[str, Any] = hello["rules"]
        self.players: int = hello["players"]
        self._legal = [Action(text) for text in message["legal"]]
        self._ask = ask

    def legal(self) -> list[Action]:
        """The legal actions, in a fixed order."""
        return list(self._legal)

    def draw(self, rng: Any) -> Drawn:
        """A full state that agrees with the view: what the seat does not know is drawn."""
        return Drawn(self._ask, {"draw": _seed(rng)})

    def __str__(self) -> str:
        return self.text


class Drawn:
    """A state as `View.draw` gives it, with the names of `State`. It does not change.

    It is known to the process that plays the game, which is asked when something is looked at; an action that is not
    legal is found out then.
    """

    def __init__(self, ask: Ask, request: dict[str, Any]) -> None:
        self._ask, self._request = ask, request
        self._found: dict[str, Any] | None = None

    def _told(self, **more: Any) -> dict[str, Any]:
        reply = self._ask({**self._request, **more})
        if reply["type"] == "error":
            raise errors.UsageError(reply["error"])
        return reply

    @property
    def _state(self) -> dict[str, Any]:
        if self._found is None:
            self._found = self._told()
        return self._found

    @property
    def to_move(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return self._state["to_move"]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.to_move is None

    @property
    def scores(self) -> list[int]:
        """The current score of every seat."""
        return list(self._state["scores"])

    @property
    def win_shares(self) -> list[float]:
        """The current share of the win of every seat; they add up to 1."""
        return list(self._state["win_shares"])

    def legal(self) -> list[Action]:
        """All legal actions in their order; empty when the game is over."""
        return [Action(text) for text in self._state["legal"]]

    def after(self, action: Action | str) -> Drawn:
        """The state in which an action was played."""
        path = [*self._request.get("path", []), str(action)]
        return Drawn(self._ask, {**self._request, "path": path})

    def playout(self, agent: str, rng: Any) -> list[float]:
        """The win shares if an agent plays on in all seats; the agent is a text as in the command."""
        return self._told(playout={"agent": agent, "seed": _seed(rng)})["win_shares"]

    def text(self, seat: int) -> str:
        """What a seat knows as lines of text."""
        return self._told(view=seat)["text"]

    def data(self, seat: int) -> dict[str, Any]:
        """What a seat knows as data."""
        return self._told(view=seat)["view"]


def _seed(rng: Any) -> str:
    """A seed from a number, or drawn from a generator of numpy or of the standard library."""
    if hasattr(rng, "integers"):
        return str(int(rng.integers(0, 1 << 63)))
    if hasattr(rng, "getrandbits"):
        return str(rng.getrandbits(64))
    if hasattr(rng, "__index__"):
        return str(rng.__index__())
    expected = "a whole number, a numpy Generator or a random.Random"
    raise TypeError(f"rng: expected {expected}, found {type(rng).__name__}")
