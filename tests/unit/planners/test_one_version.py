"""`snap=` reads the world before the search: both see the same version.

The planners here edit the world in their first search, as another thread might between the two
reads; so the tests do not depend on time.
"""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from clearway._one_version import in_one_version


class Interrupted(cw.Planner):
    """Planner "optimal", during whose first searches the world is edited."""

    name = "interrupted"
    edits = 1

    def find_path(self, start, goal, radius=0.0, **options):
        if type(self).edits:
            type(self).edits -= 1
            x, y = start
            self.world.add([(x - 0.3, y - 0.3), (x + 0.3, y - 0.3), (x + 0.3, y + 0.3)])
        return cw.Optimal(self.world).find_path(start, goal, radius, **options)


@pytest.fixture
def room():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add([(2, 2), (4, 2), (4, 4), (2, 4)])
    return world


@pytest.fixture
def interrupted():
    class Once(Interrupted):
        pass

    return Once


def is_consistent(world, path):
    return path.found and path.version == world.version and world.is_free(path.start, path.radius)


def test_one_path_of_a_planner_that_a_user_wrote(room, interrupted):
    path = room.find_path((3, 2.5), (9, 9), 0.1, planner=interrupted, snap=5)
    assert interrupted.edits == 0
    assert is_consistent(room, path)
    assert path.snapped.start is not None


def test_a_batch_of_a_planner_that_a_user_wrote(room, interrupted):
    starts = [(9, 1), (3, 2.5)]
    paths = room.find_paths(starts, (9, 9), 0.1, planner=interrupted, snap=5)
    assert interrupted.edits == 0
    assert all(is_consistent(room, path) for path in paths)
    assert paths.snapped.tolist() == [[True, False], [True, False]]


def test_a_place_that_a_planner_that_a_user_wrote_leads_to(room, interrupted):
    path = room.find_path((3, 2.5), [(9, 1), (9, 9)], 0.1, planner=interrupted, snap=5)
    assert interrupted.edits == 0
    assert is_consistent(room, path)


def test_cells():
    grid = cw.Grid(np.zeros((5, 5), dtype=bool))
    grid[1, 1] = True
    edits = [1, 2]

    class Interrupting(cw.AStar):
        def find_path(self, start, goal, radius=0.0, **options):
            if edits:
                x, y = start
                self.world[x, y] = True
                edits.pop()
            return super().find_path(start, goal, radius, **options)

    path = grid.find_path((1, 1), (4, 4), planner=Interrupting, snap=3)
    assert not edits
    assert path.found
    assert path.version == grid.version


def test_factors_and_the_ends_that_they_move_are_one_call(room, monkeypatch):
    """The core moves the ends: in the version that its search sees."""
    room.add_area([(5, 0), (7, 0), (7, 8), (5, 8)], "mud")
    monkeypatch.setattr("clearway._planners._snapped_search.free_points", None)
    monkeypatch.setattr("clearway._planners._place_paths.free_points", None)
    path = room.find_path((3, 2.25), (9, 1), 0.1, costs={"mud": 3.0}, snap=1)
    assert path.found
    assert path.snapped.start.tolist() == pytest.approx([3, 1.9])
    assert path.snapped.goal is None
    assert path.points[0].tolist() == path.start.tolist()
    paths = room.find_paths([(3, 2.25), (1, 1)], (9, 1), 0.1, costs={"mud": 3.0}, snap=1)
    assert paths.snapped.tolist() == [[True, False], [False, False]]
    assert paths[0].cost == path.cost
    near = room.find_path((3, 2.25), (9, 1), 0.1, costs={"mud": 3.0}, snap=0.1)
    assert near.status is cw.Status.START_BLOCKED


def test_a_planner_that_always_edits_is_refused(room, interrupted):
    interrupted.edits = 1000
    with pytest.raises(cw.ClearwayError, match="changed during each of 8 attempts"):
        room.find_path((3, 2.5), (9, 9), 0.1, planner=interrupted, snap=5)
    assert in_one_version(room, lambda: 7) == 7
