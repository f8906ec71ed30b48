"""Watched paths: exactly those that the verifier finds blocked are reported."""

from __future__ import annotations

import gc

import numpy as np
import pytest
import shapely

import clearway as cw
from support.watch_checks import spoilt


@pytest.fixture
def world():
    return cw.World((0, 0, 20, 10))


def square(x, y, half=1.0):
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def test_blocked(world):
    watch = world.watch(world.find_path((1, 5), (19, 5), radius=0.5))
    away = world.watch(world.find_path((1, 1), (19, 1), radius=0.5))
    world.add(square(10, 5, 1))
    (report,) = world.disturbed()
    assert report.watch is watch
    assert report.reason is cw.Reason.BLOCKED
    assert not watch.active
    assert away.active
    assert world.disturbed() == []


def test_what_lies_behind_does_not_matter(world):
    watch = world.watch(world.find_path((1, 5), (19, 5), radius=0.5))
    watch.advance(12.0)
    world.add(square(10, 5, 1))
    assert world.disturbed() == []
    world.add(square(17, 5, 1))
    (report,) = world.disturbed()
    assert report.position.tolist() == [13.0, 5.0]


def test_advance_along_an_arc(world):
    world.add(square(10, 4, 1.5))
    path = world.find_path((1, 4), (19, 4), radius=1.0)
    assert any(isinstance(s, cw.Arc) for s in path.segments)
    for share in (0.2, 0.5, 0.8, 1.0, 2.0):
        watch = world.watch(path)
        watch.advance(share * path.length)
        post = world.add_post(path.goal)
        (report,) = world.disturbed()
        line = shapely.LineString(path.sample(1e-9))
        assert line.distance(shapely.Point(report.position)) < 1e-6
        assert line.project(shapely.Point(report.position)) == pytest.approx(
            min(share, 1.0) * path.length, abs=1e-3
        )
        world.remove(post)
        world.disturbed()


def test_inside_says_where_to_go(world):
    watch = world.watch(world.find_path((5, 5), (19, 5), radius=0.5))
    world.add(square(5, 5, 1))
    (report,) = world.disturbed()
    assert report.watch is watch
    assert report.reason is cw.Reason.INSIDE
    assert world.is_free(report.free, 0.5)
    assert np.hypot(*(report.free - report.position)) == pytest.approx(1.5)


def test_inside_without_any_room_left(world):
    world.watch_kept = world.watch(world.find_path((5, 5), (19, 5), radius=0.5))
    world.add([(-1, -1), (21, -1), (21, 11), (-1, 11)])
    (report,) = world.disturbed()
    assert report.reason is cw.Reason.INSIDE
    assert report.free is None


def test_swallowed_whole(world):
    """The boundary of the added obstacle is far from the path."""
    watch = world.watch(world.find_path((9, 5), (11, 5), radius=0.1))
    world.add(square(10, 5, 4))
    assert [r.watch for r in world.disturbed()] == [watch]


def test_shorter(world):
    wall = world.add_wall([(10, 0), (10, 9)])
    curious = world.watch(world.find_path((1, 5), (19, 5), radius=0.5), shorter=True)
    content = world.watch(world.find_path((1, 5), (19, 5), radius=0.5))
    far = world.add(square(1, 0.5, 0.4))
    assert world.disturbed() == []
    world.remove(far)  # no path there can be shorter
    assert world.disturbed() == []
    world.remove(wall)
    (report,) = world.disturbed()
    assert report.watch is curious
    assert report.reason is cw.Reason.SHORTER
    assert content.active
    assert curious.active


