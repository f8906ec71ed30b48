"""Motion in time: timed paths, reservations, moving obstacles."""

from .mover import Mover
from .reservations import Reservations
from .timed_path import Move, TimedPath, Wait

__all__ = ["Move", "Mover", "Reservations", "TimedPath", "Wait"]
