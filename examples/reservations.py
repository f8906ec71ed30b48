"""Carts in a warehouse, planned in time so that no two ever meet. Draws reservations.svg.

The two lanes between the shelves are wide enough for one cart, so that carts have to take turns.
"""

import math

import clearway as cw
from clearway import render

RADIUS, SPEED = 0.45, 1.2

hall = cw.World(bounds=(0, 0, 24, 14))
for y in (3, 5.8, 8.6):
    hall.add_rect((6, y), (18, y + 1.6))

west = [(1.5, 1 + 1.5 * i) for i in range(8)]
east = [(22.5, 1 + 1.5 * i) for i in range(8)]
plan = cw.Reservations(hall)
carts = plan.find_paths(west + east, [*east[::-1], *west[::-1]], radius=RADIUS, speed=SPEED)
assert all(carts)

# Every pair is checked in continuous time, on lines and arcs.
meetings = [(a.id, b.id) for a in carts for b in carts if a is not b and a.conflict(b) is not None]
print(f"{len(carts)} carts, {len(meetings)} meetings")
alone = math.fsum(hall.find_path(c.start, c.goal, RADIUS).length / SPEED for c in carts)
took = math.fsum(cart.arrival for cart in carts)
print(f"all have arrived after {max(c.arrival for c in carts):.1f} s")
print(f"they take {took / alone - 1:.0%} longer than if each were alone")

# A person walks through the hall: the first cart looks at its rest of the way.
cart = hall.find_path(carts[0].start, carts[0].goal, RADIUS)
x, y = cart.at(4.0)
person = cw.Mover(position=(x, y + 4.0), radius=0.3, velocity=(0.0, -1.0))
answer = cart.avoid(person, speed=SPEED)
print(f"a person crosses: {answer.encounter.name}, arrival {answer.timed.arrival:.1f} s")

# A crate falls into a lane: who is concerned?
crate = hall.add_rect((11, 7.5), (12, 8.5))
print(f"{len(plan.disturbed())} carts must plan again")
hall.remove(crate)

render.save(hall, "reservations.svg", [cart.path for cart in carts])
