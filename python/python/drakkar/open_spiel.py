"""The games in OpenSpiel; importing this module registers them as `drakkar_vikings` and so on.

Chance comes first: the digits of a deal's number, at most 256 outcomes each. Nobody sees them, and there is no chance
later. Parameters are `players`, `rules`, `set` (changes `key:value`, with `;` between them), `deals` (how many deals
there are: up to 256, or 65536 or 16777216) and `seed`.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
import pyspiel

from ._native import Game, State
from .errors import UsageError

#: The games by their names in OpenSpiel, each with its name here.
NAMES = {
    "drakkar_vikings": "vikings",
    "drakkar_vikings_on_board": "vikings-on-board",
    "drakkar_eketorp": "eketorp",
    "drakkar_no_more_vikings": "no-more-vikings",
    "drakkar_connect_four": "connect-four",
    "drakkar_goofspiel": "goofspiel",
}

_DIGIT = 256
_MOST_DEALS = {_DIGIT**2: 2, _DIGIT**3: 3}
#: Bits of the digest in tensors of information states.
_BITS = 64


def _game_type(name: str, usual: Game) -> pyspiel.GameType:
    fewest, most = usual.players_range
    open_game = usual.id == "connect-four"
    mode, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    parameters = {"players": usual.players, "rules": usual.rules, "set": ""}
    if not open_game:
        parameters.update({"deals": _DIGIT**2, "seed": 0})
    return pyspiel.GameType(
        short_name=name,
        long_name=usual.about,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=mode.DETERMINISTIC if open_game else mode.EXPLICIT_STOCHASTIC,
        information=information.PERFECT_INFORMATION if open_game else information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class DrakkarGame(pyspiel.Game):
    """A game under rules, as OpenSpiel takes it."""

    #: Set by `_registered`.
    kind: pyspiel.GameType
    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = {**self.kind.parameter_specification, **(params or {})}
        # OpenSpiel reads `=` as the end of a parameter's name.
        changes = [change.strip().replace(":", "=", 1) for change in str(params["set"]).split(";")]
        changes = [change for change in changes if change]
        self.drakkar = Game(self.name, str(params["rules"]), int(params["players"]), changes)
        if self.drakkar.num_actions is None:
            raise UsageError(f"the actions of {self.name} have no numbers under these rules")
        self.seed, self.deals = int(params.get("seed", 0)), int(params.get("deals", 1))
        self.digits, self.outcomes = _digits(self.deals) if "deals" in params else (0, 0)
        self.features = len(self.drakkar.features)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.drakkar.num_actions,
            max_chance_outcomes=self.outcomes,
            num_players=self.drakkar.players,
            min_utility=-1.0,
            max_utility=self.drakkar.players - 1.0,
            utility_sum=0.0,
            max_game_length=self.drakkar.max_decisions,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self, state: Any = None) -> DrakkarState:
        """The state before the deal, or that of a struct."""
        return DrakkarState(self, state)

    def max_chance_nodes_in_history(self) -> int:
        """The digits of a deal's number."""
        return self.digits

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer | None:
        """What a seat knows now, or has known; there are no others, such as of what is private alone."""
        if params:
            raise UsageError(f"observations have no parameters, but there are {params}")
        if iig_obs_type is None:
            return _Observer(self, False)
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not iig_obs_type.public_info or iig_obs_type.private_info != single:
            return None
        return _Observer(self, iig_obs_type.perfect_recall)


def _digits(deals: int) -> tuple[int, int]:
    if 1 <= deals <= _DIGIT:
        return 1, deals
    if deals in _MOST_DEALS:
        return _MOST_DEALS[deals], _DIGIT
    raise UsageError(f"deals={deals}: expected 1 to {_DIGIT}, {_DIGIT**2} or {_DIGIT**3}")


