"""Every example runs, and says what it should."""

from __future__ import annotations

import sys

import pytest

from support import children
from support.paths import PROJECT

EXAMPLES = PROJECT / "examples"
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
    said = children.start(sys.executable, "-W", "error", EXAMPLES / name, seconds=60, cwd=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert SAYS[name] in said.stdout
