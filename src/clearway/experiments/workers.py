"""Where tasks run: in this process, on local workers, or on a cluster by its scheduler.

All of them do the same: run each task, try it again when it fails, hand out what came of it.
Workers of dask that die are replaced, and their tasks run again elsewhere.
"""

from __future__ import annotations

import logging
import pickle
import signal
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from .._errors import InvalidInput
from .._imports import importing_extra
from .experiment import Task
from .tables import Table

RETRIES = 2
PATIENCE = "10s"  # until a scheduler must have answered


@dataclass(frozen=True)
class Outcome:
    """What came of a task: its rows, or the error of its last attempt."""

    task: Task
    rows: Table | None
    error: str = ""
    details: str = ""


class Workers(Protocol):
    """Runs tasks."""

    def run(self, tasks: Sequence[Task], alone: bool) -> Iterator[Outcome]:
        """Outcomes as they come; `alone`: one task at a time on each machine."""


class Here:
    """The process of the caller: one task after the other."""

    def run(self, tasks: Sequence[Task], alone: bool) -> Iterator[Outcome]:
        """Outcomes in the order of the tasks."""
        for task in tasks:
            yield _attempts(task)


def _attempts(task: Task) -> Outcome:
    for attempt in range(RETRIES + 1):
        try:
            return Outcome(task, task.run())
        except Exception as error:
            if attempt == RETRIES:
                return Outcome(task, None, _line(error), traceback.format_exc())
    raise AssertionError("not reached")


def _line(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


class Cluster:
    """Workers of dask."""

    def __init__(self, client: Any) -> None:
        with importing_extra("cloudpickle", "workers", "cluster"):
            from cloudpickle import dumps
        self._client, self._dumps = client, dumps

    def run(self, tasks: Sequence[Task], alone: bool) -> Iterator[Outcome]:
        """Outcomes as they come."""
        with importing_extra("distributed", "workers", "cluster"):
            from distributed import as_completed
        waiting = list(tasks)[::-1]
        running: dict[Any, tuple[Task, Any]] = {}
        done = as_completed([])
        try:
            places: list[Any] = [*self._hosts().values()] if alone else [None] * len(waiting)
            for place in places[: len(waiting)]:
                done.add(self._submit(waiting.pop(), place, running))
            for future in done:
                task, place = running.pop(future)
                yield _outcome(task, future)
                if waiting:
                    done.add(self._submit(waiting.pop(), place, running))
        finally:
            self._client.cancel(list(running))

    def _hosts(self) -> dict[str, list[str]]:
        """The addresses of the workers of each machine."""
        hosts: dict[str, list[str]] = {}
        for address, worker in self._client.scheduler_info(n_workers=-1)["workers"].items():
            hosts.setdefault(worker["host"], []).append(address)
        return hosts

    def _submit(self, task: Task, place: Any, running: dict[Any, Any]) -> Any:
        pinned = {} if place is None else {"workers": place, "allow_other_workers": True}
        future = self._client.submit(
            _run_pickled, self._dumps(task), retries=RETRIES, pure=False, **pinned
        )
        running[future] = task, place
        return future


def _run_pickled(task: bytes) -> Table:
    """On a worker. A task that it cannot read fails here, like any other."""
    found: Task = pickle.loads(task)
    return found.run()


def _outcome(task: Task, future: Any) -> Outcome:
    if future.status == "finished":
        return Outcome(task, future.result())
    error = future.exception()
    frames = future.traceback()
    details = "".join(traceback.format_exception(type(error), error, frames))
    return Outcome(task, None, _line(error), details)


@contextmanager
def cluster(workers: int | None = None, scheduler: str | None = None) -> Iterator[Cluster]:
    """Local worker processes, or those of the scheduler at an address such as tcp://host:8786."""
    with importing_extra("distributed", "running on workers", "cluster"):
        from distributed import Client, LocalCluster
    if scheduler is not None:
        try:
            client = Client(scheduler, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise InvalidInput(
                f"no scheduler answers at {scheduler}: {_line(error)}", value=scheduler
            ) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError as error:
                raise InvalidInput(
                    f"the scheduler at {scheduler} has no workers", value=scheduler
                ) from error
            yield Cluster(client)
        return
    with _without_interrupts():
        local = LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address=":0",
            silence_logs=logging.CRITICAL,
        )
    with local, Client(local) as client:
        yield Cluster(client)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile ignore Ctrl+C: this one ends them, quietly."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
