"""Pictures have the right orientation: rendered, read back, compared with the source file."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest

import clearway as cw
from clearway.render import palette

MAP = "type octile\nheight 4\nwidth 6\nmap\n@@....\n@.....\n......\n.....@\n"
BLOCKED = np.array([[c == "@" for c in row] for row in MAP.split("map\n")[1].split()])


def shown(png, cells):
    """Which cells are dark in a picture, by the pixel in the middle of each."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(png)).convert("L")
    grey = np.asarray(image, dtype=float)
    height, width = cells
    margin = 40  # twice the margin of an SVG: a PNG is twice as fine
    xs = margin + (np.arange(width) + 0.5) * (grey.shape[1] - 2 * margin) / width
    ys = margin + (np.arange(height) + 0.5) * (grey.shape[0] - 2 * margin) / height
    return grey[ys.astype(int)[:, None], xs.astype(int)[None, :]] < 160


def in_svg(text, cells):
    """Which cells are covered by the area of obstacles in an SVG, by their middles."""
    shapely = pytest.importorskip("shapely")
    width, height = (float(n) for n in re.search(r'viewBox="0 0 (\S+) (\S+)"', text).groups())
    [data] = re.findall(rf'<path d="([^"]*)" fill="{palette.SOLID}"/>', text)
    rings = [np.array(re.findall(r"[\d.]+", ring), float).reshape(-1, 2) for ring in data.split("Z")[:-1]]  # fmt: skip
    area = shapely.union_all([shapely.Polygon(ring) for ring in rings])
    ys = 20 + (np.arange(cells[0]) + 0.5) * (height - 40) / cells[0]
    xs = 20 + (np.arange(cells[1]) + 0.5) * (width - 40) / cells[1]
    return np.array([[area.contains(shapely.Point(x, y)) for x in xs] for y in ys])


@pytest.fixture(params=["a.map", "a.png", "a.pgm"])
def grid(request, tmp_path):
    source = tmp_path / "source.map"
    source.write_text(MAP)
    file = tmp_path / request.param
    cw.load(source).save(file)
    return cw.load(file)


def test_row_0_is_on_top(grid):
    pytest.importorskip("matplotlib")
    assert grid.y_down
    assert np.array_equal(shown(cw.render.png(grid), grid.shape), BLOCKED)
    assert np.array_equal(in_svg(cw.render.svg(grid), grid.shape), BLOCKED)


def test_the_world_of_a_grid_is_drawn_like_it(grid):
    pytest.importorskip("matplotlib")
    world = grid.to_world()
    assert world.y_down
    assert np.array_equal(shown(cw.render.png(world), grid.shape), BLOCKED)
    assert world.to_grid(1.0).y_down


def test_plots_are_turned_too(grid):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    path = grid.find_path((2, 0), (0, 3))
    for drawn in (grid.plot(), grid.to_world().plot(), path.plot()):
        assert drawn.yaxis_inverted()
    again = path.plot(grid.plot())
    assert again.yaxis_inverted()
    assert not cw.World((0, 0, 1, 1)).plot().yaxis_inverted()
    pyplot.close("all")


def test_svg_and_its_picture_agree(tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "drawing.svg"
    file.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 6 4">'
        '<rect x="0" y="0" width="2" height="1"/><rect x="0" y="1" width="1" height="1"/>'
        '<rect x="5" y="3" width="1" height="1"/></svg>'
    )
    world = cw.load(file)
    assert world.y_down
    assert np.array_equal(shown(cw.render.png(world), (4, 6)), BLOCKED)


def test_ros_maps_and_worlds_of_numbers_keep_y_upwards(tmp_path):
    pytest.importorskip("matplotlib")
    grid = cw.Grid(BLOCKED)
    assert not grid.y_down
    assert np.array_equal(shown(cw.render.png(grid), grid.shape), BLOCKED[::-1])
    assert np.array_equal(shown(cw.render.png(grid, y_down=True), grid.shape), BLOCKED)
    assert np.array_equal(in_svg(cw.render.svg(grid, y_down=True), grid.shape), BLOCKED)
    pytest.importorskip("yaml")
    grid.save(tmp_path / "room.yaml")
    # The picture beside it has its first row on top: what is drawn looks like that picture.
    [pgm] = tmp_path.glob("*.pgm")
    assert np.array_equal(cw.load(pgm).blocked, BLOCKED[::-1])
    assert np.array_equal(shown(cw.render.png(cw.load(tmp_path / "room.yaml")), grid.shape), BLOCKED[::-1])  # fmt: skip


def test_the_orientation_is_kept(tmp_path):
    import copy
    import pickle

    world = cw.World((0, 0, 4, 4))
    world.y_down = True
    for twin in (copy.copy(world), pickle.loads(pickle.dumps(world))):
        assert twin.y_down
    world.save(tmp_path / "w.clearway")
    assert cw.load(tmp_path / "w.clearway").y_down
    path = pickle.loads(pickle.dumps(world.find_path((1, 1), (3, 3))))
    assert path._world.y_down


def test_bad_orientation():
    with pytest.raises(cw.InvalidInput, match="y_down is"):
        cw.render.svg(cw.World((0, 0, 1, 1)), y_down=np.array([True, False]))
