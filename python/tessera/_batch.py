"""Batches: many positions of a game, played in one call, with numpy's arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tessera import _core
from tessera._arrays import Arrays, form
from tessera._game import OBSERVATIONS, Game, Name, _number
from tessera._options import INT, check, integer, names, real

MASKS: Final = {None: 0, "candidates": 1, "exact": 2}
AUTORESET: Final = {"next_step": 0, "same_step": 1, "never": 2}
ILLEGAL: Final = {"refuse": 0, "end": 1, "fail": 2}

Integers = int | Sequence[int] | npt.NDArray[np.integer[Any]]


def _array(given: Any) -> npt.NDArray[Any] | None:
    """Make an array; None: it is none."""
    try:
        array = np.asarray(given)
        if array.dtype.kind == "f" and isinstance(given, (list, tuple)):
            wide = np.array(given, object)  # numpy makes floats of integers from 2^63 on
            return wide if _are_integers(wide) else array
        return array
    except (TypeError, ValueError, RuntimeError):
        return None  # rows of different lengths; a tensor with gradients


def _are_integers(array: npt.NDArray[Any]) -> bool:
    """Say whether an array has integers alone; those beyond 64 bits are objects."""
    return array.dtype.kind in "iu" or (
        array.dtype == object and all(type(n) is int for n in array.flat)
    )


def _beyond(numbers: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Say which numbers have no place in int32."""
    return np.asarray((numbers < -(2**31)) | (numbers > INT), np.bool_)


class Report(NamedTuple):
    """What there is to know of all positions that can be reached; None: it is not known.

    =============== ===== =====================================================================
    field           type  what
    =============== ===== =====================================================================
    ``solvable``    bool  whether the goal can be reached
    ``length``      int   actions of a shortest solution
    ``solutions``   int   how many have that length, 10^15 at most
    ``positions``   int   how many can be reached, with the first one
    ``branching``   float actions of a position that has some, on the mean
    ``dead_ends``   float share of positions from which the goal cannot be reached, 0 to 1
    ``losing``      float share of actions after which it cannot, where it still could, 0 to 1
    ``bottlenecks`` int   positions that all shortest solutions pass, without first and last
    =============== ===== =====================================================================
    """

    solvable: bool | None
    length: int | None
    solutions: int | None
    positions: int | None
    branching: float | None
    dead_ends: float | None
    losing: float | None
    bottlenecks: int | None


