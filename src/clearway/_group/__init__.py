"""Paths for a group: split over channels by what they can carry, slots at the goal."""

from .plan import GroupPlan, GroupRoute
from .planning import plan_group

__all__ = ["GroupPlan", "GroupRoute", "plan_group"]
