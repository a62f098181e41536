"""Studies: each is the command of the same name, and leaves the same bytes in its folder."""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import _call, _native, errors
from . import agents as _agents
from ._native import Table
from ._rules import Rules, changes

__all__ = [
    "Result",
    "balance",
    "compare",
    "equalize",
    "learn",
    "profile",
    "read",
    "report",
    "run",
    "tournament",
    "tune",
]


class Result:
    """What a study answers: its sentences, and its tables.

    `table(name)` has all rows and columns of a file as the reference of the files describes them, or a table that was
    only printed. `str` of a result are its sentences.
    """

    def __init__(self, printed: str) -> None:
        found = json.loads(printed)
        self.title: str = found.get("title", "")
        self.sentences: list[str] = found.get("sentences", [])
        self.notes: list[str] = found.get("notes", [])
        #: The command that would come next, if there is one.
        self.next: str | None = found.get("next")
        folder = found.get("folder")
        self.folder: Path | None = Path(folder) if folder is not None else None
        self._printed = {table["name"]: table for table in found.get("tables", [])}

    @property
    def tables(self) -> list[str]:
        """Names of all tables: those of files, and those that were only printed."""
        files = sorted(path.stem for path in self.folder.glob("*.csv")) if self.folder else []
        return files + [name for name in self._printed if name not in files]

    def table(self, name: str) -> Table:
        """A table by its name, such as `win_rates` or `ratings`."""
        name = name.removesuffix(".csv")
        if self.folder is None or (name in self._printed and not (self.folder / f"{name}.csv").is_file()):
            if name not in self._printed:
                raise errors.UsageError(f"there is no table `{name}`; there are {', '.join(self.tables)}")
            table = self._printed[name]
            return Table.from_rows(name, table.get("title", ""), table["rows"])
        text = _call.hear(["report", os.fspath(self.folder), "--table", name])
        return Table.from_csv(name, text)

    @property
    def files(self) -> list[Path]:
        """The files of the study."""
        return sorted(path for path in self.folder.iterdir() if path.is_file()) if self.folder else []

    @property
    def rules(self) -> Rules:
        """The rules that an equalising proposes."""
        path = self._file("equalized.toml", "is no equalising: it proposes no rules")
        asked = json.loads((path.parent / "equalize.json").read_text(encoding="utf-8"))
        return Rules(_game(asked), os.fspath(path))

    @property
    def best(self) -> str:
        """The agent that a tune found."""
        tuned = self._file("manifest.json", "has no manifest.json")
        agent = json.loads(tuned.read_text(encoding="utf-8")).get("agent")
        if agent is None:
            raise errors.UsageError(f"{self.folder}: no agent was found here")
        folder = tuned.parent
        return _FILE.sub(lambda file: file[1] + _quoted(str(folder / file[2])), agent["spec"])

    def _file(self, name: str, otherwise: str) -> Path:
        path = self.folder / name if self.folder else None
        if path is None or not path.is_file():
            raise errors.UsageError(f"{self.folder or 'this'}: {otherwise}")
        return path

    def report(self, out: str | os.PathLike[str] | None = None, *, force: bool = False) -> Path:
        """Writes the page of the study, by default as `report.html` in its folder."""
        if self.folder is None:
            raise errors.UsageError("nothing was written that a page could show")
        return report(self.folder, out, force=force)

    def __str__(self) -> str:
        return "\n".join(self.sentences or self.notes or [self.title])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        if self.folder is not None:
            with tempfile.TemporaryDirectory() as scratch:
                page = report(self.folder, Path(scratch) / "page.html").read_text(encoding="utf-8")
            return f'<iframe srcdoc="{html.escape(page)}" style="border: 0; height: 40em; width: 100%"></iframe>'
        return "".join(f"<p>{html.escape(line)}</p>" for line in str(self).splitlines())


# A file of a result, which its agent names without the folder.
_FILE = re.compile(r"(=)(best\.toml|net\.json)(?=,|$)")


def _quoted(path: str) -> str:
    """A file as the text of an agent has it."""
    return '"' + path.replace('"', '""') + '"' if any(mark in path for mark in ',"') else path


def _game(plan: Any) -> str:
    """The game of a plan, wherever it is."""
    if isinstance(plan, Mapping):
        found = plan.get("game")
        inside = plan.values() if not isinstance(found, str) else ()
        return found if isinstance(found, str) else next(filter(None, map(_game, inside)), "")
    return ""


def read(folder: str | os.PathLike[str]) -> Result:
    """The results in a folder; of a study that this version did not print there are only tables."""
    printed, message, code = _native.hear_again(folder)
    if message is not None:
        raise errors.of(message, code)
    result = Result(printed)
    result.folder = Path(folder)
    return result


def report(
    folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str] | None = None,
    *,
    svg: str | os.PathLike[str] | None = None,
    force: bool = False,
) -> Path:
    """Writes result folders as a page for the browser; gives its path."""
    several = [folders] if isinstance(folders, (str, os.PathLike)) else list(folders)
    words = ["report", *(os.fspath(folder) for folder in several)]
    printed = _call.hear(words, {"out": out, "svg": svg, "force": force, "format": "json"})
    return Path(json.loads(printed)["tables"][0]["rows"][0]["page"])


