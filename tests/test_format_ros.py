"""Occupancy maps of ROS."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw


def test_ros_maps(tmp_path):
    greys = np.array([[0, 205, 254], [254, 254, 254]], dtype=np.uint8)  # the upper row is far
    (tmp_path / "m.pgm").write_bytes(b"P5 3 2 255\n" + greys.tobytes())

    def load(text, **options):
        (tmp_path / "m.yaml").write_text(text)
        return cw.load(tmp_path / "m.yaml", **options)

    plain = "image: m.pgm\nresolution: 0.5\norigin: [-1, 2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"
    grid = load(plain)
    assert grid.blocked.tolist() == [[False] * 3, [True, True, False]]
    assert (grid.cell, grid.origin) == (0.5, (-1, 2))
    assert load(plain, unknown="free").blocked.tolist() == [[False] * 3, [True, False, False]]
    assert load(plain.replace("negate: 0", "negate: 1")).blocked[0].all()
    assert load(plain.replace("m.pgm", "gone/away.pgm")).blocked.sum() == 2
    for text, says in (
        (plain.replace("2, 0]", "2, 0.5]"), "rotated by 0.5"),
        (plain.replace("0.5", "-0.5"), "resolution is -0.5"),
        (plain.replace("0.5", "x"), "resolution is 'x'"),
        (plain.replace("[-1, 2, 0]", "7"), "origin is 7"),
        (plain.replace("-1", ".nan"), "origin"),
        ("image: [", "line 1"),
        ("a: b\n\tc: d", "line 2: not YAML"),
        ("- 1", "fields are needed"),
        ("resolution: 1", "image is None"),
        (plain.replace("resolution", "# r"), "no resolution"),
        (plain.replace("origin", "# o"), "no origin"),
        ("image: m.pgm\nresolution: 0.5\n", "no origin"),
    ):
        with pytest.raises(cw.InvalidInput, match=says):
            load(text)
    with pytest.raises(cw.InvalidInput, match="unknown is 'x'"):
        load(plain, unknown="x")
    (tmp_path / "m.pgm").unlink()
    with pytest.raises(cw.InvalidInput, match=r"its picture 'm\.pgm' does not exist, nor m\.pgm"):
        load(plain)


def test_ros_modes_other_than_trinary_are_refused(tmp_path):
    (tmp_path / "q.pgm").write_text("P2 2 1 255 0 100")
    (tmp_path / "q.yaml").write_text(
        "image: q.pgm\nmode: raw\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\n"
        "occupied_thresh: 0.65\nfree_thresh: 0.196\n"
    )
    with pytest.raises(cw.InvalidInput, match="raw"):
        cw.load(tmp_path / "q.yaml")
