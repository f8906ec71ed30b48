"""Answers as bytes: JSON, or a packet of JSON and arrays (docs/reference/lab-protocol.md)."""

from __future__ import annotations

import json
import math
import struct
from typing import Any

import numpy as np

from .._errors import InvalidInput

MAGIC = b"CWF1"
_HEAD = struct.Struct("<4sI")
_NAMES = {"<f8": "f8", "<f4": "f4", "<i4": "i4", "<u4": "u4", "|u1": "u1"}
# Other types of arrays are sent as one of these.
_AS = {"|b1": "|u1", "<i8": "<i4", "|i1": "|u1", "<i2": "<i4", "<u8": "<u4", "<u2": "<u4"}


def has_arrays(answer: Any) -> bool:
    """Whether an answer holds a numpy array."""
    if isinstance(answer, dict):
        return any(has_arrays(value) for value in answer.values())
    if isinstance(answer, list | tuple):
        return any(has_arrays(value) for value in answer)
    return isinstance(answer, np.ndarray)


def array_bytes(answer: Any) -> int:
    """The size of the arrays in an answer."""
    if isinstance(answer, dict):
        return sum(map(array_bytes, answer.values()))
    if isinstance(answer, list | tuple):
        return sum(map(array_bytes, answer))
    return answer.nbytes if isinstance(answer, np.ndarray) else 0


def to_json(answer: Any) -> bytes:
    """JSON; arrays are lists, infinity and NaN are null."""
    plain = _plain(answer, None)
    return json.dumps(plain, allow_nan=False, separators=(",", ":")).encode()


def to_packet(answer: Any) -> bytes:
    """The JSON, then its arrays."""
    arrays = bytearray()
    header = json.dumps(_plain(answer, arrays), allow_nan=False, separators=(",", ":")).encode()
    header += b" " * (-(_HEAD.size + len(header)) % 8)
    return b"".join((_HEAD.pack(MAGIC, len(header)), header, arrays))


def from_packet(data: bytes) -> Any:
    """The answer or request of a packet, with its arrays; `InvalidInput` if it is malformed."""
    if len(data) < _HEAD.size or data[:4] != MAGIC:
        raise InvalidInput("a packet begins with CWF1 and the length of its header")
    length = _HEAD.unpack_from(data)[1]
    if length > len(data) - _HEAD.size:
        raise InvalidInput("the packet is shorter than its header says")
    body = memoryview(data)[_HEAD.size + length :]
    try:
        return _with_arrays(json.loads(data[_HEAD.size : _HEAD.size + length]), body)
    except InvalidInput:
        raise
    except (ValueError, RecursionError):
        raise InvalidInput("the header of the packet is not JSON") from None


def parsed(data: bytes | str) -> Any:
    """The value of a JSON text; `InvalidInput` if it is malformed."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"the request is not JSON: {error}") from None


def _plain(value: Any, arrays: bytearray | None) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _plain(inner, arrays) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, arrays) for inner in value]
    if isinstance(value, np.ndarray):
        return _listed(value) if arrays is None else _placed(value, arrays)
    if isinstance(value, np.generic):
        return _plain(value.item(), arrays)
    return value


def _listed(array: Any) -> Any:
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        return _plain(array.tolist(), None)
    return array.astype(np.uint8).tolist() if array.dtype == bool else array.tolist()


def _placed(array: Any, arrays: bytearray) -> dict[str, Any]:
    kind = array.dtype.newbyteorder("<").str
    kind = _AS.get(kind, kind)
    offset = len(arrays)
    arrays += np.ascontiguousarray(array, dtype=kind).tobytes()
    arrays += b"\0" * (-len(arrays) % 8)
    return {"$array": [_NAMES[kind], list(array.shape), offset]}


def _with_arrays(value: Any, body: memoryview) -> Any:
    if isinstance(value, list):
        return [_with_arrays(inner, body) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.keys() != {"$array"}:
        return {key: _with_arrays(inner, body) for key, inner in value.items()}
    match value["$array"]:
        case [str() as name, [*shape], int() as offset] if (
            name in _NAMES.values()
            and offset >= 0
            and len(shape) < 8
            and all(type(n) is int and 0 <= n < 2**31 for n in shape)
        ):
            dtype = np.dtype(f"<{name}")
            count = math.prod(shape)
            if offset + count * dtype.itemsize <= len(body):
                return np.frombuffer(body, dtype, count, offset).reshape(shape)
    raise InvalidInput(f"{value['$array']!r} is no array of the packet")
