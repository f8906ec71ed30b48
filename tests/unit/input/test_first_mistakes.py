"""What new users get wrong: the message says what to do instead."""

from __future__ import annotations

from pathlib import Path

import pytest

import clearway as cw


@pytest.fixture
def world():
    return cw.World((0, 0, 10, 10))


@pytest.mark.parametrize("file", ["plan.geojson", Path("plan.geojson")])
def test_a_file_is_not_a_list_of_obstacles(file):
    with pytest.raises(cw.InvalidInput, match=r"cw\.load reads files"):
        cw.World.from_obstacles(file)


def test_no_point_where_the_disc_fits_nowhere(world):
    nowhere = world.random_point(radius=20)
    with pytest.raises(cw.InvalidInput, match=r"start is None: .* if the disc fits nowhere"):
        world.find_path(nowhere, (9, 9))


def test_a_grid_has_neither_discs_nor_points():
    grid = cw.Grid([[0, 0, 0], [0, 1, 0], [0, 0, 0]])
    with pytest.raises(cw.InvalidInput, match=r"radius 0 only; its to_world\(\) takes any"):
        grid.find_path((0, 0), (2, 2), radius=0.3)
    with pytest.raises(cw.InvalidInput, match=r"whole numbers; its to_world\(\) takes any points"):
        grid.find_path((0.5, 0.5), (2, 2))


def test_pictures_of_other_kinds(tmp_path):
    (tmp_path / "plan.jpg").write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(
        cw.InvalidInput, match=r"plan\.jpg: unknown format; save the picture as PNG"
    ):
        cw.load(tmp_path / "plan.jpg")


def test_a_blocked_end_says_why(world):
    world.add_rect((4, 4), (6, 6))
    assert "the start lies inside an obstacle" in repr(world.find_path((5, 5), (9, 9)))
    assert "the goal lies outside the bounds (0, 0, 10, 10)" in repr(
        world.find_path((1, 1), (11, 9))
    )
    world.add_area([(1, 1), (2, 1), (2, 2)], "enemy")
    seen = world.find_path((1.8, 1.2), (9, 9), costs={"enemy": cw.AVOID})
    assert "the start lies inside an obstacle, an avoided area or outside" in repr(seen)


def test_one_ring_is_not_a_list_of_rings():
    ring = [(1, 1), (3, 1), (3, 2)]
    with pytest.raises(cw.InvalidInput, match=r"goes into a list, too: \[points\]"):
        cw.World.from_obstacles(ring)
    with pytest.raises(cw.InvalidInput, match=r"shape \(3,\)$"):
        cw.World.from_obstacles([(1, 1, 2), (3, 1, 2)])


def test_maps_drawn_in_characters(tmp_path):
    rows = ["####", "#..#", "####"]
    with pytest.raises(
        cw.InvalidInput, match=r"np\.array\(\[list\(row\) for row in rows\]\) == '#'"
    ):
        cw.Grid(rows)
    with pytest.raises(cw.InvalidInput, match=r"booleans or numbers, not \[None\]$"):
        cw.Grid([[None, None]])
    (tmp_path / "maze.txt").write_text("\n".join(rows))
    with pytest.raises(cw.InvalidInput, match=r"line 1: '####' .*an array of cells: cw\.Grid"):
        cw.load(tmp_path / "maze.txt")
