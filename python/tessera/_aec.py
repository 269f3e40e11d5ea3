"""PettingZoo: a game of any number of players, who act in turns."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tessera._batch import Batch
from tessera._episode import Episode, given, recorded
from tessera._game import Game, Name
from tessera._gymnasium import METADATA, board_space, check_options, level_for, rendered
from tessera._options import agent_at


class Aec(AECEnv):  # type: ignore[misc]
    """A game whose players, "player_0" and so on, act in turns.

    Observations: {"observation": uint8 [P, R, C], "action_mask": int8 [A]}; the mask of who is not
    to move is 0. What a player does not see is hidden from him. An action that is not possible
    ends the game with the reward -1; ``illegal`` and ``illegal_reward`` say otherwise.
    ``max_cycles`` truncates after so many actions. ``side``: pixels of a cell. ``record``: keep
    what is played, for `recording`. Other options are those of Batch but
    ``count``, ``autoreset``, ``max_steps`` and ``all_players``.
    """

    metadata: dict[str, Any] = {**METADATA, "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: Game | Name,
        *,
        render_mode: str | None = None,
        observation: str = "planes",
        max_cycles: int = 0,
        illegal: str = "end",
        illegal_reward: float = -1.0,
        side: int = 16,
        record: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        fixed = ("count", "autoreset", "max_steps", "all_players")
        check_options("aec", Aec.__init__, options, fixed,
                      render_mode=render_mode, observation=observation, side=side)  # fmt: skip
        self.batch = Batch(game, 1, observation=observation, autoreset="never", all_players=True,
                           max_steps=max_cycles, illegal=illegal, illegal_reward=illegal_reward,
                           **options)  # fmt: skip
        self.game = self.batch.game
        if self.game.together:
            raise ValueError(f"the players of {self.game.name} act together: use tessera.parallel")
        self._episode = Episode(self.batch) if record else None
        self.metadata = {**type(self).metadata, "name": f"{self.game.name}_v0"}
        self.render_mode, self._side, self._begun = render_mode, side, False
        self.possible_agents = [f"player_{i}" for i in range(self.game.players)]
        self.agents: list[str] = []
        mask = spaces.Box(0, 1, (len(self.game.actions),), np.int8)
        board = board_space(self.game, observation)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": board, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents
        }
        self._views: list[Batch] = []
        if self.game.hidden and self.game.players > 1:
            self._views = [
                Batch(
                    self.game, 1, observation=observation, observer=i, masks=None, all_players=True
                )
                for i in range(self.game.players)
            ]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a player's observations."""
        agent_at(agent, self.possible_agents)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a player's actions."""
        agent_at(agent, self.possible_agents)
        return self.action_spaces[agent]

    def _check_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("call reset first")

    def last(self, observe: bool = True) -> Any:
        """Return what PettingZoo says of who is to move; see its AECEnv."""
        self._check_begun()
        return super().last(observe)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a player sees, and his mask."""
        i = agent_at(agent, self.possible_agents)
        batch = self.batch
        if self._views:
            batch = self._views[i]
            batch.copy(0, self.batch, 0)
            batch.look()
        masks = self.batch.masks
        mask = np.zeros(len(self.game.actions), np.int8)
        if masks is not None and self.batch.players[0] == i:
            mask[...] = masks[0]
        return {"observation": batch.observations[0].copy(), "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: at the level options["level"], or at one that the seed draws."""
        if seed is None and not self._begun:
            seed = int(np.random.default_rng().integers(2**63))
        self.batch.reset(seed, levels=level_for(self.batch, options))
        self._begun = True
        if self._episode is not None:
            self._episode.begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(0, int(self.batch.players[0]))]
        if self.batch.terminated[0]:
            self.terminations = dict.fromkeys(self.agents, True)

    def step(self, action: int | None) -> None:
        """Carry out the action of who is to move; None after the end."""
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        given(action)
        b = self.batch
        if self._episode is None:
            b.step(action)
        else:
            self._episode.step(action)
        self._cumulative_rewards[agent] = 0.0
        for i, one in enumerate(self.agents):
            self.rewards[one] = float(b.rewards[0, i])
            self.terminations[one] = bool(b.terminated[0])
            self.truncations[one] = bool(b.truncated[0])
        i = int(b.players[0])
        after = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
        self.agent_selection = self.agents[i] if i >= 0 else after
        self._accumulate_rewards()

    def recording(self) -> str:
        """Return the game so far, or the one that has ended, as a text; see `Batch.record`.

        Raises ValueError if the environment was not made with ``record=True``.
        """
        return recorded(self._episode)

    def render(self) -> Any:
        """Return the board as render_mode says."""
        return rendered(self.batch, 0, self.render_mode, self._side)

    def close(self) -> None:
        """Free the game's positions."""
        self.batch.close()
