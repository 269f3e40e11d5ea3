"""Trees: search for players who judge positions themselves, as AlphaZero does."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from tessera import _core
from tessera._arrays import Arrays, form
from tessera._batch import Batch
from tessera._options import integer, real


class Trees(_core.Trees, Arrays):
    """A tree for each environment of a batch, whose root is its position (PUCT).

    `select` finds leaves, positions to judge; you judge all of them at once; `back` takes what you
    think of them:

        batch.reset()
        trees = tessera.Trees(batch, nodes=400)
        while not batch.terminated.all():
            for _ in range(300):
                boards, masks = trees.select()
                values, priors = network(boards, masks)
                trees.back(values, priors)
            policies, values = trees.look()
            batch.step(policies.argmax(1))
            trees.advance()

    N is the number of environments, L that of leaves, A that of actions, P, R, C are planes, rows
    and columns. These arrays are written in place, and are the same from call to call; `bind` takes
    arrays of one's own:

    ================ ======= ================ ====================================================
    array            dtype   shape            what
    ================ ======= ================ ====================================================
    ``observations`` uint8   [N, L, P, R, C]  by select: the leaves, as the batch shows boards; None
                                              if it does not
    ``masks``        int8    [N, L, A]        by select: 1: the action is possible
    ``players``      int32   [N, L]           by select: who is to move, from 0; -1: no leaf
    ``visits``       int32   [N, A]           by look: how often each action was tried
    ``policies``     float32 [N, A]           by look: its share of them; 0 before any was
    ``means``        float32 [N, A]           by look: the mean value behind it; 0 if not tried
    ``values``       float32 [N]              by look: the mean value of the root
    ================ ======= ================ ====================================================

    ``found`` is how many leaves the last select has found in all trees.

    ``nodes``: positions of a tree, 2 at least. ``edges``: actions of them; None: enough for all.
    ``leaves``: how many leaves a tree gives at once. ``exploration``: how much priors count beside
    values. ``noise``: which share of the root's priors is random, 0 to 1; ``alpha``: how even that
    is (of Dirichlet's distribution). ``discount``: what a value is worth a step before, up to 1.
    ``seed``: the tree of environment i draws from ``seed`` + i.

    All memory is taken here: without chance each node keeps a position. The trees use the threads
    of their batch; their numbers are the same whatever there are. They do not pickle.

    Raises ValueError for a number that is out of its range, tessera.Error for trees beyond all
    memory; each call raises ValueError once the batch is closed.
    """

    def __init__(
        self,
        batch: Batch,
        nodes: int,
        *,
        edges: int | None = None,
        leaves: int = 1,
        exploration: float = 1.25,
        noise: float = 0.0,
        alpha: float = 0.3,
        discount: float = 1.0,
        seed: int = 0,
    ) -> None:
        if not isinstance(batch, Batch):
            raise TypeError(f"batch is a {type(batch).__name__}, not a tessera.Batch")
        integer("nodes", nodes, 2)
        integer("edges", 1 if edges is None else edges, 1)
        integer("leaves", leaves, 1)
        real("exploration", exploration, 1e-6, 10**6)
        real("noise", noise, 0, 1)
        real("alpha", alpha, 1e-3, 10**6)
        real("discount", discount, 1e-6, 1)
        integer("seed", seed, most=math.inf)
        super().__init__(
            batch, nodes, edges or 0, leaves, exploration, noise, alpha, discount, seed % 2**64
        )
        self.batch = batch
        self.leaves = leaves
        self.found = 0
        self._waits = False
        self._make_arrays()

    def _make_arrays(self) -> None:
        game, observation = self.batch.game, self.batch._options["observation"]
        n, actions = self.batch.count, len(game.actions)
        each = (n, self.leaves)
        shape = (*each, *game.shape(observation)) if observation else None
        self._values = each if game.players <= 2 else (*each, game.players)
        self._priors = (*each, actions)
        self.observations = self._made("observations", shape, np.uint8)
        self.masks = self._made("masks", self._priors, np.int8)
        self.players = self._made("players", each, np.int32)
        self.visits = self._made("visits", (n, actions), np.int32)
        self.policies = self._made("policies", (n, actions), np.float32)
        self.means = self._made("means", (n, actions), np.float32)
        self.values = self._made("values", (n,), np.float32)
        self.players.fill(-1)

    def select(self) -> tuple[npt.NDArray[np.uint8] | None, npt.NDArray[np.int8]]:
        """Walk from each root to leaves, up to L in each tree: positions that are not judged yet.

        Returns what a network takes, views of ``observations`` and ``masks`` with all leaves in one
        row: uint8 [N * L, P, R, C] (None if the batch shows none), int8 [N * L, A]. Where a walk
        ends the game, or a tree is full, there are fewer leaves: their entries keep what they had,
        and ``players`` is -1. Each select is followed by one `back`, also where ``found`` is 0.

        Raises tessera.Error if the leaves of the last select are not judged yet, and for a rule in
        Lua that raised; then no tree has found a leaf.
        """
        self.found = self._select()
        self._waits = True
        rows = self.players.size
        seen = self.observations
        if seen is not None:
            seen = seen.reshape(rows, *seen.shape[2:])
        return seen, self.masks.reshape(rows, -1)

    def back(self, values: npt.ArrayLike, priors: npt.ArrayLike) -> None:
        """Take what you think of the leaves.

        ``values``, float32 [N, L] or [N * L]: what whoever is to move there will gain from there
        on, -1 to 1 where scores are; of two players, half the difference of their scores; with more
        than two, [N, L, players] or [N * L, players], for each. ``priors``, float32 [N, L, A] or
        [N * L, A]: how likely each action is to be good, 0 or more; they need not add up to 1, and
        those of actions that are not possible do not count. Entries without a leaf are ignored.
        Other numbers are converted, as are tensors in the memory of the CPU without gradients.

        Raises ValueError for another shape, tessera.Error for a value of a leaf that is not in
        -1,000,000 to 1,000,000, and for a prior of a possible action that is negative or no finite
        number; then the leaves still wait. Also raises that if select has not been called since.
        """
        if not self._waits:
            raise _core.Error("trees: no leaves wait: select finds some")
        self._back(
            self._floats("values", values, self._values),
            self._floats("priors", priors, self._priors),
        )
        self._waits = False

    def _floats(self, name: str, given: Any, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
        rows = (shape[0] * shape[1], *shape[2:])
        try:
            array = np.ascontiguousarray(given, np.float32)
        except (TypeError, ValueError, RuntimeError):
            array = np.empty(0, np.float32)
        if array.shape not in (shape, rows):
            raise ValueError(f"{name}: expected numbers {list(shape)} or {list(rows)}, "
                             f"got {form(given)}")  # fmt: skip
        return array

    def look(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Write ``visits``, ``policies``, ``means``, ``values``: what the trees say of their roots.

        All are for whoever is to move at the root. Returns ``policies`` and ``values``.
        """
        self._look()
        return self.policies, self.values

    def advance(self, actions: Any = None) -> None:
        """Go on after a step of the batch with these actions; None: those of its last step.

        A tree keeps what lies below its action; one that has nothing there, or whose environment is
        elsewhere, as after the end of an episode, begins anew. ``actions`` have any form that
        `Batch.step` takes. Raises tessera.Error if leaves are not judged yet.
        """
        self._advance(actions)

    def start(self, which: npt.ArrayLike | None = None) -> None:
        """Begin trees anew at the positions of their environments, as after a reset or a load.

        ``which``: bool [N], those that begin; None: all. Leaves that wait are forgotten.
        """
        self._start(None if which is None else self.batch._mask("which", which))
        if which is None:
            self._waits = False

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("trees do not pickle: make new ones over the batch, which does")

    def __repr__(self) -> str:
        return f"<tessera.Trees {self.batch.count} x {self.batch.game.name}>"
