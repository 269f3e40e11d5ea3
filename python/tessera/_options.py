"""Options: what is said of one that there is not, and of numbers that do not fit."""

from __future__ import annotations

import difflib
import inspect
import math
import os
from collections.abc import Callable, Iterable
from typing import Any

INT = 2**31 - 1
COUNTS = ("count", "num_envs")
LENGTHS = ("max_steps", "max_episode_steps", "max_cycles")


def names(*makers: Callable[..., Any]) -> list[str]:
    """Return the names of what can be given by name to functions."""
    found: dict[str, None] = {}
    for make in makers:
        for name, parameter in inspect.signature(make).parameters.items():
            if parameter.kind is not parameter.VAR_KEYWORD and name != "self":
                found[name] = None
    return list(found)


def check(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise TypeError for a name that is not known."""
    words = [name for name in known if name not in ("game", "name")]
    for name in given:
        if name in words:
            continue
        near = [n for n in LENGTHS if name in LENGTHS and n in words]
        near += [n for n in COUNTS if name in COUNTS and n in words]
        near += difflib.get_close_matches(name, words, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise TypeError(f"{what}: unknown option {name!r}{hint}")


def integer(name: str, given: Any, least: float = -math.inf, most: float = INT) -> int:
    """Return an integer. Raises TypeError for what is none, ValueError for one out of its range."""
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise TypeError(f"{name}: expected an integer, got {given!r}")
    number = int(given)
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}, not in {least} to {most}")
    return number


def real(name: str, given: Any, least: float = -math.inf, most: float = math.inf) -> None:
    """Raise TypeError for what is no number, ValueError for one out of its range."""
    if isinstance(given, str) or not hasattr(given, "__float__"):
        raise TypeError(f"{name}: expected a number, got {given!r}")
    if not least <= given <= most:
        raise ValueError(f"{name} is {given}, not in {least} to {most}")


def path(name: str, given: Any) -> str:
    """Return the text of a path. Raises TypeError for what is none."""
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"{name}: expected a path, got {given!r}")
    return os.fspath(given)


def level(options: dict[str, Any] | None, known: tuple[str, ...] = ("level",)) -> Any:
    """Return the level of the options of a reset.

    Raises TypeError for what looks like another one of its options; the rest is of wrappers.
    """
    given = options or {}
    alike = [name for name in given if difflib.get_close_matches(str(name), known, 1)]
    check("reset: options", alike, known)
    return given.get("level")


def agent_at(agent: str, agents: list[str]) -> int:
    """Return where an agent stands among all. Raises ValueError for one that there is not."""
    if agent not in agents:
        raise ValueError(f"there is no agent {agent!r}, but {', '.join(agents)}")
    return agents.index(agent)
