"""Which of several equally long paths of a point is found does not depend on the edits that have made
the world."""

import numpy as np
import pytest

import clearway as cw

SIZE = 9


def add(world, cell):
    x, y = cell
    return world.add([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])


def fresh_world(cells):
    world = cw.World((0, 0, SIZE, SIZE))
    with world.editing():
        for cell in cells:
            add(world, cell)
    return world


def ends(rng):
    return tuple((rng.integers(0, 2 * SIZE + 1, 2) / 2).tolist())


@pytest.mark.parametrize("seed", range(8))
def test_an_edited_world_answers_as_a_fresh_one(seed):
    rng = np.random.default_rng([seed, 61])
    cells = [(2.0 * i + 1, 2.0 * j + 1) for i in range(4) for j in range(4)]
    world = fresh_world(cells)
    known = dict(zip(cells, world.obstacles, strict=True))
    for _ in range(30):
        cell = cells[rng.integers(len(cells))]
        if cell in known:
            world.remove(known.pop(cell))
        else:
            known[cell] = add(world, cell)
        for _ in range(4):
            world.find_path(ends(rng), ends(rng))
        fresh = fresh_world(sorted(known))
        for _ in range(10):
            a, b = ends(rng), ends(rng)
            owed = fresh.find_path(a, b)
            for _ in range(2):
                path = world.find_path(a, b)
                assert path.status == owed.status
                assert path.points.tolist() == owed.points.tolist(), (a, b, sorted(known))
