"""A small grid."""

import numpy as np
import pytest

import clearway as cw


@pytest.fixture
def blocked():
    """A wall in column 3 with a gap in the last row."""
    out = np.zeros((5, 7), dtype=bool)
    out[:4, 3] = True
    return out


@pytest.fixture
def grid(blocked):
    return cw.Grid(blocked)
