"""A world, a path, and what is known about it."""

import clearway as cw

world = cw.World(bounds=(0, 0, 100, 60))
world.add([(40, 10), (60, 10), (60, 50), (40, 50)])
world.add_wall([(20, 60), (20, 20)])
world.add_post((75, 30))

path = world.find_path((5, 50), (95, 30))
print(path.status.name, f"length {path.length:.3f}", "proved shortest" if path.optimal else "")
for x, y in path.points:
    print(f"  {x:g}, {y:g}")

check = path.verify()  # against the raw obstacles, sharing nothing with the search
print("touches obstacle", check["nearest"], "and crosses none:", not check["crosses"])

blocked = world.find_path((50, 30), (95, 30))  # the start lies inside the block
print(blocked.status.name, "length", blocked.length)
