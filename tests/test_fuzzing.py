"""Fuzzing of every reader: the corpus with all that was ever found, and a short run by a seed.

`make fuzz` runs it by coverage, for as long as one likes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fuzzing.targets import CORPUS, SUFFIXES

HERE = Path(__file__).parent
NAMES = sorted(SUFFIXES)


def run(name, seconds, *options):
    """In a process of its own, with a limit on memory and on the time of each input."""
    done = subprocess.run(
        [sys.executable, "-m", "fuzzing.engine", name, str(seconds), "--plain", *options],
        env={**os.environ, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        timeout=seconds + 300,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    assert "nothing found" in done.stdout


def test_every_format_is_fuzzed():
    from clearway.formats import formats

    assert set(formats()) | {"gzip", "planner", "scenarios"} == set(SUFFIXES)
    assert {folder.name for folder in CORPUS.iterdir()} == set(SUFFIXES)


@pytest.mark.parametrize("name", NAMES)
def test_corpus_and_a_few_changes(name):
    run(name, 60, "--count", "150")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_many_changes(name):
    run(name, 30, "--seed", str(os.getpid()))
