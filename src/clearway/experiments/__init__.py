"""Experiments: what the source documents measured, measured again, and reported side by side.

`clearway experiment list | run NAME | report DIR` runs them. An experiment is a module with an
`EXPERIMENT`: its source, its data, its tasks, the sections of its report with the published
values. docs/how-to/experiments.md says how to write one.
"""

from __future__ import annotations

from .experiment import Data, Experiment, Results, Settings, Task
from .registry import load, names
from .report import write_report
from .report.sections import Claim, Section
from .running import Finished, run
from .tables import Table

__all__ = [
    "Claim",
    "Data",
    "Experiment",
    "Finished",
    "Results",
    "Section",
    "Settings",
    "Table",
    "Task",
    "load",
    "names",
    "run",
    "write_report",
]
