"""A robot on a ROS map: a path for its radius, as poses with arrival times. Draws robot.svg.

Writes a small map (map.yaml and its picture) first, as a mapping robot would have saved it.
"""

import csv

import numpy as np

import clearway as cw
from clearway import render

RADIUS, SPEED, ACCELERATION, TURN_SPEED = 0.22, 0.6, 0.4, 1.2  # metres and seconds

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

path = world.find_path((-1.5, -0.5), (9.4, 6.5), radius=RADIUS, snap=0.2)
poses = path.poses(0.1)  # x, y, heading
times = path.times(SPEED, ACCELERATION, TURN_SPEED, step=0.1)
print(f"{path.status.name}: {path.length:.2f} m in {times[-1]:.1f} s, {len(poses)} poses")
print(
    f"clearance {path.clearance:.3f} m, least {path.clearance_profile(0.1).min():.3f} at the poses"
)
assert path.clearance >= RADIUS * (1 - 1e-9)

with open("poses.csv", "w", newline="") as file:  # noqa: PTH123
    rows = csv.writer(file)
    rows.writerow(["time", "x", "y", "heading"])
    rows.writerows(np.column_stack((times, poses)).round(4).tolist())

# Somebody walks along the path: pass, plan again or wait.
person = path.at(path.length / 2)
answer = path.avoid((*person, 0.3), s=1.0)
print(f"a person on the path: {answer.encounter.name}")

drawn = [path] if answer.path is None else [path, answer.path]
names = ["planned", "around a person"][: len(drawn)]
render.save(world, "robot.svg", drawn, legend=names, scale_bar=True)
