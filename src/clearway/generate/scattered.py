"""Many small obstacles, evenly distributed (Kallmann 2010, Table 1: obst1k to obst30k)."""

from __future__ import annotations

import math

import numpy as np

from .._errors import InvalidInput, shown
from .._grid import Grid
from .._progress import Show
from .._world import World
from ._common import check_form, from_rings, generator, real, shows_progress, whole

# Segments of the environments of the table.
TABLE = {"obst1k": 1207, "obst5k": 5550, "obst15k": 14963, "obst30k": 29198}


@shows_progress
def scattered(
    size: float = 300.0,
    seed: int = 0,
    form: str = "polygon",
    segments: int | str = 1207,
    cell: float = 1.0,
    *,
    progress: Show = None,
) -> World | Grid:
    """Polygons of 3 to 8 corners that do not touch, with this many segments in total.

    `segments` may be one of the names "obst1k", "obst5k", "obst15k", "obst30k" of the table. There
    is one obstacle in each square of a raster, so more obstacles are smaller.

    >>> import clearway as cw
    >>> cw.generate.scattered(size=40, seed=1)
    <World (0, 0, 40, 40): 215 obstacles>
    """
    check_form(form)
    side = real(size, "size", 1e-6, 1e9)
    if isinstance(segments, str):
        if segments not in TABLE:
            raise InvalidInput(
                f"segments is {shown(segments)}: a whole number or one of {', '.join(TABLE)}",
                value=segments,
            )
        segments = TABLE[segments]
    count = whole(segments, "segments", 3, 10**7)
    rng = generator(seed)
    corners: list[int] = []
    while count:
        k = int(rng.integers(3, 9))
        k = count if count <= 8 else min(k, count - 3)
        corners.append(k)
        count -= k
    across = math.ceil(math.sqrt(len(corners)))
    pitch = side / across
    rings = []
    places = np.sort(rng.permutation(across * across)[: len(corners)])
    for place, k in zip(places.tolist(), corners, strict=True):
        row, column = divmod(place, across)
        reach = rng.uniform(0.15, 0.4) * pitch
        middle = (np.array([column, row]) + 0.5) * pitch
        middle += rng.uniform(-1, 1, 2) * (0.49 * pitch - reach)
        turns = np.cumsum(rng.uniform(0.5, 1.0, k))
        angle = rng.uniform(0, math.tau) + turns * (math.tau / turns[-1])
        radius = reach * rng.uniform(0.6, 1.0, k)
        rings.append(middle + radius[:, None] * np.column_stack((np.cos(angle), np.sin(angle))))
    return from_rings(rings, side, form, cell)
