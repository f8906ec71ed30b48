"""Seeded changes to a file that leave it partly valid."""

from __future__ import annotations

import gzip
import hashlib
import io
import random
import re
import struct
import zlib

import numpy as np

_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?")
_NUMBERS = [
    b"0", b"-0", b"1", b"-1", b"2", b"3", b"7", b"255", b"256", b"65536", b"2147483648",
    b"4294967295", b"9223372036854775808", b"1e308", b"1e309", b"-1e400", b"1e-320", b"0.5",
    b"1267650600228229401496703205376", b"1e30", b"nan", b"inf", b"-inf", b"1_0", b"0x10", b"1.",
    b".5", b"1e", b"--1", b"999999999", b"1" * 50, b"9" * 5000, b"\xc2\xb2",
]  # fmt: skip
_ANY = [b"\0", b"\n", b"\r\n", b" ", b"\t", b",", b"(", b")", b"[", b"]", b"{", b"}", b'"', b"'", b"<", b">", b"/", b"&", b";", b":", b"#", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80"]  # fmt: skip
TOKENS = {
    "geojson": [b'"type"', b'"GeometryCollection"', b'"geometries"', b'"coordinates"', b'"MultiPolygon"', b'"role"', b'"walkable"', b'"bounds"', b"null", b"true", b"[[", b"]]", b'"crs"', b'"id"', b'"max_radius"', b"NaN", b"Infinity"],
    "movingai": [b"type octile", b"height ", b"width ", b"map\n", b"@", b".", b"T", b"W"],
    "pgm": [b"P2", b"P5", b"# x\n"],
    "polyanya": [b"mesh", b"2\n", b"3\n", b"-1", b" -2"],
    "ros": [b"image: ", b"&a ", b"*a", b"<<: ", b"!!python/object", b"- ", b"? ", b"|\n", b">\n", b"origin: ", b"../", b"/dev/zero", b"2001-01-01", b"1:1:1", b"~", b"yes", b"%YAML 1.1\n", b"---\n", b"resolution: "],
    "scenarios": [b"version 1", b"\t", b".map", b"-1"],
    "sections": [b"[BORDER]", b"[OBSTACLE]", b"[SCALE]", b"\n\n"],
    "svg": [b"<g>", b"</g>", b'<use href="#a"/>', b' id="a"', b' transform="', b"rotate(", b"matrix(", b"scale(0)", b"skewX(90)", b"<path d=\"", b"A", b"Z", b"C", b"S", b"T", b"q", b"1 1 0 01 5 5", b"<symbol", b"<defs>", b"</defs>", b"<style>", b"</style>", b"*{fill:none}", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&a;", b"%", b'"', b"/>", b' fill="none"', b' data-role="post"', b' data-role="bounds"', b"<svg ", b"</svg>", b' viewBox="0 0 1 1"', b"<![CDATA["],
    "tiled": [b"<object ", b"/>", b"<layer ", b"</layer>", b'<data encoding="base64" compression="zlib">', b"<polygon points=\"", b"<ellipse/>", b"<point/>", b'template="o.tx"', b'source="t.tsx"', b'source="../t.tsx"', b"<group>", b"</group>", b' visible="0"', b"<property ", b'name="blocked" type="bool" value="true"', b'gid="1"', b'firstgid="0"', b'rotation="90"'],
    "wkt": [b"POLYGON", b"MULTIPOINT", b"GEOMETRYCOLLECTION(", b"EMPTY", b"ZM", b"SRID=", b"((", b"))", b"LINESTRING"],
}  # fmt: skip


def mutated(data: bytes, name: str, rng: random.Random, most: int, other: bytes = b"") -> bytes:
    """The data with one to four changes; checksums of the format are corrected."""
    kind = _INSIDE.get(name)
    if kind is not None and rng.random() < 0.8:
        try:
            out = kind(data, rng, most)
            if len(out) <= most:
                return out
        except Exception:  # the data are no longer of that format
            pass
    for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
        data = _once(data, name, rng, other)
    return data[:most]


def _once(data: bytes, name: str, rng: random.Random, other: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice((1, 1, 2, 4, 8, 16, 64)))
    kind = rng.randrange(10)
    if kind == 0:
        return data[:at] + data[end:]
    if kind == 1 and data:
        bad = bytearray(data)
        bad[at % len(bad)] ^= 1 << rng.randrange(8)
        return bytes(bad)
    if kind == 2:  # repeat a part: shows costs that grow faster than the file
        return data[:at] + data[at:end] * rng.choice((2, 3, 10, 100, 1000)) + data[end:]
    if kind == 3 and data:
        there = rng.randrange(len(data))
        return data[:at] + data[there : there + end - at] + data[at:]
    if kind == 4:
        there = rng.randrange(len(other) + 1)
        return data[:at] + other[there : there + rng.choice((8, 64, 512))] + data[end:]
    if kind == 5:
        return data[:at]
    if kind == 6:
        return data[:at] + rng.choice(_ANY) + data[end if rng.random() < 0.5 else at :]
    if kind == 7:
        return data[:at] + rng.choice(TOKENS.get(name, _ANY)) + data[at:]
    found = list(_NUMBER.finditer(data[:20000]))
    if not found:
        return data[:at] + rng.choice(_NUMBERS) + data[at:]
    match = rng.choice(found)
    value = rng.choice(_NUMBERS) if rng.random() < 0.7 else rng.choice(found)[0]
    return data[: match.start()] + value + data[match.end() :]


def _clearway(data: bytes, rng: random.Random, most: int) -> bytes:
    """A .clearway file with changed arrays or header, and the matching checksum."""
    head, size = data[:16], struct.unpack_from("<I", data, 12)[0]
    body = bytearray(data[48:])
    for _ in range(rng.choice((1, 1, 2, 4))):
        if rng.random() < 0.2:
            changed = _once(bytes(body[:size]), "", rng, b"")
            head = head[:12] + struct.pack("<I", len(changed))
            body = bytearray(changed) + body[size:]
            size = len(changed)
        else:
            at = size + 8 * rng.randrange(max(1, (len(body) - size) // 8))
            value = rng.choice((0, 1, 2, -1, 3, 2**31, 2**62, 2**63 - 1, 2**52))
            coded = struct.pack("<q", value)
            if rng.random() < 0.4:
                number = rng.choice((0.0, 1.0, 1e300, float("nan"), float("inf"), 5.5, -2.0))
                coded = struct.pack("<d", number)
            body[at : at + 8] = coded[: len(body) - at]
    return head + hashlib.sha256(body).digest() + bytes(body)


def _png(data: bytes, rng: random.Random, most: int) -> bytes:
    """A picture with a changed part, and the matching checksum."""
    parts, at = [], 8
    while at + 12 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        parts.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += 12 + size
    i = rng.randrange(len(parts))
    kind, body = parts[i]
    if kind == b"IDAT" and rng.random() < 0.5:
        raw = _once(zlib.decompress(body), "", rng, b"")
        body = zlib.compress(raw)
    elif rng.random() < 0.2:
        parts.insert(i, rng.choice(parts))
    elif rng.random() < 0.2:
        kind = rng.choice((b"tRNS", b"PLTE", b"acTL", b"fcTL", b"zTXt", b"iCCP", b"IHDR", b"IEND"))
    else:
        body = _once(body, "", rng, b"")
    parts[i] = kind, body
    out = [data[:8]]
    for kind, body in parts:
        out += [
            struct.pack(">I", len(body)),
            kind,
            body,
            struct.pack(">I", zlib.crc32(kind + body)),
        ]
    return b"".join(out)


def _gzip(data: bytes, rng: random.Random, most: int) -> bytes:
    return gzip.compress(mutated(gzip.decompress(data), "wkt", rng, most), mtime=0)


def _planner(data: bytes, rng: random.Random, most: int) -> bytes:
    """A planner with numbers in its arrays changed, or an array missing."""
    with np.load(io.BytesIO(data)) as file:
        arrays = dict(file)
    for _ in range(rng.choice((1, 1, 2))):
        key = rng.choice(sorted(arrays))
        array = arrays[key] = np.array(arrays[key])
        if rng.random() < 0.05:
            del arrays[key]
        elif rng.random() < 0.1:
            arrays[key] = array[: len(array) // 2] if array.ndim else array
        elif array.size:
            flat = array.reshape(-1)
            i = rng.randrange(array.size)
            if array.dtype.kind == "f":
                flat[i] = rng.choice((0.0, -1.0, float("nan"), float("inf"), 1e300, flat[i] * 2))
            elif array.dtype.kind in "iu":
                top = np.iinfo(array.dtype)
                flat[i] = rng.choice(
                    (0, 1, 2, top.min, top.max, int(flat[rng.randrange(array.size)]))
                )
            elif array.dtype.kind == "b":
                flat[i] = not flat[i]
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


_INSIDE = {"clearway": _clearway, "png": _png, "gzip": _gzip, "planner": _planner}
