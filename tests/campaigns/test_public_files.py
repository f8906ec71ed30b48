"""Public files, many of them broken on purpose: each loads, validates, agrees with shapely
on the area left free, and empties again to the new world, or is refused by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely

import clearway as cw
from oracle.canonical import difference, free_area, same_mesh
from oracle.scene import POST, RING, insert
from oracle.union import even_odd
from support.data_readers import POLYGON, read
from support.paths import DATA, or_skip

FOLDERS = [
    *(f"triangulation/{n}" for n in ("cdt", "cgshop2025", "delaunator", "earcut", "jts-xml", "poly2tri", "pslg")),
    "polygons/iron-harvest",
    "polygons/natural-earth",
]  # fmt: skip
FILES = [p for f in FOLDERS if (DATA / f).is_dir() for p in sorted((DATA / f).iterdir())]
SMALL = 20_000  # bytes; larger files wait for the long run
SAMPLE = [p for p in FILES if p.stat().st_size <= SMALL][::6]


@pytest.mark.parametrize("path", or_skip(SAMPLE), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_sample_of_files(path):
    load_and_empty(path)


@pytest.mark.long
@pytest.mark.parametrize("path", or_skip(FILES), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_all_files(path):
    load_and_empty(path)


def load_and_empty(path):
    for name, bounds, pieces in read(path):
        bounds = bounds or around(pieces)
        try:
            world = cw.World(bounds=bounds)
            handles = []
            with world.editing():
                for piece in pieces:
                    handles.append(put(world, *piece))
        except cw.InvalidInput as e:
            if e.index is None and e.value is None:
                pytest.fail(f"{name}: refused without a culprit: {e}")
            continue
        world.validate()
        check_area(name, world, bounds, pieces)
        fresh = cw.World(bounds=bounds)
        half = handles[::2]
        with world.editing():
            for h in half:
                world.remove(h)
        world.validate()
        with world.editing():
            for h in handles[1::2]:
                world.remove(h)
        world.validate()
        assert same_mesh(world.mesh(), fresh.mesh()), (
            f"{name}: emptied is not new\n{difference(world.mesh(), fresh.mesh())}"
        )


def around(pieces):
    """The box of everything finite, grown by a twentieth."""
    xy = np.array(
        [p for kind, c in pieces for r in (c if kind == POLYGON else [c]) for p in r], float
    )
    xy = xy[np.isfinite(xy).all(axis=1)]
    if not len(xy):
        return [0.0, 0.0, 1.0, 1.0]
    low, high = xy.min(axis=0), xy.max(axis=0)
    grow = 0.05 * max(*(high - low), float(np.abs(xy).max()) * 1e-9, 1e-9)
    return [float(v) for v in (*(low - grow), *(high + grow))]


def put(world, kind, points):
    if kind == POLYGON:
        return world.add({"type": "Polygon", "coordinates": points})
    return insert(world, kind, points)


def check_area(name, world, bounds, pieces):
    ground = even_odd(bounds) if np.ndim(bounds[0]) else shapely.box(*bounds)
    areas = []
    for kind, points in pieces:
        if kind == POLYGON:
            shell, holes = even_odd(points[0]), [even_odd(h) for h in points[1:]]
            areas.append(shell.difference(shapely.union_all(holes)) if holes else shell)
        elif kind == RING:
            areas.append(even_odd(points))
    try:
        owed = ground.difference(shapely.union_all(areas)).area if areas else ground.area
    except shapely.errors.GEOSException as e:
        pytest.skip(f"{name}: shapely cannot say: {e}")
    x0, y0, x1, y1 = ground.bounds
    far = float(np.spacing(max(map(abs, (x0, y0, x1, y1)))))
    length = sum(a.length for a in areas) + 2 * (x1 - x0 + y1 - y0)
    slack = 1e-9 * ground.area + 4 * far * length
    found = free_area(world.mesh())
    assert abs(found - owed) <= slack, f"{name}: free area {found!r}, shapely {owed!r}"


def test_posts_are_counted():
    """What the readers yield is what the files hold, on one file of each kind."""
    for folder in FOLDERS:
        files = [p for p in SAMPLE if p.parent.name == Path(folder).name]
        for path in files[:1]:
            for name, _, pieces in read(path):
                assert pieces, name
                assert all(len(p) == 1 for kind, p in pieces if kind == POST)