def test_touching_closes_for_points(world):
    world.add([(8, 0), (10, 5), (8, 4)])
    path = world.find_path((7, 6), (13, 4))
    grazing = world.find_path((9, 5.5), (11, 4.5))
    assert grazing.length == pytest.approx(np.hypot(2, 1))
    watches = [world.watch(path), world.watch(grazing)]
    world.add([(12, 10), (10, 5), (14, 10)])  # meets the first one in (10, 5)
    assert {id(r.watch) for r in world.disturbed()} == {id(w) for w in watches}


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize(
    ("start", "goal", "shut"),
    [
        ((4, 17), (6, 17), True),
        ((4, 17), (5.5, 17), True),
        ((4, 17), (13, 3), True),
        ((3.5, 17), (6, 17), True),
        ((3.5, 17), (4, 17), False),  # up to the corner between the two, and no farther
        ((4, 17), (2, 18), False),
        ((6, 17), (13, 3), False),
        ((6, 17), (6, 14), False),
    ],
)
def test_touching_closes_from_the_end_of_a_path(start, goal, shut, back):
    """What comes lies against the wall that the path runs along, from an end of the path on."""
    start, goal = (goal, start) if back else (start, goal)
    world = cw.World((0, 0, 20, 20))
    world.add([(3, 14), (6, 14), (6, 17), (3, 17)])
    path = world.find_path(start, goal)
    watch = world.watch(path)
    world.add([(4, 17), (6, 17), (6, 19), (4, 19)])
    assert (world.find_path(start, goal).length > path.length) == shut
    assert [r.watch for r in world.disturbed()] == ([watch] if shut else [])


def test_touching_at_the_goal_after_advancing_along_a_wall():
    """The point is rounded and off the wall; the path along it stays legal."""
    world = cw.World((0, 0, 12, 12))
    world.add([(10, 6), (4, 4), (1, 2)])
    world.add([(8, 7), (2, 8), (7, 6)])
    world.add([(8, 7), (8, 4), (10, 6)])
    path = world.find_path((0, 11), (10, 6))
    watches = [world.watch(path) for _ in range(50)]
    for k, watch in enumerate(watches):
        watch.advance(path.length * (k + 0.35) / 50)
    world.add([(4, 8), (1, 4), (10, 6)])  # meets the goal from behind the wall
    assert world.find_path((0, 11), (10, 6)).length == path.length
    assert world.disturbed() == []
    world.add([(8, 7), (10, 6), (10, 9)])  # from the other side, along the wall
    assert len(world.disturbed()) == 50


def test_a_disc_exactly_at_its_radius_stays(world):
    watch = world.watch(world.find_path((1, 5), (19, 5), radius=0.5))
    world.add([(8, 5.5), (12, 5.5), (10, 8)])
    world.add_wall([(8, 4.5), (12, 4.5)])
    assert world.disturbed() == []
    world.add_post((10, 4.5 + 1e-6))
    assert [r.watch for r in world.disturbed()] == [watch]


def test_the_same_path_twice_and_stop(world):
    path = world.find_path((1, 5), (19, 5))
    first, second = world.watch(path), world.watch(path)
    first.stop()
    world.add(square(10, 5, 1))
    assert [r.watch for r in world.disturbed()] == [second]


def test_a_watch_nobody_holds_is_gone(world):
    world.watch(world.find_path((1, 5), (19, 5)))
    gc.collect()
    world.add(square(10, 5, 1))
    assert world.disturbed() == []


def test_start_equal_to_goal(world):
    watch = world.watch(world.find_path((5, 5), (5, 5), radius=0.5))
    world.add(square(15, 5, 1))
    assert world.disturbed() == []
    world.add(square(5, 6, 0.75))
    assert [r.watch for r in world.disturbed()] == [watch]


def test_bad_input(world):
    other = cw.World((0, 0, 20, 10)).find_path((1, 1), (2, 2))
    world.add(square(10, 5, 1))
    for bad in (None, "path", other, world.find_path((1, 5), (10, 5))):
        with pytest.raises(cw.InvalidInput):
            world.watch(bad)
    watch = world.watch(world.find_path((1, 5), (2, 5)))
    with pytest.raises(cw.InvalidInput):
        watch.advance(-1)
    with pytest.raises(cw.InvalidInput):
        watch.advance(float("nan"))


def test_failed_edits_leave_watches_alone(world):
    watch = world.watch(world.find_path((1, 5), (19, 5)))
    with pytest.raises(cw.InvalidInput):
        world.add([(0, 0), (1, float("nan")), (2, 2)])
    assert world.disturbed() == []
    assert watch.active


