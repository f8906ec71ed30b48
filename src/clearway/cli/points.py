"""Commands whose arguments are points, which may look like options."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from typer.core import TyperCommand

from .._errors import InvalidInput


class PointCommand(TyperCommand):
    """Takes unknown options as arguments, because of points such as -3,4.

    Those that begin with two dashes are no points, and refused by name.
    """

    ignore_unknown_options = True

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As that of other commands, after a look at the names of options."""
        known = [name for option in self.get_params(ctx) for name in option.opts]
        words = args[: args.index("--")] if "--" in args else args
        for text in [] if ctx.resilient_parsing else words:  # a shell that completes a line
            name = text.partition("=")[0]
            if name.startswith("--") and name not in known:
                near = get_close_matches(name, known, 1, 0.75)
                meant = f"do you mean {near[0]}?" if near else "--help lists them"
                raise InvalidInput(f"no option {name}; {meant}", value=name)
        return super().parse_args(ctx, args)
