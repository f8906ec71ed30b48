"""The mesh as arrays."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from support.shapes import BOX, square


def test_mesh_arrays(empty_world):
    empty_world.add(BOX)
    empty_world.add_post((1, 1))
    mesh = empty_world.mesh()
    assert mesh.vertices.shape == (9 + mesh.refined.sum(), 2)
    n = len(mesh)
    assert mesh.triangles.shape == mesh.neighbours.shape == mesh.constrained.shape == (n, 3)
    assert mesh.triangles.dtype == np.int32
    assert mesh.constrained.dtype == np.bool_
    assert (mesh.areas > 0).all()
    assert mesh.areas.sum() == 100
    for t in range(n):
        for i in range(3):
            other = mesh.neighbours[t, i]
            if other < 0:
                assert mesh.constrained[t, i]
                continue
            j = mesh.neighbours[other].tolist().index(t)
            side = {mesh.triangles[t, i], mesh.triangles[t, (i + 1) % 3]}
            assert side == {mesh.triangles[other, j], mesh.triangles[other, (j + 1) % 3]}
            assert mesh.constrained[t, i] == mesh.constrained[other, j]
    for array in (mesh.vertices, mesh.triangles, mesh.blocked):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    assert len(mesh.constrained_edges) == 8 + mesh.refined.sum()


def test_mesh_outlives_edits_and_the_world(empty_world):
    mesh = empty_world.mesh()
    vertices = mesh.vertices
    assert np.shares_memory(vertices, empty_world.mesh().vertices)
    empty_world.add(BOX)
    assert not np.shares_memory(vertices, empty_world.mesh().vertices)
    del empty_world
    assert vertices.tolist() == [[0, 0], [10, 0], [10, 10], [0, 10]] or len(vertices) == 4
    again = pickle.loads(pickle.dumps(mesh))
    assert np.array_equal(again.triangles, mesh.triangles)


def test_ids_last_and_edits_say_what_changed(empty_world):
    empty_world.add(square(1, 1))
    for step in range(30):
        before = set(empty_world.mesh().ids.tolist())
        if step % 3 == 2:
            empty_world.remove(max(empty_world.obstacles))
        else:
            empty_world.add(square(1 + step % 7, 1 + step % 5, 1.5))
        removed, added = (set(x.tolist()) for x in empty_world.last_edit)
        after = set(empty_world.mesh().ids.tolist())
        assert before - after <= removed
        assert after - before <= added
