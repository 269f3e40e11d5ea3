"""Gymnasium: one environment, and many."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tessera._batch import Batch
from tessera._game import Game, Name

MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "never": AutoresetMode.DISABLED,
}
METADATA: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 5}

Board = npt.NDArray[np.uint8]


def board_space(game: Game, observation: str) -> spaces.Box:
    """Return the space of an observation: planes of kinds are 0 or 1, all others 0 to 255."""
    shape = game.shape(observation)
    high = np.full(shape, 255, np.uint8)
    if observation == "planes":
        # Fields and the turn have a plane of the same name among the layers, kinds have not.
        numbers = set(game.planes("layers"))
        high[[name not in numbers for name in game.planes()]] = 1
    return spaces.Box(np.zeros(shape, np.uint8), high, shape, np.uint8)


def _check_game(batch: Batch) -> None:
    if batch.game.players != 1:
        raise ValueError(
            f"{batch.game.name} has {batch.game.players} players: use tessera.aec or tessera.Batch"
        )


def _check_render(mode: str | None) -> None:
    if mode not in (None, *METADATA["render_modes"]):
        raise ValueError(f"render_mode is {mode!r}, not one of None, 'ansi', 'rgb_array'")


class Env(gymnasium.Env[Board, np.int64]):
    """A game of one player.

    Observations: uint8 [P, R, C], see Batch. Actions: the numbers of game.actions. ``info`` has
    "action_mask", int8 [A], unless ``masks`` is None: ``env.action_space.sample(mask)`` takes it.
    Rewards: what the score grows by; without a score 1 at the goal, -1 at another end.

    ``render_mode``: "ansi" (a text) or "rgb_array" (uint8 [rows * side, columns * side, 3]).
    ``max_episode_steps`` truncates. With ``copy=False`` each call writes the same observation and
    mask. Other options are those of Batch. ``reset(options={"level": 3})`` begins at a level.
    """

    metadata: ClassVar[dict[str, Any]] = METADATA  # type: ignore[misc]

    def __init__(
        self,
        game: Game | Name,
        *,
        render_mode: str | None = None,
        observation: str = "planes",
        max_episode_steps: int | None = None,
        copy: bool = True,
        side: int = 16,
        **options: Any,
    ) -> None:
        _check_render(render_mode)
        self.batch = Batch(game, 1, observation=observation, autoreset="never",
                           max_steps=max_episode_steps or 0, **options)  # fmt: skip
        _check_game(self.batch)
        self.game = self.batch.game
        self.render_mode = render_mode
        self.observation_space = board_space(self.game, observation)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(len(self.game.actions))
        self._copy, self._side, self._begun = copy, side, False

    def _seen(self) -> tuple[Board, dict[str, Any]]:
        board, masks = self.batch.observations[0], self.batch.masks
        if masks is None:
            return board.copy() if self._copy else board, {}
        if self._copy:
            return board.copy(), {"action_mask": masks[0].copy()}
        return board, {"action_mask": masks[0]}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Board, dict[str, Any]]:
        """Begin an episode: at the level options["level"], or at one that the seed draws."""
        super().reset(seed=seed)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        self.batch.reset(seed, levels=(options or {}).get("level"))
        self._begun = True
        return self._seen()

    def step(self, action: Any) -> tuple[Board, float, bool, bool, dict[str, Any]]:
        """Carry out an action, a number."""
        b = self.batch
        b.step(action)
        board, info = self._seen()
        return board, float(b.rewards[0]), bool(b.terminated[0]), bool(b.truncated[0]), info

    def render(self) -> Any:
        """Return the board as render_mode says."""
        return _render(self.batch, 0, self.render_mode, self._side)

    def close(self) -> None:
        """Free the environment."""
        self.batch.close()


def _render(batch: Batch, i: int, mode: str | None, side: int) -> Any:
    if mode == "ansi":
        return batch.text(i)
    return batch.picture(i, side) if mode == "rgb_array" else None


class Vector(VectorEnv[Board, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many environments of a game of one player, stepped in one call.

    ``autoreset``: "next_step", "same_step" or "never", Gymnasium's three modes; or its
    AutoresetMode. In the mode "same_step" info["final_obs"] and info["final_info"] tell of the
    episodes that ended, where info["_final_obs"] is True. In "never"
    ``reset(options={"reset_mask": bool [N]})`` begins the chosen ones anew.

    With ``copy=False`` the same arrays are written by each call. Other options are those of Batch
    and of Env. Environment i of seed s is the single environment of seed s + i.
    """

    def __init__(
        self,
        game: Game | Name,
        num_envs: int = 1,
        *,
        autoreset: str | AutoresetMode = "next_step",
        render_mode: str | None = None,
        observation: str = "planes",
        max_episode_steps: int | None = None,
        copy: bool = True,
        side: int = 16,
        **options: Any,
    ) -> None:
        _check_render(render_mode)
        names = {mode: name for name, mode in MODES.items()}
        self.mode = names[autoreset] if isinstance(autoreset, AutoresetMode) else autoreset
        self.batch = Batch(game, num_envs, observation=observation, autoreset=self.mode,
                           max_steps=max_episode_steps or 0, **options)  # fmt: skip
        _check_game(self.batch)
        self.game, self.num_envs, self.render_mode = self.batch.game, num_envs, render_mode
        self.metadata = {**METADATA, "autoreset_mode": MODES[self.mode]}
        self.single_observation_space = board_space(self.game, observation)
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy, self._side, self._begun = copy, side, False

    def _out(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self, which: npt.NDArray[np.bool_] | None = None) -> dict[str, Any]:
        if self.batch.masks is None:
            return {}
        has = np.ones(self.num_envs, np.bool_) if which is None else which
        masks = self._out(self.batch.masks)
        return {"action_mask": masks, "_action_mask": has}

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Board, dict[str, Any]]:
        """Begin episodes; options: "reset_mask", bool [N], and "level", of all or [N]."""
        given = options or {}
        which = given.get("reset_mask")
        if which is not None and (
            not isinstance(which, np.ndarray)
            or which.dtype != np.bool_
            or which.shape != (self.num_envs,)
        ):
            raise ValueError(f"reset_mask must be a bool array of {self.num_envs}")
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        self.batch.reset(seed, which=which, levels=given.get("level"))
        self._begun = True
        return self._out(self.batch.observations), self._info(which)

    def step(self, actions: Any) -> tuple[Board, Any, Any, Any, dict[str, Any]]:
        """Carry out an action in each environment: numbers, [N]."""
        b = self.batch
        ended = b.step(actions)
        info = self._info()
        if ended and self.mode == "same_step":
            info |= self._final(b.terminated | b.truncated)
        rewards = b.rewards.astype(np.float64)
        return (self._out(b.observations), rewards, self._out(b.terminated),
                self._out(b.truncated), info)  # fmt: skip

    def _final(self, over: npt.NDArray[np.bool_]) -> dict[str, Any]:
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(over):
            final[i] = self.batch.final_observations[i].copy()
        return {"final_obs": final, "_final_obs": over, "final_info": {}, "_final_info": over}

    def render(self) -> tuple[Any, ...] | None:
        """Return all boards as render_mode says."""
        if self.render_mode is None:
            return None
        modes = [self.render_mode] * self.num_envs
        return tuple(_render(self.batch, i, mode, self._side) for i, mode in enumerate(modes))

    def close_extras(self, **_: Any) -> None:
        """Free the environments."""
        self.batch.close()
