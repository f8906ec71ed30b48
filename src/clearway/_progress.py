"""Progress of long calls: the amount of work done, the total, the elapsed time."""

from __future__ import annotations

import sys
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Self

from ._core import ProgressCounter
from ._errors import InvalidInput, shown

Show = bool | Callable[[int, int], None] | None

WIDTH = 30
DELAY = 0.5  # seconds; shorter work shows nothing
TICK = 0.25  # seconds between two drawings of work that is not counted
LINES = 5.0  # seconds between two lines where standard error is not a terminal

_outer: ContextVar[Progress | None] = ContextVar("clearway_progress", default=None)


def as_show(value: Any) -> Show:
    """The argument `progress=`, checked."""
    if value is not None and not isinstance(value, bool) and not callable(value):
        raise InvalidInput(f"progress is {shown(value)}: a bool or a callable", value=value)
    return value  # type: ignore[no-any-return]


class Progress:
    """Progress on standard error (True), reported to a callable (done, total), or not shown.

    On a terminal it is one line, which a thread redraws; elsewhere a line every few seconds. Work
    of less than half a second shows nothing. `total` is None for work that the core does in one
    call: then the line shows the phase and its steps where the core counts them; a callable is
    called at the end only, with (1, 1). While nested work runs, the outer line shows its title and
    its steps.

    Exceptions in the block, such as `KeyboardInterrupt`, propagate.
    """

    def __init__(self, show: Show, total: int | None, title: str) -> None:
        self._call = show if callable(show) else None
        self._is_shown = show is True and sys.stderr is not None
        self._total = total
        self._title = title
        self._done = 0
        self._share: float | None = None
        self._stop = threading.Event()
        self._is_drawn = False
        self._lock = threading.Lock()  # of the line: the last drawing is that of the end
        self._outer: Progress | None = None  # the work around it, whose line shows this work
        self._inner: list[Progress] = []  # nested work, the innermost last
        self._token: Any = None
        self._counter: ProgressCounter | None = None  # of the core
        self._ended: tuple[str, int, int] | None = None  # its state when nested work ended

    def __enter__(self) -> Self:
        self._begin = self._last = time.monotonic()
        self._is_terminal = self._is_shown and sys.stderr.isatty()
        outer = _outer.get()
        if outer is not None and self._call is None:
            self._outer, self._is_shown = outer, False
            outer._inner.append(self)
        if self._total is not None:
            self(0)
        if self._is_shown:
            self._token = _outer.set(self)
            self._counter = ProgressCounter()
            self._counter.attach()
            thread = threading.Thread(
                target=_tick,
                args=(weakref.ref(self), self._stop),
                name="clearway progress",
                daemon=True,
            )
            with suppress(RuntimeError, MemoryError):  # the system has no thread left
                thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        if self._counter is not None:
            self._counter.detach()
        if self._outer is not None:
            self._outer._end_inner(self)
        if self._token is not None:
            _outer.reset(self._token)
        if self._call is not None and self._total is None and kind is None:
            self._call(1, 1)
        with self._lock:
            if self._is_drawn:
                self._draw(last=True)

    def __call__(self, done: int, share: float | None = None) -> None:
        """Shows how much is done; `share` of the work, if known, gives an estimate of the rest."""
        self._done = done
        self._share = share
        if self._call is not None and self._total is not None:
            self._call(done, self._total)
        if self._is_shown:
            with self._lock:
                self._draw()

    def _draw(self, *, last: bool = False) -> None:
        now = time.monotonic()
        wait = DELAY if not self._is_drawn else 0.0 if self._is_terminal else LINES
        if not last and now - (self._last if self._is_drawn else self._begin) < wait:
            return
        self._is_drawn, self._last = True, now
        # At the end the phase of the core is that of the last part of the work.
        shown_work = [self, *([] if last else self._inner)][-1]
        bar = "" if last and self._total is None else shown_work._bar(self._phase())
        left = self._left(now) if shown_work is self else ""
        line = f"{shown_work._title} {bar}{now - self._begin:.0f} s{left}"
        if self._is_terminal:
            # The rest of a longer line before it is erased.
            sys.stderr.write(f"\r{line}\x1b[K" + ("\n" if last else ""))
        else:
            sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    def _left(self, now: float) -> str:
        if self._share is None or not 0.0 < self._share < 1.0:
            return ""
        left = (now - self._begin) * (1.0 - self._share) / self._share
        return f", {left:.0f} s left" if left < 100.0 else f", {left / 60.0:.0f} min left"

    def _end_inner(self, inner: Progress) -> None:
        self._inner.remove(inner)
        self._ended = self._counter.state() if self._counter is not None else None

    def _phase(self) -> tuple[str, int, int] | None:
        """The phase of the core and its steps; none if nested work that has ended left it."""
        state = self._counter.state() if self._counter is not None else None
        return None if state == self._ended else state

    def _bar(self, state: tuple[str, int, int] | None) -> str:
        """The steps of this work, or those of the core's phase."""
        if self._total is not None:
            return _drawn(self._done, self._total)
        if state is None:
            return ""
        phase, done, total = state
        return f"{phase} {_drawn(min(done, total), total)}" if total else f"{phase} "


def _drawn(done: int, total: int) -> str:
    full = WIDTH if not total else WIDTH * done // total
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {done}/{total} "


def working(title: str, show: Show = None) -> Progress:
    """Work of one call of the core."""
    return Progress(show, None, title)


def _tick(work: weakref.ref[Progress], stop: threading.Event) -> None:
    """Draws until the work has ended, or was abandoned by an interrupt."""
    while not stop.wait(TICK):
        shown_work = work()
        if shown_work is None:
            return
        with shown_work._lock:
            if stop.is_set():
                return
            try:
                shown_work._draw()
            except (OSError, ValueError):  # standard error is closed
                return
        del shown_work
