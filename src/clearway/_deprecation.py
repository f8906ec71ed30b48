"""Deprecated names, accepted with a warning for one more release."""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

from ._errors import InvalidInput

P = ParamSpec("P")
R = TypeVar("R")


def warn_deprecated(old: str, new: str) -> None:
    """Warns at the line of the first caller outside the package."""
    level, frame = 2, sys._getframe(1)
    package = __name__.partition(".")[0]
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        level, frame = level + 1, frame.f_back
    warnings.warn(f"{old} is deprecated: use {new}", DeprecationWarning, stacklevel=level)


def keep_old_name(cls: type, old: str, new: str) -> None:
    """Makes the attribute `old` read `new`, with a warning."""

    def read(self: Any) -> Any:
        warn_deprecated(f"{cls.__name__}.{old}", new)
        return getattr(self, new)

    setattr(cls, old, property(read, doc=f"Deprecated: `{new}`."))


def keep_old_argument(old: str, new: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Makes a method accept its argument `new` under the keyword `old` too, with a warning."""

    def wrap(method: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(method)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            if old in kwargs and new not in kwargs:
                warn_deprecated(f"argument {old!r}", repr(new))
                kwargs[new] = kwargs.pop(old)
            return method(*args, **kwargs)

        return call

    return wrap


def renamed(options: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The options under their current names; `names` maps old names to current ones."""
    out = {}
    for name, value in options.items():
        new = names.get(name, name)
        if new != name:
            if new in options:
                raise InvalidInput(
                    f"options {name!r} and {new!r} are the same: give {new!r} only", value=name
                )
            warn_deprecated(f"option {name!r}", repr(new))
        out[new] = value
    return out
