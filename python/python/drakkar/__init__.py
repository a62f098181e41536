"""A laboratory of self-play for modern board games.

The studies are those of the command `drakkar`, with its flags as keywords; `help(drakkar.command)` runs any other.
"""

from ._call import command
from ._native import Batch, Game, GameView, State, Table, __version__, games
from ._rules import Rules, rules
from .agents import Agent, AgentError, check
from .errors import Error, FailedGames, Interrupted, Mistake, Refused, TryAgain, UsageError
from .records import Record, Records, records
from .studies import (
    Result,
    balance,
    compare,
    equalize,
    learn,
    profile,
    read,
    report,
    run,
    tournament,
    tune,
)
from .views import Action, Drawn, View

__all__ = [
    "Action",
    "Agent",
    "AgentError",
    "Batch",
    "Drawn",
    "Error",
    "FailedGames",
    "Game",
    "GameView",
    "Interrupted",
    "Mistake",
    "Record",
    "Records",
    "Refused",
    "Result",
    "Rules",
    "State",
    "Table",
    "TryAgain",
    "UsageError",
    "View",
    "__version__",
    "balance",
    "check",
    "command",
    "compare",
    "equalize",
    "games",
    "learn",
    "profile",
    "read",
    "records",
    "report",
    "rules",
    "run",
    "tournament",
    "tune",
]
