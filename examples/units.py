"""One frame of a strategy game: units of three sizes get their paths on one mesh.

Infantry, cars and tanks start where they stand, some of them too near to a wall. A building goes
up, and only the units whose path it blocks get a new one. Draws units.svg.
"""

import numpy as np

import clearway as cw
from clearway import render

SIZES = {"infantry": 0.4, "car": 1.0, "tank": 1.8}
RNG = np.random.default_rng(3)

world = cw.World(bounds=(0, 0, 120, 80))
with world.editing():
    for x, y in RNG.uniform((12, 4), (100, 70), (26, 2)):
        world.add_rect(
            (x, y), (x + RNG.uniform(2, 8), y + RNG.uniform(2, 8)), angle=RNG.uniform(0, 3)
        )
    for center in RNG.uniform((12, 4), (108, 76), (8, 2)):
        world.add_disc(center, 2.5)

radii = np.repeat(list(SIZES.values()), 40)
starts = RNG.uniform((0, 0), (10, 80), (len(radii), 2))  # some stand too near to the bounds
goals = RNG.uniform((110, 5), (115, 75), (len(radii), 2))
paths = world.find_paths(starts, goals, radii, snap=5.0)
print(
    f"{len(paths)} units, {paths.found.sum()} paths, {paths.snapped.any(axis=1).sum()} ends moved"
)
for name, radius in SIZES.items():
    found = [path for path in paths if path.radius == radius and path.found]
    kept = min(path.clearance for path in found)
    print(f"  {name:9} radius {radius}: {len(found)} paths, nearest to a wall {kept:.3f}")
    assert kept >= radius * (1 - 1e-9)

watches = [world.watch(path) for path in paths if path.found]
world.add_rect((58, 30), (66, 46))
blocked = [report.watch.path for report in world.disturbed()]
again = [world.find_path(p.start, p.goal, p.radius) for p in blocked]
print(
    f"a building blocks {len(blocked)} of {len(watches)} paths; {sum(map(bool, again))} found again"
)

# Three units of each size, in the colour of their size.
some = [p for r in SIZES.values() for p in [p for p in paths if p.radius == r and p.found][:3]]
now = [world.find_path(p.start, p.goal, p.radius) for p in some]
colours = np.repeat(np.arange(len(SIZES)), 3)
render.save(
    world, "units.svg", now, colours=colours, legend=list(SIZES), discs=20, scale_bar="tiles"
)
print("every path keeps its radius")
