"""Planners of users, and the one declaration of planners and options, in the core."""

from __future__ import annotations

import inspect
import math
import threading

import numpy as np
import pytest

import clearway as cw
from clearway._planners import GRID_PLANNERS, WORLD_PLANNERS
from clearway._planners._options import GRID, WORLD


def room():
    world = cw.World((0, 0, 20, 20))
    world.add([(9, 0), (11, 0), (11, 12), (9, 12)])
    return world


class Detour(cw.Planner):
    """A path via one more point."""

    name = "detour"
    summary = "by way of (10, 18)"

    def find_path(self, start, goal, radius=0.0, *, by=(10.0, 18.0)):
        return self.path_through([start, by, goal], radius)


class Wide(cw.Optimal):
    """For a disc of at least 0.5."""

    name = "wide"

    def find_path(self, start, goal, radius=0.0, **options):
        return super().find_path(start, goal, max(radius, 0.5), **options)


class Batches(cw.Planner):
    """Answers in batches only."""

    name = "batches"

    def find_paths(self, starts, goals, radius=0.0, threads=None, **options):
        return self.world.find_paths(starts, goals, radius, "channel", threads, **options)


def test_a_planner_of_a_user_is_asked_by_its_class():
    world = room()
    path = world.find_path((2, 2), (18, 2), planner=Detour)
    assert path.found
    assert path.planner == "detour"
    assert path.length == pytest.approx(2 * math.dist((2, 2), (10, 18)))
    assert not path.optimal
    assert path.lower_bound == 16
    assert not path.verify()["crosses"]
    assert path.points.tolist() == [[2, 2], [10, 18], [18, 2]]
    longer = world.find_path((2, 2), (18, 2), planner=Detour, by=(10, 20))
    assert longer.length > path.length
    paths = world.find_paths([(2, 2), (2, 5)], (18, 2), planner=Detour, threads=2)
    assert paths[0].length == path.length
    assert [p.planner for p in paths] == ["detour", "detour"]
    assert paths.length.tolist() == [p.length for p in paths]
    assert len(world.find_paths([], [], planner=Detour)) == 0
    assert not Detour(world).path_through([]).found
    assert Detour(world).path_through([(1, 1)]).length == 0


def test_a_planner_of_a_user_that_derives_from_another():
    world = room()
    exact = world.find_path((2, 2), (18, 2), radius=0.5)
    path = world.find_path((2, 2), (18, 2), planner=Wide)
    assert path.length == exact.length
    assert path.planner == "wide"
    assert (
        world.find_paths((2, 2), [(18, 2)] * 2, planner=Wide).length.tolist() == [exact.length] * 2
    )
    assert world.find_path((2, 2), (18, 2), planner=Wide, limit=10**6).length == exact.length
    with pytest.raises(
        cw.InvalidInput, match="'wide' has no option 'prove_with_optimal'; it has: effort"
    ):
        world.find_path((2, 2), (18, 2), planner=Wide, prove_with_optimal=True)

    class Named(cw.Channel):
        name = "named"

    assert world.find_path((2, 2), (18, 2), planner=Named).planner == "named"
    *_, last = Named(world).improve((2, 2), (18, 2))
    assert last.optimal
    assert last.planner == "named"

    class Each(cw.Optimal):
        name = "each"

        def find_paths(self, starts, goals, radius=0.0, threads=None, **options):
            return [self.find_path(a, b, radius) for a, b in zip(starts, goals, strict=True)]

    assert world.find_path((2, 2), (18, 2), radius=0.5, planner=Each).length == exact.length
    [path] = world.find_paths([(2, 2)], [(18, 2)], radius=0.5, planner=Each)
    assert path.length == exact.length

    class Radii(cw.THPAStar):
        name = "radii"

    assert world.find_path((2, 2), (18, 2), radius=0.5, planner=Radii).found


def test_a_planner_of_a_user_may_answer_in_batches():
    world = room()
    one = world.find_path((2, 2), (18, 2), radius=0.3, planner=Batches)
    assert one.length == world.find_path((2, 2), (18, 2), radius=0.3, planner="channel").length
    assert len(world.find_paths([(2, 2)] * 3, (18, 2), planner=Batches)) == 3


def test_a_planner_of_a_user_on_a_grid():
    grid = cw.Grid(np.zeros((4, 4), bool))

    class Straight(cw._planners.GridPlanner):
        name = "straight"

        def find_path(self, start, goal, radius=0.0):
            return self.path_through(self.grid.centres([start, goal]))

    assert grid.find_path((0, 0), (3, 3), planner=Straight).length == pytest.approx(18**0.5)
    lengths = grid.find_paths([(0, 0), (0, 0)], [(3, 3), (3, 0)], planner=Straight).length
    assert lengths == pytest.approx([18**0.5, 3])
    with pytest.raises(cw.InvalidInput, match="not for a World"):
        room().find_path((1, 1), (2, 2), planner=Straight)
    with pytest.raises(cw.InvalidInput, match="not for a Grid"):
        grid.find_path((0, 0), (1, 1), planner=Detour)


