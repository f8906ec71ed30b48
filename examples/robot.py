"""A robot on a ROS map: a path with a preferred clearance, as poses with arrival times.

Draws robot.svg. Writes a small map (map.yaml and its picture) first, as a mapping robot would have
saved it.
"""

import csv

import numpy as np

import clearway as cw
from clearway import render

RADIUS, PREFERRED = 0.22, 0.5  # metres: what it needs, and what it should have where it can
SPEED, ACCELERATION, TURN_SPEED = 0.6, 0.4, 1.2  # metres, radians and seconds

# A flat of 12 x 8 metres in cells of 5 cm: outer walls, two inner walls with doors, a table.
blocked = np.zeros((160, 240), dtype=bool)
blocked[[0, -1], :] = blocked[:, [0, -1]] = True
blocked[:100, 80:83] = True
blocked[60:, 160:163] = True
blocked[70:90, 110:130] = True
cw.Grid(blocked, cell=0.05, origin=(-2.0, -1.0)).save("map.yaml")

grid = cw.load("map.yaml")
world = grid.to_world()
print(grid)

START, GOAL = (-1.5, -0.5), (9.4, 6.5)
nearest = world.find_path(START, GOAL, radius=RADIUS, snap=0.2)
path = world.find_path(START, GOAL, radius=RADIUS, prefer=PREFERRED, snap=0.2)
print(f"{path.length - nearest.length:.2f} m longer than the shortest path")
poses = path.poses(0.1)  # x, y, heading
times = path.times(SPEED, ACCELERATION, TURN_SPEED, step=0.1)
print(f"{path.status.name}: {path.length:.2f} m in {times[-1]:.1f} s, {len(poses)} poses")
wide = path.clearance_profile(0.1) >= PREFERRED - 1e-9
print(f"clearance {path.clearance:.3f} m, and {PREFERRED} m at {wide.mean():.0%} of the poses")
assert path.clearance >= RADIUS * (1 - 1e-9)

with open("poses.csv", "w", newline="") as file:  # noqa: PTH123
    rows = csv.writer(file)
    rows.writerow(["time", "x", "y", "heading"])
    rows.writerows(np.column_stack((times, poses)).round(4).tolist())

# Somebody walks along the path: pass, plan again or wait.
person = path.at(path.length / 2)
answer = path.avoid((*person, 0.3), s=1.0)
print(f"a person on the path: {answer.encounter.name}")

drawn = [nearest, path] if answer.path is None else [nearest, path, answer.path]
names = ["shortest", "planned", "around a person"][: len(drawn)]
render.save(world, "robot.svg", drawn, legend=names, scale_bar="m")
