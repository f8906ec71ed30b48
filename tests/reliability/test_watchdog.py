"""Every public call on nasty worlds ends soon: CPU time of this process, with a table of the slowest.

A call that does not come back at all is ended with a traceback by `faulthandler`.
"""

from __future__ import annotations

import faulthandler
import math
import pickle
import sys
import time

import numpy as np
import pytest

import clearway as cw
from support.nasty_worlds import BOUNDS, NASTY, build

SECOND = 1.0
HUNG = 600  # seconds of the clock
SLACK = 2  # a loaded machine
BATCH = 20  # points, ends or goals in one call
RADII = (0.0, 0.01, 0.4, 3.0)
RANGE = "RadiusRange"  # prepares for every width between two: up to ten seconds


class Watchdog:
    def __init__(self):
        self.rows = []

    def __call__(self, label, call, *args, **options):
        faulthandler.dump_traceback_later(HUNG, exit=True, file=sys.__stderr__)
        before = time.process_time()
        try:
            return call(*args, **options)
        finally:
            self.rows.append((time.process_time() - before, label))
            faulthandler.cancel_dump_traceback_later()

    def slowest(self, count=12):
        rows = sorted(self.rows, reverse=True)[:count]
        return "\n".join(f"{seconds:8.3f} s  {label}" for seconds, label in rows)


def ask_about_places(run, w, by, rng):
    places = rng.uniform(0, 100, (BATCH, 2)) + by
    others = rng.uniform(0, 100, (BATCH, 2)) + by
    run("clearance", w.clearance, places)
    run("locate", w.locate, places)
    run("max_radius", w.max_radius, places, others)
    run("visible", w.visible, places, others)
    run("visible_region", w.visible_region, places[:4])
    run("visible_corners", w.visible_corners, places[:4])
    for r in RADII:
        run(f"is_free {r}", w.is_free, places, r)
        run(f"reachable {r}", w.reachable, places, others, r)
        run(f"raycast {r}", w.raycast, places, others, r)
        run(f"random_points {r}", w.random_points, BATCH, r, rng=1)
        for place in (*places[:3], np.array((50.0, 50.0)) + by):
            run(f"snap {r}", w.snap, place, r)


def look_at(run, path, r):
    for name in ("points", "segments", "clearance"):
        run(f"path.{name} {r}", getattr, path, name)
    for name in ("verify", "to_wkt", "to_geojson"):
        run(f"path.{name} {r}", getattr(path, name))
    if path.found:
        run(f"path.sample {r}", path.sample, 0.5)


def narrowest(path):
    return path.max_radius, path.narrowest


def improve(planner, *ends, **options):
    return list(planner.improve(*ends, **options))


def ask_for_paths(run, w, by, rng):
    for r in RADII:
        start = run(f"snap {r}", w.snap, (2.0 + by, 3.0 + by), r)
        if start is None:
            continue
        goals = np.vstack([rng.uniform(0, 100, (3, 2)) + by, [(50.0 + by, 50.0 + by)]])
        for name in ("optimal", "channel", "ta*", "tra*", "vg", "vgo", "bsp*"):
            if r == 0 or name not in ("vg", "vgo", "bsp*"):
                run(f"{name} {r}", w.find_paths, start, goals, r, planner=name)
        for goal in goals:
            for options in (
                {"partial": True},
                {"limit": 50},
                {"effort": 2},
                {"partial": True, "limit": 9},
            ):
                path = run(f"find_path {r} {options}", w.find_path, start, goal, r, **options)
                look_at(run, path, r)
        many = rng.uniform(0, 100, (BATCH, 2)) + by
        run(f"distances {r}", w.distances, start, many, r)
        _, path = run(f"find_nearest {r}", w.find_nearest, start, many, r)
        if path.found:
            run(f"narrowest {r}", narrowest, path)
            run(f"avoid {r}", path.avoid, (path.points[-1], max(r, 0.1)))
            watch = run(f"watch {r}", w.watch, path)
            run(f"disturbed {r}", w.disturbed)
            run(f"watch.advance {r}", watch.advance, path.length / 2)
            watch.stop()
        for planner in (cw.TAStar(w), cw.TRAStar(w), cw.Channel(w)):
            label = f"{type(planner).__name__}.improve {r}"
            run(label, improve, planner, start, goals[0], r, limit=2000)
        run(f"fronts {r}", improve, cw.Channel(w), start, goals[0], r, by="fronts", limit=2000)


