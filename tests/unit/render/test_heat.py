"""Heat maps: the colour of a cell is that of its distance."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

import clearway as cw
from clearway import render
from clearway.render.heat import COLOURS
from clearway.render.palette import SOLID


def world_with_a_room():
    world = cw.World([(0, 0), (30, 0), (30, 12), (20, 20), (0, 20)])
    world.add_rect((5, 3), (9, 15))
    world.add_disc((18, 9), 3)
    world.add_wall([(22, 0), (22, 5), (27, 5), (27, 0)])  # closed with the bounds
    return world


def areas(shapes):
    """From back to front: colour and region."""
    out = []
    for shape in shapes:
        if type(shape).__name__ == "Area":
            region = shapely.Polygon()
            for ring in shape.rings:  # holes lie inside shells, and do not cross them
                region = region.symmetric_difference(shapely.Polygon(ring))
            out.append((shape.fill, region))
    return out


@pytest.mark.parametrize("radius", [0.0, 0.7])
def test_colours_are_those_of_the_distances(radius):
    world = world_with_a_room()
    sources = [(1.0, 1.0), (29.0, 10.0)]
    drawn = areas(render.shapes_of(world, distances=sources, radius=radius))
    rng = np.random.default_rng(1)
    points = rng.uniform((0, 0), (30, 20), (1500, 2))
    lengths = world.distances(sources, points, radius).min(axis=0)
    side = 30 / 120
    longest = lengths[np.isfinite(lengths)].max()
    seen = dict.fromkeys(COLOURS, 0)
    for point, length in zip(points, lengths, strict=True):
        fill = [colour for colour, region in drawn if region.contains(shapely.Point(point))][-1]
        if not world.is_free(point):
            assert fill == SOLID
        elif fill in seen:
            seen[fill] += 1
            if np.isfinite(length):
                # The centre of its cell is at most a diagonal away.
                band = COLOURS.index(fill) * longest / 10
                assert band - 2.5 * side <= length <= band + longest / 10 + 2.5 * side
        else:  # not reached: in the closed room, or too near to an obstacle
            assert not np.isfinite(length) or world.clearance(point) < radius + side
    assert min(seen.values()) > 10


def test_bad_values():
    world = world_with_a_room()
    for bad in ("x", (1, 2, 3), [(np.nan, 1)], [], np.empty((0, 2))):
        with pytest.raises(cw.InvalidInput):
            render.svg(world, distances=bad)
    with pytest.raises(cw.InvalidInput, match="no cell can be reached"):
        render.svg(world, distances=(7, 7))
    with pytest.raises(cw.InvalidInput, match="World only"):
        render.svg(cw.Grid([[0, 0]]), distances=(1, 1))
    assert render.svg(world, distances=(1, 1), radius=0.5).count("<path") > 10
