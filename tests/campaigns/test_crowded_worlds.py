"""Areas, doors and links that touch, cross and overlap, by the thousand."""

from __future__ import annotations

import numpy as np
import pytest

from support.crowded_worlds import check

pytestmark = pytest.mark.long


@pytest.mark.parametrize("links", [False, True])
@pytest.mark.parametrize("one_way", [False, True])
@pytest.mark.parametrize("part", range(10))
def test_points(part, one_way, links):
    for seed in range(100 * part, 100 * part + 100):
        rng = np.random.default_rng([42, one_way, links, seed])
        wrong, unproved, _ = check(rng, one_way, links)
        assert (wrong, unproved) == ([], 0), seed


@pytest.mark.parametrize("part", range(10))
def test_discs(part):
    for seed in range(20 * part, 20 * part + 20):
        wrong, _, _ = check(np.random.default_rng([43, seed]), True, False, radius=0.3)
        assert wrong == [], seed
