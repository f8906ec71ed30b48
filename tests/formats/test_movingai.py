"""Moving AI maps."""

from __future__ import annotations

import gzip

import pytest

import clearway as cw


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
