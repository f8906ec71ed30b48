"""Laws that answers obey whatever the world: for points and discs; of status, length,
reachable, max_radius and clearance.

A law compares answers with answers, so it holds where no oracle reaches; ties included,
because they are decided exactly.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clearway as cw
from oracle.arrangement import Arrangement
from oracle.disc_worlds import KINDS, make
from oracle.scene import POST, RING, WALL, Scene, box, insert, script
from support.strategies import obstacles, points

NEAR = 1e-12  # relative: lengths add up in another order
SIZE = 12
RADII = (0.0, 0.25, 0.5, 1.0, math.sqrt(0.5), 1.7)


@dataclass
class Case:
    """A scene, and queries (start, goal, radius) in it."""

    scene: Scene
    queries: list

    def __repr__(self):
        asked = "\n".join(f"w.find_path({a}, {b}, radius={r})" for a, b, r in self.queries)
        return f"{script(self.scene)}\n{asked}"


@st.composite
def on_a_grid(draw):
    """Anything crossing anything on a small grid, ends on half cells: ties everywhere."""
    scene = Scene(
        box(0, 0, SIZE, SIZE),
        dict(enumerate(draw(st.lists(obstacles(SIZE), min_size=1, max_size=5)))),
    )
    ends = [(x / 2, y / 2) for x, y in draw(points(2 * SIZE, 4, 4))]
    cells = Arrangement(scene)
    radii = [draw(st.sampled_from(RADII)) for _ in range(2)]
    # On a segment bent by a rounded crossing, a point may be on either side of it.
    sure = all(map(cells.is_sure, ends))
    return Case(scene, [(*ends[k : k + 2], r if sure else r or 0.25) for k, r in zip((0, 2), radii, strict=True)])  # fmt: skip


@st.composite
def of_a_kind(draw):
    """The worlds of the disc campaign; every other query for a point."""
    scene, queries = make(draw(st.sampled_from(sorted(KINDS))), draw(st.integers(0, 10**6)), 2)
    (a, b, r), (c, d, _) = queries
    return Case(scene, [(a, b, r), (c, d, 0.0)])


cases = st.one_of(on_a_grid(), of_a_kind())


def build(scene, order=None):
    world = cw.World(bounds=scene.bounds, max_radius=math.inf)
    with world.editing():
        for key in scene.obstacles if order is None else order:
            insert(world, *scene.obstacles[key])
    return world


def answer(world, a, b, r):
    path = world.find_path(a, b, radius=r)
    return {
        "status": path.status.name,
        "length": path.length,
        "reachable": world.reachable(a, b, r),
        "max_radius": world.max_radius(a, b),
        "clearance": world.clearance(a),
    }


def assert_same(one, other, scale=1.0, rel=NEAR):
    assert one["status"] == other["status"], f"{one}\n{other}"
    assert one["reachable"] == other["reachable"], f"{one}\n{other}"
    for name in ("length", "max_radius", "clearance"):
        x, y = one[name] * scale, other[name]
        same = x == y or (math.isnan(x) and math.isnan(y)) or math.isclose(x, y, rel_tol=rel, abs_tol=rel * scale)  # fmt: skip
        assert same, f"{name}: {x!r}, {y!r}\n{one}\n{other}"


def assert_no_better(worse, better):
    """What a smaller free space may change: found to not found, and numbers for the worse."""
    assert worse["length"] >= better["length"] * (1 - NEAR), f"{worse}\n{better}"
    assert worse["reachable"] <= better["reachable"], f"{worse}\n{better}"
    blocked = ("START_BLOCKED", "GOAL_BLOCKED")
    assert worse["status"] in blocked or better["status"] not in blocked, f"{worse}\n{better}"
    for name in ("max_radius", "clearance"):
        high = better[name]
        assert not worse[name] > high * (1 + NEAR) + NEAR, f"{name}\n{worse}\n{better}"
    if math.isnan(better["max_radius"]):
        assert math.isnan(worse["max_radius"]), f"{worse}\n{better}"


def check_answers(case):
    """Relations that must hold between the answers of one world."""
    world = build(case.scene)
    for a, b, r in case.queries:
        got = answer(world, a, b, r)
        assert got["reachable"] == (got["status"] == "FOUND"), got
        if r > 0:
            fits = not math.isnan(got["max_radius"]) and r <= got["max_radius"] * (1 + NEAR)
            assert got["reachable"] <= fits, got
            assert got["reachable"] or not r <= got["max_radius"] * (1 - NEAR), got


def check_symmetric(case):
    world = build(case.scene)
    for a, b, r in case.queries:
        there, back = answer(world, a, b, r), answer(world, b, a, r)
        swapped = {"START_BLOCKED": "GOAL_BLOCKED", "GOAL_BLOCKED": "START_BLOCKED"}
        if not (world.is_free(a, r) or world.is_free(b, r)):
            swapped = {}
        back["status"] = swapped.get(back["status"], back["status"])
        back["clearance"] = there["clearance"]
        assert_same(there, back)


def check_triangle_inequality(case):
    world = build(case.scene)
    for k, (a, b, r) in enumerate(case.queries):
        for c in (case.queries[1 - k][0], world.random_point(radius=r, rng=k)):
            # A point on a wall has paths on both sides, but none through it.
            if c is None or (r == 0 and world.clearance(c) == 0):
                continue
            direct, first, second = (
                world.find_path(*ends, radius=r) for ends in ((a, b), (a, c), (c, b))
            )
            assert direct.length <= (first.length + second.length) * (1 + NEAR), (a, b, r, c)
            if first.found and second.found:
                widest = min(world.max_radius(a, c), world.max_radius(c, b))
                assert world.max_radius(a, b) >= widest * (1 - NEAR), (a, b, r, c)


def check_more_obstacles(case, extra):
    before = build(case.scene)
    after = build(Scene(case.scene.bounds, {**case.scene.obstacles, "more": extra}))
    for query in case.queries:
        assert_no_better(answer(after, *query), answer(before, *query))


def check_growing_radius(case):
    world = build(case.scene)
    for a, b, r in case.queries:
        radii = sorted({0.0, r / 2, r, r * (1 + 1e-9), r + 0.25})
        if r == 0.0:
            radii = [0.0, 0.1, 0.5]
        elif not world.is_free(a) or not world.is_free(b):
            continue
        found = [answer(world, a, b, x) for x in radii]
        for better, worse in itertools.pairwise(found):
            assert_no_better(worse, better)


TURNS = {
    "rotated": lambda x, y: (-y, x),
    "upside down": lambda x, y: (-x, -y),
    "mirrored": lambda x, y: (-x, y),
    "transposed": lambda x, y: (y, x),
}


def mapped(case, change, scale=1.0):
    def turn(p):
        return change(p[0] * scale, p[1] * scale)

    scene = Scene(
        [turn(p) for p in case.scene.bounds],
        {k: (kind, [turn(p) for p in ps]) for k, (kind, ps) in case.scene.obstacles.items()},
    )
    return Case(scene, [(turn(a), turn(b), r * scale) for a, b, r in case.queries])


def check_turned(case, name):
    other = mapped(case, TURNS[name])
    first, second = build(case.scene), build(other.scene)
    for query, turned in zip(case.queries, other.queries, strict=True):
        assert_same(answer(first, *query), answer(second, *turned))


def check_scaled(case, power):
    scale = 2.0**power
    other = mapped(case, lambda x, y: (x, y), scale)
    first, second = build(case.scene), build(other.scene)
    for query, scaled in zip(case.queries, other.queries, strict=True):
        assert_same(answer(first, *query), answer(second, *scaled), scale, rel=0.0)


def check_relabelled(case, draw):
    order = draw(st.permutations(sorted(case.scene.obstacles)))
    turned = {}
    for key, (kind, p) in case.scene.obstacles.items():
        if kind != POST and draw(st.booleans()):
            p = p[::-1]
        k = draw(st.integers(0, len(p) - 1)) if kind == RING else 0
        turned[key] = (kind, p[k:] + p[:k])
    first, second = build(case.scene), build(Scene(case.scene.bounds[::-1], turned), order)
    for query in case.queries:
        assert_same(answer(first, *query), answer(second, *query))


def check_added_and_removed(case, extra):
    world = build(case.scene)
    before = [answer(world, *query) for query in case.queries]
    handle = insert(world, *extra)
    for query in case.queries:  # what is prepared for questions has to follow, too
        answer(world, *query)
    world.remove(handle)
    for query, owed in zip(case.queries, before, strict=True):
        assert_same(answer(world, *query), owed)


def check_edited(case, draw):
    """The same after random edits as in a fresh world of what is left."""
    world = cw.World(bounds=case.scene.bounds, max_radius=math.inf)
    there = {}
    for obstacle in draw(st.lists(obstacles(SIZE), max_size=3)):
        there[insert(world, *obstacle)] = obstacle
    for kind, ps in case.scene.obstacles.values():
        there[insert(world, kind, ps)] = (kind, ps)
        choice = draw(st.sampled_from(["ask", "remove", "move", "go on"]))
        if choice == "ask":
            answer(world, *case.queries[0])
        elif choice == "remove":
            gone = draw(st.sampled_from(sorted(there)))
            world.remove(gone)
            del there[gone]
        elif choice == "move":
            handle = draw(st.sampled_from(sorted(there)))
            kind = there[handle][0]
            least, most = {RING: (3, 8), WALL: (2, 5), POST: (1, 1)}[kind]
            new = draw(points(SIZE, least, most))
            world.move(handle, new[0] if kind == POST else new)
            there[handle] = (kind, new)
    fresh = build(Scene(case.scene.bounds, there))
    for query in case.queries:
        assert_same(answer(world, *query), answer(fresh, *query))


extras = st.one_of(
    obstacles(SIZE),
    st.just((RING, [(3.1, 2.9), (9.7, 4.2), (6.3, 10.4)])),
    st.just((WALL, [(-1.0, 7.3), (21.0, 6.1)])),
)


LAWS = {
    "answers agree": lambda case, data: check_answers(case),
    "symmetric": lambda case, data: check_symmetric(case),
    "triangle inequality": lambda case, data: check_triangle_inequality(case),
    "more obstacles": lambda case, data: check_more_obstacles(case, data.draw(extras)),
    "growing radius": lambda case, data: check_growing_radius(case),
    "turned": lambda case, data: check_turned(case, data.draw(st.sampled_from(sorted(TURNS)))),
    "scaled": lambda case, data: check_scaled(case, data.draw(st.integers(-40, 40))),
    "relabelled": lambda case, data: check_relabelled(case, data.draw),
    "added and removed": lambda case, data: check_added_and_removed(case, data.draw(extras)),
    "edited": lambda case, data: check_edited(case, data.draw),
}


def run(name, examples):
    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases, data=st.data())
    def law(case, data):
        LAWS[name](case, data)

    law()


@pytest.mark.parametrize("name", LAWS)
def test_law_holds(name):
    run(name, examples=25)


@pytest.mark.long
@pytest.mark.parametrize("name", LAWS)
def test_law_holds_long(name):
    run(name, examples=2000)
