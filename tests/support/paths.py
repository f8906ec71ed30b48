"""The folders of the project and of the public data files.

`CLEARWAY_DATA` and `CLEARWAY_PEERS` name the folders with public maps and with the worlds of other
path finders. Tests that need a missing file are skipped with a message.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
PROJECT = TESTS.parent
SHARED = PROJECT.parent / "shared"
DATA = Path(os.environ.get("CLEARWAY_DATA", SHARED / "data"))
PEERS = Path(os.environ.get("CLEARWAY_PEERS", SHARED / "peers"))

NO_DATA = f"no such files in {DATA}: set CLEARWAY_DATA"

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=NO_DATA)


def or_skip(cases):
    """The cases; if there are none, one that is skipped with the reason."""
    return list(cases) or [pytest.param(None, id="none", marks=pytest.mark.skip(reason=NO_DATA))]


def need(path):
    """The path, if it exists; otherwise the test is skipped."""
    if not path.exists():
        pytest.skip(f"no {path.name} in {path.parent}: set CLEARWAY_DATA or CLEARWAY_PEERS")
    return path
