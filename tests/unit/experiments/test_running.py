"""Runs of experiments: written task by task, resumed, tried again, on workers that die."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest

import clearway as cw
from clearway import experiments
from clearway.experiments.workers import RETRIES
from support import experiment_file


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where the tasks of the experiment read what they do."""
    monkeypatch.setenv(experiment_file.FOLDER, str(tmp_path))
    return tmp_path


@pytest.fixture
def mine(folder):
    return experiments.load(experiment_file.__file__)


def attempts(folder, number):
    log = folder / f"{number}.log"
    return len(log.read_text().splitlines()) if log.is_file() else 0


def test_rows_of_every_task_are_there(mine, folder):
    finished = experiments.run(mine, folder / "run")
    assert (finished.done, finished.tasks, finished.failures) == (5, 5, [])
    about = json.loads((folder / "run" / "run.json").read_text())
    assert about["state"] == "complete"
    assert about["done"] == 5
    assert about["sessions"][0]["versions"]["clearway"] == cw.__version__
    assert {f.stem for f in (folder / "run" / "results" / "squares").iterdir()} == {
        "n0",
        "n1",
        "n2",
        "n3",
        "n4",
    }


def test_a_run_is_not_overwritten(mine, folder):
    experiments.run(mine, folder / "run", quick=True)
    with pytest.raises(cw.InvalidInput, match="--resume"):
        experiments.run(mine, folder / "run", quick=True)
    with pytest.raises(cw.InvalidInput, match="other tasks"):
        experiments.run(mine, folder / "run", resume=True)
    assert experiments.run(mine, folder / "run", quick=True, resume=True).is_complete
    assert [attempts(folder, i) for i in range(3)] == [1, 1, 1]


def test_an_interrupt_leaves_a_run_that_resumes(mine, folder):
    (folder / "2.interrupt").touch()
    with pytest.raises(KeyboardInterrupt):
        experiments.run(mine, folder / "run", serial_timing=False)
    about = json.loads((folder / "run" / "run.json").read_text())
    assert (about["state"], about["done"]) == ("interrupted", 2)
    (folder / "2.interrupt").unlink()
    assert experiments.run(mine, folder / "run", resume=True).is_complete
    assert [attempts(folder, i) for i in range(5)] == [1, 1, 2, 1, 1]
    assert len(json.loads((folder / "run" / "run.json").read_text())["sessions"]) == 2


def test_a_run_that_was_killed_knows_what_it_has_done(mine, folder):
    """A killed process leaves the count of its beginning in run.json."""
    pytest.importorskip("matplotlib")
    experiments.run(mine, folder / "run", quick=True)
    file = folder / "run" / "run.json"
    about = json.loads(file.read_text())
    file.write_text(json.dumps(about | {"state": "running", "done": 0}))
    (folder / "run" / "results" / "squares" / "n1.csv").unlink()
    experiments.write_report(folder / "run")
    assert "2 of 3 tasks are done" in (folder / "run" / "report.md").read_text()


def test_a_failure_is_tried_again(mine, folder):
    (folder / "1.fail").write_text(str(RETRIES))
    assert experiments.run(mine, folder / "run").is_complete
    assert attempts(folder, 1) == RETRIES + 1


def test_what_fails_for_good_is_reported_and_the_rest_is_done(mine, folder):
    (folder / "1.fail").write_text("99")
    finished = experiments.run(mine, folder / "run")
    assert (finished.done, finished.tasks) == (4, 5)
    [failure] = finished.failures
    assert failure["task"] == "squares/n1"
    assert failure["error"] == "RuntimeError: task 1 fails"
    assert "Traceback" in failure["details"]
    assert json.loads((folder / "run" / "failures.json").read_text()) == finished.failures
    (folder / "1.fail").unlink()
    assert experiments.run(mine, folder / "run", resume=True).is_complete
    assert not (folder / "run" / "failures.json").exists()


def test_tasks_that_are_timed_come_after_the_others(mine, folder):
    done = []
    experiments.run(mine, folder / "run", progress=lambda n, total: done.append(order(folder)))
    assert done[-1] == ["n1", "n3", "n0", "n2", "n4"]


def order(folder):
    files = sorted((folder / "run" / "results").rglob("*.csv"), key=lambda f: f.stat().st_mtime_ns)
    return [file.stem for file in files]


@pytest.mark.parametrize("serial_timing", [True, False])
def test_local_workers(mine, folder, serial_timing):
    pytest.importorskip("distributed")
    (folder / "0.fail").write_text("1")
    (folder / "3.fail").write_text("99")
    finished = experiments.run(mine, folder / "run", workers=2, serial_timing=serial_timing)
    assert [failure["task"] for failure in finished.failures] == ["squares/n3"]
    assert "task 3 fails" in finished.failures[0]["error"]
    assert finished.done == 4
    pids = {pid for i in range(5) for pid in (folder / f"{i}.log").read_text().split()}
    assert str(os.getpid()) not in pids


@pytest.mark.parametrize("number", [0, 1])  # one that runs alone, one that does not
def test_a_worker_that_is_killed(mine, folder, number):
    pytest.importorskip("distributed")
    wait = folder / f"{number}.wait"
    wait.touch()

    def kill():
        log = folder / f"{number}.log"
        while not log.is_file() or not log.read_text().endswith("\n"):
            time.sleep(0.02)
        os.kill(int(log.read_text()), signal.SIGKILL)
        wait.unlink()

    killer = threading.Thread(target=kill)
    killer.start()
    finished = experiments.run(mine, folder / "run", workers=2)
    killer.join()
    assert finished.is_complete
    assert attempts(folder, number) == 2


def test_wrong_arguments(mine, folder):
    for given, said in (
        ({"workers": 2, "scheduler": "tcp://here"}, "give one of them"),
        ({"workers": 0}, "at least 1"),
        ({"data": Path("/nonsense")}, "no such folder"),
    ):
        with pytest.raises(cw.InvalidInput, match=said):
            experiments.run(mine, folder / "run", **given)
    assert not (folder / "run").exists()


def test_an_experiment_without_tasks_is_refused(mine, folder):
    from dataclasses import replace

    none = replace(mine, tasks=lambda settings: [])
    with pytest.raises(cw.InvalidInput, match="no tasks"):
        experiments.run(none, folder / "run")
    twice = replace(mine, tasks=lambda settings: 2 * mine.tasks(settings))
    with pytest.raises(cw.InvalidInput, match="two tasks"):
        experiments.run(twice, folder / "run")
    with pytest.raises(cw.InvalidInput, match="letters"):
        experiments.Task("a/b", "c", dict)
