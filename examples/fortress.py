"""An RTS map: a fortress with a gate that opens, a camp, mud, a road, a tunnel. Draws fortress.svg.

Usage: python fortress.py [PICTURE]
"""

import sys

import clearway as cw
from clearway import render

world = cw.World(bounds=(0, 0, 60, 40))
# The walls of the fortress, with a gap for the gate in the west.
world.add_wall([(34, 18), (34, 8), (54, 8), (54, 32), (34, 32), (34, 22)])
gate = world.add_door([(34, 18), (34, 22)], open=False, name="gate")
camp = world.add_area([(16, 12), (26, 10), (28, 22), (20, 26), (14, 20)], "enemy camp")
mud = world.add_area([(4, 28), (20, 30), (30, 38), (4, 38)], "mud")
world.add_area([(2, 1), (31, 1), (31, 21), (28, 21), (28, 4), (2, 4)], "road")
world.add_rect((8, 5), (12, 9))
world.add_rect((42, 12), (47, 17))

attacker, keep, radius = (4, 18), (50, 28), 0.8
closed = world.find_path(attacker, keep, radius)
print(f"gate closed: {closed.status.name}")

with_key = world.find_path(attacker, keep, radius, doors={gate: True})
inside = with_key.costs.get("enemy camp", 0.0)
print(f"with the key: length {with_key.length:.2f}, {inside:.2f} of it in the camp")

avoid = {"enemy camp": cw.AVOID}
world.open(gate)
careful = world.find_path(attacker, keep, radius, costs=avoid)
print(f"around the camp: length {careful.length:.2f}, proved: {careful.optimal}")

# What each unit of length costs there: this unit is slow in mud and fast on the road.
speeds = {"mud": 3.0, "road": 0.4, "enemy camp": 5.0}
quick = world.find_path(attacker, keep, radius, costs=speeds)
print(f"by the road: length {quick.length:.2f}, cost {quick.cost:.2f} >= {quick.lower_bound:.2f}")
assert quick.costs["road"] > 0
assert quick.cost <= 1.1 * quick.lower_bound

world.close(gate)
tunnel = world.add_link((10, 34), (40, 28), cost=12.0, radius=1.0, name="tunnel")
sneaky = world.find_path(attacker, keep, radius, costs=avoid)
print(f"by the tunnel: length {sneaky.length:.2f}, cost {sneaky.cost:.2f}, links {sneaky.links}")
assert sneaky.links == (tunnel,)
assert not world.find_path(attacker, keep, 1.5, costs=avoid)  # too wide for the tunnel

picture = sys.argv[1] if len(sys.argv) > 1 else "fortress.svg"
names = ["with the key", "around the camp", "by the road", "by the tunnel"]
render.save(world, picture, [with_key, careful, quick, sneaky], legend=names)
