"""`make demo` runs right after an installation with the extras `cli` and `lab` alone."""

from __future__ import annotations

import sys

from clearway import _demo


def test_the_demonstration_needs_no_partitioner(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pymetis", None)
    made = _demo.run(tmp_path)
    assert set(made.planners) == {"channel", "tra*", "thpa*", "optimal"}
    assert all(path.found for path in made.planners.values())
