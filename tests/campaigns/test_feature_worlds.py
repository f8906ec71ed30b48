"""Random worlds with areas, doors and links against oracles, by the thousand."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle import legs
from oracle.discs import Discs
from oracle.scene import box
from support.feature_worlds import RADII, SIZE, make, plain, point, seen

pytestmark = pytest.mark.long

BOUNDS = box(0, 0, SIZE, SIZE)


@pytest.mark.parametrize("part", range(20))
def test_avoided_areas_and_overridden_doors(part):
    for seed in range(100 * part, 100 * part + 100):
        rng = np.random.default_rng([1, seed])
        case = make(rng, areas=3, doors=3)
        states = {h: bool(rng.random() < 0.5) for h in list(case.doors)[:2]}
        obstacles = seen(case, ["enemy"], states)
        twin = plain(obstacles)
        discs = Discs(BOUNDS, obstacles)
        for _ in range(3):
            a, b, r = point(rng), point(rng), float(rng.choice(RADII))
            path = case.world.find_path(a, b, r, costs={"enemy": cw.AVOID}, doors=states)
            assert path.length == twin.find_path(a, b, r).length, seed
            if path:
                wanted = discs.shortest(a, b, r)[0]
                assert path.length == pytest.approx(wanted, rel=1e-9), seed


@pytest.mark.parametrize("part", range(20))
def test_links_against_a_graph_of_legs(part):
    for seed in range(100 * part, 100 * part + 100):
        rng = np.random.default_rng([2, seed])
        case = make(rng, areas=1, doors=2, links=int(rng.integers(1, 7)))
        discs = Discs(BOUNDS, seen(case))
        for _ in range(2):
            a, b, r = point(rng), point(rng), float(rng.choice(RADII))
            wanted = legs.cheapest(discs, case.links.values(), a, b, r)
            path = case.world.find_path(a, b, r)
            assert bool(path) == (wanted < math.inf), seed
            if path:
                assert path.cost == pytest.approx(wanted, rel=1e-9), seed
                assert path.optimal, seed
                assert not path.verify()["crosses"], seed
