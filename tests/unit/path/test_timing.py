"""Arrival times, against closed forms and against small steps of a simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import make
from oracle.scene import build


@pytest.fixture
def line():
    return cw.World((0, 0, 100, 10)).find_path((0, 5), (40, 5))


@pytest.fixture
def around(room):
    """Line, arc, line, arc, line around a box, with radius 1."""
    return room.find_path((2, 5), (8, 5), radius=1)


def test_constant_speed(line):
    assert line.times(2.0, step=10.0).tolist() == [0, 5, 10, 15, 20]
    assert len(line.times(2.0)) == 101
    assert line.times(2.0) == pytest.approx(np.linspace(0, 20, 101))


def test_a_trapezoid(line):
    """8 to speed 4 at 1, 24 at speed 4, 8 to rest."""
    s = np.linspace(0, 40, 401)
    times = line.times(4.0, 1.0, step=0.1)
    owed = np.where(
        s <= 8,
        np.sqrt(2 * s),
        np.where(s <= 32, 4 + (s - 8) / 4, 14 - np.sqrt(2 * (40 - s))),
    )
    assert times == pytest.approx(owed, abs=1e-12)
    assert times[-1] == 14


def test_a_triangle(line):
    """Too short to reach the speed: 20 at acceleration 0.1, 20 at deceleration 0.1."""
    times = line.times(100.0, acceleration=0.1, step=20)
    assert times == pytest.approx([0, 20, 40])


def test_slower_on_arcs(around):
    """Speed 2, but radius 1 at 0.5 rad per unit on the arcs."""
    lines = sum(s.length for s in around.segments if isinstance(s, cw.Line))
    arcs = [s for s in around.segments if isinstance(s, cw.Arc)]
    turned = sum(abs(a.end_angle - a.start_angle) for a in arcs)
    assert len(arcs) == 2
    times = around.times(2.0, turn_speed=0.5)
    assert times[-1] == pytest.approx(lines / 2 + turned / 0.5)
    assert around.times(2.0, turn_speed=5.0)[-1] == pytest.approx(around.length / 2)


def test_an_arc_with_acceleration(around):
    """From rest over the first line, slower before the arc, steady on it; symmetric."""
    first, arc, middle, *_ = around.segments
    a, v, w = 1.0, 10.0, 0.8
    peak = math.sqrt((2 * a * first.length + w**2) / 2)
    one = peak / a + (peak - w) / a
    between = 2 * (math.sqrt(w**2 + a * middle.length) - w) / a
    times = around.times(v, a, turn_speed=w)
    assert times[-1] == pytest.approx(2 * one + 2 * arc.length / w + between)
    at_arc = around.times(v, a, turn_speed=w, step=around.length / 3000)
    s = np.linspace(0, around.length, len(at_arc))
    on_arc = (s > first.length) & (s < first.length + arc.length)
    assert np.diff(s[on_arc]) / np.diff(at_arc[on_arc]) == pytest.approx(w, rel=1e-6)


def test_bends_are_turned_on_the_spot(room):
    path = room.find_path((1, 5), (9, 5))
    first = path.segments[0].length
    plain = path.length / 2
    assert path.times(2.0, turn_speed=0.5)[-1] == pytest.approx(plain + math.pi / 2 / 0.5)
    stops = path.times(1e9, 1.0, turn_speed=0.5)[-1]
    owed = 2 * sum(math.sqrt(s.length) for s in path.segments)
    assert stops == pytest.approx(owed + math.pi / 2 / 0.5)
    # Without a limit of the angular speed it turns at once, at full speed.
    assert path.times(2.0)[-1] == pytest.approx(plain)
    assert path.times(1e9, 1.0)[-1] == pytest.approx(2 * math.sqrt(path.length))
    # The arrival at a bend comes before the turn.
    times = path.times(1.0, turn_speed=1.0, step=1e-3)
    s = np.linspace(0, path.length, len(times))
    jump = int(np.argmax(np.diff(times) > 0.1))
    assert s[jump] <= first <= s[jump + 1]
    straight = path.times(1.0, turn_speed=1.0, step=path.length)
    assert straight.tolist() == pytest.approx([0, path.length + math.pi / 2])


def simulated(path, speed, rate, turning, n=40_000):
    """Squares of speeds on a fine grid, forwards and backwards, and the time they take."""
    s = np.linspace(0, path.length, n + 1)
    bend = np.abs(path.curvature(s))
    limit = np.minimum(speed, np.divide(turning, bend, where=bend > 0, out=np.full(n + 1, np.inf)))
    square = limit**2
    square[0] = square[-1] = 0
    gain = 2 * rate * path.length / n
    for i in range(n):
        square[i + 1] = min(square[i + 1], square[i] + gain)
    for i in reversed(range(n)):
        square[i] = min(square[i], square[i + 1] + gain)
    v = np.sqrt(square)
    return np.concatenate(([0], np.cumsum(2 * path.length / n / (v[1:] + v[:-1]))))


@pytest.mark.parametrize("seed", range(4))
def test_random_paths_against_a_simulation(seed):
    scene, asked = make("stars", seed, 12)
    world = build(cw, scene)
    found = [p for p in (world.find_path(*q) for q in asked) if p.found and len(p.segments) > 2]
    discs = [p for p in found if p.radius > 0][:2]
    for path in discs:
        for speed, rate, turning in ((1.0, 0.5, 0.7), (3.0, 2.0, 10.0), (5.0, 0.2, 1.0)):
            fine = simulated(path, speed, rate, turning)
            times = path.times(speed, rate, turning, step=path.length / 400)
            assert times == pytest.approx(fine[:: 40_000 // 400], rel=2e-3, abs=2e-2)


def test_times_do_not_depend_on_the_step_and_grow(around):
    for limits in ((2.0,), (2.0, 1.0), (2.0, 1.0, 0.5), (2.0, None, 0.5)):
        coarse, fine = (around.times(*limits, step=around.length / n) for n in (10, 1000))
        assert coarse == pytest.approx(fine[::100])
        assert (np.diff(fine) > 0).all()
        assert len(fine) == len(around.resample(around.length / 1000))


def test_slower_limits_never_save_time(around):
    last = [around.times(2.0, 1.0, w)[-1] for w in (0.2, 0.5, 1.0, 2.0, 9.0)]
    assert last == sorted(last, reverse=True)
    assert around.times(2.0, 1.0)[-1] == pytest.approx(last[-1])
    assert around.times(2.0, 1e12)[-1] == pytest.approx(around.times(2.0)[-1])


def test_an_arc_of_rounding_does_not_brake():
    times = []
    for above in (0.0, 1e-9):
        world = cw.World(bounds=(0, 0, 100, 20))
        world.add_post((50, 9 + above))
        path = world.find_path((5, 10), (95, 10), radius=1.0)
        times.append(path.times(10, 1, 0.5)[-1])
    assert times[1] == pytest.approx(times[0], rel=1e-9)


def test_bad_limits(line):
    for bad in (0, -1, math.nan, math.inf, "x", [1.0], True):
        with pytest.raises(cw.InvalidInput, match="speed"):
            line.times(bad)
        with pytest.raises(cw.InvalidInput, match="acceleration"):
            line.times(1, bad)
        with pytest.raises(cw.InvalidInput, match="turn_speed"):
            line.times(1, None, bad)
        with pytest.raises(cw.InvalidInput, match="step"):
            line.times(1, step=bad)
    with pytest.raises(cw.InvalidInput, match="speed"):
        line.times(None)


def test_a_line_of_rounding_has_no_direction_of_its_own():
    """It neither turns the agent nor divides zero by zero where the agent stops."""
    up = math.nextafter(1.0, 2.0)
    planner = cw.Optimal(cw.World((0, 0, 20, 20)))
    plain = planner.path_through([(1, 1), (9, 1), (9, 9)])
    for tiny in ((9, up), (math.nextafter(9.0, 0.0), 1), (math.nextafter(9.0, 10.0), 1)):
        path = planner.path_through([(1, 1), (9, 1), tiny, (9, 9)])
        for limits in ((2.0, 1.5, 0.7), (2.0, None, 0.7), (2.0, 1.5, None)):
            assert path.times(*limits) == pytest.approx(plain.times(*limits), abs=1e-6)
    first = planner.path_through([(1, 1), (1, up), (9, 1)])
    last = planner.path_through([(1, 1), (9, 1), (9, up)])
    assert first.heading(0.0) == pytest.approx(0.0)
    assert last.heading(last.length) == pytest.approx(0.0)
    assert tuple(last.at(last.length)) == (9, up)
    only = planner.path_through([(1, 1), (1, up)])
    assert only.heading(0.0) == pytest.approx(math.pi / 2)
