"""The exceptions of Clearway.

::

    ClearwayError
    ├── InvalidInput (ValueError)    the caller's data; raised before anything changes
    │   └── UnknownHandle (KeyError) an obstacle that is not in the world
    ├── InternalError (RuntimeError) a broken invariant: a bug in Clearway, please report it
    └── MissingExtra (ImportError)   an optional dependency is not installed

No path, a blocked end and an unreachable goal are results (`clearway.Status`), not errors.
"""

from __future__ import annotations

from typing import Any

Index = int | tuple[int, ...] | None
_LONGEST = 100


class ClearwayError(Exception):
    """The base class of all exceptions of Clearway.

    >>> import clearway as cw
    >>> issubclass(cw.InvalidInput, cw.ClearwayError)
    True
    """


class InvalidInput(ClearwayError, ValueError):
    """Malformed input.

    `index` is the position of the value at fault in the input (a tuple for nested input:
    obstacle, ring, point; None if there is no position), `value` is that value.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> try:
    ...     world.add_post((1, float("nan")))
    ... except cw.InvalidInput as error:
    ...     print(error)
    point is (1.0, nan): coordinates must be finite
    """

    def __init__(self, message: str, index: Index = None, value: Any = None) -> None:
        super().__init__(message)
        self.index = index
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.index, self.value)


class UnknownHandle(InvalidInput, KeyError):
    """No obstacle of the world has this handle; it is in `value`.

    >>> import clearway as cw
    >>> world = cw.World(bounds=(0, 0, 10, 10))
    >>> try:
    ...     world.remove(7)
    ... except cw.UnknownHandle as error:
    ...     print(error)
    no obstacle has the handle 7
    """

    def __str__(self) -> str:
        return str(self.args[0])


def shown(value: Any) -> str:
    """The text of a value in a message: numpy numbers as plain ones, at most one line."""
    try:
        text = repr(value.tolist() if hasattr(value, "tolist") else _plain(value))
    except Exception:  # a repr that raises; integers beyond 4300 digits have none either
        return f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _plain(value: Any) -> Any:
    if type(value) in (list, tuple):
        return type(value)(v.tolist() if hasattr(v, "tolist") else _plain(v) for v in value)
    return value


class InternalError(ClearwayError, RuntimeError):
    """An invariant of Clearway is broken: a bug in Clearway, never the caller's fault.

    >>> import clearway as cw
    >>> issubclass(cw.InternalError, cw.ClearwayError)
    True
    """


class MissingExtra(ClearwayError, ImportError):
    """A feature needs an optional dependency; `extra` names the extra to install.

    >>> import clearway as cw
    >>> issubclass(cw.MissingExtra, ImportError)
    True
    """

    def __init__(self, feature: str, extra: str) -> None:
        from ._imports import importing

        with importing():
            from ._installed import how_to_install

        super().__init__(f"{feature} needs an extra: {how_to_install(extra)}")
        self.feature = feature
        self.extra = extra

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.feature, self.extra)
