"""The command as a process: output that is full or closed, signals."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from support import children


def clearway(*arguments, **options):
    return children.start(sys.executable, "-m", "clearway", *arguments, seconds=120, **options)


def test_as_a_process(file):
    for points, status in ((["1,5", "9,5"], 0), (["5,5", "9,5"], 1), (["1,5", "x"], 2)):
        assert clearway("path", file, *points).returncode == status


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["info", "--json"], ["info"], ["--help"], ["--version"]])
def test_output_that_is_full_is_one_line_and_status_2(arguments):
    with Path("/dev/full").open("w") as full:
        run = clearway(*arguments, stdout=full)
    assert (run.returncode, run.stderr) == (2, "clearway: output: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_errors_where_output_is_full_or_closed():
    with Path("/dev/full").open("w") as full:
        run = clearway("info", "none.map", "--json", stdout=full)
        assert (run.returncode, run.stderr.count("\n")) == (2, 1)
        run = clearway("info", "none.map", "--json", stderr=full)
        assert (run.returncode, json.loads(run.stdout)["error"]) == (2, "FileNotFoundError")
    for closed, status in (("1", 0), ("2", 0)):
        line = f'exec "$0" -m clearway info --json {closed}>&-'
        run = children.start("/bin/sh", "-c", line, sys.executable)
        assert (run.returncode, run.stderr) == (status, "")


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="needs SIGPIPE")
@pytest.mark.parametrize("arguments", [["--help"], ["info"], ["info", "--json"], ["--version"]])
def test_a_closed_pipe_ends_the_command_by_sigpipe(arguments):
    """As it ends other commands; exit status 1 would mean that there is no path."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        run = clearway(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert (run.returncode, run.stderr) == (-signal.SIGPIPE, "")
