"""Positions on arcs: as the core computes them, on every processor, for points of every kind."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from clearway._angles import angles, arcsines
from clearway._path.along import Along
from clearway._segments import row_lengths

KINDS = {"here": (1.0, 0.0), "tiny": (1e-6, 0.0), "far": (1.0, 5e6)}


def arc_rows(rng, count, scale, shift):
    """Arcs of all sweeps, also of one ulp and of nearly the whole circle, as rows of the core."""
    sweep = rng.choice([1e-15, 1e-8, 0.1, 1.0, math.pi, 4.0, 6.2], count) * rng.uniform(
        0.5, 1, count
    )
    first, turn = rng.uniform(-4, 4, count), rng.choice([-1.0, 1.0], count)
    centre, radius = (
        rng.uniform(-9, 9, (count, 2)) * scale + shift,
        rng.uniform(1, 5, count) * scale,
    )
    ends = [
        centre + radius[:, None] * np.column_stack((np.cos(a), np.sin(a)))
        for a in (first, first + turn * sweep)
    ]
    return np.column_stack((*ends, centre, radius, turn))


def test_as_the_c_library():
    rng = np.random.default_rng(1)
    y, x = rng.normal(size=(2, 4000))
    assert angles(y, x).tolist() == [math.atan2(*p) for p in zip(y, x, strict=True)]
    assert arcsines(np.sin(y)).tolist() == [math.asin(v) for v in np.sin(y)]
    assert angles(np.array([1.0, -0.0, 0.0]), np.array([0.0, -1.0, -1.0])).tolist() == [
        math.pi / 2,
        -math.pi,
        math.pi,
    ]


@pytest.mark.parametrize("radius", [0.0, 0.6, 2.0])
def test_lengths_of_rows_add_up_to_that_of_the_core(radius):
    world = cw.generate.boxes(size=80, seed=3, obstacles=50)
    ends = world.random_points(120, radius, rng=2)
    arcs = 0
    for path in world.find_paths(ends[:60], ends[60:], radius):
        total = math.fsum(row_lengths(path._rows))
        assert abs(total - path.length) <= 4 * math.ulp(path.length)
        arcs += sum(isinstance(piece, cw.Arc) for piece in path.segments)
    assert (arcs > 50) == (radius > 0)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_nearest_points_of_arcs(kind):
    """Against points of the arc in small steps; its own points have the distance they came from."""
    scale, shift = KINDS[kind]
    rng = np.random.default_rng(4)
    ulp = 2.0**-52 * (shift + 20 * scale)
    for row in arc_rows(rng, 300, scale, shift):
        along = Along(row[None], row[:2], float(row_lengths(row[None])[0]))
        if along.length == 0:
            continue
        s = np.linspace(0, along.length, 200)
        on = along.positions(along.locate(s))
        assert np.abs(along.project(on) - s).max() <= 8 * ulp
        away = rng.uniform(-12, 12, (40, 2)) * scale + shift
        away[0] = row[4:6]  # the centre: every point of the arc is nearest
        away[1] = 2 * row[4:6] - row[:2]  # opposite to an end
        away[2] = 2 * row[4:6] - row[2:4]
        foot = along.positions(along.locate(along.project(away)))
        sampled = np.hypot(*(away[:, None] - on).transpose(2, 0, 1)).min(axis=1)
        assert (np.hypot(*(away - foot).T) <= sampled + 8 * ulp).all()
        far = along._to_arcs(away, np.array([True]))[:, 0]
        assert np.abs(np.hypot(*(away - foot).T) - far).max() <= 8 * ulp
