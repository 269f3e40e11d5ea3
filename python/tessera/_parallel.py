"""PettingZoo: a game whose players act together."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from tessera._arrays import form
from tessera._batch import Batch
from tessera._episode import Episode, recorded
from tessera._game import Game, Name
from tessera._gymnasium import METADATA, check_options, level_for, rendered
from tessera._options import agent_at


class Parallel(ParallelEnv):  # type: ignore[misc]
    """A game whose players, "player_0" and so on, act together.

    Observations: {"observation": uint8 [P, R, C], "action_mask": int8 [A]}: what the player sees,
    in his window if the game has one. Each player may choose every action; the mask says which a
    rule would carry out. Who was idle in a step hears why: ``info["idle"]``. ``max_steps``
    truncates after so many steps. ``side``: pixels of a cell. ``record``: keep what is played, for
    `recording`. Other options are those of Batch but ``count`` and ``autoreset``.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: Game | Name,
        *,
        render_mode: str | None = None,
        observation: str = "planes",
        max_steps: int = 0,
        side: int = 16,
        record: bool = False,
        **options: Any,
    ) -> None:
        super().__init__()
        check_options("parallel", Parallel.__init__, options, ("count", "autoreset"),
                      render_mode=render_mode, observation=observation, side=side)  # fmt: skip
        self.batch = Batch(game, 1, observation=observation, autoreset="never",
                           max_steps=max_steps, **options)  # fmt: skip
        self.game = self.batch.game
        if not self.game.together:
            raise ValueError(f"the players of {self.game.name} take turns: use tessera.aec")
        self._episode = Episode(self.batch) if record else None
        self.metadata = {**type(self).metadata, "name": f"{self.game.name}_v0"}
        self.render_mode, self._side, self._begun = render_mode, side, False
        self.possible_agents = [f"player_{i}" for i in range(self.game.players)]
        self.agents: list[str] = []
        mask = spaces.Box(0, 1, (len(self.game.actions),), np.int8)
        shape = self.game.shape(observation)
        high = np.full(shape, 255, np.uint8)
        board = spaces.Box(np.zeros(shape, np.uint8), high, shape, np.uint8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": board, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(len(self.game.actions)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a player's observations."""
        agent_at(agent, self.possible_agents)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a player's actions."""
        agent_at(agent, self.possible_agents)
        return self.action_spaces[agent]

    def _seen(self) -> dict[str, dict[str, Any]]:
        b = self.batch
        seen = {}
        for i, agent in enumerate(self.possible_agents):
            mask = np.zeros(len(self.game.actions), np.int8)
            if b.masks is not None:
                mask[...] = b.masks[0, i]
            seen[agent] = {"observation": b.observations[0, i].copy(), "action_mask": mask}
        return seen

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin a game: at the level options["level"], or at one that the seed draws."""
        if seed is None and not self._begun:
            seed = int(np.random.default_rng().integers(2**63))
        self.batch.reset(seed, levels=level_for(self.batch, options))
        self._begun = True
        if self._episode is not None:
            self._episode.begin()
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def _chosen(self, actions: dict[str, Any]) -> list[int]:
        """Return the number of each agent's action."""
        if not hasattr(actions, "keys"):
            raise ValueError(f"actions: expected a dictionary by agents, got {form(actions)}")
        for agent in actions:
            agent_at(agent, self.possible_agents)
        chosen, last = [], len(self.game.actions) - 1
        for agent in self.agents:
            action = actions.get(agent)
            if action is None:
                raise ValueError(f"actions: there is none of {agent}")
            number = self.game.action(action) if isinstance(action, str) else action
            if not hasattr(number, "__index__"):
                raise ValueError(f"{agent}: expected an integer or a text, got {form(number)}")
            if not 0 <= number <= last:
                raise ValueError(f"{agent}: action {number} is not in 0..{last}")
            chosen.append(int(number))
        return chosen

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, dict[str, Any]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Carry out an action of each player; all are needed."""
        agents, b = self.agents, self.batch
        if not self._begun:
            raise RuntimeError("call reset first")
        chosen = self._chosen(actions)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        if agents:
            for i, why in b.idle(0, chosen).items():
                infos[agents[i]]["idle"] = why
            if self._episode is None:
                b.step([chosen])
            else:
                self._episode.step([chosen])
        ended, cut = bool(b.terminated[0]), bool(b.truncated[0])
        seen = self._seen() if agents else {}
        rewards = {agent: float(b.rewards[0, i]) for i, agent in enumerate(agents)}
        if ended or cut:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, cut),
            infos,
        )

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
