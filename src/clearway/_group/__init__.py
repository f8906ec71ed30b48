"""Paths for a group: split over channels by what they can carry, slots at the goal."""

from .members import Members
from .plan import GroupPlan, GroupRoute
from .planning import plan_group, plan_members

__all__ = ["GroupPlan", "GroupRoute", "Members", "plan_group", "plan_members"]
