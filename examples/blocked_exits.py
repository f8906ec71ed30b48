"""An evacuation in which exits are blocked while people walk. Draws blocked_exits.svg.

Usage: python blocked_exits.py [PICTURE]
"""

import sys

import clearway as cw
from clearway import render

PERSON = 0.25  # radius in metres

floor = cw.World(bounds=(0, 0, 30, 16))
for x in (10, 20):
    floor.add_wall([(x, 0), (x, 6)])
    floor.add_wall([(x, 8), (x, 16)])
doors = {
    "between west and hall": floor.add_door([(10, 6), (10, 8)], name="west"),
    "between hall and east": floor.add_door([(20, 6), (20, 8)], name="east"),
}
# A turnstile: out of the hall to the south, and not back in.
floor.add_wall([(10, 2), (14, 2)])
floor.add_wall([(16, 2), (20, 2)])
floor.add_door([(14, 2), (16, 2)], direction="right", name="turnstile")
ladder = floor.add_link((25, 15), (25, 0.5), cost=20.0, name="ladder outside")
fire = floor.add_area([(13, 10), (17, 10), (17, 13), (13, 13)], "fire")

exits = {"west": (0.5, 8), "south": (15, 0.5), "assembly point": (25, 0.5)}
floor.add_wall([(20, 2), (30, 2)])  # the assembly point is outside, at the foot of the ladder
people = floor.variant(costs={"fire": cw.AVOID}).random_points(40, radius=PERSON, rng=5)


def evacuate(when):
    """How many get out, each by the cheapest exit, around the fire."""
    seen = floor.variant(costs={"fire": cw.AVOID})
    paths = []
    for person in people:
        ways = [seen.find_path(person, place, PERSON) for place in exits.values()]
        paths.append(min(ways, key=lambda path: path.cost))
    out = [path for path in paths if path]
    climb = sum(bool(path.links) for path in out)
    longest = max(path.cost for path in out)
    print(f"{when}: {len(out)} get out, {climb} by the ladder, the last after {longest:.1f} m")
    return out


evacuate("all doors open")
floor.close(doors["between hall and east"])
evacuate("east door closed")
floor.close(doors["between west and hall"])
paths = evacuate("both doors closed")
picture = sys.argv[1] if len(sys.argv) > 1 else "blocked_exits.svg"
render.save(floor, picture, paths)

floor.disable(ladder)
evacuate("without the ladder")
