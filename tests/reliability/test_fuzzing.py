"""Fuzzing of every reader: the corpus with all that was ever found, and a short run by a seed.

`make fuzz` runs it by coverage, for as long as one likes.
"""

from __future__ import annotations

import os

import pytest

from support import children
from support.fuzzing.targets import CORPUS, SUFFIXES

NAMES = sorted(SUFFIXES)


def run(name, seconds, *options):
    """In a process of its own, with a limit on memory and on the time of each input."""
    command = ("fuzzing.engine", name, seconds, "--plain", *options)
    assert "nothing found" in children.module(*command, seconds=seconds + 300)


def test_every_format_is_fuzzed():
    from clearway.formats import formats

    assert set(formats()) | {"gzip", "labels", "planner", "scenarios"} == set(SUFFIXES)
    assert {folder.name for folder in CORPUS.iterdir()} == set(SUFFIXES)


@pytest.mark.parametrize("name", NAMES)
def test_corpus_and_a_few_changes(name):
    run(name, 60, "--count", "150")


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_many_changes(name):
    run(name, 30, "--seed", str(os.getpid()))
