"""Arrays that are written in place: the object's own, or the caller's."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


class Arrays:
    """What has arrays as attributes, of which its compiled class writes those that it is given."""

    def _bind(self, name: str, array: Any, /) -> None:
        raise NotImplementedError

    def _made(self, name: str, shape: tuple[int, ...] | None, dtype: Any) -> Any:
        array = None if shape is None else np.zeros(shape, dtype)
        self._bind(name, array)
        return array

    def bind(self, **arrays: npt.NDArray[Any]) -> None:
        """Take arrays of the caller's in place of its own: ``bind(observations=mine)``.

        Each must have the dtype and the shape of the one that it replaces, lie in C order, and be
        writable; it is written by the next call. Raises ValueError for another one.
        """
        for name, array in arrays.items():
            own = getattr(self, name, None)
            if not isinstance(own, np.ndarray):
                raise ValueError(f"there is no array {name!r}")
            if array.dtype != own.dtype or array.shape != own.shape:
                raise ValueError(f"{name} is {own.dtype} {own.shape}, not "
                                 f"{array.dtype} {array.shape}")  # fmt: skip
            self._bind(name, array)
            setattr(self, name, array)
