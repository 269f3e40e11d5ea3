"""The samples by Gymnasium's names: tessera/Sokoban-v0 is sokoban.lua."""

from __future__ import annotations

from typing import Final

import gymnasium

from tessera._game import samples

#: Samples of several players, which are no environments of Gymnasium.
SEVERAL: Final = {"atari", "clobber", "connect4", "gomoku", "hex", "horizontally", "othello"}


def register() -> None:
    """Register each sample of one player, once."""
    for sample in samples():
        name = sample.split(".")[0]
        known = f"tessera/{name.capitalize()}-v0"
        if name not in SEVERAL and known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point="tessera._gymnasium:Env",
                vector_entry_point="tessera._gymnasium:Vector",
                kwargs={"game": sample},
            )
