"""PGM and PNG masks."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw


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
    Image.fromarray(rgba).save(tmp_path / "d.png")
    assert cw.load(tmp_path / "d.png").blocked[0].tolist() == [False, False, True, False]


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
