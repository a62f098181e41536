"""Calls of the command: Python's values as its flags, and what it says as exceptions."""

from __future__ import annotations

import json
import os
from typing import Any

from . import _native, errors

# Set in a process that plays for an agent: a script that it reads on the way to the class ends here.
reading = False


class Reached(BaseException):
    """The script that defines an agent goes on to play; whoever reads it for the agent has all that it needs."""


def begin() -> None:
    """To be called by whatever plays for long."""
    if reading:
        raise Reached


def plain(value: Any) -> Any:
    """A value of a flag as JSON has it."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(one) for one in value]
    if hasattr(value, "item"):
        return value.item()
    raise errors.UsageError(f"{value!r}: must be a text, a number, or a list of them")


def hear(words: list[str], flags: dict[str, Any] | None = None) -> str:
    """What the command of these words and flags prints."""
    given = {key: plain(value) for key, value in (flags or {}).items() if value is not None and value is not False}
    printed, message, code = _native.hear(["drakkar", *map(str, words)], json.dumps(given))
    if message is not None:
        raise errors.of(message, code, printed)
    return printed


def command(*words: str, **flags: Any) -> str:
    """What any command of `drakkar` prints: `command("list", "games")`, `command("rules", game="eketorp")`.

    Flags may be words, or keywords as in a file of `--config`.
    """
    return hear(list(words), flags)