@pytest.mark.parametrize("goal", [(15, 10), (6, 10), (5, 10)])
@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_inside_for_points_and_discs(goal, radius):
    world = cw.World((0, 0, 20, 20))
    watch = world.watch(world.find_path((5, 10), goal, radius))
    world.add(square(5.2, 10, 2))
    (report,) = world.disturbed()
    assert report.watch is watch
    assert report.reason is cw.Reason.INSIDE
    assert report.position.tolist() == [5, 10]
    assert report.free == pytest.approx((3.2 - radius, 10))
    assert world.is_free(report.free, radius)


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_spoilt_and_cleared_again_is_not_reported(radius):
    world = cw.World((0, 0, 20, 20))
    watch = world.watch(world.find_path((5, 10), (15, 10), radius))
    for place in ((5, 10), (10, 10)):
        gone = world.add(square(*place))
        world.add(square(15, 2))
        world.remove(gone)
        assert world.disturbed() == []
        assert watch.active
    moved = world.add(square(10, 10))
    world.move(moved, square(10, 15))
    assert world.disturbed() == []
    world.move(moved, square(10, 10))
    (report,) = world.disturbed()
    assert report.watch is watch
    assert report.reason is cw.Reason.BLOCKED
    assert not watch.active


def test_what_is_reported_is_as_of_now():
    world = cw.World((0, 0, 20, 20))
    watch = world.watch(world.find_path((5, 10), (15, 10), 0.5))
    world.add(square(10, 10))  # blocked
    world.add(square(5, 10))  # now inside
    world.add(square(4.5, 10, 1.2))  # and farther from anywhere free
    (report,) = world.disturbed()
    assert report.watch is watch
    assert report.reason is cw.Reason.INSIDE
    assert world.is_free(report.free, 0.5)
    watch = world.watch(world.find_path((5, 5), (15, 5), 0.5))
    world.add(square(8, 5))
    watch.advance(5.0)  # past it: it is behind by now
    assert world.disturbed() == []
    watch.advance(6.0)
    world.add(square(13, 5))
    watch.advance(6.2)
    (report,) = world.disturbed()
    assert report.position == pytest.approx((11.2, 5))


@pytest.mark.parametrize("side", [1, -1])
def test_touched_ahead_of_a_place_that_is_rounded(side):
    """The line from where the agent is now may pass the corner on its other side, by the last bit."""
    world = cw.World((0, 0, 20, 20))
    path = world.find_path((1, 1), (19, 7))  # by (4, 2), (7, 3), ... (16, 6)
    rng = np.random.default_rng(7)
    watches = [world.watch(path) for _ in range(200)]
    for watch in watches:
        watch.advance(float(rng.uniform(0, 12)))
    for x, y in ((16, 6), (13, 5)):
        tip = np.array([x, y])
        world.add([tip, tip + side * np.array([-1, 3]), tip + side * np.array([1, 3])])
    assert not spoilt(watches[0])
    assert world.disturbed() == []
    world.add([(16, 6), (15.9, 6 - side), (16.1, 6 - side)])  # now from both sides
    assert len(world.disturbed()) == 200


@pytest.mark.parametrize("shut", [False, True])
def test_what_was_spoilt_before_it_was_watched_is_reported(shut):
    world = cw.World((0, 0, 10, 10))
    path = world.find_path((1, 1), (9, 9), 0.5)
    x = 4 if shut else 1
    world.add([(x, 4), (x + 2, 4), (x + 2, 6), (x, 6)])
    watch = world.watch(path)
    reports = world.disturbed()
    assert [r.reason for r in reports] == ([cw.Reason.BLOCKED] if shut else [])
    assert watch.active is not shut
    if not shut:
        world.add([(6, 6), (7, 6), (7, 7), (6, 7)])
        assert [r.reason for r in world.disturbed()] == [cw.Reason.BLOCKED]


def test_what_was_spoilt_before_and_is_clear_again():
    world = cw.World((0, 0, 10, 10))
    path = world.find_path((1, 1), (9, 9), 0.5)
    box = world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    watch = world.watch(path)
    world.remove(box)
    assert world.disturbed() == []
    assert watch.active
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    assert len(world.disturbed()) == 1
