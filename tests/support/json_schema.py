"""A checker of JSON schemas: the part that the OpenAPI description of the lab uses."""

from __future__ import annotations

_TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool,
    "number": (int, float), "integer": int, "null": type(None),
}  # fmt: skip


def check(schema, value, document, where="result"):
    """Raises unless the value has the schema; `document` holds what its `$ref` names.

    Stricter than JSON Schema: an object has no properties that are not listed, unless it says so.
    """
    if "$ref" in schema:
        found = document
        for name in schema["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return check(found, value, document, where)
    if "enum" in schema:
        assert value in schema["enum"], f"{where}: {value!r} is none of {schema['enum']}"
    if "type" in schema:
        wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        is_truth = isinstance(value, bool)
        good = any(
            isinstance(value, _TYPES[t]) and (not is_truth or t == "boolean") for t in wanted
        )
        assert good, f"{where}: {value!r} is not {' or '.join(wanted)}"
    if isinstance(value, list) and "items" in schema:
        assert schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)), where
        for i, item in enumerate(value[:50]):
            check(schema["items"], item, document, f"{where}[{i}]")
    if isinstance(value, dict) and "properties" in schema:
        missing = set(schema.get("required", ())) - value.keys()
        assert not missing, f"{where} lacks {missing}"
        unknown = value.keys() - schema["properties"].keys()
        assert schema.get("additionalProperties") or not unknown, f"{where} has {unknown}"
        for name in value.keys() & schema["properties"].keys():
            check(schema["properties"][name], value[name], document, f"{where}.{name}")
    return None