def ask_for_the_rest(run, w, by, tmp_path):
    run("mesh", w.mesh)
    run("validate", w.validate)
    terrain = run("abstraction", w.abstraction)
    for name in ("rooms", "corridors", "dead_ends", "decision_nodes", "islands"):
        run(f"abstraction.{name}", getattr, terrain, name)
    run("choke_points", terrain.choke_points, 0.4)
    run("abstraction.at", terrain.at, 0.4)
    run("obstacles", list, w.obstacles)
    run("random_point", w.random_point, 0.4, rng=1)
    run("pickle", lambda: pickle.loads(pickle.dumps(w)))
    for planner in (cw.VG(w), cw.VGO(w), cw.BSPStar(w)):
        run(f"{type(planner).__name__}.prepare", planner.prepare)
    run(RANGE, cw.THPAStar, w, radii=cw.RadiusRange(0.1, 0.4))
    run("save", w.save, tmp_path / "world.clearway")
    run("load", cw.load, tmp_path / "world.clearway")
    hierarchy = run("THPAStar", cw.THPAStar, w, radii=(0.0, 0.4))
    for r in (0.0, 0.4):
        start, goal = w.snap((2.0 + by, 3.0 + by), r), w.snap((97.0 + by, 96.0 + by), r)
        if start is None or goal is None:
            continue
        run(f"THPA* first {r}", hierarchy.find_path, start, goal, r)
        run(f"THPA* {r}", hierarchy.find_path, start, goal, r)
        journey = run(f"journey {r}", hierarchy.begin, start, goal, r)
        run(f"legs {r}", list, journey)
    grid = run("to_grid", w.to_grid, 2.0)
    free = np.argwhere(~grid.blocked)[:, ::-1]
    for name in ("dijkstra", "a*", "jps", "hpa*", "pra*"):
        if len(free):
            run(f"grid {name}", grid.find_path, free[0], free[-1], planner=name)
    run("to_world", grid.to_world)
    run("to_world smooth", grid.to_world, smooth=1.0)


def edit(run, w, by):
    handle = run("add", w.add, [(1 + by, 1 + by), (99 + by, 2 + by), (3 + by, 4 + by)])
    run("move", w.move, handle, [(2 + by, 1 + by), (98 + by, 3 + by), (3 + by, 5 + by)])
    run("remove", w.remove, handle)
    wall = run("add_wall", w.add_wall, [(1 + by, 1 + by), (99 + by, 99 + by)])
    run("remove wall", w.remove, wall)


def campaign(name, n, by, tmp_path):
    run = Watchdog()
    rng = np.random.default_rng(n)
    w = run("build", build, cw, NASTY[name](n), by)
    ask_about_places(run, w, by, rng)
    ask_for_paths(run, w, by, rng)
    ask_for_the_rest(run, w, by, tmp_path)
    edit(run, w, by)
    return run


def check(run):
    assert max(row for row in run.rows if row[1] != RANGE)[0] < SECOND * SLACK, run.slowest()
    assert max(run.rows)[0] < 10 * SECOND * SLACK, run.slowest()


@pytest.mark.parametrize("name", sorted(NASTY))
def test_calls_on_small_nasty_worlds_end_soon(name, tmp_path):
    run = campaign(name, 120, 0.0, tmp_path)
    check(run)


@pytest.mark.long
@pytest.mark.parametrize("by", [0.0, 1e7])
@pytest.mark.parametrize("name", sorted(NASTY))
def test_calls_on_nasty_worlds_end_soon_long(name, by, tmp_path):
    run = campaign(name, 1900, by, tmp_path)
    print(f"{name} {by}, {len(run.rows)} calls\n{run.slowest()}")
    check(run)


