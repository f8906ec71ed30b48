"""One world, five radii, five paths. A file name as argument: draws docs/images/radii.svg there."""

import sys

import clearway as cw
from clearway import render

RADII = (0, 1.2, 2.2, 3.6, 5.5)

# Rocks across the middle; the gaps between them are 1.2, 3, 5, 8 and 12 wide.
world = cw.World(bounds=(0, 0, 100, 60))
world.add([(44, 0), (57, 0), (50, 8.5), (47, 7)])
world.add([(46, 18), (50, 16.5), (55, 18), (50, 19.5)])
world.add([(45, 26), (50, 24.5), (54, 27), (50, 29.4)])
world.add([(43, 34), (50, 30.6), (57, 33), (50, 35.5)])
world.add([(47, 41), (50, 38.5), (54, 42), (50, 46.5)])
world.add([(45, 60), (50, 58.5), (56, 60)])
world.add([(22, 22), (30, 20), (31, 28), (24, 31)])
world.add([(68, 40), (77, 36), (80, 44), (72, 48)])
world.add_wall([(24, 50), (33, 42)])
world.add_wall([(66, 14), (76, 20)])
for post in ((36, 11), (38, 50), (63, 28), (84, 22)):
    world.add_post(post)

paths = [world.find_path((8, 31), (93, 29), radius=r) for r in RADII]
for path in paths:
    arcs = sum(isinstance(s, cw.Arc) for s in path.segments)
    print(
        f"radius {path.radius:3}: length {path.length:7.3f}, {arcs} arcs, "
        f"clearance {path.clearance:.3f}, proved shortest: {path.optimal}"
    )
print("too wide for every gap:", world.find_path((8, 31), (93, 29), radius=6.5).status.name)

if sys.argv[1:]:
    render.save(world, sys.argv[1], paths)
