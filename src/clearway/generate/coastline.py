"""Islands with fractal coasts, a world map (Kallmann 2010, Table 1)."""

from __future__ import annotations

import math

import numpy as np
import numpy.fft  # otherwise numpy imports it at the first use, perhaps during a fork

from .._grid import Grid
from .._input import Floats
from .._progress import Show
from .._world import World
from ._common import check_form, from_rings, generator, real, shows_progress, whole


@shows_progress
def coastline(
    size: float = 400.0,
    seed: int = 0,
    form: str = "polygon",
    segments: int = 6000,
    islands: int = 24,
    cell: float = 1.0,
    *,
    progress: Show = None,
) -> World | Grid:
    """Islands of all sizes in an open sea, with coasts that are rough at every scale.

    The world map of the table has 63426 segments. Islands touch neither each other nor the
    bounds; each has a share of the segments by the length of its coast, at least 8.

    >>> import clearway as cw
    >>> cw.generate.coastline(size=60, seed=1)
    <World (0, 0, 60, 60): 24 obstacles>
    """
    check_form(form)
    side = real(size, "size", 1e-6, 1e9)
    count = whole(islands, "islands", 1, 10_000)
    total = whole(segments, "segments", 8 * count, 10**7)
    rng = generator(seed)
    places: list[tuple[float, float, float]] = []
    reach = 0.22 * side
    while len(places) < count:
        for _ in range(40):
            r = reach * rng.uniform(0.6, 1.0)
            x, y = rng.uniform(r, side - r, 2).tolist()
            if all(math.hypot(x - a, y - b) > 1.05 * (r + c) for a, b, c in places):
                places.append((x, y, r))
                break
        else:
            reach *= 0.85
    radii = np.array([r for _, _, r in places])
    share = np.maximum(8, np.floor(total * radii / radii.sum()).astype(int))
    share[int(np.argmax(radii))] += total - int(share.sum())
    pairs = zip(places, share, strict=True)
    return from_rings([_island(*p, max(8, int(n)), rng) for p, n in pairs], side, form, cell)


def _island(x: float, y: float, reach: float, corners: int, rng: np.random.Generator) -> Floats:
    """A ring around a centre, at distances given by noise with a falling spectrum."""
    half = corners // 2 + 1
    waves = np.arange(half, dtype=float)
    waves[0] = 1.0
    spectrum = rng.normal(size=(half, 2)) @ np.array([1.0, 1.0j]) * waves**-1.15
    spectrum[0] = 0.0
    noise = np.fft.irfft(spectrum, corners)
    noise /= max(1e-12, float(np.abs(noise).max()))
    radius = reach * (0.58 + 0.42 * noise)
    radius = np.maximum(radius, 0.08 * reach) * 0.99
    angle = np.arange(corners) * (math.tau / corners)
    ring: Floats = np.column_stack((x + radius * np.cos(angle), y + radius * np.sin(angle)))
    return ring
