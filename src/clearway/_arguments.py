"""Arguments other than coordinates: lists, bools, seeds."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import numpy as np

from ._errors import InvalidInput, shown
from ._imports import importing


def as_list(value: Any, name: str, what: str) -> list[Any]:
    """The members of a sequence; texts are refused."""
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | bytearray):
        try:
            return list(value)
        except TypeError:  # an array of dimension 0
            pass
    raise InvalidInput(f"{name} is {shown(value)}: {what} are needed", value=value)


def is_row(value: Any) -> bool:
    """Whether numpy converts it to a one-dimensional array."""
    try:
        return np.ndim(value) == 1
    except (ValueError, TypeError, RecursionError):  # ragged, or containing itself
        return False


def as_truth(value: Any, name: str) -> bool:
    """The truth value of anything but a text: "no" would be true."""
    try:
        if not isinstance(value, str | bytes | bytearray):
            return bool(value)
    except Exception:  # an array of several has no truth value; or a __bool__ that raises
        pass
    raise InvalidInput(f"{name} is {shown(value)}: True or False", value=value)


def as_count(value: Any, name: str) -> int:
    """An integer, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise InvalidInput(f"{name} is {shown(value)}: an integer, 0 or more", value=value)
    return int(value)


def as_index(value: Any, count: int, name: str) -> int:
    """A row of an array with `count` rows."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise InvalidInput(f"{name} is {shown(value)}: an integer is needed", value=value)
    if not 0 <= value < count:
        raise InvalidInput(f"{name} is {shown(value)}: there are {count} of them", value=value)
    return int(value)


def as_generator(rng: Any) -> np.random.Generator:
    """Random numbers: numpy's own objects, a seed (one or several integers), or None."""
    with importing():  # numpy imports its generators at the first use
        ours = (np.random.Generator, np.random.BitGenerator, np.random.SeedSequence)
    if rng is None or isinstance(rng, (*ours, np.random.RandomState)) or _is_seed(rng):
        with suppress(TypeError, ValueError):  # values that this version of numpy refuses
            return np.random.default_rng(rng)
    raise InvalidInput(
        f"rng is {shown(rng)}: a numpy Generator, a seed (0 or more) or None", value=rng
    )


def _is_seed(value: Any) -> bool:
    """Flat, integer and not negative: numpy recurses into nested lists until the stack ends."""
    if isinstance(value, np.ndarray) and value.ndim != 1:
        return False
    several = value if isinstance(value, list | tuple | np.ndarray) else [value]
    return all(isinstance(part, int | np.integer) and part >= 0 for part in several)
