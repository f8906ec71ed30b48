"""Inputs that broke other systems, each in its own process with a time limit: a crash or
a hang is a failure of one test, not of the run."""

from __future__ import annotations

import json
import os

import pytest

from support import children
from support.paths import TESTS

FILES = sorted((TESTS / "data" / "bad").glob("*.json"))
SECONDS = 300 if "CLEARWAY_SANITIZED" in os.environ else 60  # alone at most 7, and 40


def test_every_row_has_a_file():
    assert [json.loads(f.read_text())["row"] for f in FILES] == list(range(1, 26))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_bad_input(path):
    children.module("bad_runner", path, seconds=SECONDS)
