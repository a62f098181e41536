"""Rule sets as studies take them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _call


@dataclass(frozen=True)
class Rules:
    """A game with its rules: a preset or a file, and changes of single values."""

    game: str
    rules: str | None = None
    set: tuple[str, ...] = ()
    players: int | None = None

    def flags(self) -> dict[str, Any]:
        """The flags of the command that name them."""
        flags = {"game": self.game, "rules": self.rules, "set": list(self.set) or None, "players": self.players}
        return {key: value for key, value in flags.items() if value is not None}

    @property
    def toml(self) -> str:
        """The whole rule set as a file has it."""
        words = ["rules"] if self.rules is None else ["rules", self.rules]
        return _call.hear(words, {"game": self.game, "set": list(self.set) or None})

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the rule set into a new file."""
        path = Path(path)
        with path.open("x", encoding="utf-8") as file:
            file.write(self.toml)
        return path


def changes(given: Mapping[str, Any] | Iterable[str] | str | None) -> list[str]:
    """Changes as the flag `--set` takes them, from `{"scoring.unfed_penalty": 5}` or from texts."""
    if given is None:
        return []
    if isinstance(given, str):
        return [given]
    if isinstance(given, Mapping):
        return [f"{key}={_value(value)}" for key, value in given.items()]
    return list(given)


def _value(value: Any) -> str:
    value = _call.plain(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return str(value)


def rules(
    game: str = "vikings",
    rules: str | os.PathLike[str] | None = None,
    *,
    players: int | None = None,
    set: Mapping[str, Any] | Iterable[str] | str | None = None,
) -> Rules:
    """The rules of a game by a preset or a file, with changes; checked at once."""
    found = Rules(game, None if rules is None else os.fspath(rules), tuple(changes(set)), players)
    # An error is told here, not where they are used.
    _ = found.toml
    return found
