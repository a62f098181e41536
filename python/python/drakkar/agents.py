"""Agents in Python: classes that play in every study, each thread with a process of its own."""

from __future__ import annotations

import copy
import hashlib
import inspect
import json
import os
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import _call, errors
from ._native import Table
from .views import Action, Ask, View

__all__ = ["Agent", "AgentError", "check"]


class AgentError(errors.Error):
    """An agent breaks its contract."""


class Agent:
    """An agent: write `choose`, and `start_game` if it remembers anything.

    A choice depends only on the view, the generator, and what the object saw since `start_game`: no clock, no
    randomness of its own, no earlier game. Each seat of each game has an object of its own.
    """

    #: The time for each answer; the first one includes the start of the process.
    milliseconds: int = 10_000

    def start_game(self, seat: int, rules: dict[str, Any]) -> None:
        """A game begins, in which the object takes this seat."""

    def choose(self, view: View, rng: Any) -> Action | str:
        """One of `view.legal()`; `rng` is a `numpy.random.Generator` of this decision, seeded by the run."""
        raise NotImplementedError(f"{type(self).__name__} has no `choose`")


def generator(seed: str) -> Any:
    """The generator of a decision."""
    import numpy

    return numpy.random.Generator(numpy.random.PCG64(int(seed)))


def chosen(agent: Agent, message: dict[str, Any], hello: dict[str, Any], ask: Ask) -> str:
    """The text of an agent's choice; `ask` gives replies to its requests."""
    action = agent.choose(View(message, hello, ask), generator(message["seed"]))
    if not isinstance(action, str):
        raise AgentError(f"{type(agent).__name__}.choose gave {action!r}, which is no action")
    return str(action)


def text(agent: Any) -> str:
    """An agent as the command names it; of a class, the program that plays for it."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, os.PathLike):
        return str(agent)
    if isinstance(agent, type) and issubclass(agent, Agent):
        return f"{agent.__name__}={_program(agent)}"
    if isinstance(agent, Agent):
        raise errors.UsageError(f"agents are classes, as each process makes its own objects: {type(agent).__name__}")
    raise errors.UsageError(f"{agent!r}: is no agent; agents are texts, or classes made from drakkar.Agent")


def _program(kind: type[Agent]) -> str:
    name = kind.__qualname__
    if "<locals>" in name:
        raise errors.UsageError(f"{name}: other processes find only a class that stands at the top of a module")
    module = sys.modules.get(kind.__module__)
    place = kind.__module__
    if place == "__main__":
        file = getattr(module, "__file__", None)
        if file is None or not Path(file).is_file():
            raise errors.UsageError(
                f"{name}: other processes cannot read it here; put the class into a file of its own"
            )
        place = os.path.abspath(file)
    # A class that was changed is another agent.
    source = hashlib.sha256(inspect.getsource(kind).encode()).hexdigest()[:8]
    command = shlex.join([sys.executable, "-m", "drakkar._play", f"{place}:{name}@{source}"])
    if any(mark in command for mark in ',"'):
        command = '"' + command.replace('"', '""') + '"'
    limit = "" if kind.milliseconds == Agent.milliseconds else f",milliseconds={kind.milliseconds}"
    # Where this process finds modules, so do those that play.
    os.environ["DRAKKAR_MODULES"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
    return f"exec:{command}{limit}"


# What a `test-bot --full` begins lines with.
_ASKED, _ANSWERED, _REQUESTED, _REPLIED = "  asked     ", "  answered  ", "  requested ", "  replied   "


def check(
    agent: type[Agent],
    games: Sequence[str] | str = ("vikings", "goofspiel"),
    *,
    rules: Any = None,
    players: int | None = None,
    number: int = 4,
    seed: int = 1,
) -> Table:
    """Plays a few games with an agent as studies do, and whether it keeps its contract.

    Its process chooses legal actions in time. Asked the same once more in another process, in another order of the
    games, it chooses the same; so does a copy that was made in mid-game. Views have nothing that a seat does not know,
    so there is nothing to peek at.

    Raises `AgentError` with the first mistake; otherwise gives a table of games, answers and times.
    """
    _call.begin()
    bot = text(agent)
    names = [games] if isinstance(games, str) else list(games)
    flags = {"game": names, "rules": rules, "players": players, "games": number, "seed": seed}
    bot = bot.split("=", 1)[1]
    try:
        table = json.loads(_call.hear(["test-bot", bot], {**flags, "format": "json"}))["tables"][0]
    except errors.Error as error:
        printed = error.printed
        if not printed:
            raise
        rows = json.loads(printed)["tables"][0]["rows"]
        mistakes = [f"{row['game']}: {row['mistake']}" for row in rows if row["failed"]]
        raise AgentError("\n".join(mistakes)) from None
    for name in names:
        _same_again(agent, _asked(_call.hear(["test-bot", bot, "--full"], {**flags, "game": name})))
    return Table.from_rows("test_bot", "", table["rows"])


@dataclass
class _Asked:
    """A decision of an agent, with its requests and what it got for them."""

    hello: dict[str, Any]
    message: dict[str, Any]
    replies: dict[str, dict[str, Any]] = field(default_factory=dict)
    action: str = ""

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The same reply to the same request."""
        text = json.dumps(request)
        if text not in self.replies:
            raise AgentError(f"asked the same again, the agent makes a request that it did not make before: {text}")
        return self.replies[text]


def _asked(told: str) -> list[list[_Asked]]:
    """What an agent was asked in each game, and what it said."""
    games: list[list[_Asked]] = []
    hello: dict[str, Any] = {}
    request = ""
    for line in told.splitlines():
        if line.startswith(_ASKED):
            message = json.loads(line.removeprefix(_ASKED))
            if message["type"] == "hello":
                hello = message
            elif message["type"] == "start":
                games.append([])
            else:
                games[-1].append(_Asked(hello, message))
        elif line.startswith(_REQUESTED):
            request = json.dumps(json.loads(line.removeprefix(_REQUESTED)))
        elif line.startswith(_REPLIED):
            games[-1][-1].replies[request] = json.loads(line.removeprefix(_REPLIED))
        elif line.startswith(_ANSWERED) and games and games[-1]:
            answer = json.loads(line.removeprefix(_ANSWERED).rsplit("  (", 1)[0])
            games[-1][-1].action = answer["action"]
    return games


def _same_again(kind: type[Agent], games: list[list[_Asked]]) -> None:
    name = kind.__name__
    for game in reversed(games):
        seats: dict[int, Agent] = {}
        for asked in game:
            hello, message, answered = asked.hello, asked.message, asked.action
            seat = message["seat"]
            if seat not in seats:
                seats[seat] = kind()
                seats[seat].start_game(seat, hello["rules"])
            try:
                twin = copy.deepcopy(seats[seat])
            except Exception as error:
                raise AgentError(f"{name}: cannot be copied in mid-game: {error}") from error
            where = f"{hello['game']}, seat {seat}, clock {message['clock']}"
            action = chosen(seats[seat], message, hello, asked.ask)
            if action != answered:
                raise AgentError(
                    f"{name}: chose `{answered}`, and asked the same again `{action}` ({where}); a choice depends only "
                    "on the view, the generator and what was seen since `start_game`"
                )
            copied = chosen(twin, message, hello, asked.ask)
            if copied != action:
                raise AgentError(f"{name}: chose `{action}`, and its copy `{copied}` ({where})")
