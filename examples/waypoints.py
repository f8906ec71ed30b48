"""A waypoint graph and an edit. A file name as argument: draws docs/images/waypoints.svg there."""

import sys

import clearway as cw
from clearway import render

RADIUS = 0.4

# A building: a hall with a pillar, four rooms with doors, two ways out.
world = cw.World(bounds=(0, 0, 24, 16))
for line in (
    [(0, 5), (2.4, 5)],
    [(3.6, 5), (10.4, 5)],
    [(11.6, 5), (20.4, 5)],
    [(21.6, 5), (24, 5)],
    [(8, 0), (8, 5)],
    [(16, 0), (16, 5)],
    [(0, 11), (6.4, 11)],
    [(7.6, 11), (16.4, 11)],
    [(17.6, 11), (24, 11)],
    [(12, 11), (12, 16)],
):
    world.add_wall(line)
pillar = world.add([(11, 7), (13, 7), (13, 9), (11, 9)])
crate = [(2.5, 4.5), (3.5, 4.5), (3.5, 5.5), (2.5, 5.5)]

graph = world.waypoints(RADIUS)
kinds = {kind: graph.kinds.count(kind) for kind in sorted(set(graph.kinds))}
print(f"{len(graph.nodes)} waypoints {kinds}, {len(graph.edges)} edges")
for edge in graph.edges[:3]:
    print(f"  {edge.a} - {edge.b}: length {edge.length:.2f}, width {edge.width:.2f}")

path = graph.find_path((4, 2), (20, 14))
best = world.find_path((4, 2), (20, 14), radius=RADIUS)
print(f"along the graph {path.length:.2f}, shortest {best.length:.2f}")
assert not path.verify()["crosses"]

ids = set(graph.ids.tolist())
handle = world.add(crate)  # blocks the door of the first room
after = world.waypoints(RADIUS)
kept = ids & set(after.ids.tolist())
print(f"a crate in a door: {len(kept)} of {len(ids)} waypoints keep their ids")
print("through the blocked door:", after.find_path((4, 2), (20, 14)).status.name)

if sys.argv[1:]:
    world.remove(handle)
    render.save(world, sys.argv[1], path, waypoints=world.waypoints(RADIUS))
