"""Random sequences of edits, crossing and overlapping everything: invariants, area and
all-or-nothing after each step, fresh builds and emptied worlds at the end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
    run_state_machine_as_test,
)

import clearway as cw
from oracle.arrangement import Arrangement, has_crossings
from oracle.canonical import difference, free_area, same_mesh
from oracle.scene import POST, RING, WALL, Scene, box, build, script
from support.edit_campaign import Pair, random_steps
from support.scenes import FAMILIES, float_family, integer_obstacle
from support.strategies import obstacles, points

SIZES = (6, 12)


def machine(size):
    class Edits(RuleBasedStateMachine):
        handles = Bundle("handles")

        @initialize()
        def start(self):
            self.pair = Pair((0, 0, size, size))

        @rule(target=handles, obstacle=obstacles(size))
        def add(self, obstacle):
            return self.pair.add(*obstacle)

        @rule(handle=handles, ring=points(size, 3, 8), line=points(size, 2, 5))
        def move(self, handle, ring, line):
            kind = self.pair.scene.obstacles[handle][0]
            self.pair.move(handle, kind, {RING: ring, WALL: line, POST: line[:1]}[kind])

        @rule(handle=consumes(handles))
        def remove(self, handle):
            self.pair.remove(handle)

        @rule(
            target=handles,
            gone=st.lists(consumes(handles), max_size=2),
            come=st.lists(obstacles(size), max_size=3),
        )
        def edit(self, gone, come):
            return multiple(*self.pair.edit(gone, come))

        @precondition(lambda self: self.pair.scene.obstacles)
        @rule(
            handle=handles,
            come=st.lists(obstacles(size), max_size=3),
            how=st.sampled_from(["nan", "raise", "handle"]),
        )
        def fail(self, handle, come, how):
            self.pair.fail([handle], come, how)

        @invariant()
        def holds(self):
            if hasattr(self, "pair"):
                self.pair.check()

        def teardown(self):
            if hasattr(self, "pair"):
                self.pair.check_fresh()
                self.pair.check_empty()

    return Edits


def run_machine(size, examples, steps):
    run_state_machine_as_test(
        machine(size),
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
        ),
    )


@pytest.mark.parametrize("size", SIZES)
def test_edits_on_a_grid(size):
    run_machine(size, examples=40, steps=15)


@pytest.mark.long
@pytest.mark.parametrize("size", [3, *SIZES])
def test_edits_on_a_grid_long(size):
    run_machine(size, examples=300, steps=40)


def scenes(size, most=6):
    return st.lists(obstacles(size), min_size=1, max_size=most).map(
        lambda o: Scene(box(0, 0, size, size), dict(enumerate(o)))
    )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(scene=st.sampled_from(SIZES).flatmap(scenes), data=st.data())
def test_order_winding_and_first_point_do_not_matter(scene, data):
    """Insertion order, one by one or at once, ring reversal and rotation of its start."""
    order = data.draw(st.permutations(sorted(scene.obstacles)))
    turned = Scene(scene.bounds)
    for key, (kind, p) in scene.obstacles.items():
        if kind != POST and data.draw(st.booleans()):
            p = p[::-1]
        if kind == RING:
            k = data.draw(st.integers(0, len(p) - 1))
            p = p[k:] + p[:k]
        turned.obstacles[key] = (kind, p)
    first, second = build(cw, scene), build(cw, turned, order)
    second.validate()
    exact = float(Arrangement(scene).area)
    for world in (first, second):
        found = free_area(world.mesh())
        assert abs(found - exact) <= 1e-9 * free_area(cw.World(bounds=scene.bounds).mesh())
    if not has_crossings(scene.segments()):
        assert same_mesh(first.mesh(), second.mesh()), (
            difference(first.mesh(), second.mesh()) + script(scene) + "\n" + script(turned)
        )


@settings(max_examples=60, deadline=None, derandomize=True)
@given(scene=st.sampled_from(SIZES).flatmap(scenes), data=st.data())
def test_exact_area_and_freedom(scene, data):
    """Area, is_free and clearance against exact cells, also on vertices and crossings."""
    world, cells = build(cw, scene), Arrangement(scene)
    size = scene.bounds[2][0]
    assert abs(free_area(world.mesh()) - float(cells.area)) <= 1e-9 * size * size
    asked = data.draw(points(2 * size, 1, 20))
    for x, y in asked:
        p = (x / 2, y / 2)
        if cells.is_sure(p):
            assert world.is_free(p) == cells.is_free(p), f"{p}\n{script(scene)}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(6))
def test_integer_campaign(size, seed):
    integer_campaign(size, seed, steps=25)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(4))
def test_float_campaign(family, seed):
    float_campaign(family, seed, steps=15)


def integer_campaign(size, seed, steps):
    rng = np.random.default_rng([size, seed])
    pair = Pair((0, 0, size, size))
    random_steps(pair, rng, lambda: integer_obstacle(rng, size), steps)
    pair.check_fresh()
    pair.check_empty(rng)


def float_campaign(family, seed, steps):
    rng = np.random.default_rng([list(FAMILIES).index(family), seed])
    bounds, draw = float_family(family, rng)
    pair = Pair(bounds)
    random_steps(pair, rng, draw, steps)
    pair.check_fresh()
    pair.check_empty(rng)


@pytest.mark.long
@pytest.mark.parametrize("size", [3, *SIZES, 40])
def test_integer_campaign_long(size):
    many(lambda seed: integer_campaign(size, seed, steps=60), 150)


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_float_campaign_long(family):
    many(lambda seed: float_campaign(family, seed, steps=40), 150)


def many(run, count, first=1000):
    """Runs seeds one after another and names every one that fails, the first in full."""
    failed = {}
    for seed in range(first, first + count):
        try:
            run(seed)
        except Exception as e:
            failed[seed] = f"{type(e).__name__}: {e}"
    if failed:
        seed, text = next(iter(failed.items()))
        pytest.fail(f"{len(failed)} of {count} seeds: {list(failed)[:20]}\nseed {seed}: {text}")
