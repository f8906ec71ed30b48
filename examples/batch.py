"""Many queries at once: arrays in, arrays out, threads, the same answers for any number of them."""

import numpy as np

import clearway as cw

rng = np.random.default_rng(7)
corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
centres = rng.uniform(0, 100, (300, 1, 2))
world = cw.World.from_obstacles(centres + corners * rng.uniform(0.5, 2, (300, 1, 1)))
print(world)

starts = world.random_points(1000, rng=1)
goals = world.random_points(1000, rng=2)
paths = world.find_paths(starts, goals)
print(f"{paths.found.sum()} of {len(paths)} found, all proved: {paths.optimal[paths.found].all()}")

straight = np.linalg.norm(goals - starts, axis=1)
detour = paths.length[paths.found] / straight[paths.found]
print(f"detour: median {np.median(detour):.3f}, largest {detour.max():.3f}")

quick = world.find_paths(starts, goals, planner="channel")
loss = quick.length[paths.found] / paths.length[paths.found] - 1
print(f"planner 'channel': longer by {100 * loss.mean():.2f} % on average")

assert (world.find_paths(starts, goals, threads=1).length == paths.length).all()
