"""Reports of experiments, to browse."""

from __future__ import annotations

from typing import Any

from ..registry import Call, action


@action("reports", get=True)
def reports(call: Call) -> dict[str, Any]:
    """The reports in the folder that the command line names, with their figures."""
    known = call.server.reports
    return {"reports": [] if known is None else known.listing()}
