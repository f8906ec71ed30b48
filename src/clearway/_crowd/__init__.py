"""Crowds: discs that walk to their goals and never overlap, and their trajectories."""

from __future__ import annotations

from .crowd import Crowd
from .report import CrowdEvent, CrowdReport
from .trajectories import Trajectories

__all__ = ["Crowd", "CrowdEvent", "CrowdReport", "Trajectories"]
