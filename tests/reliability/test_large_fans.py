"""Large fans: many vertices joined to one. Work grows little faster than the number of vertices."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

import clearway as cw

SLACK = 1.0  # seconds, for what does not grow and for a busy machine


def timed(call, *args, **options):
    before = time.process_time()
    out = call(*args, **options)
    return out, time.process_time() - before


def comb(teeth):
    """Teeth on a spine: below it, every tooth has its foot on the lower bound."""
    walls = [[(0, 0), (teeth + 1, 0)]]
    walls += [[(i + 0.5, 0), (i + 0.5, 3)] for i in range(teeth)]
    return cw.World.from_obstacles((), (0, -10, teeth + 1, 10), walls=walls)


def cross(teeth):
    """Seconds to add a slanted wall across the spine, and to remove it."""
    w = comb(teeth)
    wall, added = timed(w.add_wall, [(0, -1), (teeth, 1)])
    _, removed = timed(w.remove, wall)
    return added, removed


def triangles(w):
    mesh = w.mesh()
    corners = np.asarray(mesh.vertices)[np.asarray(mesh.triangles)]
    return sorted(tuple(sorted(map(tuple, t))) for t in corners.tolist())


def test_a_wall_across_a_spine_takes_bounded_time():
    """Quadratic growth is a factor of 16 for four times the teeth, cubic growth 64."""
    added, removed = cross(1000)
    added_4, removed_4 = cross(4000)
    assert added_4 < 12 * added + SLACK
    assert removed_4 < 12 * removed + SLACK
    assert added_4 + removed_4 < 4


@pytest.mark.parametrize("teeth", [30, 300])
def test_a_wall_across_a_spine_leaves_the_mesh_of_a_fresh_world(teeth):
    w = comb(teeth)
    before = triangles(w)
    wall = w.add_wall([(0, -1), (teeth, 1)])
    w.validate()
    walls = [[(0, 0), (teeth + 1, 0)]]
    walls += [[(i + 0.5, 0), (i + 0.5, 3)] for i in range(teeth)]
    walls += [[(0, -1), (teeth, 1)]]
    fresh = cw.World.from_obstacles((), (0, -10, teeth + 1, 10), walls=walls)
    assert triangles(w) == triangles(fresh)
    w.remove(wall)
    w.validate()
    assert triangles(w) == before


def ringed(corners):
    """A round obstacle in a box, joined to the corners of the box by large fans."""
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    w = cw.World((-2, -2, 2, 2))
    w.add(np.stack((np.cos(angles), np.sin(angles)), 1))
    return w


def to_the_middle(w, **options):
    return timed(w.find_path, (-1.5, 0), (0, 0), 0.1, partial=True, **options)


def test_a_partial_path_to_a_round_obstacle():
    _, seconds = to_the_middle(ringed(3000))
    w = ringed(12_000)
    path, seconds_4 = to_the_middle(w)
    assert path.status == cw.Status.PARTIAL
    assert math.dist(path.points[-1], (0, 0)) == pytest.approx(1.1, abs=1e-6)
    assert seconds_4 < 12 * seconds + SLACK
    path, limited = to_the_middle(w, limit=50)
    assert path.status == cw.Status.NO_PATH
    assert limited < seconds_4 / 5
