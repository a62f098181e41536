"""What pickles call to make games and states again."""

from __future__ import annotations

from functools import lru_cache

from ._native import Game, State


@lru_cache(maxsize=64)
def game(id: str, toml: str, players: int) -> Game:
    """A game under the rules of a file; the last ones are kept."""
    return Game.from_toml(id, toml, players)


def state(game: Game, log: str) -> State:
    """The state that wrote a log."""
    return game.recall(log)
