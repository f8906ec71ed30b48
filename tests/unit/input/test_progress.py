"""`progress=`: the output, the reports, and that the answers stay the same."""

from __future__ import annotations

import copy
import io
import re
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

import clearway as cw
from clearway import _progress
from clearway._chunks import parts
from clearway._core import ProgressCounter
from clearway._progress import Progress, working
from support.alarm import interrupted


class Screen(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self.terminal = terminal

    def isatty(self):
        return self.terminal


def no_thread_is_left():
    for _ in range(200):
        if "clearway progress" not in [thread.name for thread in threading.enumerate()]:
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def screen(monkeypatch):
    monkeypatch.setattr(_progress, "DELAY", 0.0)
    monkeypatch.setattr(_progress, "TICK", 0.01)
    monkeypatch.setattr(_progress, "LINES", 0.0)
    out = Screen(True)
    monkeypatch.setattr(_progress, "sys", SimpleNamespace(stderr=out))  # not that of pytest
    return out


@pytest.fixture
def world():
    rng = np.random.default_rng(5)
    boxes = [cw.shapes.rect(p, p + 1) for p in rng.uniform(1, 48, (80, 2))]
    return cw.World.from_obstacles(boxes, bounds=(0, 0, 50, 50))


@pytest.mark.parametrize("planner", ["optimal", "channel", "ta*", "vg", "bsp*", "thpa*"])
def test_batches_count_and_answer_the_same(world, planner):
    starts, goals = np.random.default_rng(1).uniform(0, 50, (2, 700, 2))
    told = []
    plain = world.find_paths(starts, goals, planner=planner)
    shown = world.find_paths(
        starts, goals, planner=planner, progress=lambda *done: told.append(done), threads=2
    )
    assert told[0] == (0, 700)
    assert told[-1] == (700, 700)
    assert len(told) > 3
    assert told == sorted(told)
    for name in ("status", "length", "lower_bound", "optimal", "snapped"):
        assert np.array_equal(getattr(plain, name), getattr(shown, name))
    assert [p.segments for p in plain] == [p.segments for p in shown]
    assert all(np.array_equal(p.channel, q.channel) for p, q in zip(plain, shown, strict=True))
    assert {p.version for p in shown} == {world.version}


@pytest.mark.parametrize("planner", ["jps", "hpa*", "pra*"])
def test_batches_on_grids(planner):
    rng = np.random.default_rng(2)
    grid = cw.Grid(rng.random((40, 50)) < 0.3)
    starts, goals = rng.integers(0, 40, (2, 300, 2))
    told = []
    shown = grid.find_paths(
        starts, goals, planner=planner, threads=1, progress=lambda *done: told.append(done)
    )
    plain = grid.find_paths(starts, goals, planner=planner)
    assert told[-1] == (300, 300)
    assert len(told) > 3
    assert [p.cells.tolist() for p in plain] == [p.cells.tolist() for p in shown]


def test_distances(world):
    starts, goals = np.random.default_rng(3).uniform(0, 50, (2, 40, 2))
    told = []
    lengths = world.distances(starts, goals, 0.2, progress=lambda *done: told.append(done))
    assert np.array_equal(lengths, world.distances(starts, goals, 0.2))
    assert told[0] == (0, 40)
    assert told[-1] == (40, 40)
    one = world.distances(starts[0], goals, 0.2, progress=lambda *done: None)
    assert np.array_equal(one, lengths[0])


def test_nearest_goals(world):
    starts, goals = np.random.default_rng(3).uniform(0, 50, (2, 40, 2))
    line = [[(0, 0), (50, 0)]]
    for ends, snap in ((goals, None), (goals, 1.0), (line, None)):
        told = []
        rows, paths = world.find_nearest(
            starts, ends, 0.2, snap=snap, progress=lambda *done, told=told: told.append(done)
        )
        plain_rows, plain = world.find_nearest(starts, ends, 0.2, snap=snap)
        assert np.array_equal(rows, plain_rows)
        assert [p.segments for p in paths] == [p.segments for p in plain]
        assert np.array_equal(paths.snapped, plain.snapped)
        assert (told[0], told[-1]) == ((0, 40), (40, 40))
    told = []
    row, _ = world.find_nearest(starts[0], goals, 0.2, progress=lambda *done: told.append(done))
    assert row == world.find_nearest(starts[0], goals, 0.2)[0]
    assert told == [(1, 1)]


def test_a_planner_that_is_prepared_by_name(screen, world):
    """The preparation for the first query of a world is shown before the batch is."""
    starts, goals = world.random_points(8, rng=4).reshape(2, 4, 2)
    world.find_paths(starts, goals, planner="labels", progress=True)
    corners = cw.Labels(world).prepare()["corners"]
    assert corners > 4
    assert f"] {corners}/{corners} " in screen.getvalue()
    told = []
    other = copy.copy(world)
    other.find_paths(starts, goals, planner="labels", progress=lambda *done: told.append(done))
    assert (told[0], told[-1]) == ((0, 4), (4, 4))


def test_an_edit_between_two_parts(world):
    """The whole batch is answered again, in one version."""
    starts, goals = np.random.default_rng(4).uniform(0, 50, (2, 300, 2))

    def edit(done, total):
        if 0 < done < total and len(world) == 80:
            world.add_disc((25, 25), 10)

    shown = world.find_paths(starts, goals, progress=edit, threads=1)
    assert len(world) == 81
    plain = world.find_paths(starts, goals)
    assert np.array_equal(shown.length, plain.length)
    assert {p.version for p in shown} == {world.version}
    lengths = world.distances(
        starts[:9], goals, progress=lambda d, t: 0 < d < t and world.add_post((1, d))
    )
    assert np.array_equal(lengths, world.distances(starts[:9], goals))


def test_no_queries(world):
    none = np.empty((0, 2))
    assert len(world.find_paths(none, none, progress=True)) == 0
    assert world.distances(none, none, progress=True).shape == (0, 0)


def test_a_bar_on_a_terminal(world, screen):
    starts, goals = np.random.default_rng(1).uniform(0, 50, (2, 400, 2))
    world.find_paths(starts, goals, progress=True, threads=1)
    lines = screen.getvalue().split("\r")
    assert "\x1b[K" in lines[-1]
    assert lines[-1].endswith("\n")
    assert re.match(r"optimal \[#{30}\] 400/400 \d+ s", lines[-1])
    assert any(re.match(r"optimal \[#*\.+\] 32/400 \d+ s", line) for line in lines)


def test_lines_elsewhere(world, screen):
    screen.terminal = False
    starts, goals = np.random.default_rng(1).uniform(0, 50, (2, 400, 2))
    world.find_paths(starts, goals, progress=True, threads=1)
    assert "\r" not in screen.getvalue()
    assert screen.getvalue().count("\n") >= 3
    assert "400/400" in screen.getvalue().splitlines()[-1]


def test_short_work_shows_nothing(world, capfd):
    world.find_paths([(1, 1)], [(49, 49)], progress=True)
    cw.World.from_obstacles([cw.shapes.rect((1, 1), (2, 2))], progress=True)
    assert capfd.readouterr().err == ""


def test_work_that_cannot_be_counted_shows_its_phase_and_its_time(screen):
    with working("outer", True):
        time.sleep(0.05)
        with working("inner"):
            time.sleep(0.05)
        time.sleep(0.05)
    lines = screen.getvalue().split("\r")
    names = [re.match(r"(\w+) \d+ s", line)[1] for line in lines if line]
    assert list(dict.fromkeys(names)) == ["outer", "inner"]
    assert names[-1] == "outer"
    assert no_thread_is_left()


def test_nested_work_shows_its_steps_on_the_line_of_the_outer_one(screen):
    with working("outer", True):
        with Progress(None, 7, "inner") as step:
            step(3)
            time.sleep(0.05)
        cw.World.from_obstacles(many_boxes(9), bounds=(-5, -5, 40, 40))
        with working("last"):
            pass
        screen.truncate(0)
        time.sleep(0.05)
        after = screen.getvalue()
    assert re.search(r"\router \d+ s", after)  # without the phase of the build
    assert "clearance" not in after


def wait_for(screen, pattern):
    """Until the thread that draws has drawn this: on a busy machine its turn comes late."""
    end = time.monotonic() + 30.0
    while not re.search(pattern, screen.getvalue()):
        assert time.monotonic() < end, screen.getvalue()
        time.sleep(0.01)


def test_counted_work_shows_the_work_inside(screen):
    """Preparations of a benchmark, for example, before the first of its queries is counted."""
    with Progress(True, 7, "outer"):
        with Progress(None, 5, "counted") as step:
            step(2)
            wait_for(screen, r"\rcounted \[#*\.*\] 2/5 \d+ s")
        with working("not counted"):
            wait_for(screen, r"\rnot counted \d+ s")
    assert screen.getvalue().split("\r")[-1].startswith("outer [")
    assert no_thread_is_left()


@pytest.mark.parametrize("kind", cw.generate.KINDS)
def test_generators_take_progress(kind, screen, monkeypatch):
    monkeypatch.setattr(_progress, "TICK", 0.001)
    maker, told = getattr(cw.generate, kind), []
    made = maker(size=40, form="grid", progress=lambda *done: told.append(done))
    assert told == [(1, 1)]
    assert np.array_equal(made.blocked, maker(size=40, form="grid", progress=True).blocked)
    assert no_thread_is_left()
    with pytest.raises(cw.InvalidInput, match="progress is 'yes'"):
        maker(size=40, progress="yes")


def test_builds_preparations_and_generation(screen, tmp_path, monkeypatch):
    titles = []
    enter = Progress.__enter__
    monkeypatch.setattr(
        Progress, "__enter__", lambda self: (titles.append(self._title), enter(self))[1]
    )
    grid = cw.generate.make("maze", size=31, form="grid", progress=True)
    world = grid.to_world(progress=True)
    world.to_grid(1.0, progress=True)
    file = tmp_path / "maze.geojson"
    world.save(file)
    cw.load(file, progress=True)
    cw.World.from_walkable([(0, 0), (9, 0), (9, 9)], progress=True)
    cw.VG(world).prepare(progress=True)
    cw.HPAStar(grid).prepare(progress=True)
    world.waypoints(0.3, progress=True)
    world.find_nearest((1.5, 1.5), [(3.5, 1.5)], progress=True)
    told = []
    cw.World.from_obstacles([], bounds=(0, 0, 1, 1), progress=lambda *done: told.append(done))
    assert told == [(1, 1)]
    for title in (
        "generating maze", "tracing", "building the mesh", "rasterising", "reading maze.geojson",
        "uniting the area", "preparing vg", "preparing hpa*", "waypoints", "find_nearest",
    ):  # fmt: skip
        assert title in titles


def test_an_interrupt_passes_and_ends_the_thread(screen):
    with pytest.raises(KeyboardInterrupt), working("work", True):
        time.sleep(0.03)
        raise KeyboardInterrupt
    assert no_thread_is_left()
    assert _progress._outer.get() is None


def test_an_abandoned_thread_ends(screen):
    """An interrupt may come between the start of the work and its block."""
    Progress(True, None, "work").__enter__()
    _progress._outer.set(None)
    assert no_thread_is_left()


@pytest.mark.parametrize("bad", ["x", 3, (1,)])
def test_bad_values(world, bad):
    grid = cw.Grid(np.zeros((5, 5)))
    for call in (
        lambda: world.find_paths([(1, 1)], (2, 2), progress=bad),
        lambda: world.distances((1, 1), (2, 2), progress=bad),
        lambda: world.find_nearest((1, 1), [(2, 2)], progress=bad),
        lambda: world.find_nearest([(1, 1)], [(2, 2)], progress=bad),
        lambda: world.waypoints(progress=bad),
        lambda: cw.World.from_obstacles([], bounds=(0, 0, 1, 1), progress=bad),
        lambda: grid.to_world(progress=bad),
        lambda: cw.generate.make("maze", progress=bad),
        lambda: cw.generate.maze(progress=bad),
        lambda: grid.find_paths([(1, 1)], (2, 2), progress=bad),
    ):
        with pytest.raises(cw.InvalidInput, match="progress"):
            call()


def test_parts_grow_and_cover_everything(monkeypatch):
    clock = iter(np.arange(0, 1e4, 0.01).tolist())
    monkeypatch.setattr("clearway._chunks.time.monotonic", lambda: next(clock))
    rows = [(some.start, some.stop) for some in parts(1000, 10, None, "")]
    assert rows[0] == (0, 10)
    assert rows[-1][1] == 1000
    assert [a for a, _ in rows[1:]] == [b for _, b in rows[:-1]]
    assert rows[3][1] - rows[3][0] == 80


@pytest.mark.alone
def test_an_interrupt_ends_shown_work(screen):
    """The thread that shows the time does not keep a signal from the call that is shown."""
    points = np.random.default_rng(6).uniform(1, 99, (800_000, 2))
    with interrupted(within=1.0):
        cw.World.from_obstacles(posts=points, bounds=(0, 0, 100, 100), progress=True)
    assert no_thread_is_left()
    assert "building the mesh" in screen.getvalue()
    world = cw.generate.make("boxes", size=300)
    ends = np.random.default_rng(7).uniform(1, 299, (2, 200_000, 2))
    with interrupted(within=1.0):
        world.find_paths(*ends, radius=0.1, progress=True)
    assert "/200000" in screen.getvalue()


def many_boxes(count):
    x, y = np.meshgrid(np.arange(count) * 3.0, np.arange(count) * 3.0)
    corner = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    return [corner + at for at in np.column_stack((x.ravel(), y.ravel()))]


def states_of_a_build(counter):
    """What another thread reads from the counter while a build runs, and the world."""
    seen, stop = set(), threading.Event()

    def read():
        while not stop.is_set():
            seen.add(counter.state())

    thread = threading.Thread(target=read)
    thread.start()
    counter.attach()
    try:
        world = cw.World.from_obstacles(many_boxes(60), bounds=(-5, -5, 200, 200))
    finally:
        counter.detach()
        stop.set()
        thread.join()
    return seen - {None}, world


def test_the_core_counts_the_steps_of_a_build():
    """Another thread reads the counter while the build runs.

    How often that thread gets its turn is up to the machine, so builds are repeated until it was seen at work.
    """
    counter, seen = cw._core.ProgressCounter(), set()
    assert counter.state() is None
    for _ in range(200):
        states, world = states_of_a_build(counter)
        assert counter.state() == ("clearance", 0, 0)
        seen |= states
        edges = {done for phase, done, total in seen if (phase, total) == ("edges", 4 * 60 * 60)}
        if len(edges) > 1 and "points" in {phase for phase, _, _ in seen}:
            break
    else:
        pytest.fail(f"in 200 builds the counter was not seen to move: {seen}")
    world.add_post((-1, -1))
    assert counter.state() == ("clearance", 0, 0)


def test_a_build_shows_its_phases(screen, monkeypatch):
    monkeypatch.setattr(_progress, "TICK", 0.002)
    shown = r"building the mesh (points|edges) \[#*\.*\] \d+/14400 "
    for _ in range(200):  # the thread that shows may not get its turn in a short build
        cw.World.from_obstacles(many_boxes(60), bounds=(-5, -5, 200, 200), progress=True)
        if re.search(shown, screen.getvalue()):
            break
    else:
        pytest.fail(f"200 builds did not show: {screen.getvalue()[:300]}")
    assert no_thread_is_left()
    # The last line is about the whole, not about the phase that happened to be last.
    assert re.search(r"\rbuilding the world \d+ s\x1b\[K\n$", screen.getvalue())


def counted(call):
    """The phase of the core that a call ended in, its steps done and in all."""
    counter = ProgressCounter()
    counter.attach()
    try:
        call()
    finally:
        counter.detach()
    return counter.state()


def test_visibility_graphs_count_their_corners(world):
    corners = cw.VGO(world).prepare()["corners"]
    phase, done, total = counted(lambda: cw.VG(world).prepare(threads=1))
    assert (phase, total) == ("visibility", corners)
    assert 0 < done <= total


@pytest.mark.parametrize("radius", [0.0, 0.2])
def test_fields_count_the_triangles_they_reach(world, radius):
    goals = [[(1, 1), (1, 49)], [(30, 30)]]
    fields = [world.field(goals, radius)]
    phase, done, total = counted(lambda: fields.append(world.field(goals, radius)))
    assert phase == "triangles"
    assert total / 2 < done <= total < len(world.mesh())
    points = np.random.default_rng(6).uniform(0, 50, (500, 2))
    plain, shown = (field.distance(points) for field in fields)
    assert np.array_equal(plain, shown)


def test_a_field_takes_progress(world):
    told = []
    world.field((1, 1), progress=lambda *done: told.append(done))
    assert told == [(1, 1)]
    with pytest.raises(cw.InvalidInput, match="progress"):
        world.field((1, 1), progress="yes")


@pytest.mark.parametrize("planner", ["optimal", "channel", "vg"])
@pytest.mark.parametrize("snap", [None, 3.0])
def test_batches_to_places(world, planner, snap):
    starts = np.random.default_rng(7).uniform(0, 50, (300, 2))
    goals = cw.shapes.rect((40, 40), (49, 49))
    for place in ([[*goals, goals[0]]] * 300, {"type": "LineString", "coordinates": goals}):
        told = []
        plain = world.find_paths(starts, place, planner=planner, snap=snap)
        shown = world.find_paths(
            starts, place, planner=planner, snap=snap, threads=1,
            progress=lambda *done, told=told: told.append(done),
        )  # fmt: skip
        assert told[0] == (0, 300)
        assert told[-1] == (300, 300)
        assert len(told) > 3
        for name in ("status", "length", "goal_index", "snapped", "starts"):
            assert np.array_equal(getattr(plain, name), getattr(shown, name))
        assert np.array_equal(plain.goals, shown.goals, equal_nan=True)
        assert [p.segments for p in plain] == [p.segments for p in shown]


def test_distances_to_places(world):
    starts = np.random.default_rng(8).uniform(0, 50, (40, 2))
    goals = [[(1, 1), (1, 49)], [(30, 30), (31, 30)]]
    told = []
    lengths = world.distances(starts, goals, 0.2, progress=lambda *done: told.append(done))
    assert np.array_equal(lengths, world.distances(starts, goals, 0.2))
    assert told[0] == (0, 40)
    assert told[-1] == (40, 40)
    edited = world.distances(
        starts, goals, progress=lambda d, t: 0 < d < t and world.add_post((25, d))
    )
    assert np.array_equal(edited, world.distances(starts, goals))


def test_the_parts_of_a_batch_share_its_seconds(world, monkeypatch):
    given = []
    run = cw.Optimal._run_queries

    def recorded(self, starts, goals, radii, threads, options, snap=None):
        given.append((len(starts), options["seconds"]))
        return run(self, starts, goals, radii, threads, options, snap)

    monkeypatch.setattr(cw.Optimal, "_run_queries", recorded)
    starts, goals = np.random.default_rng(1).uniform(0, 50, (2, 400, 2))
    world.find_paths(starts, goals, seconds=600.0, threads=1, progress=lambda *done: None)
    assert sum(rows for rows, _ in given) == 400
    assert len(given) > 3
    left = 400
    for rows, seconds in given:
        assert 0 < seconds <= 600.0 * rows / left
        left -= rows
    given.clear()
    world.find_paths(starts, goals, seconds=1e-9, threads=1, progress=lambda *done: None)
    assert all(0 < seconds <= 1e-9 for _, seconds in given)
