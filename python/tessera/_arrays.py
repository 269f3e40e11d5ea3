"""Arrays that are written in place: the object's own, or the caller's."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def form(given: Any) -> str:
    """Say in few words what was given: "float64 [3, 2]", "a list of 3 (int)", "'up'"."""
    if isinstance(given, np.ndarray):
        return f"{given.dtype} {list(given.shape)}"
    shape, dtype = getattr(given, "shape", None), getattr(given, "dtype", None)
    if shape and dtype is not None:
        return f"{dtype} {list(shape)}"  # of a tensor
    if isinstance(given, (list, tuple, set, dict)):
        kinds = sorted({type(item).__name__ for item in given})[:3]
        return f"a {type(given).__name__} of {len(given)} ({', '.join(kinds)})"
    text = repr(given)
    return text if len(text) <= 40 else f"a {type(given).__name__}"


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
            if getattr(array, "dtype", None) != own.dtype or array.shape != own.shape:
                raise ValueError(f"{name}: expected an array of {form(own)}, got {form(array)}")
            if not (array.flags.c_contiguous and array.flags.writeable):
                raise ValueError(f"{name}: expected an array in C order that can be written")
            self._bind(name, array)
            setattr(self, name, array)
