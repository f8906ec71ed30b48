"""A benchmark run: a map and its scenarios, several planners, a table and a plot.

The same as `clearway bench maze.map maze.map.scen --planner a*,jps,hpa*,optimal`, with `--csv` and
`--plot`, on any map of the Moving AI benchmarks. Writes benchmark.csv and benchmark.svg.
"""

import numpy as np

import clearway as cw
from clearway.cli import app

grid = cw.generate.maze_cor5(size=121, seed=4, form="grid")
grid.save("maze.map")

# Queries with their optimal lengths, in buckets of four units as in the benchmarks.
rng = np.random.default_rng(5)
free = np.argwhere(~grid.blocked)[:, ::-1]
starts, goals = free[rng.integers(len(free), size=(2, 60))]
lengths = grid.find_paths(starts, goals, planner="dijkstra").length
size = np.tile([grid.width, grid.height], (60, 1))
buckets = (lengths // 4).astype(int)
cw.Scenarios(starts, goals, lengths, buckets, ["maze.map"] * 60, size).save("maze.map.scen")

planners = ("--planner", "a*,jps,hpa*,optimal")
written = ("--csv", "benchmark.csv", "--plot", "benchmark.svg")
status = app.run(["bench", "maze.map", "maze.map.scen", *planners, *written])
assert status == 0

print(f"{len(cw.load_scenarios('maze.map.scen'))} queries; any-angle paths are shorter by", end=" ")
world = grid.to_world()
optimal = world.find_paths(grid.centres(starts), grid.centres(goals))
print(f"{100 * (1 - optimal.length.sum() / lengths.sum()):.1f} %")
assert (optimal.length <= lengths * (1 + 1e-12)).all()
