"""Inputs that broke other systems, each in its own process with a time limit: a crash or
a hang is a failure of one test, not of the run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted((HERE / "data" / "bad").glob("*.json"))
SECONDS = 60


def test_every_row_has_a_file():
    assert [json.loads(f.read_text())["row"] for f in FILES] == list(range(1, 26))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_bad_input(path):
    try:
        run = subprocess.run(
            [sys.executable, str(HERE / "bad_runner.py"), str(path)],
            capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        pytest.fail(f"{path.name}: no end within {SECONDS} s")
    assert run.returncode == 0, f"exit {run.returncode}\n{run.stdout}\n{run.stderr[-2000:]}"
