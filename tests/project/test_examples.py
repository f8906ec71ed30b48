"""Every example runs, and says what it should."""

from __future__ import annotations

import sys

import pytest

from support import children
from support.paths import PROJECT

EXAMPLES = PROJECT / "examples"
SAYS = {
    "batch.py": "all proved: True",
    "benchmark.py": "60 queries; any-angle paths are shorter by",
    "blocked_exits.py": "without the ladder: 29 get out",
    "edits.py": "cut in two               NO_PATH",
    "evacuation.py": "room 2: wide enough for a radius of 0.40 m, too narrow for a wheelchair",
    "first_path.py": "START_BLOCKED length inf",
    "fortress.py": "by the tunnel: length",
    "gis.py": "the layer holds the same paths",
    "prefer.py": "prefer 0.5  : length 22.983, least clearance 0.500",
    "radii.py": "too wide for every gap: NO_PATH",
    "robot.py": "a person on the path: PASS",
    "rts.py": "none was ever illegal",
    "units.py": "every path keeps its radius",
}
PICTURES = {
    "benchmark.py": "benchmark.svg",
    "blocked_exits.py": "blocked_exits.svg",
    "evacuation.py": "evacuation.svg",
    "fortress.py": "fortress.svg",
    "gis.py": "gis.svg",
    "robot.py": "robot.svg",
    "units.py": "units.svg",
}


def test_all_are_run():
    assert sorted(f.name for f in EXAMPLES.glob("*.py")) == list(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_example(name, tmp_path):
    said = children.start(sys.executable, "-W", "error", EXAMPLES / name, seconds=60, cwd=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert SAYS[name] in said.stdout
    if name in PICTURES:
        assert (tmp_path / PICTURES[name]).read_text().count("<path") > 5
