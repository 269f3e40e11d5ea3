"""Grid games as environments: any game in Lua or PuzzleScript, stepped in C.

    env = tessera.env("sokoban.lua", render_mode="rgb_array")   # gymnasium.Env
    envs = tessera.vector("sokoban.lua", 4096, threads=2)       # gymnasium.vector.VectorEnv
    aec = tessera.aec("connect4.lua")                           # pettingzoo.AECEnv
    batch = tessera.Batch("connect4.lua", 512)                  # numpy arrays alone

numpy is all that it needs; gymnasium and pettingzoo are imported by `env`, `vector` and `aec`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tessera import _registry
from tessera._batch import Batch, Report
from tessera._core import Error
from tessera._core import version as __version__
from tessera._game import Game, Name, samples
from tessera._trees import Trees

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from tessera._aec import Aec
    from tessera._gymnasium import Env, Vector
    from tessera._parallel import Parallel

__all__ = [
    "Batch",
    "Error",
    "Game",
    "Report",
    "Trees",
    "__version__",
    "aec",
    "env",
    "parallel",
    "register",
    "report",
    "samples",
    "solve",
    "vector",
]


def env(game: Game | Name, **options: Any) -> Env:
    """Make a gymnasium.Env of a game of one player; see `tessera._gymnasium.Env`."""
    from tessera._gymnasium import Env

    return Env(game, **options)


def vector(game: Game | Name, num_envs: int = 1, **options: Any) -> Vector:
    """Make a gymnasium.vector.VectorEnv of a game; see `tessera._gymnasium.Vector`."""
    from tessera._gymnasium import Vector

    return Vector(game, num_envs, **options)


def aec(game: Game | Name, **options: Any) -> Aec:
    """Make a pettingzoo.AECEnv of a game; see `tessera._aec.Aec`."""
    from tessera._aec import Aec

    return Aec(game, **options)


def parallel(game: Game | Name, **options: Any) -> Parallel:
    """Make a pettingzoo.ParallelEnv of a game whose players act together."""
    from tessera._parallel import Parallel

    return Parallel(game, **options)


def register() -> None:
    """Register the samples of one player with gymnasium: "tessera/Sokoban-v0".

    It is done by itself once both are imported. This imports gymnasium.
    """
    _registry.register()


def _batch_of(env: Any) -> Batch:
    inner = getattr(env, "unwrapped", env)
    batch = getattr(inner, "batch", inner)
    if not isinstance(batch, Batch):
        raise TypeError(f"{env!r} is no environment of tessera")
    return batch


def solve(
    env: Any, i: int = 0, *, seconds: float = 10.0, optimal: bool = False
) -> npt.NDArray[np.int64]:
    """Return the actions, numbers, that lead from where an environment is to its goal.

    ``env``: an environment of tessera, wrapped or not, or a Batch, of which ``i`` is meant.
    ``optimal``: a list that is proven to be the shortest: its first action is a label to imitate.
    ``seconds`` of CPU time, 0: as long as it takes. Raises tessera.Error if no list is found; it
    says whether there is none.
    """
    return _batch_of(env).solve(i, seconds, optimal=optimal)


def report(env: Any, i: int = 0, *, seconds: float = 10.0) -> Report:
    """Count over all positions that can be reached from where an environment is; see `Report`."""
    return _batch_of(env).report(i, seconds)


_registry.register_once_imported()
