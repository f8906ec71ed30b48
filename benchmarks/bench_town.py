"""A town: 10,000 obstacles, 2,000 agents of four radii on journeys, 20 edits a second;
time a frame, share of agents that replan, and a check by plain distances. examples/town.py is
the same in little."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from .measure import in_child

TITLE = "town"


def run(quick=False):
    return [in_child(play, *((300, 60, 20) if quick else (10_000, 2_000, 100)), timeout=3600)]


def play(obstacles, agents, frames):
    file = Path(__file__).resolve().parents[1] / "examples" / "town.py"
    spec = importlib.util.spec_from_file_location("town", file)
    town = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(town)
    _, figures = town.play(obstacles, agents, frames)
    return figures
