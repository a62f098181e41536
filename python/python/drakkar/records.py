"""Records of games: `records("games.jsonl")[17].replay()`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, overload

from . import _call, errors
from .studies import Result

__all__ = ["Record", "Records", "records"]

#: What a line with a rule set begins with.
RULE_SET = '{"format":"drakkar-rule-set"'


class Record:
    """A game of a file; `data` has its keys, each decision as `[seat, action, legal]`, and scorings as a list."""

    def __init__(self, file: Path, line: str, rule_sets: Mapping[str, str]) -> None:
        self.file = file
        self.data: dict[str, Any] = json.loads(line)
        # A file holds it once.
        if (key := self.data.get("rule_set_id")) in rule_sets:
            del self.data["rule_set_id"]
            self.data["rule_set"] = json.loads(rule_sets[key])["rule_set"]
        self.data["decisions"] = list(_apart(self.data["decisions"]))
        if isinstance(table := self.data.get("scorings"), dict):
            self.data["scorings"] = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]
        #: The number of the game in its run.
        self.index: int = self.data["game_index"]

    def replay(self, *, tables: bool = False) -> str:
        """The game as text, decision by decision; with `tables` the table after each of them."""
        return _call.hear(["replay", os.fspath(self.file)], {"index": self.index, "tables": tables})

    def analyse(self, agent: str = "mcts", *, decision: int | None = None, seed: int = 1) -> Result:
        """What an agent would have played, and how it rates a decision."""
        flags = {"index": self.index, "agent": agent, "decision": decision, "seed": seed, "format": "json"}
        return Result(_call.hear(["analyse", os.fspath(self.file)], flags))

    def __repr__(self) -> str:
        return f"<Record of game {self.index} in {self.file}>"


def _apart(lists: list[list[Any]]) -> Iterator[list[Any]]:
    for seat, *parts in lists:
        for action, legal in zip(parts, [*parts[1:], 1], strict=True):
            if isinstance(action, str):
                yield [seat, action, 1 if isinstance(legal, str) else legal]


class Records(Sequence[Record]):
    """The games of a file, in its order; each is read when it is asked for."""

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self.file = Path(file)
        if not self.file.is_file():
            raise errors.UsageError(f"{self.file}: there is no such file")
        with self.file.open(encoding="utf-8") as lines:
            self._lines = [line for line in lines if line.strip()]
        sets = [line for line in self._lines if line.startswith(RULE_SET)]
        self._rule_sets = {json.loads(line)["id"]: line for line in sets}
        self._lines = [line for line in self._lines if not line.startswith(RULE_SET)]

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, key: int) -> Record: ...
    @overload
    def __getitem__(self, key: slice) -> list[Record]: ...
    def __getitem__(self, key: int | slice) -> Record | list[Record]:
        if isinstance(key, slice):
            return [self._record(line) for line in self._lines[key]]
        return self._record(self._lines[key])

    def __iter__(self) -> Iterator[Record]:
        return map(self._record, self._lines)

    def _record(self, line: str) -> Record:
        return Record(self.file, line, self._rule_sets)


def records(file: str | os.PathLike[str]) -> Records:
    """The games that a study left with `record=`, or failures.jsonl of a run."""
    return Records(file)