class Batch(_core.Batch, Arrays):
    """N environments of a game. Each call plays in all of them, and writes these arrays in place.

    ===================== ======== ============== ==================================================
    array                 dtype    shape          what
    ===================== ======== ============== ==================================================
    ``actions``           int32    [N]            what `step` plays if it is given nothing
    ``observations``      uint8    [N, P, R, C]   "bits": [N, P, bytes]; None without observation
    ``final_observations`` uint8   the same       in the mode "same_step", where an episode ended:
                                                  what was seen at its end; else None
    ``masks``             int8     [N, A]         1: the action is possible; None without masks
    ``rewards``, ``sums`` float32  [N]            of the step, of the episode; [N, players] with
                                                  ``all_players``
    ``terminated``        bool     [N]            the game has ended
    ``truncated``         bool     [N]            the episode was cut, by ``max_steps``
    ``illegal``           bool     [N]            the action was not possible
    ``players``           int32    [N]            who is to move, from 0; -1 after the end
    ``outcomes``          int32    [N]            its number in game.outcomes; -1 while it runs
    ``lengths``           int32    [N]            steps of the episode, or of the one that ended
    ===================== ======== ============== ==================================================

    Where players act together (``game.together``) actions are [N, players], observations
    [N, players, P, R, C], masks [N, players, A], rewards and sums [N, players].

    They are the same arrays from the first call to the last: copy what is to be kept. `bind` takes
    arrays of one's own. ``torch.from_numpy`` and ``jax.dlpack.from_dlpack`` share them.

    ``game`` is a Game, or what `Game` takes, with the further arguments ``text``, ``levels``,
    ``trusted``, ``starts``, ``memory``, ``instructions``.

    ``observation``: "planes" (a byte 0 or 1 a cell, for each kind), "layers" (a byte with the
    kind), "bits" (the planes, a bit a cell) or None. ``observer``: a player, "mover" or "all".
    ``masks``: "exact", "candidates" (cheaper; all possible actions are among them) or None.
    ``autoreset``: "next_step", "same_step", "never". ``illegal``, what an action does that is not
    possible: "refuse" (nothing), "end" (the episode ends), "fail" (`step` raises).
    ``max_steps``: an episode is truncated after so many; 0: never. ``win_reward``: of the goal of a
    game of one player without a score, its negative of another end; 0: 1. ``step_reward`` is added
    in each step, ``illegal_reward`` for an action that is not possible. ``level``: of each first
    position, from 0; None: drawn by the seed. Environment i has the seed ``seed`` + i, and does
    what a batch of it alone does, whatever ``threads`` is.

    Raises ValueError for a word that is none of these, tessera.Error for a number out of its range,
    TypeError for an option that there is not.
    """

    def __init__(
        self,
        game: Game | Name,
        count: int = 1,
        *,
        threads: int = 1,
        observation: str | None = "planes",
        observer: int | str = "mover",
        masks: str | None = "exact",
        autoreset: str = "next_step",
        illegal: str = "refuse",
        max_steps: int = 0,
        illegal_reward: float = 0.0,
        win_reward: float = 0.0,
        step_reward: float = 0.0,
        all_players: bool = False,
        level: int | None = None,
        seed: int = 0,
        **source: Any,
    ) -> None:
        check("Batch", source, names(Batch.__init__, Game.__init__))
        integer("count", count, 1)
        for name, number in (("threads", threads), ("max_steps", max_steps), ("level", level)):
            integer(name, 0 if number is None else number, -INT)
        integer("seed", seed, most=math.inf)
        for name, paid in (
            ("illegal_reward", illegal_reward),
            ("win_reward", win_reward),
            ("step_reward", step_reward),
        ):
            real(name, paid)
        if isinstance(game, Game) and source:
            raise TypeError(f"an open game takes no {', '.join(source)}")
        self.game = game if isinstance(game, Game) else Game(game, **source)
        self._options: dict[str, Any] = {
            "threads": threads,
            "observation": observation,
            "observer": observer,
            "masks": masks,
            "autoreset": autoreset,
            "illegal": illegal,
            "max_steps": max_steps,
            "illegal_reward": illegal_reward,
            "win_reward": win_reward,
            "step_reward": step_reward,
            "all_players": all_players,
            "level": level,
            "seed": seed,
        }
        observers: dict[int | str, int] = {"mover": -1, "all": -2}
        observers.update({i: i for i in range(self.game.players)})
        made = (
            self.game,
            count,
            threads,
            _number("observation", observation, OBSERVATIONS),
            _number("observer", observer, observers),
            _number("masks", masks, MASKS),
            _number("autoreset", autoreset, AUTORESET),
            _number("illegal", illegal, ILLEGAL),
            max_steps,
            illegal_reward,
            win_reward,
            step_reward,
            all_players,
            -1 if level is None else level,
            seed,
        )
        try:
            super().__init__(*made)
        except _core.Error as error:
            error.args = (str(error).removeprefix("tessera_options: "),)
            raise
        self.count = count
        self._begun = False
        self._make_arrays()

    def _make_arrays(self) -> None:
        n, o = self.count, self._options
        each = (n, self.game.players) if self.game.together else (n,)
        shape = (*each, *self.game.shape(o["observation"])) if o["observation"] else None
        final = shape if o["autoreset"] == "same_step" else None
        paid = (n, self.game.players) if o["all_players"] else each
        self.actions = self._made("actions", each, np.int32)
        self.observations = self._made("observations", shape, np.uint8)
        self.final_observations = self._made("final_observations", final, np.uint8)
        masked = (*each, len(self.game.actions)) if o["masks"] else None
        self.masks = self._made("masks", masked, np.int8)
        self.rewards = self._made("rewards", paid, np.float32)
        self.sums = self._made("sums", paid, np.float32)
        self.terminated = self._made("terminated", (n,), np.bool_)
        self.truncated = self._made("truncated", (n,), np.bool_)
        self.illegal = self._made("illegal", (n,), np.bool_)
        self.players = self._made("players", (n,), np.int32)
        self.outcomes = self._made("outcomes", (n,), np.int32)
        self.lengths = self._made("lengths", (n,), np.int32)

    def reset(
        self,
        seed: Integers | None = None,
        *,
        which: npt.ArrayLike | None = None,
        levels: Integers | None = None,
    ) -> None:
        """Begin episodes.

        ``seed``: environment i gets ``seed`` + i, or seed[i]; without it each goes on with its own
        random numbers, the first time with the batch's seed. ``which``: bool [N], those that begin
        anew; all by default. ``levels``: a level for all, or [N]; -1: drawn.
        """
        if seed is None and which is None and levels is None and not self._begun:
            self._reset()
        else:
            self._reset(
                None if which is None else self._mask("which", which),
                self._seeds(seed if seed is not None or self._begun else self._options["seed"]),
                None if levels is None else self._each("levels", levels).astype(np.int32),
            )
        self._begun = True

    def _mask(self, name: str, given: Any) -> npt.NDArray[np.bool_]:
        """Make an array of a mask of environments."""
        array = _array(given)
        if array is None or array.dtype != np.bool_ or array.shape != (self.count,):
            raise ValueError(f"{name}: expected bool [{self.count}], got {form(given)}")
        return np.ascontiguousarray(array)

    def _each(self, name: str, given: Any) -> npt.NDArray[np.int64]:
        """Make an array of an integer for all environments, or for each."""
        array = _array(given)
        if array is None or array.dtype.kind not in "iu" or array.shape not in ((), (self.count,)):
            raise ValueError(f"{name}: expected {self._integers()}, got {form(given)}")
        array = np.clip(array, -(2**31), 2**31 - 1).astype(np.int64)
        return np.ascontiguousarray(np.broadcast_to(array, (self.count,)))

    def _seeds(self, seed: Integers | None) -> npt.NDArray[np.uint64] | None:
        if seed is None:
            return None
        if isinstance(seed, (int, np.integer)):
            first = np.uint64(int(seed) % 2**64)
            return first + np.arange(self.count, dtype=np.uint64)
        if isinstance(seed, Iterable) and not isinstance(seed, str):
            seeds = list(seed)
            if len(seeds) == self.count and all(isinstance(s, (int, np.integer)) for s in seeds):
                return np.array([int(s) % 2**64 for s in seeds], np.uint64)
        raise ValueError(f"seed: expected {self._integers()}, got {form(seed)}")

    def _integers(self) -> str:
        return f"an integer, or a list of {self.count}"

    def _number_of(self, action: Any) -> Any:
        """Return the number of a text, also of each text in a list: of players who act together."""
        if isinstance(action, (list, tuple)):
            return [self._number_of(a) for a in action]
        return self.game.action(action) if isinstance(action, str) else action

    def _numbers(self, actions: Any) -> npt.NDArray[np.int32]:
        """Make an array of what `step` was given in another form."""
        own = self.actions.shape
        array = _array(self._number_of([actions] if isinstance(actions, str) else actions))
        if array is not None and _are_integers(array):
            if array.shape == own or (array.shape == () and self.actions.size == 1):
                return self._narrowed(array.reshape(own))
            if len(own) > 1 or array.ndim > 1:
                raise ValueError(f"actions: expected shape {list(own)}, got {list(array.shape)}")
        wanted = f"integers or texts {list(own)}" if len(own) > 1 else f"{own[0]} integers or texts"
        raise ValueError(f"actions: expected {wanted}, got {form(actions)}")

    def _narrowed(self, numbers: npt.NDArray[Any], first: int = 0) -> npt.NDArray[np.int32]:
        """Make int32 of numbers of actions, of environments from the first on.

        Raises tessera.Error for one beyond. That of an environment whose episode has ended is
        ignored: the nearest one stands for it.
        """
        for at in np.argwhere(_beyond(numbers)):
            i = first + at[0]
            if not (self.terminated[i] or self.truncated[i]):
                who = "".join(f"player {player}: " for player in at[1:])
                last = len(self.game.actions) - 1
                told = f"action {numbers[tuple(at)]} is not in 0..{last}"
                raise _core.Error(f"environment {i}: {who}{told}")
        return np.ascontiguousarray(np.clip(numbers, -INT, INT).astype(np.int32))

    def copy(self, i: int, other: Batch, j: int) -> None:
        """Copy environment j of another batch of the same game to i, with its random numbers.

        The arrays change at the next `look` or step.
        """
        self._copy(i, other, j)

    def record(self, first: str, actions: Any) -> str:
        """Return a recording: what the actions do from a position on.

        ``first``: a text of `save`, where the episode began; ``actions``: numbers or texts. Written
        to a file, it is shown by the command ``lua run.lua replay`` and by the playground. Actions
        that are not possible are in it as such. Where players act together: [steps, players], of
        each step those of all players. The batch is not changed. Raises ValueError for another
        shape, tessera.Error for another text, or a number that is no action.
        """
        alone = Batch(self.game, observation=None, masks=None,
                      all_players=self._options["all_players"])  # fmt: skip
        alone.load(0, first)
        return alone._record(0, self._played(actions))

    def _played(self, actions: Any) -> npt.NDArray[np.int32]:
        """Make an array of the actions of an episode, one or a row of players for each step."""
        steps = self._number_of(list(actions))
        array = _array(steps) if steps else np.zeros((0, *self.actions.shape[1:]), np.int32)
        if array is None or not _are_integers(array):
            raise ValueError(f"actions: expected integers or texts, got {form(actions)}")
        shape = [len(steps), *self.actions.shape[1:]]
        if list(array.shape) != shape:
            raise ValueError(f"actions: expected shape {shape}, got {list(array.shape)}")
        for number in array[_beyond(array)]:
            raise _core.Error(f"there is no action {number}")
        return np.ascontiguousarray(array.astype(np.int32))

    def idle(self, i: int, actions: Any) -> dict[int, str]:
        """Return why players who act together would be idle in a step of environment i.

        ``actions``: a number or a text for each player. The dictionary has the reason of each one,
        from 0, whose action no rule would carry out; the environment stays as it is.
        """
        numbers = self._number_of(list(actions))
        seats = self.actions[0].size
        array = _array(numbers)
        if array is None or array.shape != (seats,) or not _are_integers(array):
            expected = f"{seats} integers or texts"
            raise ValueError(f"actions: expected {expected}, got {form(actions)}")
        text = self._idle(i, self._narrowed(array.reshape(1, -1), i))
        begins = []
        for player, number in enumerate(numbers):
            label = f"; {player + 1}: {self.game.actions[number]}: "
            at = f"; {text}".find(label)
            if at >= 0:
                begins.append((at, at + len(label) - 2, player))
        begins.sort()
        ends = [at - 2 for at, _, _ in begins[1:]] + [len(text)] * bool(begins)
        return {
            player: text[begin:end] for (_, begin, player), end in zip(begins, ends, strict=True)
        }

    def level(self, i: int) -> int:
        """Return the level of environment i, from 0."""
        return self._level(i)[0]

    def picture(self, i: int, side: int = 16) -> npt.NDArray[np.uint8]:
        """Return environment i as RGB, uint8 [rows * side, columns * side, 3].

        ``side``: pixels of a cell, 1 to 64; rows and columns are those of its own level.
        """
        rows, columns, pixels = self._picture(i, side)
        return np.frombuffer(pixels, np.uint8).reshape(rows * side, columns * side, 3).copy()

    def solve(
        self, i: int, seconds: float = 10.0, *, optimal: bool = False
    ) -> npt.NDArray[np.int64]:
        """Return the actions from environment i to its goal, numbers; ``optimal``: a shortest list.

        ``seconds`` of CPU time, 0: as long as it takes. Raises tessera.Error if none is found; it
        says whether there is none.
        """
        return np.array(self._solve(i, seconds, optimal), np.int64)

    def report(self, i: int, seconds: float = 10.0) -> Report:
        """Count over all positions that can be reached from environment i.

        After ``seconds`` of CPU time (0: as long as it takes) only what is sure.
        """
        found = [None if n < 0 else n for n in self._report(i, seconds)]
        whole = [None if n is None else int(n) for n in found]
        return Report(
            solvable=None if found[0] is None else bool(found[0]),
            length=whole[1],
            solutions=whole[2],
            positions=whole[3],
            branching=found[4],
            dead_ends=found[5],
            losing=found[6],
            bottlenecks=whole[7],
        )

    def __getstate__(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "count": self.count,
            "options": self._options,
            "begun": self._begun,
            "states": [self.save(i) for i in range(self.count)] if self._begun else [],
            "rewards": self.rewards,
            "illegal": self.illegal,
            "final": self.final_observations,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        state = self.__getstate__()
        return _remake, (type(self), state.pop("game"), state.pop("count"), state)

    def __repr__(self) -> str:
        return f"<tessera.Batch {self.count} x {self.game.name}>"


def _remake(kind: type[Batch], game: Game, count: int, state: dict[str, Any]) -> Batch:
    batch = kind(game, count, **state["options"])
    if state["begun"]:
        batch.reset()
        for i, text in enumerate(state["states"]):
            batch.load(i, text)
        batch.look()
        batch.rewards[...] = state["rewards"]
        batch.illegal[...] = state["illegal"]
        if state["final"] is not None:
            batch.final_observations[...] = state["final"]
    return batch
