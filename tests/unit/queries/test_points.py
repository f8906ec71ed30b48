"""Queries about points: free, clearance, nearest, ray casts, random points, location."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import clearway as cw
from support.shapes import BOX, square


def test_is_free_clearance_snap(empty_world):
    empty_world.add(BOX)
    assert empty_world.is_free((1, 5)) is True
    assert empty_world.is_free((5, 5)) is False
    assert empty_world.is_free((4, 5)) is True
    assert empty_world.is_free((2, 5), radius=2) is True
    assert empty_world.is_free((2, 5), radius=2.0000001) is False
    assert empty_world.is_free([(1, 5), (5, 5), (11, 5)]).tolist() == [True, False, False]
    assert empty_world.clearance((3, 5)) == 1.0
    assert empty_world.clearance(np.array([(3, 5), (5, 5), (20, 20)])).tolist() == [1, 0, 0]
    assert empty_world.snap((1, 5)).tolist() == [1, 5]
    assert empty_world.snap((4.5, 5)).tolist() == [4, 5]
    assert empty_world.snap((2, 5), radius=6) is None
    both = empty_world.snap([(1, 5), (5.75, 5)])
    assert both.tolist() == [[1, 5], [6, 5]]
    assert np.isnan(empty_world.snap([(1, 5)], radius=6)).all()
    assert empty_world.is_free(np.empty((0, 2))).shape == (0,)


def test_raycast(empty_world):
    h = empty_world.add(BOX)
    hit = empty_world.raycast((1, 5), (9, 5))
    assert hit == cw.Hit((4, 5), 3, h)
    assert (hit.point, hit.distance, hit.obstacle) == ((4, 5), 3, h)
    assert empty_world.raycast((1, 1), (9, 1)) is None
    assert empty_world.raycast((1, 5), (9, 5), radius=0.5).distance == pytest.approx(2.5)
    assert empty_world.raycast((1, 5), (-5, 5)).obstacle == -1
    assert empty_world.raycast((5, 5), (9, 5)).distance == 0
    many = empty_world.raycast([(1, 5), (1, 1)], [(9, 5), (9, 1)])
    assert many == [hit, None]
    with pytest.raises(cw.InvalidInput):
        empty_world.raycast([(1, 5)], [(9, 5), (9, 1)])


def test_random_points(empty_world):
    empty_world.add(BOX)
    points = empty_world.random_points(500, radius=0.5, rng=1)
    assert empty_world.is_free(points, 0.5).all()
    assert np.array_equal(points, empty_world.random_points(500, radius=0.5, rng=1))
    assert empty_world.random_point(rng=np.random.default_rng(3)).shape == (2,)
    assert empty_world.random_point(radius=6) is None
    assert len(empty_world.random_points(3, radius=6)) == 0
    assert abs((points[:, 0] < 5).mean() - 0.5) < 0.1
    with pytest.raises(cw.InvalidInput):
        empty_world.random_points(-1)


def test_locate(empty_world):
    empty_world.add(BOX)
    mesh = empty_world.mesh()
    points = np.random.default_rng(0).uniform(0, 10, (200, 2))
    rows = empty_world.locate(points)
    a, b, c = (mesh.vertices[mesh.triangles[rows, i]] for i in range(3))
    for p, q in ((a, b), (b, c), (c, a)):
        d, e = q - p, points - p
        assert (d[:, 0] * e[:, 1] - d[:, 1] * e[:, 0] >= 0).all()
    assert empty_world.locate((-5, -5)) == -1


def test_many_threads_ask_while_one_edits(empty_world):
    empty_world.add(BOX)
    rng = np.random.default_rng(0)
    points = rng.uniform(0, 10, (500, 2))
    wrong: list[str] = []

    def ask():
        for _ in range(30):
            if not empty_world.find_paths([(1, 1)] * 20, [(9, 1)] * 20, threads=2).found.all():
                wrong.append("no path")
            if empty_world.is_free(points).shape != (500,) or len(empty_world.mesh()) < 2:
                wrong.append("shape")

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for t in threads:
        t.start()
    for _ in range(100):
        empty_world.remove(empty_world.add(square(*rng.uniform(3, 8, 2).tolist(), 0.5)))
    for t in threads:
        t.join()
    assert not wrong
    empty_world.validate()


def test_raycast_says_which_end_is_one_point(empty_world):
    with pytest.raises(cw.InvalidInput, match="end is one point but start is N x 2"):
        empty_world.raycast([(1, 1)], (2, 2))
    with pytest.raises(cw.InvalidInput, match="start is one point but end is N x 2"):
        empty_world.raycast((1, 1), [(2, 2)])
    with pytest.raises(cw.InvalidInput, match="1 starts but 2 ends"):
        empty_world.raycast([(1, 1)], [(2, 2), (3, 3)])
