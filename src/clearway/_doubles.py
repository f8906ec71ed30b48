"""Array-likes of real numbers as float64; everything else is refused by name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from numbers import Real
from typing import Any, NoReturn

import numpy as np
import numpy.ma  # otherwise numpy imports it at the first np.unique, perhaps during a fork
import numpy.typing as npt

from ._errors import InvalidInput, shown

Doubles = npt.NDArray[np.float64]

_KINDS = {
    "b": "booleans",
    "c": "complex numbers",
    "O": "objects",
    "S": "bytes",
    "U": "strings",
    "M": "dates",
    "m": "durations",
    "V": "records",
}


def as_floats(value: Any, name: str) -> Doubles:
    """Any real array-like as new float64; checks neither shape nor range."""
    if isinstance(value, np.ndarray):
        if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
            raise InvalidInput(f"{name} has masked entries", value=value)
        if value.dtype.kind not in "fiu":
            _refuse_kind(value, name)
        return _convert(value)
    if isinstance(value, str | bytes | dict | set | frozenset) or value is None:
        raise InvalidInput(f"{name} must be numbers, not {shown(value)}", value=value)
    if hasattr(value, "__next__"):
        value = list(value)
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        _refuse_ragged(value, name)
    except RecursionError:
        raise InvalidInput(f"{name} is nested too deeply") from None
    if array.dtype.kind == "O":
        return _from_objects(array, name)
    if isinstance(value, list | tuple) and array.size:
        if array.dtype.kind not in "fiu" or holds_bool(value, array.ndim):
            return _from_objects(np.array(value, dtype=object), name)
    elif array.dtype.kind not in "fiu":
        _refuse_kind(array, name)
    return _convert(array)


def _convert(array: npt.NDArray[Any]) -> Doubles:
    with np.errstate(over="ignore"):  # too large a long double becomes inf, which is refused
        return np.array(array, dtype=np.float64, order="C")


def holds_bool(value: Any, ndim: int) -> bool:
    """Whether a nested sequence has a bool among its numbers, which numpy would convert to 1."""
    for _ in range(ndim - 1):
        value = chain.from_iterable(value)
    types = set(map(type, value))
    return bool in types or np.bool_ in types


def _refuse_kind(array: npt.NDArray[Any], name: str) -> NoReturn:
    kind = _KINDS.get(array.dtype.kind, str(array.dtype))
    first = array.reshape(-1)[0] if array.size else None
    raise InvalidInput(f"{name} must be real numbers, not {kind}", 0 if array.size else None, first)


def _refuse_ragged(value: Any, name: str) -> NoReturn:
    rows = list(value) if isinstance(value, Iterable) else [value]
    for i, row in enumerate(rows):
        try:
            if np.asarray(row).shape == np.asarray(rows[0]).shape:
                continue
        except (ValueError, TypeError, OverflowError):
            pass
        raise InvalidInput(f"{name}[{i}] is {shown(row)}: not a pair of numbers", i, row)
    raise InvalidInput(f"{name} is not an array of numbers", value=value)


def _from_objects(array: npt.NDArray[Any], name: str) -> Doubles:
    """Python integers beyond 64 bits and fractions are numbers too; other objects are not."""
    if array.ndim == 0:
        raise InvalidInput(f"{name} must be numbers, not {shown(array.item())}", value=array.item())
    out = np.empty(array.shape)
    for position in np.ndindex(array.shape):
        cell: Any = array[position]
        if isinstance(cell, bool | np.bool_) or not isinstance(cell, Real):
            i = position[0]
            row = array[i].tolist() if array.ndim > 1 else cell
            raise InvalidInput(f"{name}[{i}] is {shown(row)}: not real numbers", i, row)
        try:
            out[position] = float(cell)
        except OverflowError:
            out[position] = np.inf
    return out
