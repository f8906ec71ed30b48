"""Four preferred clearances. A file name as argument: draws docs/images/prefer.svg there."""

import math
import sys

import clearway as cw
from clearway import render

RADIUS = 0.3
START, GOAL = (1.0, 5.2), (23.0, 3.0)

# Two walls. The first has doors of 1 and of 2.4, the second only one of 1.6.
world = cw.World(bounds=(0, 0, 24, 14))
for low, high in ((0, 4.6), (5.6, 10.4), (12.8, 14)):
    world.add([(8, low), (9, low), (9, high), (8, high)])
for low, high in ((0, 5.2), (6.8, 14)):
    world.add([(15, low), (16, low), (16, high), (15, high)])
world.add([(11.2, 4.6), (12.4, 4.2), (12.6, 5.6), (11.4, 6)])

paths = [world.find_path(START, GOAL, radius=RADIUS)]
paths += [world.find_path(START, GOAL, radius=RADIUS, prefer=p) for p in (0.5, 1, 2, math.inf)]
names = ["radius alone", *(f"prefer {p}" for p in (0.5, 1, 2, math.inf))]
for name, path in zip(names, paths, strict=True):
    wide = (path.clearance_profile(0.05) >= 1 - 1e-9).mean()
    print(
        f"{name:12}: length {path.length:6.3f}, least clearance {path.clearance:.3f},"
        f" {wide:4.0%} of it at least 1"
    )
assert all(path.clearance >= RADIUS * (1 - 1e-9) for path in paths)

if sys.argv[1:]:
    render.save(world, sys.argv[1], [paths[0], *paths[2:4]], legend=[names[0], *names[2:4]])
