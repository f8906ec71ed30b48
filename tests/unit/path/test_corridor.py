"""The free space around a path: rings of triangles, by shapely; distances to the obstacles."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import shapely

import clearway as cw
from clearway import render
from clearway._regions import outlines
from oracle.disc_worlds import KINDS, make
from oracle.scene import build


def polygon(rings):
    """By the even-odd rule."""
    out = shapely.Polygon()
    for ring in rings:
        out = out.symmetric_difference(shapely.Polygon(ring))
    return out


def triangles(mesh, rows):
    return shapely.union_all([shapely.Polygon(mesh.vertices[t]) for t in mesh.triangles[rows]])


def found(kind, seeds, queries=5):
    for seed in seeds:
        scene, asked = make(kind, seed, queries)
        world = build(cw, scene)
        for a, b, r in asked:
            path = world.find_path(a, b, r)
            if path.found and path.length > 0:
                yield world, path


@pytest.mark.parametrize("kind", sorted(KINDS)[::2])
def test_a_corridor_is_the_union_of_triangles(kind):
    for world, path in found(kind, range(4)):
        mesh = world.mesh()
        channel = polygon(path.corridor())
        assert channel.symmetric_difference(triangles(mesh, path.channel)).area < 1e-9
        assert channel.area == pytest.approx(mesh.areas[np.unique(path.channel)].sum())
        if path.radius == 0:
            assert shapely.LineString(path.points).distance(channel) == 0
        for radius in (path.radius, 1.0):
            rings = path.corridor(radius)
            wide = polygon(rings)
            line = shapely.LineString(path.sample(1e-6))
            assert wide.buffer(1e-9).covers(line)
            if radius == path.radius > 0:  # the disc is free everywhere on its path
                assert wide.buffer(1e-9).covers(line.buffer(radius * (1 - 1e-3)))
            free = polygon(outlines(mesh, ~mesh.blocked))
            assert wide.difference(free).area < 1e-9
            for ring in rings:
                assert len({tuple(p) for p in ring.tolist()}) == len(ring)


def test_a_corridor_without_a_channel(room):
    path = room.find_path((1, 5), (9, 5), 0.5)
    room.add_post((0.5, 0.5))
    with pytest.raises(cw.InvalidInput, match="give a radius"):
        path.corridor()
    assert polygon(path.corridor(0.5)).area > 0
    for bad in (-1, float("nan"), float("inf"), "x", [1]):
        with pytest.raises(cw.InvalidInput, match="radius"):
            path.corridor(bad)


def test_corridors_of_partial_paths_and_parts(room):
    path = room.find_path((1, 5), (5, 5), 0.5, partial=True)
    assert polygon(path.corridor()).covers(shapely.LineString(path.points))
    whole = room.find_path((1, 5), (9, 5))
    part = whole.after(2)
    assert polygon(whole.corridor()).buffer(1e-9).covers(polygon(part.corridor()))
    still = room.find_path((1, 5), (1, 5))
    assert polygon(still.corridor()).covers(shapely.Point(1, 5))
    assert polygon(still.corridor(0.5)).covers(shapely.Point(1, 5))


def test_a_corridor_around_an_island_has_a_hole():
    world = cw.World((0, 0, 10, 10))
    world.add([(4.5, 4.5), (5.5, 4.5), (5.5, 5.5), (4.5, 5.5)])
    path = cw.Channel(world).path_through([(1, 5), (5, 1), (9, 5), (5, 9), (1, 5)])
    rings = path.corridor(1.0)
    assert sorted(shapely.LinearRing(r).is_ccw for r in rings) == [False, True]


def test_corridors_are_drawn(room):
    path = room.find_path((1, 5), (9, 5), 0.5)
    plain = render.svg(room, path)
    shown = render.svg(room, path, corridor=True)
    wide = render.svg(room, path, corridor=1.5)
    assert plain.count("<path") + 1 == shown.count("<path") == wide.count("<path")
    assert shown != wide
    assert render.svg(room, [], corridor=True) == render.svg(room)
    blocked = room.find_path((5, 5), (9, 5))
    assert render.svg(room, blocked, corridor=True) == render.svg(room, blocked)
    for bad in (-1, float("nan"), "x", None, [1.0]):
        with pytest.raises(cw.InvalidInput, match="corridor"):
            render.svg(room, path, corridor=bad)
    assert render.svg(room, path, corridor=False) == plain
    grid = cw.Grid(np.zeros((3, 3), dtype=bool))
    with pytest.raises(cw.InvalidInput, match="corridor is drawn on a World only"):
        render.svg(grid, [], corridor=True)
    room.add_post((0.5, 0.5))
    with pytest.raises(cw.InvalidInput, match=r"triangles of version .* give a radius"):
        render.svg(room, path, corridor=True)


@pytest.mark.parametrize("kind", sorted(KINDS)[1::2])
def test_clearances_along_a_path(kind):
    rng = np.random.default_rng(9)
    for world, path in found(kind, range(4)):
        profile = path.clearance_profile(path.length / 50)
        points = path.resample(path.length / 50)
        assert np.array_equal(profile, world.clearance(points))
        assert (profile >= path.radius - 1e-12).all()
        assert profile.min() >= path.clearance - 1e-12
        s = rng.uniform(-1, path.length + 1, 9)
        assert np.array_equal(path.clearance_at(s), world.clearance(path.at(s)))
        assert path.clearance_at(s[0]) == path.clearance_at(s)[0]


def test_clearances_are_of_the_world_as_it_is(room):
    path = room.find_path((1, 1), (9, 1))
    assert path.clearance_at(2.5) == 1
    assert isinstance(path.clearance_at(2.5), float)
    room.add_post((3.5, 1.25))
    assert path.clearance_at(2.5) == 0.25
    assert path.clearance_at([]).shape == (0,)


def test_without_a_channel_the_message_says_why(room):
    path = pickle.loads(pickle.dumps(room.find_path((1, 5), (9, 5), 0.5)))
    with pytest.raises(cw.InvalidInput, match=r"^corridor: a path is pickled without.*give a rad"):
        path.corridor()
    with pytest.raises(cw.InvalidInput, match=r"^corridor: .* path = path.in_world\(world\)$"):
        path.corridor(0.5)
    known = path.in_world(room)
    with pytest.raises(cw.InvalidInput, match=r"has no channel, because it was pickled"):
        known.corridor()
    assert len(known.corridor(known.radius)) > 0