# Flags that name agents.
_AGENTS = ("agents", "agent", "opponents", "references")
# Studies without a folder of their own where none is named.
_NAMELESS = ("tune", "learn", "profile", "equalize")
# What changes no result.
_EFFORT = ("threads", "deadline", "quiet", "force", "keep_going", "keep_chunks", "dry_run")


def _flags(asked: dict[str, Any], scratch: Path) -> dict[str, Any]:
    """Python's values as flags: rules are those of a game, classes are agents, and the hypotheses of a test and the
    width of an interval need no names. Files that are needed for the call go to `scratch`.
    """
    flags = {key: value for key, value in asked.items() if value is not None}
    flags["set"] = changes(flags.get("set"))
    flags["vs_set"] = changes(flags.get("vs_set"))
    own, other = flags.get("rules"), flags.get("vs_rules")
    if isinstance(other, Rules):
        if isinstance(own, Rules) and own.game != other.game:
            raise errors.UsageError(f"vs_rules: are of {other.game}, and rules of {own.game}")
        # Changes of the first rule set would be made in the second one, too.
        if isinstance(own, Rules) and own.set:
            own = replace(own, rules=os.fspath(own.save(scratch / "rules.toml")), set=())
        flags["vs_rules"] = os.fspath(other.save(scratch / "vs-rules.toml"))
    if isinstance(own, Rules):
        del flags["rules"]
        more = own.flags()
        flags["set"] = more.pop("set", []) + flags["set"]
        flags = {**more, **flags}
    flags = {key: value for key, value in flags.items() if value != [] or key not in ("set", "vs_set")}
    for key in _AGENTS:
        value = flags.get(key)
        if value is not None:
            several = value if isinstance(value, (list, tuple)) else [value]
            texts = [_agents.text(one) for one in several]
            flags[key] = texts if isinstance(value, (list, tuple)) else texts[0]
    sprt = flags.get("sprt")
    if isinstance(sprt, (list, tuple)):
        low, high = sprt
        flags["sprt"] = f"elo0={low},elo1={high}"
    if isinstance(flags.get("until"), float):
        flags["until"] = f"ci={flags['until']}"
    return flags


def _study(command: str, asked: dict[str, Any]) -> Result:
    _call.begin()
    with tempfile.TemporaryDirectory() as scratch:
        return _played(command, _flags(asked, Path(scratch)))


def _played(command: str, flags: dict[str, Any]) -> Result:
    words = [command]
    if command == "equalize":
        words = ["balance"]
        # All that can be changed, unless some keys are named.
        if "equalize_seats" not in flags:
            flags.setdefault("equalize", [])
    if command in _NAMELESS and "out" not in flags:
        named = {key: _call.plain(value) for key, value in sorted(flags.items()) if key not in _EFFORT}
        digest = hashlib.sha256(json.dumps(named).encode()).hexdigest()[:12]
        flags["out"] = f"runs/{command}-{digest}"
    flags["format"] = "json"
    try:
        return Result(_call.hear(words, flags))
    except errors.Error as error:
        printed = error.printed
        if not printed:
            raise
        failed = errors.FailedGames(str(error))
        failed.result = Result(printed)
        raise failed from None


def run(agents: Any = None, *, out: str | os.PathLike[str] | None = None, **flags: Any) -> Result:
    """Plays seeded games of agents against each other: `run(["greedy", "random"], games=1_000)`."""
    return _study("run", {"agents": agents, "out": out, **flags})


def compare(agents: Any = None, *, out: str | os.PathLike[str] | None = None, **flags: Any) -> Result:
    """Which of two agents is better, or what a rule changes: `compare(["mcts", "greedy"], players=2, sprt=(0, 20))`."""
    return _study("compare", {"agents": agents, "out": out, **flags})


def tournament(agents: Any = None, *, out: str | os.PathLike[str] | None = None, **flags: Any) -> Result:
    """Rates agents in Elo: `tournament(["random", "greedy", "level-3"], players=2)`."""
    return _study("tournament", {"agents": agents, "out": out, **flags})


def balance(rules: Any = None, *, out: str | os.PathLike[str] | None = None, **flags: Any) -> Result:
    """Whether all components of a game are fair: `balance("advanced", quick=True)`."""
    return _study("balance", {"rules": rules, "out": out, **flags})


def equalize(rules: Any = None, *, out: str | os.PathLike[str] | None = None, **flags: Any) -> Result:
    """Which values would make all components alike: `balance` with `--equalize`."""
    return _study("equalize", {"rules": rules, "out": out, **flags})


def tune(agent: Any = None, *, out: str | os.PathLike[str] | None = None, **flags: Any) -> Result:
    """Finds weights of an agent by self-play, and tests them on fresh deals: `tune("greedy", players=2).best`."""
    return _study("tune", {"agent": agent, "out": out, **flags})


def learn(rules: Any = None, *, out: str | os.PathLike[str] | None = None, **flags: Any) -> Result:
    """Trains a net to predict win shares from games of agents."""
    return _study("learn", {"rules": rules, "out": out, **flags})


def profile(rules: Any = None, *, out: str | os.PathLike[str] | None = None, **flags: Any) -> Result:
    """What kind of game it is: length, luck, skill, tension, choices."""
    return _study("profile", {"rules": rules, "out": out, **flags})
