"""A group through three gates. A file name as argument: draws docs/images/group.svg there."""

import math
import sys

import clearway as cw
from clearway import render

RADIUS, SPEED, GOAL = 0.4, 1.4, (37.0, 11.0)

# A wall with gaps of 1, 2 and 3.5, the widest of them far away.
world = cw.World(bounds=(0, 0, 44, 22))
for low, high in ((0, 1.5), (5, 11), (12, 15.5), (17.5, 22)):
    world.add([(20, low), (22, low), (22, high), (20, high)])
world.add([(28, 14), (31, 13), (32, 16), (29, 17)])

starts = [(3 + 1.1 * (i % 6), 9 + 1.1 * (i // 6)) for i in range(48)]
one = cw.plan_group(world, starts, GOAL, RADIUS, speed=SPEED, together=True)
plan = cw.plan_group(world, starts, GOAL, RADIUS, speed=SPEED)
print(f"together: the last of {len(one)} arrives at {one.arrival:.1f}")
print(f"split:    the last of {len(plan)} arrives at {plan.arrival:.1f}")
for route in plan.routes:
    print(f"  a gate of {route.width:.1f}: {len(route.members)} members")

# Every path keeps its distance, and no two slots overlap.
assert all(path.clearance >= RADIUS * (1 - 1e-12) for path in plan.paths)
slots = plan.slots.tolist()
nearest = min(math.dist(a, b) for i, a in enumerate(slots) for b in slots[:i])
print(f"slots at least {nearest:.3f} apart")
assert nearest >= 2 * RADIUS

if sys.argv[1:]:
    render.save(world, sys.argv[1], group=plan)