def test_a_class_without_a_search_is_refused_at_once():
    world = room()

    class Idea(cw.Planner):
        name = "idea"

    class Nameless(cw.Planner):
        def find_path(self, start, goal, radius=0.0):
            return self.path_through([start, goal])

    for use in (
        lambda: Idea(world),
        lambda: world.find_path((1, 1), (2, 2), planner=Idea),
        lambda: world.find_paths([(1, 1)], [(2, 2)], planner=Idea),
    ):
        with pytest.raises(cw.InvalidInput, match=r"has no search: write find_path\(self"):
            use()
    with pytest.raises(cw.InvalidInput, match="no planner"):
        world.find_path((1, 1), (2, 2), planner=cw.Planner)
    with pytest.raises(cw.InvalidInput, match="has no name"):
        world.find_path((1, 1), (2, 2), planner=Nameless)

    class Upwards(cw.Planner):
        name = "upwards"

        def find_path(self, start, goal, radius=0.0):
            return super().find_path(start, goal, radius)

    with pytest.raises(cw.InvalidInput, match="'upwards' inherits no search"):
        world.find_path((1, 1), (2, 2), planner=Upwards)

    class Wrong(cw.Planner):
        name = "wrong"

        def find_path(self, start, goal, radius=0.0):
            return [start, goal]

    for find in (
        lambda: world.find_paths([(1, 1)], [(2, 2)], planner=Wrong),
        lambda: world.find_path((1, 1), (2, 2), planner=Wrong),
        lambda: world.find_path((1, 1), (2, 2), planner=Wrong, snap=1.0),
    ):
        with pytest.raises(cw.InvalidInput, match=r"returned .* not a Path"):
            find()


def test_python_and_the_core_list_the_same_planners():
    for classes, infos in ((WORLD_PLANNERS, WORLD), (GRID_PLANNERS, GRID)):
        assert list(classes) == sorted(infos)
        for name, cls in classes.items():
            info = infos[name]
            assert (cls.name, cls.summary) == (name, info.summary)
            assert cls.options == {o.name for o in info.options if o.when_finding}
            assert all(option.doc and option.range for option in info.options)


@pytest.mark.parametrize("name", sorted({**WORLD, **GRID}))
def test_signatures_repeat_what_the_core_declares(name):
    """Parameters of a constructor that the core declares, with its defaults."""
    info = {**WORLD, **GRID}[name]
    cls = {**WORLD_PLANNERS, **GRID_PLANNERS}[name]
    parameters = inspect.signature(cls).parameters
    takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    for option in info.options:
        if not option.when_made or takes_all:
            assert option.name not in parameters
            continue
        default = parameters[option.name].default
        assert default == (None if math.isnan(option.default) else option.default)
        above = (
            math.nextafter(option.most, math.inf) if option.type == "number" else option.most + 1
        )
        for bad in (option.least - 1, above, "x", None):
            if (bad is None and default is None) or bad == math.inf:
                continue
            world = room() if name in WORLD else cw.Grid(np.zeros((4, 4), bool))
            with pytest.raises(cw.InvalidInput, match=option.name):
                cls(world, **{option.name: bad})
    own = {
        "self",
        "world",
        "grid",
        "radii",
        "strict",
        "threads",
        "progress",
        "options",
        "partition",
    }
    assert set(parameters) - own <= {option.name for option in info.options}


def edited(world, ask):
    """Answers of `ask` while another thread opens and closes the passage repeatedly."""
    done = threading.Event()

    def edit():
        while not done.is_set():
            handle = world.add([(9, 12), (11, 12), (11, 20), (9, 20)])
            world.remove(handle)

    thread = threading.Thread(target=edit)
    thread.start()
    try:
        return [ask() for _ in range(150)]
    finally:
        done.set()
        thread.join()


def test_one_call_sees_one_version():
    world = room()
    starts, goals = [(2, 2)] * 6, [(18, 2)] * 6
    seen = set()
    for _ in range(40):  # on a busy machine the other thread may not get its turn at once
        for rows in edited(world, lambda: world.distances(starts, goals, 0.2)):
            assert len(np.unique(rows)) == 1
            seen.add(bool(np.isfinite(rows[0, 0])))
        if len(seen) == 2:
            break
    assert seen == {True, False}
    for planner in ("optimal", "channel", "tra*"):
        for paths in edited(world, lambda p=planner: world.find_paths(starts, goals, 0.2, p)):
            assert len(set(paths.status.tolist())) == 1


def test_one_call_to_several_levels_sees_one_version():
    """The levels, and the exact search where a larger disc has no path."""
    world = room()
    planner = cw.THPAStar(world, radii=(0.1, 0.3, 5.0))
    starts, goals = [(4.5, 14)] * 6, [(15.5, 14)] * 6
    radii = [0.1, 0.3, 0.1, 4.0, 0.2, 3.9]
    shut = {"FOUND": 0, "NO_PATH": 0}
    for paths in edited(world, lambda: planner.find_paths(starts, goals, radii)):
        states = {path.status.name for path in paths}
        assert len(states) == 1
        shut[states.pop()] += 1
    assert all(shut.values())


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64, np.uint8])
def test_a_radius_of_numpy_takes_the_fast_route(kind, monkeypatch):
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    expected = world.find_path((1, 5), (9, 5), 1.0)
    monkeypatch.setattr(cw.Optimal, "_cached_for", None)  # the slow route
    path = world.find_path((1, 5), (9, 5), kind(1))
    assert path.length == expected.length
    assert type(path.radius) is float
