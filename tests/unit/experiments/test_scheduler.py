"""Runs on a cluster by the address of its scheduler: processes of their own, on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import clearway as cw
from clearway import experiments
from clearway.cli.app import app
from support import experiment_file

pytest.importorskip("distributed")
runner = pytest.importorskip("typer.testing").CliRunner()
TESTS = str(Path(experiment_file.__file__).parents[1])


def wait_for(is_ready, process, seconds=60):
    end = time.monotonic() + seconds
    while not is_ready():
        assert process.poll() is None, "the process has ended"
        assert time.monotonic() < end, "too slow"
        time.sleep(0.05)


def start(folder, module, *arguments):
    """A process that nobody forked from the test: it imports what it needs."""
    path = os.pathsep.join([*filter(None, sys.path), TESTS])
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{module}", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """The address of a scheduler on a free port, with two worker processes of one thread."""
    from distributed import Client

    folder = tmp_path_factory.mktemp("cluster")
    address = folder / "address"
    begun = [start(folder, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                   "--scheduler-file", str(address))]  # fmt: skip
    try:
        wait_for(lambda: address.is_file() and address.read_text().strip(), begun[0])
        for _ in range(2):
            begun.append(start(folder, "dask_worker", "--scheduler-file", str(address), "--nthreads", "1",
                               "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"))  # fmt: skip
        with Client(scheduler_file=str(address), timeout="60s") as client:
            client.wait_for_workers(2, timeout=120)
            where = client.scheduler.address
        yield where, [process.pid for process in begun]
    finally:
        for process in begun[::-1]:
            process.kill()  # asked to end, a worker waits long for a scheduler that has ended
            process.wait()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where the tasks of the experiment write which process ran them."""
    monkeypatch.setenv(experiment_file.FOLDER, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("serial_timing", [True, False])
def test_tasks_run_on_the_workers_of_the_scheduler(cluster, folder, serial_timing):
    address, pids = cluster
    mine = experiments.load(experiment_file.__file__)
    finished = experiments.run(mine, folder / "run", scheduler=address, serial_timing=serial_timing)
    assert (finished.done, finished.failures) == (5, [])
    ran = {int(pid) for log in folder.glob("*.log") for pid in log.read_text().split()}
    assert ran
    assert ran <= set(pids[1:])


def test_the_command_takes_the_address(cluster, tmp_path):
    address, _ = cluster
    options = ["--quick", "--scheduler", address, "--output", str(tmp_path / "run")]
    called = runner.invoke(app, ["experiment", "run", experiment_file.__file__, *options])
    assert called.exit_code == 0, called.output
    assert "3 of 3 tasks" in called.output


def test_nobody_at_the_address(tmp_path, monkeypatch):
    monkeypatch.setattr("clearway.experiments.workers.PATIENCE", "1s")
    mine = experiments.load(experiment_file.__file__)
    with pytest.raises(cw.ClearwayError, match="no scheduler answers at tcp://127"):
        experiments.run(mine, tmp_path / "run", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(cw.InvalidInput, match="nonsense://here"):
        experiments.run(mine, tmp_path / "run2", scheduler="nonsense://here")
    assert not list(tmp_path.glob("run*")), "a run that could not begin would have to be resumed"


def test_a_scheduler_without_workers(tmp_path, monkeypatch):
    """Tasks that are timed would never run, and the run would count as complete."""
    mine = experiments.load(experiment_file.__file__)
    file = tmp_path / "address"
    scheduler = start(tmp_path, "dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                      "--no-dashboard", "--scheduler-file", str(file))  # fmt: skip
    try:
        wait_for(lambda: file.is_file() and file.read_text().strip(), scheduler)
        monkeypatch.setattr("clearway.experiments.workers.PATIENCE", "3s")
        address = json.loads(file.read_text())["address"]
        with pytest.raises(cw.InvalidInput, match="has no workers"):
            experiments.run(mine, tmp_path / "run", scheduler=address)
    finally:
        scheduler.kill()
        scheduler.wait()
    assert not (tmp_path / "run").exists()


def test_interrupts_are_for_the_process_that_asks(folder):
    """Ctrl+C reaches every process of a terminal; only this one may say something about it."""
    from clearway.experiments.workers import cluster

    before = signal.getsignal(signal.SIGINT)
    with cluster(workers=1) as pool:
        [ignores] = pool._client.run(ignores_interrupts).values()
    assert ignores
    assert signal.getsignal(signal.SIGINT) is before


def ignores_interrupts():
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN
