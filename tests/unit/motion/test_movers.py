"""`path.avoid` with movers, held against a dense simulation in time."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle import moving


def pieces(mover):
    (x, y), _, (vx, vy) = mover
    far = 1e4
    return [moving.line(0.0, far, (x, y), (x + vx * far, y + vy * far))]


def deepest(path, movers, pieces_of_path=None):
    """The deepest overlap of the agent with a mover, from the time 0 to its arrival."""
    own = moving.pieces_of(path) if pieces_of_path is None else pieces_of_path
    return max(
        (
            moving.depth(own, pieces(m), path.radius + m.radius, 1e-6 * (path.radius + m.radius))
            for m in movers
        ),
        default=0.0,
    )


def delayed(path, wait, speed):
    """An agent that waits and then walks along a path, as pieces of the oracle."""
    out = [moving.line(0.0, wait, path.start, path.start)] if wait > 0 else []
    now = wait
    for piece in path.segments:
        end = now + piece.length / speed
        if isinstance(piece, cw.Line):
            out.append(moving.line(now, end, *piece))
        else:
            ends = piece.start_angle, piece.end_angle
            out.append(moving.arc(now, end, piece.center, piece.radius, *ends))
        now = end
    return out


def overlaps(path, movers, wait, speed, share=1e-6):
    own = delayed(path, wait, speed)
    for m in movers:
        apart = (path.radius + m.radius) * (1 - share)
        if moving.depth(own, pieces(m), apart, 1e-7 * apart) > 0:
            return True
    return False


def worlds():
    yield cw.World(bounds=(0, 0, 30, 20))
    boxes = cw.World(bounds=(0, 0, 30, 20))
    for x, y in ((8, 3), (8, 12), (16, 7), (22, 2), (22, 13)):
        boxes.add([(x, y), (x + 3, y), (x + 3, y + 4), (x, y + 4)])
    yield boxes
    door = cw.World(bounds=(0, 0, 30, 20))
    door.add([(14, 0), (16, 0), (16, 9), (14, 9)])
    door.add([(14, 12), (16, 12), (16, 20), (14, 20)])
    yield door


def random_case(world, rng):
    """A path and movers, most of which cross it."""
    while True:
        radius = float(rng.uniform(0.2, 0.8))
        a, b = world.random_points(2, radius, rng)
        path = world.find_path(a, b, radius)
        if path.found and path.length > 6:
            break
    speed = float(rng.uniform(0.5, 2.0))
    movers = []
    for _ in range(int(rng.integers(1, 4))):
        s = float(rng.uniform(0, path.length))
        velocity = rng.uniform(-2, 2, 2) if rng.random() < 0.9 else np.zeros(2)
        time = s / speed + float(rng.normal(0, 1))
        position = path.at(s) - velocity * time + rng.normal(0, 0.5, 2)
        movers.append(
            cw.Mover(
                tuple(position.tolist()), float(rng.uniform(0.2, 1.2)), tuple(velocity.tolist())
            )
        )
    return path, movers, speed


def check(world, path, movers, speed):
    """One answer against the simulation; returns its encounter and whether there is a schedule."""
    answer = path.avoid(movers, speed=speed)
    direct = overlaps(path, movers, 0.0, speed)
    total = path.length / speed
    if answer.encounter is cw.Encounter.CLEAR:
        assert not direct
    if not overlaps(path, movers, 0.0, speed, share=-1e-6):
        assert answer.encounter is cw.Encounter.CLEAR
    if answer.path is None:
        assert answer.encounter is cw.Encounter.WAIT
        assert answer.wait == math.inf
        # Waiting does not help, at any time that was tried.
        for wait in np.linspace(0, 30, 61):
            assert overlaps(path, movers, float(wait), speed, share=-0.01)
        return answer
    timed = answer.timed
    assert deepest(timed, movers) == 0.0
    assert timed.positions(0.0) == pytest.approx(path.start)
    assert timed.positions(timed.arrival) == pytest.approx(path.goal)
    verdict = timed.path.verify(world)
    assert verdict["free"]
    assert not verdict["crosses"]
    assert verdict["clearance"] >= path.radius * (1 - 1e-9)
    speeds = [m.segment.length / (m.end - m.begin) for m in timed.segments if hasattr(m, "segment")]
    assert max(speeds, default=0.0) <= speed * (1 + 1e-9)
    # Nothing that waits first arrives earlier than the answer.
    for wait in np.linspace(0, max(timed.arrival - total, 0.0), 15, endpoint=False):
        if wait < timed.arrival - total - 0.01:
            assert overlaps(path, movers, float(wait), speed, share=-0.01)
    if answer.encounter is cw.Encounter.WAIT:
        assert timed.arrival == pytest.approx(answer.wait + total)
        assert answer.wait > 0
        assert answer.path.length == pytest.approx(path.length)
    if answer.encounter is cw.Encounter.SLOW:
        assert speed / 2 <= answer.speed < speed
        assert min(speeds) == pytest.approx(answer.speed)
    return answer


@pytest.mark.parametrize("seed", range(3))
def test_answers_hold_in_a_simulation(seed):
    rng = np.random.default_rng(seed)
    seen = set()
    for world in worlds():
        for _ in range(25):
            path, movers, speed = random_case(world, rng)
            answer = check(world, path, movers, speed)
            seen.add((answer.encounter, answer.path is None))
    assert len(seen) >= 4


@pytest.mark.long
def test_answers_hold_in_a_simulation_often():
    rng = np.random.default_rng(100)
    seen: dict[cw.Encounter, int] = {}
    for _ in range(700):
        for world in worlds():
            answer = check(world, *random_case(world, rng))
            seen[answer.encounter] = seen.get(answer.encounter, 0) + 1
    assert set(seen) == set(cw.Encounter)


def corridor():
    world = cw.World(bounds=(0, 0, 30, 10))
    world.add([(5, 0), (25, 0), (25, 4), (5, 4)])
    world.add([(5, 6), (25, 6), (25, 10), (5, 10)])
    return world


def test_a_mover_that_leaves_soon_is_waited_for():
    """It crosses the corridor: there is no way round."""
    path = corridor().find_path((2, 5), (28, 5), radius=0.8)
    cart = cw.Mover((6, -1), 0.8, (0, 1))
    answer = path.avoid(cart, speed=1.0)
    assert answer.encounter in (cw.Encounter.WAIT, cw.Encounter.SLOW)
    # The shortest wait by trying: departures in steps.
    wait = 0.0
    while overlaps(path, [cart], wait, 1.0):
        wait += 0.001
    assert answer.timed.arrival == pytest.approx(wait + 26, abs=0.002)


def test_an_agent_slows_down_where_it_need_not_stop():
    path = corridor().find_path((2, 5), (28, 5), radius=0.8)
    answer = path.avoid(cw.Mover((20, -15), 0.8, (0, 1)), speed=1.0)
    assert answer.encounter is cw.Encounter.SLOW
    assert 0.5 <= answer.speed < 1.0
    assert isinstance(answer.timed.segments[0], cw.Move)


def test_an_agent_stops_where_the_wait_is_long():
    path = corridor().find_path((4, 5), (28, 5), radius=0.999)
    answer = path.avoid(cw.Mover((8, 4), 0.8, (0, 0.1)), speed=1.0)
    assert answer.encounter is cw.Encounter.WAIT
    assert answer.wait > 15
    assert answer.timed.segments[0] == cw.Wait(0.0, answer.wait, (4.0, 5.0))


def test_an_agent_goes_round_where_that_is_quicker():
    world = cw.World(bounds=(0, 0, 30, 20))
    path = world.find_path((2, 10), (28, 10), radius=0.5)
    answer = path.avoid(cw.Mover((15, 10), 1.0), speed=1.0)  # it rests
    assert answer.encounter is cw.Encounter.PASS
    assert 26 < answer.timed.arrival < 26.5
    # Head on.
    answer = path.avoid(cw.Mover((28, 10), 1.0, (-1, 0)), speed=1.0)
    assert answer.encounter is cw.Encounter.PASS
    assert 26 < answer.timed.arrival < 26.6


def test_another_channel_is_taken():
    """A mover rests in one of two doors."""
    world = cw.World(bounds=(0, 0, 30, 20))
    for y0, y1 in ((0, 4), (6, 13), (16, 20)):
        world.add([(14, y0), (16, y0), (16, y1), (14, y1)])
    path = world.find_path((5, 5), (25, 5), radius=0.8)
    before = world.version
    answer = path.avoid(cw.Mover((15, 5), 0.5), speed=1.0)
    assert answer.encounter is cw.Encounter.REPLAN
    assert world.version == before
    other = world.find_path((5, 5), (15, 14.5), 0.8).length
    other += world.find_path((15, 14.5), (25, 5), 0.8).length
    assert answer.timed.arrival <= 1.05 * other
    assert deepest(answer.timed, [cw.Mover((15, 5), 0.5)]) == 0.0


def test_no_schedule():
    world = corridor()
    path = world.find_path((2, 5), (28, 5), radius=0.8)
    for mover in (cw.Mover((15, 5), 1.0), cw.Mover((2.5, 5), 0.5, (1, 0)), cw.Mover((28, 5), 1.0)):
        answer = path.avoid(mover, speed=1.0)
        assert answer == (cw.Encounter.WAIT, None)
        assert (answer.wait, answer.speed, answer.timed) == (math.inf, None, None)


def test_forms_of_movers():
    path = cw.World(bounds=(0, 0, 30, 20)).find_path((2, 10), (28, 10), radius=0.5)
    one = path.avoid(cw.Mover((15, 4), 1.0, (0, 0.4)), speed=1.0)
    for same in (
        [cw.Mover((15, 4), 1.0, (0, 0.4))],
        ((15, 4), 1.0, (0, 0.4)),
        (15, 4, 1.0, 0, 0.4),
        [(15, 4, 1.0, 0, 0.4)],
        np.array([[15, 4, 1.0, 0, 0.4]]),
        [((15, 4), 1.0, (0, 0.4))],
    ):
        again = path.avoid(same, speed=1.0)
        assert again.encounter == one.encounter
        assert again.timed.arrival == one.timed.arrival
    for rest in ((15, 10, 1.0), [(15, 10, 1.0)], ((15, 10), 1.0), [((15, 10), 1.0)]):
        assert path.avoid(rest, speed=1.0).encounter is cw.Encounter.PASS
    assert path.avoid([], speed=1.0).encounter is cw.Encounter.CLEAR
    assert path.avoid((15, 4, 1.0, 0, 0.4), s=20.0, speed=1.0).encounter is cw.Encounter.CLEAR


def test_discs_avoided_before_are_kept():
    path = cw.World(bounds=(0, 0, 30, 20)).find_path((2, 10), (28, 10), radius=0.5)
    path = path.avoid((10, 10, 1.0)).path
    answer = path.avoid(cw.Mover((20, 10), 1.0), speed=1.0)
    assert answer.encounter is cw.Encounter.PASS
    assert deepest(answer.timed, [cw.Mover((20, 10), 1.0), cw.Mover((10, 10), 1.0)]) == 0.0


def test_bad_movers():
    path = cw.World(bounds=(0, 0, 30, 20)).find_path((2, 10), (28, 10), radius=0.5)
    nan = float("nan")
    for bad in (
        5,
        "mover",
        (1, 2),
        (1, 2, 3, 4),
        [(1, 2, 1), (1, 2)],
        ((1, 2), -1.0),
        None,
        ((1, 2), 1.0, (nan, 0)),
        (nan, 2, 1.0),
        [((1, 2), 0.0)],
        ((1, 2), 1.0, (0, 0), 4),
    ):
        with pytest.raises(cw.InvalidInput):
            path.avoid(bad, speed=1.0)
    for speed in (0, -1, nan, "fast", math.inf):
        with pytest.raises(cw.InvalidInput):
            path.avoid((15, 4, 1.0, 0, 1), speed=speed)
