"""Requests held against Discord's own description of them, and against the limits it leaves out.

`openapi.json` has what Discord's OpenAPI document (github.com/discord/discord-api-spec, MIT) says
of the bodies of the requests that we make, without descriptions and answers; a snowflake may be a
number, as Discord takes one. A new kind of request gets its path and schemas from there. The other
limits are those of docs.discord.com, for what we send: neither embeds nor layouts.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import jsonschema_rs

Json: TypeAlias = dict[str, Any]

BASE = "https://discord.test/openapi.json"
DOCUMENT: Json = json.loads(Path(__file__).with_name("openapi.json").read_text("utf-8"))
NAME = re.compile(r"^[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}$")
BUTTON, STRING_SELECT, CHANNEL_SELECT = 2, 3, 8
LINK = 5
MODAL = 9
WORDLESS = (5, 6, 7, 8)
"""The answers to an interaction that need no message: later, the same one, suggestions."""


def request_faults(method: str, path: str, body: Any, files: Mapping[str, bytes]) -> list[str]:
    """List what Discord would refuse in a request; `files` are by the names of their parts."""
    place = path.partition("?")[0]
    route = next((route for route, known in _routes() if known.match(place)), None)
    operation = DOCUMENT["paths"].get(route, {}).get(method.lower())
    if route is None or operation is None:
        return [f"{method} {path}: not in the document"]
    found = []
    if "requestBody" not in operation:
        found += [] if body in (None, {}) else ["a body, and the document has none"]
    elif body is not None or operation["requestBody"].get("required"):
        found += _misfits(route, method.lower(), body)
    if isinstance(body, list) and route.endswith("/commands"):
        return found + list(_command_faults(body))
    answer = route.endswith("/callback")
    data = body.get("data") if answer and isinstance(body, dict) else body
    if isinstance(data, dict) and (answer or "/messages" in route or "/webhooks/" in route):
        modal = answer and body["type"] == MODAL
        found += _component_faults(data, modal=modal)
        wordy = method == "POST" and not (answer and body["type"] in (MODAL, *WORDLESS))
        if not modal:
            found += _message_faults(data, files, whole=wordy and not route.endswith("/threads"))
    return found


@cache
def _routes() -> list[tuple[str, re.Pattern[str]]]:
    """List the routes; those without a place for an id come first (`/users/@me`)."""
    routes = sorted(DOCUMENT["paths"], key=lambda route: route.count("{"))
    return [(route, re.compile(re.sub(r"\{\w+\}", "[^/]+", route) + "$")) for route in routes]


@cache
def _validator(route: str, method: str, kind: str) -> jsonschema_rs.Draft202012Validator:
    steps = ("paths", route, method, "requestBody", "content", kind, "schema")
    pointer = "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
    pointer = pointer.replace("{", "%7B").replace("}", "%7D")
    registry = jsonschema_rs.Registry([(BASE, DOCUMENT)], draft=jsonschema_rs.Draft202012)
    return jsonschema_rs.Draft202012Validator({"$ref": f"{BASE}#/{pointer}"}, registry=registry)


def _misfits(route: str, method: str, body: Any) -> list[str]:
    content = DOCUMENT["paths"][route][method]["requestBody"]["content"]
    kind = "application/json" if "application/json" in content else next(iter(content))
    errors = _validator(route, method, kind).iter_errors(body)
    return [f"{error.instance_path}: {error.message[:500]}" for error in errors]


def _message_faults(data: Json, files: Mapping[str, bytes], *, whole: bool) -> Iterator[str]:
    kinds = [component["type"] for component in _inner(data.get("components"))]
    if data.get("embeds") or data.get("poll") or max(kinds, default=0) > CHANNEL_SELECT:
        yield "embeds, polls and layouts have limits that are not checked here"
    if len(data.get("content") or "") > 2000:
        yield "a content of more than 2000 characters"
    attachments = data.get("attachments")
    numbers = {str(attachment.get("id")) for attachment in attachments or []}
    for part in files:
        number = re.fullmatch(r"files\[(\d+)\]", part)
        if not number:
            yield f"a part {part!r} instead of files[n]"
        elif attachments is not None and number[1] not in numbers:
            yield f"{part} is not among the attachments"
    if whole and not (files or any(data.get(key) for key in ("content", "components"))):
        yield "an empty message (50006)"


def _inner(components: list[Json] | None) -> Iterator[Json]:
    for component in components or []:
        yield component
        yield from _inner(component.get("components"))
        yield from _inner([component["component"]] if "component" in component else None)


def _component_faults(data: Json, *, modal: bool) -> Iterator[str]:
    top = data.get("components") or []
    if len(top) > 5:
        yield f"{len(top)} rows, of at most 5"
    components = list(_inner(top))
    ids = Counter(component["custom_id"] for component in components if component.get("custom_id"))
    yield from (f"custom_id {name} twice" for name, times in ids.items() if times > 1)
    for component in components:
        inner = component.get("components", [])
        if len(inner) > 1 and any(part.get("type") != BUTTON for part in inner):
            yield "a select beside others in its row"
        if component.get("type") == BUTTON:
            yield from _button_faults(component)
        if component.get("type") == STRING_SELECT:
            yield from _select_faults(component, modal=modal)


def _button_faults(button: Json) -> Iterator[str]:
    link = button.get("style") == LINK
    if bool(button.get("url")) != link or bool(button.get("custom_id")) == link:
        yield "a link has a url, every other button a custom_id, and none has both"
    if not button.get("label") and not button.get("emoji"):
        yield "a button without label and emoji"


def _select_faults(select: Json, *, modal: bool) -> Iterator[str]:
    options, most = select.get("options", []), select.get("max_values") or 1
    if len({option.get("value") for option in options}) != len(options):
        yield "a select with a value twice"
    if most > len(options):
        yield "a select with fewer options than may be chosen"
    if sum(bool(option.get("default")) for option in options) > most:
        yield "a select with too many defaults"
    if modal and select.get("disabled"):
        yield "a disabled select in a modal"


def _command_faults(commands: list[Json]) -> Iterator[str]:
    names = Counter((command.get("type", 1), command.get("name")) for command in commands)
    yield from (f"command {name} twice" for (_, name), times in names.items() if times > 1)
    if sum(kind == 1 for kind, _ in names) > 100:
        yield "more than 100 chat commands"
    for command in commands:
        if _size(command) > 8000:
            yield f"{command['name']}: more than 8000 characters"
        if (command.get("type") or 1) == 1:
            yield from _option_faults(command, command["name"])


def _size(command: Json) -> int:
    """Count a command's characters as Discord does, each text in its longest language."""
    texts = 0
    for key in ("name", "description"):
        translated = (command.get(f"{key}_localizations") or {}).values()
        texts += max(map(len, (command.get(key) or "", *translated)))
    for choice in command.get("choices") or []:
        texts += len(str(choice.get("name", ""))) + len(str(choice.get("value", "")))
    return texts + sum(map(_size, command.get("options") or []))


def _option_faults(command: Json, place: str) -> Iterator[str]:
    for name in (command["name"], *(command.get("name_localizations") or {}).values()):
        if not NAME.match(name) or name != name.lower():
            yield f"{place}: bad name {name!r}"
    if not 1 <= len(command.get("description") or "") <= 100:
        yield f"{place}: a description has 1 to 100 characters"
    options = command.get("options") or []
    if len({option["name"] for option in options}) != len(options):
        yield f"{place}: two options of one name"
    needed = [option.get("required", False) for option in options if option["type"] not in (1, 2)]
    if needed != sorted(needed, reverse=True):
        yield f"{place}: a required option behind an optional one"
    for option in options:
        if option.get("autocomplete") and option.get("choices"):
            yield f"{place}: suggestions and choices"
        yield from _option_faults(option, f"{place} {option['name']}")
