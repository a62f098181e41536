"""What can stop a command, in its own words; `code` is its exit code."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """A command did not do all that it was asked for."""

    code = 1
    printed = ""


class UsageError(Error, ValueError):
    """A flag, an argument, or a file or folder that is named cannot be used."""

    code = 2


class FailedGames(Error):
    """Everything was written, but agents failed in some games; `result` has what was written."""

    code = 1
    result: Any = None


class Refused(Error):
    """A run is refused, or files are not as they were written."""

    code = 3


class Mistake(Error, RuntimeError):
    """A mistake of the laboratory, or of a game or an agent in it."""

    code = 70


class TryAgain(Error):
    """A file cannot be read or written, somebody else is at work, or time is over: trying again may help."""

    code = 75


class Interrupted(KeyboardInterrupt):
    """Ctrl-C; finished chunks are kept, and the same call resumes."""

    code = 130


_KINDS: tuple[type[Error] | type[Interrupted], ...] = (Error, UsageError, Refused, Mistake, TryAgain, Interrupted)
_BY_CODE = {kind.code: kind for kind in _KINDS}


def of(message: str, code: int, printed: str = "") -> Error | Interrupted:
    """The exception of a message and an exit code; `printed` is what the command printed nevertheless."""
    error = _BY_CODE.get(code, Error)(message)
    error.code = code
    if isinstance(error, Error):
        error.printed = printed
    return error
