"""Every example runs, and says what it should."""

from __future__ import annotations

import re
import sys

import pytest

from support import children
from support.paths import PROJECT

EXAMPLES = PROJECT / "examples"
SAYS = {
    "batch.py": "all proved: True",
    "benchmark.py": "60 queries; any-angle paths are shorter by",
    "blocked_exits.py": "without the ladder: 29 get out",
    "crowd.py": "everybody is out: True",
    "crowd_scenarios.py": "the law holds",
    "edits.py": "cut in two               NO_PATH",
    "evacuation.py": "room 2: wide enough for a radius of 0.40 m, too narrow for a wheelchair",
    "first_path.py": "START_BLOCKED length inf",
    "fortress.py": "by the tunnel: length",
    "gis.py": "the layer holds the same paths",
    "group.py": "a gate of 2.0: 19 members",
    "prefer.py": "prefer 0.5  : length 22.983, least clearance 0.500",
    "radii.py": "too wide for every gap: NO_PATH",
    "reservations.py": "16 carts, 0 meetings",
    "robot.py": "a person on the path: PASS",
    "rts.py": "not one overlap",
    "town.py": "none was ever illegal",
    "units.py": "every path keeps its radius",
    "waypoints.py": "a crate in a door: 12 of 14 waypoints keep their ids",
}
PICTURES = {
    "benchmark.py": "benchmark.svg",
    "blocked_exits.py": "blocked_exits.svg",
    "evacuation.py": "evacuation.svg",
    "fortress.py": "fortress.svg",
    "gis.py": "gis.svg",
    "reservations.py": "reservations.svg",
    "robot.py": "robot.svg",
    "units.py": "units.svg",
}
PROGRESS = re.compile(r" \[#*\.*\] ")  # shown by work that takes long, as on a busy machine


def test_all_are_run():
    assert sorted(f.name for f in EXAMPLES.glob("*.py")) == list(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_example(name, tmp_path):
    said = children.start(sys.executable, "-W", "error", EXAMPLES / name, seconds=60, cwd=tmp_path)
    errors = [line for line in said.stderr.splitlines() if not PROGRESS.search(line)]
    assert (said.returncode, errors) == (0, [])
    assert SAYS[name] in said.stdout
    if name in PICTURES:
        assert (tmp_path / PICTURES[name]).read_text().count("<path") > 5
