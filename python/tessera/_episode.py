"""Episodes: what one environment has played since it began, for a recording."""

from __future__ import annotations

from typing import Any

from tessera._batch import Batch


class Episode:
    """The first position of a batch of one, and the actions since."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._first: str | None = None
        self._actions: list[Any] = []

    def begin(self) -> None:
        """Begin anew where the batch is."""
        self._first = self._batch.save(0)
        self._actions = []

    def step(self, action: Any) -> None:
        """Carry out an action, and keep it unless the episode is over."""
        b = self._batch
        over = b.terminated[0] or b.truncated[0]
        b.step(action)
        if not over:
            self._actions.append(b._numbers(action)[0])

    def text(self) -> str:
        """Return the recording."""
        if self._first is None:
            raise ValueError("there is no episode before the first reset")
        return self._batch.record(self._first, self._actions)


def recorded(episode: Episode | None) -> str:
    """Return the recording of an episode. Raises ValueError if none is kept."""
    if episode is None:
        raise ValueError("nothing is recorded: make the environment with record=True")
    return episode.text()


def given(action: Any) -> None:
    """Raise ValueError for the action of a policy that has returned nothing."""
    if action is None:
        raise ValueError("action is None: a number or a text is expected")
