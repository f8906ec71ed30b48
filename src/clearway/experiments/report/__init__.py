"""Reports of runs: HTML in one file that opens offline, and Markdown with figures beside it."""

from __future__ import annotations

from .writing import write_report

__all__ = ["write_report"]