def test_partial_is_bounded_by_its_limit():
    w = build(cw, NASTY["dense_boxes"](1600))
    path = w.find_path((5, 5), (50, 50), radius=3, partial=True, limit=3)
    assert path.status == cw.Status.NO_PATH
    assert path.lower_bound < math.inf  # not decided
    path = w.find_path((5, 5), (50, 50), radius=3, partial=True)
    assert path.status == cw.Status.PARTIAL
    place = w.snap((50, 50), 3)
    assert math.isclose(math.dist(path.points[-1], (50, 50)), math.dist(place, (50, 50)))


@pytest.mark.parametrize("name", ["scattered_posts", "dense_boxes", "nested_rings", "tiny_gaps"])
@pytest.mark.parametrize("radius", [0.0, 0.1])
def test_distances_are_those_of_single_paths(name, radius):
    """As many goals as make one search for all worth a try: free, blocked and unreachable ones."""
    w = build(cw, NASTY[name](400))
    rng = np.random.default_rng(5)
    goals = rng.uniform(-1, BOUNDS[2] + 1, (150, 2))
    start = w.snap((2, 3), radius)
    singles = np.array([w.find_path(start, g, radius).length for g in goals])
    assert np.allclose(w.distances(start, goals, radius), singles, rtol=1e-14, atol=0)
    row, path = w.find_nearest(start, goals, radius)
    if row is None:
        assert not np.isfinite(singles).any()
    else:
        assert path.length == pytest.approx(singles.min(), rel=1e-14)
        assert path.length == pytest.approx(singles[row], rel=1e-14)


def timed(call, *args, **options):
    before = time.process_time()
    out = call(*args, **options)
    return out, time.process_time() - before


@pytest.mark.parametrize("by", [0.0, 1e7])
def test_bsp_with_many_corners_in_line(by):
    """The corner of a tooth has hundreds of others exactly in line with it, visible and hidden."""
    w = build(cw, NASTY["comb"](1900), by)
    start = w.snap((2 + by, 3 + by))
    goals = np.random.default_rng(1900).uniform(0, 100, (3, 2)) + by
    paths, seconds = timed(w.find_paths, start, goals, planner="bsp*")
    assert max(path.stats["expanded"] for path in paths) > 500
    assert seconds < SECOND * SLACK
    expected = [path.length for path in w.find_paths(start, goals)]
    assert [path.length for path in paths] == pytest.approx(expected, rel=1e-14)


def serpentine(walls):
    """One corridor up and down between ragged walls, with two posts in it: four channels."""
    w = cw.World(bounds=(0, 0, walls + 1, 100))
    with w.editing():
        for i in range(1, walls + 1):
            low = 0 if i % 2 else 5
            w.add_wall([(i + 0.1 * (k % 2) - 0.05, low + 95 * k / 20) for k in range(21)])
        w.add_posts([(2.5, 50), (7.5, 40)])
    return w


@pytest.mark.parametrize("radius", [0.0, 0.05])
def test_channels_of_many_triangles(radius):
    """Whether a channel comes to a triangle twice is known without a look at all its triangles."""
    walls = 1600
    w = serpentine(walls)
    ends = (0.5, 2), (walls + 0.5, 50)
    expected = w.find_path(*ends, radius).length
    paths, seconds = timed(improve, cw.TAStar(w), *ends, radius, prove_with_optimal=False)
    assert len(paths[-1].channel) > 60_000
    assert paths[-1].stats["expanded"] > 2 * len(paths[-1].channel)
    assert seconds < 0.5 * SECOND * SLACK
    assert paths[-1].optimal
    assert paths[-1].length == pytest.approx(expected, rel=1e-12)
    if radius == 0:
        paths, seconds = timed(improve, cw.Channel(w), *ends, radius, by="fronts")
        assert paths[-1].stats["expanded"] > 2 * len(paths[-1].channel)
        assert seconds < 0.5 * SECOND * SLACK
        assert paths[-1].length == pytest.approx(expected, rel=1e-12)
