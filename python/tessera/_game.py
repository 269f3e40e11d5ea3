"""Games: what there is to know of one."""

from __future__ import annotations

import difflib
import json
import os
from functools import cached_property
from pathlib import Path
from types import NoneType
from typing import Any, Final

from tessera import _core
from tessera._options import integer, path

GAMES: Final = Path(__file__).parent / "games"
#: Each game that comes with the package, and how many players it has; written by setup.py.
PLAYERS: Final[dict[str, int]] = json.loads((GAMES / "players.json").read_text())
OBSERVATIONS: Final = {None: 0, "planes": 1, "layers": 2, "bits": 3}

Name = str | os.PathLike[str]


def samples() -> tuple[str, ...]:
    """Return the names of the games that come with the package, such as ``"sokoban.lua"``."""
    return tuple(PLAYERS)


def _find(name: Name) -> str:
    """Return the path of a game: a file, or a sample's name where there is no such file."""
    text = os.fspath(name)
    if text in PLAYERS and "." not in text:
        return text  # in C
    if text in PLAYERS and not os.path.exists(text):
        return str(GAMES / text)
    return os.path.abspath(text) if os.path.exists(text) else text


def _hint(name: str) -> str:
    """Name the sample that is meant by the name of a file that there is not: or ""."""
    if not name or name in PLAYERS or os.path.exists(name):
        return ""
    known = {sample: sample for sample in PLAYERS}
    known |= {sample.split(".")[0]: sample for sample in PLAYERS}
    beside = [name + end for end in (".lua", ".txt") if os.path.isfile(name + end)]
    near = difflib.get_close_matches(Path(name).name, known, 1)
    meant = beside + [known[text] for text in near]
    return f" (did you mean {meant[0]!r}?)" if meant else ""


class Game(_core.Game):
    """A game: one of the five in C, a file in Lua or PuzzleScript, or a text of such a file.

    ``name`` is the name of a game in C, a path, or the name of a sample (`samples`). With ``text``,
    the contents of a file, ``name`` is what errors call it; its ending says what it is. ``levels``
    is the path of a file of levels, in any format that the game takes; without it the game's own
    are played, or those of ``levels/NAME.txt`` beside its file ``NAME.lua`` if it has none.
    A game in Lua is held by a sandbox unless ``trusted``: it may use ``memory`` bytes
    (0: 256 MiB) and, in each call, ``instructions`` (0: 10^9). ``starts`` first positions are made
    beforehand where they depend on a seed (0: 256).

    A game with its batches is used by one thread at a time; others wait. Games pickle as their name
    (an absolute path) or text, and the other arguments.

    Raises tessera.Error if the game cannot be opened: file, line and column say where.
    """

    def __init__(
        self,
        name: Name,
        *,
        text: str | None = None,
        levels: Name | None = None,
        trusted: bool = False,
        starts: int = 0,
        memory: int = 0,
        instructions: int = 0,
    ) -> None:
        path("game", name)
        if not isinstance(text, (str, bytes, NoneType)):
            raise TypeError(f"text: expected a text, got {text!r}")
        if not isinstance(trusted, bool):
            raise TypeError(f"trusted: expected True or False, got {trusted!r}")
        integer("starts", starts, 0)
        integer("memory", memory, 0, 2**63 - 1)
        integer("instructions", instructions, 0, 2**63 - 1)
        self._source = {
            "name": os.fspath(name) if text is not None else _find(name),
            "text": text,
            "levels": None if levels is None else os.path.abspath(path("levels", levels)),
            "trusted": trusted,
            "starts": starts,
            "memory": memory,
            "instructions": instructions,
        }
        try:
            super().__init__(**self._source)  # type: ignore[arg-type]
        except _core.Error as error:
            hint = _hint(self._source["name"]) if text is None else ""  # type: ignore[arg-type]
            if text is None and os.path.isdir(name):
                error.args = (f"{os.fspath(name)!r} is a folder: a game is a file",)
            elif hint and "did you mean" not in str(error):
                told = str(error) if "." in str(name) else f"there is no game {name!r}"
                error.args = (told + hint,)
            raise

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopen, (type(self), self._source)

    def __repr__(self) -> str:
        return f"<tessera.Game {self.name}: {self.rows} x {self.columns}, {self.levels} levels>"

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The texts of all actions, by their numbers; A of them."""
        return self._actions

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """The texts of all outcomes, by their numbers; empty if they are not known."""
        return self._outcomes

    @property
    def scored(self) -> bool:
        """Whether players have scores: then rewards are what these grow by."""
        return bool(self._traits & 1)

    @property
    def chance(self) -> bool:
        """Whether steps draw random numbers."""
        return bool(self._traits & 2)

    @property
    def hidden(self) -> bool:
        """Whether players do not see all."""
        return bool(self._traits & 4)

    @property
    def native(self) -> bool:
        """Whether no Lua runs in a step: then a batch may have several threads."""
        return bool(self._traits & 8)

    @property
    def together(self) -> bool:
        """Whether the players act together: a step takes an action of each."""
        return bool(self._traits & 16)

    def planes(self, observation: str | None = "planes") -> tuple[str, ...]:
        """Return the names of the planes of an observation, in their order; P of them."""
        return self._planes(_number("observation", observation, OBSERVATIONS))

    def shape(self, observation: str | None = "planes") -> tuple[int, ...]:
        """Return the shape of one observation: (P, R, C), or for "bits" (P, bytes).

        Where players act together, of one player: R and C are those of the window, if there is one.
        """
        planes = len(self.planes(observation))
        if observation == "bits":
            return planes, (self.rows * self.columns + 7) // 8
        if self.together:
            return planes, self._view_rows, self._view_columns
        return planes, self.rows, self.columns

    def action(self, text: str) -> int:
        """Return the number of the action with this text. Raises ValueError if there is none."""
        index = self._action_index(text)
        if index < 0:
            raise ValueError(f"{self.name} has no action {text!r}")
        return index


def _reopen(kind: type[Game], source: dict[str, Any]) -> Game:
    return kind(source["name"], **{k: v for k, v in source.items() if k != "name"})


def _number(name: str, given: object, known: dict[Any, int]) -> int:
    """Return the number of an option's value. Raises ValueError for another one."""
    try:
        return known[given]
    except (KeyError, TypeError):
        words = ", ".join(repr(word) for word in known)
        raise ValueError(f"{name} is {given!r}, not one of {words}") from None
