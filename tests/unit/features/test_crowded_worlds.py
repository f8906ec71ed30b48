"""Areas, doors and links that touch, cross and overlap, against the free space of shapely."""

from __future__ import annotations

import numpy as np
import pytest

from support.crowded_worlds import check


@pytest.mark.parametrize("links", [False, True])
@pytest.mark.parametrize("one_way", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_points(seed, one_way, links):
    rng = np.random.default_rng([40, one_way, links, seed])
    wrong, unproved, _ = check(rng, one_way, links)
    assert wrong == []
    assert unproved == 0


@pytest.mark.parametrize("seed", range(5))
def test_discs(seed):
    wrong, _, _ = check(np.random.default_rng([41, seed]), True, False, radius=0.3)
    assert wrong == []
