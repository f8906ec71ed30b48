"""Progress of long work."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import Self

Show = bool | Callable[[int, int], None] | None

WIDTH = 30


class Progress:
    """A bar on standard error (True), a callable (done, total), or nothing (None, False).

    No bar if standard error is not a terminal.
    """

    def __init__(self, show: Show, total: int, title: str) -> None:
        self._call = show if callable(show) else None
        self._bar = show is True and sys.stderr.isatty()
        self._total = total
        self._title = title

    def __enter__(self) -> Self:
        self(0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar:
            sys.stderr.write("\n")

    def __call__(self, done: int) -> None:
        """Shows how much is done."""
        if self._call is not None:
            self._call(done, self._total)
        if self._bar:
            full = WIDTH if not self._total else WIDTH * done // self._total
            bar = "#" * full + "." * (WIDTH - full)
            sys.stderr.write(f"\r{self._title} [{bar}] {done}/{self._total}")
            sys.stderr.flush()
