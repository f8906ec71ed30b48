"""Packets: arrays survive them, malformed ones are refused."""

from __future__ import annotations

import json
import math
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clearway as cw
from clearway.lab.packets import from_packet, has_arrays, to_json, to_packet

DTYPES = ["<f8", "<f4", "<i4", "<u4", "|u1"]


@settings(deadline=None)  # a busy machine
@given(
    st.lists(st.tuples(st.sampled_from(DTYPES), st.lists(st.integers(0, 5), max_size=3))),
    st.integers(0, 9),
)
def test_arrays_come_back(shapes, seed):
    rng = np.random.default_rng(seed)
    arrays = [rng.integers(0, 200, shape).astype(dtype) for dtype, shape in shapes]
    answer = {"text": "ä", "list": [1, {"inner": arrays}], "none": None}
    data = to_packet(answer)
    back = from_packet(data)
    assert (back["text"], back["none"], back["list"][0]) == ("ä", None, 1)
    for a, b in zip(arrays, back["list"][1]["inner"], strict=True):
        assert (a.dtype, a.shape) == (b.dtype, b.shape)
        assert (a == b).all()
    header = int.from_bytes(data[4:8], "little")
    assert (8 + header) % 8 == 0


def test_a_header_nested_too_deeply_is_refused():
    header = b'{"a":' * 400 + b"1" + b"}" * 400
    deep = b"CWF1" + struct.pack("<I", len(header)) + header
    assert from_packet(deep) is not None
    header = b"[" * 100_000 + b"]" * 100_000  # beyond any limit that a library may have set
    with pytest.raises(cw.InvalidInput):
        from_packet(b"CWF1" + struct.pack("<I", len(header)) + header)


def test_other_types_become_known_ones():
    data = {"flags": np.array([True, False]), "wide": np.array([1, 2**31 - 1])}
    back = from_packet(to_packet(data))
    assert back["flags"].dtype == np.uint8
    assert back["wide"].tolist() == [1, 2**31 - 1]


def test_json_has_null_for_infinity():
    value = {
        "a": math.inf,
        "b": [math.nan, 1.0],
        "c": np.array([[1.0, np.inf]]),
        "d": np.float64(2),
    }
    assert json.loads(to_json(value)) == {"a": None, "b": [None, 1.0], "c": [[1.0, None]], "d": 2.0}
    assert has_arrays(value)
    assert not has_arrays({"a": [1, {"b": 2}]})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"CWF1",
        b"XXXX\0\0\0\0",
        b"CWF1\xff\xff\xff\xff{}",
        b"CWF1\x02\0\0\0[[",
        to_packet({"a": np.zeros(4)})[:-8],
        b'CWF1\x1b\0\0\0{"$array":["f8",[-1,2],0]}  ',
        b'CWF1\x1b\0\0\0{"$array":["f8",[99,2],0]}  ',
        b'CWF1\x1b\0\0\0{"$array":["f8",["1",2],0]} ',
        b'CWF1\x1b\0\0\0{"$array":["O8",[1,2],0]}   ',
    ],
)
def test_malformed_frames_are_refused(data):
    with pytest.raises(cw.InvalidInput):
        from_packet(data)
