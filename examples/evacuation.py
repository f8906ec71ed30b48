"""An evacuation map: who leaves a floor by which exit, and how far it is. Draws evacuation.svg.

Exits are lines, so that nobody is sent to one point of a wide door. One person uses a wheelchair.
"""

import numpy as np

import clearway as cw
from clearway import render

PERSON, WHEELCHAIR = 0.25, 0.45  # radii in metres

# A floor of 30 x 16 metres: a corridor between rooms, whose doors are gaps in the walls.
floor = cw.World(bounds=(0, 0, 30, 16))
for y in (6.5, 9.5):  # the walls of the corridor, with a door to each room
    for x in range(0, 30, 6):
        gap = 0.8 if (x, y) == (12, 9.5) else 1.2
        floor.add_wall([(x, y), (x + 3 - gap / 2, y)])
        floor.add_wall([(x + 3 + gap / 2, y), (x + 6, y)])
for x in range(6, 30, 6):  # walls between rooms
    floor.add_wall([(x, 0), (x, 6.5)])
    floor.add_wall([(x, 9.5), (x, 16)])
floor.add_rect((14.5, 7.5), (15.5, 8.5))  # a column in the corridor

# Centres of discs must be able to reach an exit: the lines are half a metre inside the doors.
exits = {
    "west": [(0.5, 6.9), (0.5, 9.1)],
    "east": [(29.5, 7.2), (29.5, 8.8)],
    "south": [(26, 0.5), (28, 0.5)],
}
rng = np.random.default_rng(3)
people = floor.random_points(60, radius=PERSON, rng=rng)

nearest, paths = floor.find_nearest(people, list(exits.values()), radius=PERSON)
names = []
for i, name in enumerate(exits):
    ways = paths.length[nearest == i]
    names.append(f"{name}: {len(ways)} people, the farthest walks {ways.max(initial=0):.1f} m")
    print(names[-1])
assert paths.optimal.all()  # proved, so found

# A wheelchair passes wider doors only: from one room it cannot get out.
for i, x in enumerate(range(3, 30, 6)):
    room = {
        "type": "Polygon",
        "coordinates": [[(x - 2, 11), (x + 2, 11), (x + 2, 15), (x - 2, 15)]],
    }
    widest = max(
        floor.max_radius(room, {"type": "LineString", "coordinates": line})
        for line in exits.values()
    )
    print(
        f"room {i}: wide enough for a radius of {widest:.2f} m"
        + ("" if widest >= WHEELCHAIR else ", too narrow for a wheelchair")
    )

# Paths and exits in the colour of the exit.
render.save(
    floor,
    "evacuation.svg",
    paths,
    goals=list(exits.values()),
    colours=nearest,
    legend=names,
    scale_bar="m",
)
