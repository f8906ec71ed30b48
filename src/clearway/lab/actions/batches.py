"""Several actions in one request."""

from __future__ import annotations

from typing import Any

from ..._errors import ClearwayError, InvalidInput, shown
from ..errors import TooLarge, described
from ..packets import array_bytes
from ..registry import Call, action, as_parameters, perform
from ..shapes import Objects


@action("batch")
def batch(call: Call, actions: Objects) -> dict[str, Any]:
    """Several actions in order, until one fails; all see what those before them have changed."""
    most = call.session.limits.batch
    if not isinstance(actions, list) or len(actions) > most:
        raise InvalidInput(f"actions is {shown(actions)}: a list of at most {most} actions")
    results: list[Any] = []
    size, most_bytes = 0, call.session.limits.batch_bytes
    for one in actions:
        given = dict(as_parameters(one))
        name = given.pop("do", None)
        if name in ("batch", "session"):
            raise InvalidInput(f"{name} cannot be part of a batch", value=name)
        try:
            result = perform(call, name, given)
            size += array_bytes(result)
            if size > most_bytes:
                raise TooLarge(
                    f"the answers have {size} bytes of arrays: more than limits.batch_bytes, which"
                    f" is {most_bytes}; ask in several requests"
                )
            results.append(result)
        except (ClearwayError, MemoryError) as error:
            status, facts = described(error)
            results.append({**facts, "status": status})
            break
    return {"results": results}
