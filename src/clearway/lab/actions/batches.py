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
    # An action that is done has its result in the answer: a client that took it for refused would
    # change the world twice. So whatever can be refused is refused before it is done.
    most = call.session.limits.batch
    if not isinstance(actions, list) or len(actions) > most:
        raise InvalidInput(f"actions is {shown(actions)}: a list of at most {most} actions")
    results: list[Any] = []
    size, most_bytes = 0, call.session.limits.batch_bytes
    requests = [dict(as_parameters(one)) for one in actions]
    names = [given.pop("do", None) for given in requests]
    for name in names:
        if name in ("batch", "session"):
            raise InvalidInput(f"{name} cannot be part of a batch", value=name)
    for name, given in zip(names, requests, strict=True):
        try:
            if size > most_bytes:
                raise TooLarge(
                    f"the answers have {size} bytes of arrays: more than limits.batch_bytes, which"
                    f" is {most_bytes}; ask in several requests"
                )
            results.append(perform(call, name, given))
            size += array_bytes(results[-1])
        except (ClearwayError, MemoryError) as error:
            status, facts = described(error)
            results.append({**facts, "status": status})
            break
    return {"results": results}
