"""The samples by Gymnasium's names: tessera/Sokoban-v0 is sokoban.lua."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
import types
from typing import Any

from tessera._game import PLAYERS


def register() -> None:
    """Register each sample of one player, once."""
    import gymnasium

    for sample, players in PLAYERS.items():
        known = f"tessera/{sample.split('.')[0].capitalize()}-v0"
        if players == 1 and known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point="tessera._gymnasium:Env",
                vector_entry_point="tessera._gymnasium:Vector",
                kwargs={"game": sample},
            )


class _Later(importlib.abc.MetaPathFinder):
    """Registers them as soon as gymnasium has been imported."""

    def __init__(self) -> None:
        self._asking = False

    def find_spec(self, fullname: str, *_: Any) -> importlib.machinery.ModuleSpec | None:
        if fullname != "gymnasium" or self._asking:
            return None
        self._asking = True
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._asking = False
        if spec is None or spec.loader is None:
            return spec
        run = spec.loader.exec_module

        def run_and_register(module: types.ModuleType) -> None:
            run(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            register()

        spec.loader.exec_module = run_and_register  # type: ignore[method-assign]
        return spec


def register_once_imported() -> None:
    """Register the samples now if gymnasium has been imported, else when it is."""
    if sys.modules.get("gymnasium") is not None:
        register()
    elif not any(isinstance(finder, _Later) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Later())
