"""What can stop a command, in its own words; `code` is its exit code."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """A command did not do all that it was asked for."""

    code = 1


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


_BY_CODE = {kind.code: kind for kind in (Error, UsageError, Refused, Mistake, TryAgain, Interrupted)}


def of(message: str, code: int) -> BaseException:
    """The exception of a message and an exit code."""
    error = _BY_CODE.get(code, Error)(message)
    error.code = code
    return error
