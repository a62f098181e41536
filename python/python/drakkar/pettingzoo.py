"""The games as AEC environments of PettingZoo; importing this module registers them as `drakkar/Vikings-v0` and so on.

An agent of PettingZoo is a seat, `seat_0` to `seat_3`. The reward is seats x win share - 1, when the game ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import register
from pettingzoo.utils.env import AECEnv

from ._native import Game, State
from .errors import UsageError

#: The environments by id, each with the name of its game.
IDS = {
    "drakkar/Vikings-v0": "vikings",
    "drakkar/VikingsOnBoard-v0": "vikings-on-board",
    "drakkar/Eketorp-v0": "eketorp",
    "drakkar/NoMoreVikings-v0": "no-more-vikings",
    "drakkar/ConnectFour-v0": "connect-four",
    "drakkar/Goofspiel-v0": "goofspiel",
}

#: Values of observations lie between minus this and this.
_MOST = 1023.0

_RENDER_MODES = ["human", "ansi"]


class DrakkarEnv(AECEnv[str, dict[str, np.ndarray], int]):
    """A game, one decision after the other. Arrays that it gives are never changed later."""

    def __init__(
        self,
        game: str | Game = "vikings",
        *,
        rules: str | None = None,
        players: int | None = None,
        set: tuple[str, ...] = (),
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game, rules, players, list(set))
        if self.game.num_actions is None:
            raise ValueError(f"the actions of {self.game.id} have no numbers under these rules")
        self._name = f"drakkar_{self.game.id.replace('-', '_')}_v0"
        self.metadata = {"name": self._name, "render_modes": list(_RENDER_MODES), "is_parallelizable": False}
        if render_mode not in (None, *_RENDER_MODES):
            raise ValueError(f"render_mode: expected human or ansi, found {render_mode!r}")
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        features, actions = len(self.game.features), self.game.num_actions
        self._no_action = np.zeros(actions, np.int8)
        self._no_action.flags.writeable = False
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-_MOST, _MOST, (features,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._seed: int | None = None
        self._number = 0
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object at each call."""
        return self.action_spaces[agent]

    @property
    def position(self) -> State:
        """A copy of the state, hidden things included."""
        return self._state.copy()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals: the first deal of a seed, or, without one, the next."""
        if seed is not None:
            self._seed, self._number = int(seed), 0
        elif self._seed is None:
            self._seed, self._number = int(np.random.SeedSequence().generate_state(1)[0]), 0
        else:
            self._number += 1
        self._state = self.game.deal(self._seed, self._number)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        seat = self._state.to_move
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        shares, scores, places = self._state.win_shares, self._state.scores, self._state.places
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = len(shares) * shares[seat] - 1.0
            self.terminations[agent] = True
            self.infos[agent] = {"score": scores[seat], "place": places[seat]}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a seat knows, and which actions are legal, if it decides."""
        seat = self._seats[agent]
        own = self._state.to_move == seat
        mask = self._state.action_mask().view(np.int8) if own else self._no_action.copy()
        return {"observation": self._state.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the seat that decides; of a seat whose game is over, None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise UsageError(f"{agent} decides: expected an action, found None")
        self._state.apply(action)
        self._cumulative_rewards[agent] = 0.0
        self._select()
        if self._state.is_over:
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as text: printed, or given by the mode `ansi`."""
        if self.render_mode is None:
            return None
        text = self._state.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return self._name


def env(**kwargs: Any) -> DrakkarEnv:
    """The environment of a game; see `DrakkarEnv`."""
    return DrakkarEnv(**kwargs)


for _id, _game in IDS.items():
    register("aec", _id, "drakkar.pettingzoo:env", kwargs={"game": _game})
