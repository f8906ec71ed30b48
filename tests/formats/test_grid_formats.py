"""Formats of grids: Moving AI maps, PGM and PNG masks, occupancy maps of ROS."""

from __future__ import annotations

import gzip

import numpy as np
import pytest

import clearway as cw


def test_ros_maps_are_read(tmp_path):
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
    with pytest.raises(cw.InvalidInput, match=r"its picture 'm\.pgm' does not exist, nor 'm\.pgm'"):
        load(plain)


def test_ros_modes_other_than_trinary_are_refused(tmp_path):
    (tmp_path / "q.pgm").write_text("P2 2 1 255 0 100")
    (tmp_path / "q.yaml").write_text(
        "image: q.pgm\nmode: raw\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\n"
        "occupied_thresh: 0.65\nfree_thresh: 0.196\n"
    )
    with pytest.raises(cw.InvalidInput, match="raw"):
        cw.load(tmp_path / "q.yaml")


def test_pictures_have_thresholds(tmp_path):
    from PIL import Image

    grey = np.array([[0, 100, 200, 255]], dtype=np.uint8)
    Image.fromarray(grey).save(tmp_path / "a.png")
    (tmp_path / "a.pgm").write_bytes(b"P5\n# made by\n# nobody\n4 1\n255\n" + grey.tobytes())
    (tmp_path / "b.pgm").write_bytes(b"P2 4 1 #x\n 510 0 200 400 510\n")
    (tmp_path / "c.pgm").write_bytes(b"P5 4 1 65535\n" + (grey.astype(">u2") * 257).tobytes())
    Image.fromarray(grey.astype(np.uint16) * 257).save(tmp_path / "c.png")
    for name in ("a.png", "a.pgm", "b.pgm", "c.pgm", "c.png"):
        file = tmp_path / name
        assert cw.load(file).blocked[0].tolist() == [True, True, False, False], name
        assert cw.load(file, threshold=201).blocked[0].tolist() == [True, True, True, False]
        assert cw.load(file, invert=True).blocked[0].tolist() == [False, False, True, True]
        with pytest.raises(cw.InvalidInput, match="threshold is 300"):
            cw.load(file, threshold=300)
    rgba = np.full((1, 4, 4), 255, dtype=np.uint8)
    rgba[0, 2, 3] = 0
    file = tmp_path / "d.png"
    Image.fromarray(rgba).save(file)
    with pytest.warns(UserWarning, match=r"d\.png: transparent pixels are blocked: 1 of 4") as said:
        assert cw.load(file).blocked[0].tolist() == [False, False, True, False]
    assert said[0].filename == __file__
    assert cw.load(file, transparent="blocked").blocked[0].tolist() == [False, False, True, False]


def test_a_drawing_on_a_transparent_background_can_be_free_there(tmp_path):
    """Drawing programs store black where nothing is drawn."""
    from PIL import Image

    drawn = np.zeros((1, 3, 4), dtype=np.uint8)
    drawn[0, 1, 3] = 255
    file = tmp_path / "d.png"
    Image.fromarray(drawn).save(file)
    assert cw.load(file, transparent="free").blocked[0].tolist() == [False, True, False]
    with pytest.raises(cw.InvalidInput, match="transparent is 'no': 'blocked' or 'free'"):
        cw.load(file, transparent="no")


def test_a_cut_png_is_refused(tmp_path):
    """At every byte: pillow alone would make a picture of what is left."""
    rng = np.random.default_rng(4)
    file = tmp_path / "a.png"
    cw.Grid(rng.random((40, 50)) < 0.5).save(file)
    good = file.read_bytes()
    for cut in range(len(good)):
        file.write_bytes(good[:cut])
        with pytest.raises(cw.InvalidInput, match=r"a\.png: (not a|damaged) PNG"):
            cw.load(file)
    for at in range(8, len(good)):
        bad = bytearray(good)
        bad[at] ^= 1 << int(rng.integers(8))
        file.write_bytes(bytes(bad))
        with pytest.raises(cw.InvalidInput, match=r"a\.png: damaged PNG"):
            cw.load(file)
    file.write_bytes(good + b"tail")
    assert cw.load(file).shape == (40, 50)


def test_movingai_terrain_spacing_and_line_ends(tmp_path):
    file = tmp_path / "m.map"
    text = "type octile\nheight 2\nwidth 4\nmap\n.GSW\nT@O.\n"
    wanted = [[0, 0, 0, 1], [1, 1, 1, 0]]
    crlf = text.replace("\n", "\r\n")
    for variant in (text, crlf, text.rstrip("\n"), text.replace("height 2", "height  \t2 ")):
        file.write_bytes(variant.encode())
        assert cw.load(file).blocked.astype(int).tolist() == wanted
    file.write_bytes(gzip.compress(text.encode()))
    assert cw.load(file, passable=".GSW").blocked.astype(int).tolist() == [[0, 0, 0, 0], wanted[1]]
    with pytest.raises(cw.InvalidInput, match="passable is 'x'"):
        cw.load(file, passable="x")
    with pytest.raises(cw.InvalidInput, match="no option 'colour'"):
        cw.load(file, colour=1)
