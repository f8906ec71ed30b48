"""Files and links: every format there and back, nothing read from the server's disk."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest

import clearway as cw
from clearway import formats

WRITES = [f for f in formats.formats().values() if f.write is not None]


def send(lab, name, data, action="open", **query):
    return lab.http.post(f"/api/{action}", params={"name": name, **query}, content=data)


@pytest.mark.parametrize("entry", WRITES, ids=lambda f: f.name)
def test_every_format_there_and_back(lab, entry):
    builtin = "rooms" if entry.holds == "world" else "caves-grid"
    before = lab.post("world", builtin=builtin)
    saved = lab.http.get("/api/save", params={"format": entry.name})
    assert saved.status_code == 200, saved.text
    data = saved.content
    if entry.name == "ros":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            picture, text = sorted(archive.namelist())
            assert send(lab, picture, archive.read(picture), "beside").status_code == 200
            data = archive.read(text)
    opened = send(lab, f"x{entry.suffixes[0]}", data)
    assert opened.status_code == 200, opened.text
    after = opened.json()
    assert after["kind"] == entry.holds
    assert after["undo"] == before["undo"] + 1
    sizes = ("width", "height", "free") if entry.holds == "grid" else ("triangles",)
    if entry.name != "polyanya":  # a mesh becomes one walkable area
        assert [after[size] for size in sizes] == [before[size] for size in sizes]


def test_named_files_are_not_read_from_the_disk(lab, tmp_path, monkeypatch):
    secret = tmp_path / "secret.pgm"
    cw.generate.caves(size=16, form="grid").save(secret)
    monkeypatch.chdir(tmp_path)
    for image in ("secret.pgm", str(secret), f"../{tmp_path.name}/secret.pgm"):
        text = f"image: {image}\nresolution: 1.0\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n"
        refused = send(lab, "map.yaml", text.encode())
        assert refused.status_code == 400
        assert "secret.pgm" in refused.json()["message"]
    assert lab.get("world")["undo"] == 0


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.geojson", b"{"),
        ("x.svg", b"<svg"),
        ("x.map", b"type octile\nheight 3\n"),
        ("x.unknown", b"\0\1\2"),
        ("../../etc/passwd", b"root"),
        ("x.clearway", b"CLEARWAY"),
        ("a.geojson.gz", b"\x1f\x8bgarbage"),
    ],
)
def test_bad_files_have_the_message_of_python(lab, name, data):
    refused = send(lab, name, data)
    assert (refused.status_code, refused.json()["error"]) == (400, "InvalidInput")
    label = name.rpartition("/")[2]
    with pytest.raises(cw.InvalidInput) as caught:
        formats.load_bytes(data, name=label)
    assert refused.json()["message"] == str(caught.value)


def test_names_and_formats(lab):
    data = b"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))"
    assert send(lab, "by-content", data).status_code == 200
    assert send(lab, "x", data, format="wkt").json()["bounds"] == [0.0, 0.0, 9.0, 9.0]
    assert send(lab, "x", data, format="nonsense").status_code == 400
    assert lab.http.post("/api/open", content=data).status_code == 400
    assert lab.http.get("/api/save", params={"format": "png"}).status_code == 400
    assert lab.http.get("/api/save", params={"format": "x"}).status_code == 400


def test_links(lab):
    for builtin in ("door", "caves-grid"):
        before = lab.post("world", builtin=builtin)
        path = lab.post("path", start=before["start"], goal=before["goal"])["answers"][0]
        shared = lab.post("share", start=before["start"], goal=before["goal"], radius=0.5)
        assert shared["characters"] == len(shared["share"])
        lab.post("world", builtin="empty")
        after = lab.post("world", share=shared["share"])
        assert (after["start"], after["goal"], after["radius"]) == (
            before["start"],
            before["goal"],
            0.5,
        )
        again = lab.post("path", start=after["start"], goal=after["goal"])["answers"][0]
        assert again["points"] == path["points"]
    lab.post("world", builtin="boxes-10000")
    status, said = lab.error("share")
    assert (status, said["error"]) == (413, "TooLarge")
    assert "limits.share_characters" in said["message"]


def test_damaged_links_are_refused(lab):
    text = lab.post("share")["share"]
    rng = np.random.default_rng(0)
    letters = "ABCabc012-_"
    for bad in ["", "x", "!!!!", text[:-9], text[9:], 3, None, "A" * 20_000]:
        if bad is not None:
            assert lab.error("world", share=bad)[0] == 400
    for _ in range(50):
        i = int(rng.integers(len(text)))
        bad = text[:i] + letters[rng.integers(len(letters))] + text[i + 1 :]
        answer = lab.http.post("/api/world", json={"share": bad})
        assert answer.status_code in (200, 400)
