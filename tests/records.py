"""Records by their published schema, `games/records/record.schema.json`."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

FILE = Path(__file__).parents[1] / "games" / "records" / "record.schema.json"


@cache
def schema() -> Any:
    return json.loads(FILE.read_text("utf-8"))


@cache
def published() -> jsonschema_rs.Draft202012Validator:
    """Return the schema as it is, which lets pass what a later version may add."""
    return jsonschema_rs.Draft202012Validator(schema(), validate_formats=True)


@cache
def _ours() -> jsonschema_rs.Draft202012Validator:
    closed = json.loads(FILE.read_text("utf-8"))
    for node in objects(closed):
        node["unevaluatedProperties"] = False
    holder = closed["$defs"]["holder"]  # which leaves the rest to its person or computer
    for part in ("then", "else"):
        name = holder[part].pop("$ref").rpartition("/")[2]
        holder[part] = {
            key: value
            for key, value in closed["$defs"][name].items()
            if key != "unevaluatedProperties"
        }
    return jsonschema_rs.Draft202012Validator(closed)


def objects(part: Any) -> Iterator[dict[str, Any]]:
    """List the parts of a schema that describe objects."""
    if isinstance(part, dict):
        if part.get("type") == "object":
            yield part
        for inner in part.values():
            yield from objects(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from objects(inner)


def errors(text: str) -> list[str]:
    """List what in a record of ours the schema does not allow, or does not know."""
    found = _ours().iter_errors(json.loads(text))
    return [f"{error.instance_path}: {error.message}" for error in found]
