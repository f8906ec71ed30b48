"""Runs the tasks of an experiment into a folder, and resumes where a run was stopped."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

from .._errors import InvalidInput, shown
from .._progress import Progress, Show, as_show
from .experiment import Experiment, Settings, Task
from .store import Store
from .workers import Here, cluster


class Finished(NamedTuple):
    """How a run ended: its `folder`, how many of its `tasks` are `done`; `failures`: which and why.

    >>> from clearway.experiments import Finished
    >>> Finished(None, 3, 3, []).is_complete
    True
    """

    folder: Path
    done: int
    tasks: int
    failures: list[dict[str, Any]]

    @property
    def is_complete(self) -> bool:
        """Whether every task is done."""
        return self.done == self.tasks


def run(
    experiment: Experiment,
    folder: Path,
    *,
    quick: bool = False,
    data: Path | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
    resume: bool = False,
    serial_timing: bool = True,
    progress: Show = None,
) -> Finished:
    """Runs what is not done yet; the rows of each task are written when it is done.

    `workers`: that many processes on this machine; `scheduler`: the address of a dask scheduler,
    whose workers must see the data folder under the same path; neither: this process.
    `serial_timing`: tasks whose times are compared run alone on their machine, after the others.
    Tasks that fail are tried twice more, then listed in the result. An interrupt leaves a run that
    `resume` continues.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from clearway.experiments import Experiment, Task, run
    >>> mine = Experiment("mine", "Sizes", "nobody", "sizes", "they grow", lambda settings: [
    ...     Task("sizes", "ten", lambda size: [{"size": size}], {"size": 10})], lambda results: [])
    >>> run(mine, Path(tempfile.mkdtemp()) / "mine").is_complete
    True
    """
    if workers is not None and scheduler is not None:
        raise InvalidInput("workers and scheduler: give one of them", value=(workers, scheduler))
    if workers is not None and workers < 1:
        raise InvalidInput(f"workers is {shown(workers)}: at least 1", value=workers)
    if data is not None and not data.is_dir():
        raise InvalidInput(f"{data}: no such folder of data", value=str(data))
    settings = Settings(quick, data)
    tasks = list(experiment.tasks(settings))
    if not tasks:
        raise InvalidInput(f"experiment {experiment.name}: no tasks for these settings")
    if len({task.id for task in tasks}) != len(tasks):
        raise InvalidInput(f"experiment {experiment.name}: two tasks of the same name")
    where = "this process" if workers is None else f"{workers} local workers"
    where = "a cluster" if scheduler is not None else where
    store = Store.begin(folder, experiment, settings, tasks, resume, where)
    left = [task for task in tasks if not store.is_done(task)]
    used: Any = nullcontext(Here())
    if left and (workers is not None or scheduler is not None):
        used = cluster(workers, scheduler)
    with used as pool:
        store.mark("running")  # not before: workers that cannot be had leave no run behind
        try:
            failures = _run(pool, store, experiment.name, tasks, left, serial_timing, progress)
        except BaseException:
            store.mark("interrupted")
            raise
        store.put_failures(failures)
        done = sum(store.is_done(task) for task in tasks)
        store.mark("complete" if done == len(tasks) else "failed")
    return Finished(folder, done, len(tasks), failures)


def _run(
    pool: Any,
    store: Store,
    title: str,
    tasks: Sequence[Task],
    left: Sequence[Task],
    serial_timing: bool,
    progress: Show,
) -> list[dict[str, Any]]:
    failures = []
    done = len(tasks) - len(left)
    weight, spent = sum(task.weight for task in left), 0.0
    timed = [task for task in left if task.timed and serial_timing]
    others = [task for task in left if not (task.timed and serial_timing)]
    with Progress(as_show(progress), len(tasks), title) as bar:
        bar(done)
        for some, alone in ((others, False), (timed, True)):
            for outcome in pool.run(some, alone):
                task = outcome.task
                if outcome.rows is None:
                    failure = {"task": task.id, "error": outcome.error, "details": outcome.details}
                    failures.append(failure)
                else:
                    store.put(task, outcome.rows)
                done += 1
                spent += task.weight
                bar(done, spent / weight if weight else 1.0)
    return failures
