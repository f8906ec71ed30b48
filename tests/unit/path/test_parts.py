"""Parts of paths: they add up, verify, and keep what is proved."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import build, script


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_parts_add_up_and_verify(kind):
    rng = np.random.default_rng(8)
    for seed in range(5):
        scene, asked = make(kind, seed, 5)
        world = build(cw, scene)
        for (a, b, r), planner in zip(asked, ("optimal", "channel") * 9, strict=False):
            path = world.find_path(a, b, r, planner=planner)
            if not path.found:
                continue
            joints = np.cumsum([0.0, *(s.length for s in path.segments)])
            near = rng.choice(joints) + rng.choice([-1e-15, 0, 1e-15, 1e-12])
            for s in (0.0, path.length, near, *rng.uniform(0, path.length, 3)):
                note = f"{kind} {seed} {a} {b} {r} {planner} {s}\n{script(scene)}"
                check_parts(world, path, s, note)


def check_parts(world, path, s, note):
    whole = path.verify()
    ahead, behind = path.after(s), path.before(s)
    assert ahead.length + behind.length == pytest.approx(path.length, abs=1e-12), note
    assert ahead.length == pytest.approx(path.length - min(max(s, 0), path.length), abs=1e-12), note
    assert behind.points[-1].tolist() == ahead.points[0].tolist() == behind.goal.tolist(), note
    assert ahead.start.tolist() == behind.goal.tolist(), note
    assert ahead.points[-1].tolist() == path.points[-1].tolist(), note
    assert behind.points[0].tolist() == path.points[0].tolist(), note
    for part in (ahead, behind):
        kept = (part.status, part.radius, part.planner, part.version, part.stats)
        assert kept == (path.status, path.radius, path.planner, path.version, path.stats), note
        assert part.optimal == path.optimal
        if path.optimal:
            assert part.lower_bound == part.length
        else:
            best = world.find_path(part.start, part.goal, path.radius * (1 - 1e-12))
            assert part.lower_bound <= best.length + 1e-9, note
        assert part.lower_bound <= part.length
        verdict = part.verify()
        assert verdict["gap"] <= whole["gap"] + 1e-14, note
        assert not verdict["crosses"], note
        assert verdict["clearance"] >= whole["clearance"] - 1e-13, note
        assert verdict["length"] == pytest.approx(part.length)
        assert part.at(part.length / 3) == pytest.approx(
            path.at((0 if part is behind else s) + part.length / 3), abs=1e-12
        ), note
        if len(part.channel):
            mesh = world.mesh()
            assert world.locate(behind.goal) in part.channel, note
            for a, b in zip(part.channel[:-1], part.channel[1:], strict=True):
                assert b in mesh.neighbours[a], note


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_channels_are_trimmed(room, radius):
    room.add_posts(np.random.default_rng(5).uniform(0, 10, (12, 2)))
    for planner in ("optimal", "channel", "ta*"):
        path = room.find_path((0.6, 5), (9.4, 5), radius, planner=planner)
        assert path.found
        for s in np.linspace(0.1, path.length - 0.1, 12):
            for part in (path.after(s), path.before(s)):
                assert set(part.channel) <= set(path.channel)
                if radius == 0 and not len(part.channel):
                    continue  # at a corner, in a triangle beside the channel
                # The new end may have less clearance than the rest of the route.
                owed = min(path.max_radius, path.clearance_at(s))
                assert part.max_radius >= owed - 1e-12
        if radius == 0:
            assert len(path.after(path.length / 7).channel)


def test_parts_after_an_edit_have_no_channel(room):
    path = room.find_path((1, 5), (9, 5))
    room.add_post((0.5, 0.5))
    part = path.after(2)
    assert len(part.channel) == 0
    assert part.length == path.length - 2
    assert not part.verify()["crosses"]


def test_parts_of_partial_paths(room):
    path = room.find_path((1, 5), (5, 5), 0.5, partial=True)
    assert path.status is cw.Status.PARTIAL
    for part, owed in ((path.after(1), 1.5), (path.before(1), 1.0)):
        assert part.status is cw.Status.PARTIAL
        assert not part
        assert part.length == owed
        assert part.goal.tolist() == [5, 5]
        assert part.at(99).tolist() == part.points[-1].tolist()
    assert path.before(1).points[-1].tolist() == [2, 5]


def test_parts_of_parts_and_pickles(room):
    path = room.find_path((1, 5), (9, 5), 0.5)
    part = path.after(1).before(6).after(2)
    assert part.length == pytest.approx(4)
    assert part.at([0, 4]) == pytest.approx(path.at([3, 7]), abs=1e-14)
    twin = pickle.loads(pickle.dumps(part))
    assert np.array_equal(twin.points, part.points)
    assert twin.length == part.length
    assert path.after(-5).length == path.length
    assert path.after(1e9).length == 0
    assert path.before(1e9).points.tolist() == path.points.tolist()
    assert path.after(3).avoid((9, 9, 0.1)).encounter is cw.Encounter.CLEAR
    room.watch(path.after(3))
    feature = path.after(3).to_geojson()
    assert feature["properties"]["length"] == pytest.approx(path.length - 3)


def test_the_bound_of_a_part_of_a_path_that_is_not_shortest(room):
    way = [(1, 5), (1, 9), (9, 9), (9, 5)]
    path = cw.Channel(room).path_through(way)
    assert path.lower_bound == 8
    assert path.after(4).lower_bound == math.hypot(8, 4)
    assert path.before(15).lower_bound == pytest.approx(math.dist((1, 5), (9, 6)))
    assert path.after(0).lower_bound == 8


def test_cuts_within_rounding_of_the_ends_of_arcs():
    """No part of an arc may turn into a full circle."""
    world = cw.World((1e5, 1e5, 1e5 + 100, 1e5 + 100))
    world.add(np.array([(40, 20), (60, 20), (60, 80), (40, 80)]) + 1e5)
    path = world.find_path((1e5 + 10, 1e5 + 50), (1e5 + 90, 1e5 + 50), 3)
    joints = np.cumsum([s.length for s in path.segments])
    for joint in joints.tolist():
        for k in range(-40, 41):
            s = joint + k * 2e-12
            assert path.after(s).length == pytest.approx(path.length - s, abs=1e-9)
            assert path.before(s).length == pytest.approx(min(s, path.length), abs=1e-9)


@pytest.mark.parametrize("goal", [(math.nextafter(1, 2), 1), (1, math.nextafter(1, 0))])
def test_parts_of_a_path_as_long_as_the_rounding(goal):
    """A part without length has no segment and one point, as every path without length."""
    path = cw.World((0, 0, 10, 10)).find_path((1, 1), goal)
    assert path.length > 0
    parts = [cut(s) for cut in (path.before, path.after) for s in (0, path.length / 2, path.length)]
    for part in parts:
        assert (part.length == 0) == (part.segments == ())
        assert len(part.points) == (1 if part.length == 0 else 2)
        assert part.verify()["length"] == part.length
    assert path.before(path.length / 2).length + path.after(path.length / 2).length == path.length
