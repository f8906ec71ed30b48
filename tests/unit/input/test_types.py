"""What type checkers see: real return types, and inputs that are refused before running."""

from __future__ import annotations

import typing

import pytest

from clearway import formats

GOOD = """
import numpy as np
import clearway as cw

w = cw.World((0, 0, 1, 1))
reveal_type(w.is_free((0.5, 0.5)))
reveal_type(w.clearance((0.5, 0.5)))
reveal_type(w.clearance([(0.5, 0.5)]))
reveal_type(w.snap((0.5, 0.5)))
reveal_type(w.raycast((0, 0), (1, 1)))
reveal_type(w.raycast([(0, 0)], [(1, 1)]))
reveal_type(cw.load("a.map", "movingai"))
reveal_type(cw.load("a.geojson"))
w.is_free(np.zeros(2))
w.add([(0, 0), (1, 0), (1, 1)])
w.add({"type": "Polygon", "coordinates": []})
w.add(w.obstacles[0])
"""
SEEN = ["bool", "float", "ndarray", "ndarray", "Hit | None", "list[", "Grid", "World | "]
BAD = """
import clearway as cw

w = cw.World((0, 0, 1, 1))
w.is_free("here")
w.add_post(3)
w.is_free((0, 0), radios=2)
cw.load(3)
"""


def test_literals_name_the_formats():
    known = formats.formats()
    held = {"world": set(), "grid": set()}
    for name, entry in known.items():
        held[entry.holds].add(name)
    assert set(typing.get_args(formats.WorldFormat)) == held["world"]
    assert set(typing.get_args(formats.GridFormat)) == held["grid"]


def test_types_by_mypy(tmp_path):
    api = pytest.importorskip("mypy.api")
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    options = ["--no-error-summary", "--cache-dir", str(tmp_path / "cache"), "--config-file", ""]
    out, _, status = api.run([*options, str(tmp_path / "good.py")])
    assert status == 0, out
    revealed = [line.split('"')[1] for line in out.splitlines() if "Revealed type" in line]
    assert len(revealed) == len(SEEN), out
    for kind, text in zip(SEEN, revealed, strict=True):
        assert kind.split("[")[0].split(" ")[0] in text, (kind, text)
    out, _, status = api.run([*options, str(tmp_path / "bad.py")])
    assert status == 1
    lines = {line.split(":")[1] for line in out.splitlines() if " error: " in line}
    assert lines == {"5", "6", "7", "8"}, out
