"""A world, a grid and a way to run a command."""

from __future__ import annotations

import pytest

import clearway as cw
from clearway.cli import app


@pytest.fixture
def file(tmp_path):
    world = cw.World((-10, -10, 10, 10))
    world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    world.add_wall([(-5, -5), (-5, 5)])
    world.add_post((0, 9))
    world.save(tmp_path / "w.geojson")
    return tmp_path / "w.geojson"


@pytest.fixture
def run(capsys):
    def run(*arguments):
        status = app.run([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def grid_file(tmp_path):
    rows = ["......", "...@..", "...@..", "...@..", "......"]
    head = "type octile\nheight 5\nwidth 6\nmap\n"
    (tmp_path / "g.map").write_text(head + "\n".join(rows) + "\n")
    return tmp_path / "g.map"
