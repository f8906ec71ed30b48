"""Every example runs, and says what it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SAYS = {
    "batch.py": "all proved: True",
    "edits.py": "cut in two               NO_PATH",
    "first_path.py": "START_BLOCKED length inf",
    "radii.py": "too wide for every gap: NO_PATH",
    "rts.py": "none was ever illegal",
}


def test_all_are_run():
    assert sorted(f.name for f in EXAMPLES.glob("*.py")) == list(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_example(name, tmp_path):
    run = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert SAYS[name] in run.stdout
