"""A world that changes: one edit, many as one, and one that is taken back."""

import clearway as cw

START, GOAL = (5, 30), (95, 30)
world = cw.World(bounds=(0, 0, 100, 60))


def ask(when):
    path = world.find_path(START, GOAL)
    print(f"{when:24} {path.status.name:8} length {path.length:8.3f}")


ask("empty")
block = world.add([(45, 10), (55, 10), (55, 50), (45, 50)])
ask("with a block")
world.move(block, [(45, 0), (55, 0), (55, 50), (45, 50)])
ask("moved south")

with world.editing():  # one repair of the mesh for all of them
    gate = [world.add_wall([(x, 60), (x, 5)]) for x in (20, 80)]
    world.remove(block)
ask("gates for the block")

try:
    with world.editing():
        world.remove(gate)
        world.add([(0, 0), (1, float("nan")), (1, 1)])
except cw.InvalidInput as error:
    print("refused:", error)
ask("as it was")

world.add_wall([(50, 0), (50, 60)])
ask("cut in two")
world.validate()
