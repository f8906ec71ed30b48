"""The state of a running server, and the threads that compute for it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from . import actions as actions
from .errors import Busy, status_of
from .limits import LabLimits
from .memory import give_back
from .metrics import Metrics
from .registry import Call, is_change, perform
from .reports import Reports
from .session import Session, Shown
from .sessions import Sessions


class Server:
    """Sessions, threads, counters. One event loop uses it; actions run in its threads."""

    def __init__(
        self,
        first: Callable[[], Shown],
        *,
        shared: bool = False,
        limits: LabLimits | None = None,
        reports: Reports | None = None,
    ) -> None:
        self.limits = limits or LabLimits()
        self.sessions = Sessions(first, self.limits, shared=shared)
        self.reports = reports
        self.metrics = Metrics()
        self.started = time.monotonic()
        self._threads = ThreadPoolExecutor(_thread_count(), thread_name_prefix="lab")
        self._waiting = 0
        self._held = 0  # bytes of requests that are not answered

    def hold(self, size: int) -> None:
        """Counts the bytes of a request that has arrived; `Busy` where there are too many.

        `size` is less than 0 if the request replaces larger ones.
        Without this limit, clients that send faster than they are answered would fill the memory.
        """
        most = self.limits.waiting_bytes
        if self._held + size > most:
            raise Busy(f"more bytes of requests are waiting than limits.waiting_bytes, {most}")
        self._held += size

    def release(self, size: int) -> None:
        """Forgets bytes that `hold` has counted: their request is answered."""
        self._held -= size

    async def run(
        self,
        session: Session,
        name: Any,
        given: dict[str, Any],
        pack: Callable[[Any], Any],
        by: Any = None,
    ) -> Any:
        """The packed result of an action; `by` is the listener that need not hear of a change."""
        begun, status = time.perf_counter(), 500
        try:
            if self._waiting >= self.limits.waiting:
                raise Busy(f"{self._waiting} requests are waiting, which is limits.waiting")
            self._waiting += 1
            try:
                result = await self._run(session, name, given, pack, by)
            finally:
                self._waiting -= 1
            status = 200
            return result
        except Exception as error:
            status = status_of(error)
            raise
        finally:
            self.metrics.count(name, status, time.perf_counter() - begun)

    async def _run(
        self, session: Session, name: Any, given: dict[str, Any], pack: Any, by: Any
    ) -> Any:
        # One hop to a thread and back costs as much as a short search: it packs the answer too.
        def work() -> Any:
            return pack(perform(Call(self, session), name, given))

        if not is_change(name, given):
            return await self.in_thread(work)
        async with session.editing:
            shown, version = session.shown, session.version
            try:
                return await self.in_thread(work)
            finally:
                if session.version != version:
                    self.metrics.edits += 1
                    replaced = session.shown.thing is not shown.thing
                    now = session.version
                    event = {"event": "changed", "version": now, "replaced": replaced}
                    session.tell(event, besides=by)

    async def in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Runs a function in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, function, *arguments)

    async def free_idle_forever(self) -> None:
        """Frees sessions that nobody uses, and their memory, until it is cancelled."""
        freed = self.sessions.freed
        while True:
            await asyncio.sleep(min(5.0, self.limits.idle_seconds / 2))
            self.sessions.free_idle()
            if self.sessions.freed != freed:
                freed = self.sessions.freed
                await self.in_thread(give_back)

    def close(self) -> None:
        """Ends the threads; what waits is not begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _thread_count() -> int:
    return max(4, 2 * (os.cpu_count() or 1))
