"""The process that plays for an agent in Python: `python -m drakkar._play PLACE:CLASS@SOURCE`.

It speaks the protocol of programs (`docs/own-agent.md`).
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import types
from typing import Any

from . import _call, agents


def find(reference: str) -> type[agents.Agent]:
    """The class that a reference names."""
    place, _, name = reference.rpartition("@")[0].rpartition(":")
    if place.endswith(".py") or os.sep in place:
        # A script, up to where it plays itself.
        module = types.ModuleType("drakkar_script")
        module.__file__ = place
        sys.modules[module.__name__] = module
        sys.path.insert(0, os.path.dirname(place))
        with open(place, encoding="utf-8") as file:
            code = compile(file.read(), place, "exec")
        _call.reading = True
        try:
            exec(code, module.__dict__)
        except _call.Reached:
            pass
        finally:
            _call.reading = False
    else:
        module = importlib.import_module(place)
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part)
    if not (isinstance(found, type) and issubclass(found, agents.Agent)):
        raise TypeError(f"{reference}: is no agent")
    return found


def main() -> None:
    """Answers questions until the input ends."""
    # What the agent prints must not be taken for answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.path[:] = os.environ.get("DRAKKAR_MODULES", "").split(os.pathsep) + sys.path
    kind = find(sys.argv[1])

    def say(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    def ask(request: dict[str, Any]) -> dict[str, Any]:
        say(request)
        # Without a reply nobody waits for an answer.
        return json.loads(sys.stdin.buffer.readline() or sys.exit(0))

    hello: dict[str, Any] = {}
    seats: dict[int, agents.Agent] = {}
    for line in iter(sys.stdin.buffer.readline, b""):
        message = json.loads(line)
        if message["type"] == "hello":
            hello = message
        elif message["type"] == "start":
            seats = {}
        elif message["type"] == "decide":
            seat = message["seat"]
            if seat not in seats:
                seats[seat] = kind()
                seats[seat].start_game(seat, hello["rules"])
            say({"action": agents.chosen(seats[seat], message, hello, ask)})


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(0)
