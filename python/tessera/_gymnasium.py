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
from tessera._episode import Episode, given, recorded
from tessera._game import OBSERVATIONS, Game, Name
from tessera._options import check, integer, names
from tessera._options import level as level_of

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


def check_render(mode: str | None) -> None:
    """Raise ValueError for a render_mode that there is not."""
    if mode not in (None, *METADATA["render_modes"]):
        raise ValueError(f"render_mode is {mode!r}, not one of None, 'ansi', 'rgb_array'")


def check_options(
    what: str, make: Any, options: dict[str, Any], fixed: tuple[str, ...], **shared: Any
) -> None:
    """Raise an error for options of an environment that it has not, or that do not fit.

    ``fixed``: options of Batch that the environment gives itself. ``shared``: render_mode,
    observation, side.
    """
    other = [name for name in names(Batch.__init__, Game.__init__) if name not in fixed]
    check(what, options, [*names(make), *other])
    check_render(shared["render_mode"])
    integer("side", shared["side"], 1, 64)
    shown = [word for word in OBSERVATIONS if word is not None]
    if shared["observation"] not in shown:
        words = ", ".join(map(repr, shown))
        raise ValueError(f"observation is {shared['observation']!r}, not one of {words}")


def level_for(batch: Batch, options: dict[str, Any] | None, *others: str) -> Any:
    """Return the levels that the options of a reset name, for all environments."""
    level = level_of(options, ("level", *others))
    return None if level is None else batch._each("level", level)


def rendered(batch: Batch, i: int, mode: str | None, side: int) -> Any:
    """Return the board of environment i as render_mode says."""
    if mode == "ansi":
        return batch.text(i)
    return batch.picture(i, side) if mode == "rgb_array" else None


class _Boards:
    """What one environment and many share."""

    batch: Batch
    game: Game
    render_mode: str | None
    np_random: np.random.Generator

    def _open(
        self,
        game: Game | Name,
        count: int,
        *,
        autoreset: str,
        render_mode: str | None,
        observation: str,
        max_episode_steps: int | None,
        copy: bool,
        side: int,
        **options: Any,
    ) -> tuple[spaces.Box, spaces.Discrete]:
        """Make the batch; return the spaces of one environment."""
        self.batch = Batch(game, count, observation=observation, autoreset=autoreset,
                           max_steps=max_episode_steps or 0, **options)  # fmt: skip
        self.game, self.render_mode = self.batch.game, render_mode
        if self.game.players != 1:
            raise ValueError(f"{self.game.name} has {self.game.players} players: "
                             "use tessera.aec, tessera.parallel or tessera.Batch")  # fmt: skip
        self._copy, self._side, self._begun = copy, side, False
        return board_space(self.game, observation), spaces.Discrete(len(self.game.actions))

    def _begin(self, seed: Any, which: Any, options: dict[str, Any]) -> None:
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(2**63))
        levels = level_for(self.batch, options, "reset_mask")
        self.batch.reset(seed, which=which, levels=levels)
        self._begun = True

    def _check_begun(self) -> None:
        if not self._begun:
            raise gymnasium.error.ResetNeeded("call reset first")


