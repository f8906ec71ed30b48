"""Answers from several reads of a world that all see the same version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ._errors import ClearwayError

T = TypeVar("T")

_TRIES = 8


def in_one_version(world: Any, ask: Callable[[], T]) -> T:
    """The answer of `ask`, which reads the world several times.

    It is called again if an edit of another thread came between. Raises `ClearwayError` if that
    happens every time, for example because `ask` itself edits the world.
    """
    for _ in range(_TRIES):
        version = world.version
        answer = ask()
        if world.version == version:
            return answer
    raise ClearwayError(
        f"the world has changed during each of {_TRIES} attempts: this query reads it several "
        "times, and needs the same version each time"
    )
