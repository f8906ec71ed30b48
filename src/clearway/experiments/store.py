"""The folder of a run: what it is about, and the rows of each task that is done.

    run.json                      experiment, settings, machine, versions, state
    results/TABLE/TASK.csv        the rows of a task, written when it is done, whole or not at all
    failures.json                 tasks that failed, with their errors

A task is done when its file is there, so a run that was stopped anywhere can be resumed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .._errors import InvalidInput
from .._saving import replace_file
from .experiment import Experiment, Results, Settings, Task
from .machine import machine, now, versions
from .tables import Table


class Store:
    """The folder of one run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.about: dict[str, Any] = {}

    @classmethod
    def open(cls, folder: Path) -> Store:
        """An existing run."""
        store = cls(folder)
        file = folder / "run.json"
        try:
            store.about = json.loads(file.read_text())
            _ = store.about["experiment"], store.about["settings"]["quick"], store.about["sessions"]
            store.about["done"] = store._count()  # a run that was killed has not written it
        except FileNotFoundError:
            raise InvalidInput(f"{folder}: no run of an experiment (no run.json)") from None
        except (ValueError, TypeError, KeyError):
            raise InvalidInput(f"{file}: not what a run writes") from None
        return store

    @classmethod
    def begin(
        cls,
        folder: Path,
        experiment: Experiment,
        settings: Settings,
        tasks: Sequence[Task],
        resume: bool,
        runs_on: str,
    ) -> Store:
        """A new run in this folder, or the one that is there, to be resumed; `mark` writes it."""
        ids = [task.id for task in tasks]
        if (folder / "run.json").exists():
            if not resume:
                raise InvalidInput(
                    f"{folder}: holds a run already; --resume continues it, --output names another"
                )
            store = cls.open(folder)
            if store.about["experiment"] != experiment.name:
                other = store.about["experiment"]
                raise InvalidInput(f"{folder}: holds a run of {other}, not of {experiment.name}")
            if store.about["settings"]["quick"] != settings.quick or store.about["tasks"] != ids:
                raise InvalidInput(
                    f"{folder}: its run has other tasks: --quick or --data differ from then"
                )
        else:
            store = cls(folder)
            store.about = {
                "experiment": experiment.name,
                "file": experiment.file,
                "settings": {"quick": settings.quick, "data": experiment.has_data(settings)},
                "about_data": experiment.about_data(settings),
                "tasks": ids,
                "sessions": [],
            }
        store.about["sessions"].append(
            {"begun": now(), "runs_on": runs_on, "machine": machine(), "versions": versions()}
        )
        return store

    def mark(self, state: str) -> None:
        """Writes the state of the run: running, interrupted, failed or complete."""
        self.about["state"] = state
        self.about["done"] = self._count()
        self.about["sessions"][-1]["ended"] = None if state == "running" else now()
        self.folder.mkdir(parents=True, exist_ok=True)
        replace_file(self.folder / "run.json", _json(self.about))

    def is_done(self, task: Task) -> bool:
        """Whether the rows of a task are there."""
        return self._file(task.id).is_file()

    def put(self, task: Task, rows: Table) -> None:
        """Writes the rows of a task."""
        file = self._file(task.id)
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, rows.to_csv())

    def put_failures(self, failures: Sequence[dict[str, Any]]) -> None:
        """Writes the tasks that failed; none removes the file."""
        file = self.folder / "failures.json"
        if failures:
            replace_file(file, _json(list(failures)))
        else:
            file.unlink(missing_ok=True)

    @property
    def failures(self) -> list[dict[str, Any]]:
        """The tasks that failed in the last session."""
        file = self.folder / "failures.json"
        listed: list[dict[str, Any]] = json.loads(file.read_text()) if file.is_file() else []
        return listed

    def results(self) -> Results:
        """The rows of all tasks that are done."""
        parts: dict[str, list[Table]] = {}
        for task in self.about["tasks"]:
            if (file := self._file(task)).is_file():
                table = Table.from_csv(file.read_bytes(), task)
                parts.setdefault(task.partition("/")[0], []).append(table)
        quick = bool(self.about["settings"]["quick"])
        return Results({name: Table.joined(of) for name, of in parts.items()}, Settings(quick))

    def _count(self) -> int:
        """How many tasks are done."""
        return sum(self._file(task).is_file() for task in self.about["tasks"])

    def _file(self, task: str) -> Path:
        return self.folder / "results" / f"{task}.csv"


def _json(data: Any) -> bytes:
    return (json.dumps(data, indent=1) + "\n").encode()
