"""Worlds by recipe."""
