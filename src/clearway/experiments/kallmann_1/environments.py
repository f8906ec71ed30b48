"""Look-alikes of the environments of Table 1, whose originals are not public."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ... import generate
from ..._world import World

# n, refinements, LCT triangles, t_local and t_global in ms, len_local, len_global, as published.
PUBLISHED: dict[str, tuple[float, ...]] = {
    "env1": (171, 16, 333, 0.09, 0.22, 8.75, 8.74),
    "env2": (313, 29, 687, 0.11, 0.29, 55.8, 55.7),
    "obst1k": (1207, 19, 2455, 0.19, 1.48, 159.6, 159.4),
    "obst5k": (5550, 44, 11191, 0.49, 13.51, 156.4, 156.1),
    "obst15k": (14963, 88, 30105, 1.49, 62.88, 164.5, 164.0),
    "obst30k": (29198, 105, 58609, 2.28, 206.99, 168.1, 167.6),
    "world-map": (63426, 2198, 131247, 3.11, 401.92, 212.0, 210.1),
}
LOOKS = {
    "env1": "two halls with obstacles and a narrow passage, as in Figure 14",
    "env2": "streets between blocks of houses, as in Figure 1",
    "world-map": "islands with fractal coasts",
}
SIDE = 300.0


@lru_cache(maxsize=2)
def environment(name: str) -> World:
    """The look-alike of an environment, with about as many segments as the original."""
    n = int(PUBLISHED[name][0])
    if name == "env2":
        return _made("city", block=SIDE / 4.5)
    if name == "world-map":
        return _made("coastline", segments=n)
    if name != "env1":
        return _made("scattered", segments=n)
    world = _made("scattered", segments=n - 6)
    middle, gap = SIDE / 2, SIDE / 20
    world.add_wall([(middle, 0), (middle, middle - gap)])
    world.add_wall([(middle, middle + gap), (middle, SIDE)])
    return world


def _made(kind: str, **options: Any) -> World:
    world: World = generate.make(kind, size=SIDE, seed=1, **options)
    return world


def radius_of(world: World) -> float:
    """A twentieth of the mean distance between obstacles: most gaps are passable, not all.

    A coast counts as many obstacles, one for six segments, which is about what the scattered ones
    have: its bays are as wide as its segments are long, however few islands there are.
    """
    segments = world.stats["constrained_edges"] - world.stats["refinements"]
    count = max(1, world.stats["obstacles"], segments // 6)
    return float(0.05 * SIDE / count**0.5) if count > 50 else 0.005 * SIDE