class DrakkarState(pyspiel.State):
    """A state, which is one of chance until the deal has its number."""

    def __init__(self, game: DrakkarGame, state: Any = None) -> None:
        super().__init__(game)
        self._drakkar = game.drakkar
        self._seed, self._left, self._outcomes, self._number = game.seed, game.digits, game.outcomes, 0
        self._state: State | None = None
        if state is not None:
            found = state.to_dict() if isinstance(state, pyspiel.StateStruct) else state
            self._left, self._number = int(found["left"]), int(found["number"])
            if self._left not in range(game.digits + 1) or not 0 <= self._number < max(game.deals, 1):
                raise UsageError("a struct with another number of deals")
            self._state = None if self._left else game.drakkar.recall(json.dumps(found["log"]))
        self._deal()

    def _deal(self) -> None:
        if self._left == 0 and self._state is None:
            self._state = self._drakkar.deal(self._seed, self._number)

    @property
    def drakkar(self) -> State:
        """A copy of the state as Drakkar has it; an error before the deal."""
        return self._dealt().copy()

    def _dealt(self) -> State:
        if self._state is None:
            raise UsageError("nothing is dealt yet")
        return self._state

    def current_player(self) -> int:
        """The seat that decides, or chance, or the end."""
        if self._state is None:
            return pyspiel.PlayerId.CHANCE
        seat = self._state.to_move
        return pyspiel.PlayerId.TERMINAL if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return self._dealt().legal_numbers()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All digits, equally likely."""
        return [(digit, 1.0 / self._outcomes) for digit in range(self._outcomes)]

    def _apply_action(self, action: int) -> None:
        if self._state is not None:
            self._state.apply(action)
            return
        if not 0 <= action < self._outcomes:
            raise UsageError(f"there is no outcome {action}: there are {self._outcomes}, from 0")
        self._number = self._number * _DIGIT + action
        self._left -= 1
        self._deal()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self._drakkar.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._state is not None and self._state.is_over

    def returns(self) -> list[float]:
        """Seats x win share - 1 at the end, 0 before."""
        if not self.is_terminal():
            return [0.0] * self._drakkar.players
        shares = self._dealt().win_shares
        return [len(shares) * share - 1.0 for share in shares]

    def __str__(self) -> str:
        return f"deal {self._number}, {self._left} digits to come" if self._state is None else self._state.text()

    def _to_struct(self) -> dict[str, Any]:
        log = None if self._state is None else json.loads(self._state.log())
        return {"left": self._left, "number": self._number, "log": log}

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        text = struct["action"]
        if self._state is None:
            return [int(text.removeprefix("deal "))]
        return [self._drakkar.action_number(text)]

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return {} if self._state is None else {"seat": player, "known": self._state.data(player)}


class _Observer:
    """What a seat knows, as numbers and text; with perfect recall, also the seat and a digest of all it has known."""

    def __init__(self, game: DrakkarGame, recall: bool) -> None:
        self._recall, self._features, self._players = recall, game.features, game.drakkar.players
        more = self._players + _BITS if recall else 0
        self.tensor = np.zeros(self._features + more, np.float32)
        self.dict = {"info_state" if recall else "observation": self.tensor}

    def set_from(self, state: DrakkarState, player: int) -> None:
        """Fills in what `player` knows; before the deal, nothing."""
        self.tensor.fill(0)
        if state._state is None:
            return
        state._state.observe_into(self.tensor[: self._features], player)
        if self._recall:
            self.tensor[self._features + player] = 1
            known = hashlib.sha256(self.string_from(state, player).encode()).digest()[: _BITS // 8]
            self.tensor[self._features + self._players :] = np.unpackbits(np.frombuffer(known, np.uint8))

    def string_from(self, state: DrakkarState, player: int) -> str:
        """What `player` knows as lines of text."""
        if state._state is None:
            return ""
        return state._state.information(player) if self._recall else state._state.text(player)


class Bot(pyspiel.Bot):
    """An agent of Drakkar for a game of this module: `Bot("level-5", seed=1)`."""

    def __init__(self, agent: str, seed: int = 0) -> None:
        super().__init__()
        self.agent, self._seed = agent, seed

    def step(self, state: DrakkarState) -> int:
        """The number of its choice, which depends on the seed, the deal and the state alone."""
        choice = state._dealt().ask(self.agent, self._seed)
        return state._drakkar.action_number(choice)

    def restart(self) -> None:
        """It remembers nothing of earlier games."""

    def restart_at(self, state: DrakkarState) -> None:
        """It remembers nothing of earlier states."""


def _registered(name: str, id: str) -> type[DrakkarGame]:
    kind = _game_type(name, Game(id))
    title = "Drakkar" + "".join(word.title() for word in id.split("-"))
    made = type(title, (DrakkarGame,), {"kind": kind, "name": id, "__module__": __name__})
    pyspiel.register_game(kind, made)
    return made


for _name, _id in NAMES.items():
    _made = _registered(_name, _id)
    # Where pickles look for it.
    globals()[_made.__name__] = _made
