"""Every format: round trips, missing extras, every real file."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import clearway as cw
from support.format_scenes import free_shape, grid_of, world_of
from support.paths import DATA, or_skip

PATTERNS = [
    "grid/*/*.map",
    "mesh/polyanya*/*.mesh",
    "mesh/merged*/*.mesh",
    "mesh/iron-harvest/*.mesh",
    "polygons/iron-harvest/*.txt",
    "polygons/*.txt",
    "polygons/natural-earth/*",
    "polygons/regions/*.wkt",
    "polygons/indoor/*.geojson",
    "polygons/buildings/*.geojson",
    "polygons/jupedsim/*.wkt",
    "polygons/occupancy/*",
]


FILES = [p for pattern in PATTERNS for p in sorted(DATA.glob(pattern))]


def same_world(a, b):
    """The same free space, walls and posts; handles aside."""
    assert a.bounds == pytest.approx(b.bounds)
    assert free_shape(a).symmetric_difference(free_shape(b)).area < 1e-9
    kinds = [sorted(o.kind for o in w.obstacles.values() if o.kind != "area") for w in (a, b)]
    assert kinds[0] == kinds[1]
    rng = np.random.default_rng(1)
    points = a.random_points(60, rng=rng)
    one, two = (w.find_paths(points[:30], points[30:]).length for w in (a, b))
    assert one == pytest.approx(two, rel=1e-9)


@pytest.mark.parametrize("suffix", ["map", "pgm", "png", "yaml", "map.gz", "pgm.gz"])
def test_grids_come_back(tmp_path, suffix):
    cell, origin = (0.05, (-7.3, 2.25)) if suffix == "yaml" else (1.0, (0.0, 0.0))
    grid = grid_of(cell=cell, origin=origin)
    file = tmp_path / f"g.{suffix}"
    grid.save(file)
    again = cw.load(file)
    assert isinstance(again, cw.Grid)
    assert np.array_equal(again.blocked, grid.blocked)
    assert (again.cell, again.origin) == (cell, origin)
    with pytest.raises(cw.InvalidInput, match="holds a grid: save a to_grid"):
        world_of().save(file)


@pytest.mark.parametrize("suffix", ["wkt", "mesh", "svg", "wkt.gz"])
def test_worlds_come_back(tmp_path, suffix):
    world = world_of()
    file = tmp_path / f"w.{suffix}"
    if suffix == "mesh":
        world.remove(3)  # a mesh has no posts
    world.save(file)
    again = cw.load(file)
    again.validate()
    if suffix == "mesh":  # whose walls are single edges
        assert free_shape(again).symmetric_difference(free_shape(world)).area < 1e-9
        points = world.random_points(60, rng=1)
        lengths = [w.find_paths(points[:30], points[30:]).length for w in (world, again)]
        assert lengths[0] == pytest.approx(lengths[1], rel=1e-9)
    else:
        same_world(world, again)
    with pytest.raises(cw.InvalidInput, match="holds a world: save its to_world"):
        grid_of().save(file)


@pytest.mark.parametrize(
    ("module", "name", "extra"),
    [("yaml", "a.yaml", "geo"), ("PIL", "a.png", "geo")],
)  # fmt: skip
def test_missing_extras_are_named(tmp_path, monkeypatch, module, name, extra):
    monkeypatch.setitem(sys.modules, module, None)
    body = {"a.svg": "<svg/>", "a.yaml": "image: x"}.get(name, "")
    (tmp_path / name).write_text(body)
    with pytest.raises(cw.MissingExtra, match=rf"\[{extra}\]"):
        cw.load(tmp_path / name)


def check_file(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        loaded = cw.load(path)
    if isinstance(loaded, cw.Grid):
        world = loaded.to_world()
        free = int((~loaded.blocked).sum())
        assert world.mesh().free_area == pytest.approx(free * loaded.cell**2, rel=1e-9)
        if path.suffix == ".map":
            assert world.mesh().free_area == free
    else:
        world = loaded
    assert world.stats["free_triangles"] > 0
    return loaded


@pytest.mark.parametrize("path", or_skip(FILES[::17]), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_sample_of_files(path):
    check_file(path)


@pytest.mark.long
@pytest.mark.parametrize("path", or_skip(FILES), ids=lambda p: f"{p.parent.name}/{p.name}")
def test_all_files(path):
    loaded = check_file(path)
    if not isinstance(loaded, cw.Grid):
        loaded.validate()


@pytest.mark.parametrize("path", [None, 3, b"a.map", "", "a\0.map", ["a.map"]])
def test_paths_that_are_none(path):
    for ask in (cw.load, cw.load_scenarios, grid_of().save, world_of().save):
        with pytest.raises(cw.InvalidInput, match="the name of a file is needed"):
            ask(path)


def test_a_missing_folder_is_named_by_the_path_given(tmp_path):
    for thing, name in ((grid_of(), "a.map"), (grid_of(), "a.yaml"), (world_of(), "a.wkt")):
        file = tmp_path / "nowhere" / name
        with pytest.raises(FileNotFoundError) as caught:
            thing.save(file)
        assert Path(caught.value.filename).parent == file.parent
        assert not Path(caught.value.filename).name.startswith(".")
    (tmp_path / "folder.map").mkdir()
    with pytest.raises(IsADirectoryError, match=r"folder\.map'"):
        grid_of().save(tmp_path / "folder.map")
    assert [p.name for p in tmp_path.iterdir()] == ["folder.map"]