class Env(_Boards, gymnasium.Env[Board, np.int64]):
    """A game of one player.

    Observations: uint8 [P, R, C], see Batch. Actions: the numbers of game.actions. ``info`` has
    "action_mask", int8 [A], unless ``masks`` is None: ``env.action_space.sample(mask)`` takes it.
    Rewards: what the score grows by; without a score 1 at the goal, -1 at another end.

    ``render_mode``: "ansi" (a text) or "rgb_array" (uint8 [rows * side, columns * side, 3]).
    ``max_episode_steps`` truncates. With ``copy=False`` each call writes the same observation and
    mask. ``record``: keep what is played, for `recording`. Other options are those of Batch but
    ``count``, ``autoreset`` and ``max_steps``.
    ``reset(options={"level": 3})`` begins at a level.
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
        record: bool = False,
        **options: Any,
    ) -> None:
        check_options("env", Env.__init__, options, ("count", "autoreset", "max_steps"),
                      render_mode=render_mode, observation=observation, side=side)  # fmt: skip
        self.observation_space, self.action_space = self._open(  # type: ignore[assignment]
            game, 1, autoreset="never", render_mode=render_mode, observation=observation,
            max_episode_steps=max_episode_steps, copy=copy, side=side, **options,
        )  # fmt: skip
        self._episode = Episode(self.batch) if record else None

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
        self._begin(seed, None, options or {})
        if self._episode is not None:
            self._episode.begin()
        return self._seen()

    def step(self, action: Any) -> tuple[Board, float, bool, bool, dict[str, Any]]:
        """Carry out an action, a number or its text."""
        b = self.batch
        self._check_begun()
        given(action)
        if self._episode is None:
            b.step(action)
        else:
            self._episode.step(action)
        board, info = self._seen()
        return board, float(b.rewards[0]), bool(b.terminated[0]), bool(b.truncated[0]), info

    def recording(self) -> str:
        """Return the episode so far, or the one that has ended, as a text; see `Batch.record`.

        Raises ValueError if the environment was not made with ``record=True``.
        """
        return recorded(self._episode)

    def render(self) -> Any:
        """Return the board as render_mode says."""
        return rendered(self.batch, 0, self.render_mode, self._side)

    def close(self) -> None:
        """Free the environment."""
        self.batch.close()


class Vector(_Boards, VectorEnv[Board, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many environments of a game of one player, stepped in one call.

    ``autoreset``: "next_step", "same_step" or "never", Gymnasium's three modes; or its
    AutoresetMode. In the mode "same_step" info["final_obs"] and info["final_info"] tell of the
    episodes that ended, where info["_final_obs"] is True. In "never"
    ``reset(options={"reset_mask": bool [N]})`` begins the chosen ones anew.

    With ``copy=False`` the same arrays are written by each call. Other options are those of Batch
    but ``count`` and ``max_steps``, and of Env. Environment i of seed s is the single environment
    of seed s + i.
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
        check_options("vector", Vector.__init__, options, ("count", "max_steps"),
                      render_mode=render_mode, observation=observation, side=side)  # fmt: skip
        integer("num_envs", num_envs, 1)
        words = {mode: word for word, mode in MODES.items()}
        self.mode = words[autoreset] if isinstance(autoreset, AutoresetMode) else autoreset
        self.single_observation_space, self.single_action_space = self._open(
            game, num_envs, autoreset=self.mode, render_mode=render_mode, observation=observation,
            max_episode_steps=max_episode_steps, copy=copy, side=side, **options,
        )  # fmt: skip
        self.num_envs = num_envs
        self.metadata = {**METADATA, "autoreset_mode": MODES[self.mode]}
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

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
        if which is not None:
            which = self.batch._mask("reset_mask", which)
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._begin(seed, which, given)
        return self._out(self.batch.observations), self._info(which)

    def step(self, actions: Any) -> tuple[Board, Any, Any, Any, dict[str, Any]]:
        """Carry out an action in each environment: numbers, [N]."""
        b = self.batch
        self._check_begun()
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
        told = self._info(over)
        if told:
            told["action_mask"] = np.zeros_like(told["action_mask"])  # nothing is possible there
        return {"final_obs": final, "_final_obs": over, "final_info": told, "_final_info": over}

    def render(self) -> tuple[Any, ...] | None:
        """Return all boards as render_mode says."""
        if self.render_mode is None:
            return None
        modes = [self.render_mode] * self.num_envs
        return tuple(rendered(self.batch, i, mode, self._side) for i, mode in enumerate(modes))

    def close_extras(self, **_: Any) -> None:
        """Free the environments."""
        self.batch.close()
