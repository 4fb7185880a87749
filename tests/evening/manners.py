"""The manners of requests: valid by Discord's document, commands to press, no loud mentions."""

import re
from collections.abc import Iterator
from typing import Any

from simcord import Env

from bot.ui.answers import command_ids
from bot.ui.words.catalogue import DEFAULT, catalogue
from games.library import GAMES
from tests.records import errors
from tests.wire.document import request_faults

from .phone import plain

MENTION = re.compile(r"</[^>]+:\d+>|`/\w")
"""A command in a text; Discord makes it something to press in a message's content alone."""
RAW = re.compile(r"`/\w")


def spec_errors(env: Env) -> list[str]:
    """List the requests' errors by Discord's published document."""
    errors = []
    for request in env.http_requests:
        files = {key: b"" for key in (request.params or {}) if key.startswith("files")}
        for fault in request_faults(request.method, request.path, request.json, files):
            errors.append(f"{request.method} {request.path}: {fault}")
    return errors


def record_errors(env: Env) -> list[str]:
    """List what in the records that were handed out is not as their schema describes it."""
    messages = (message for place in env.backend.messages.values() for message in place.values())
    files = (file for message in messages for file in message.attachments)
    named = {file["url"]: file["filename"] for file in files}
    exports = "tetrarch-"  # what people take away is of a form of its own
    urls = [
        url
        for url, name in named.items()
        if name.endswith(".json") and not name.startswith(exports)
    ]
    return [error for url in urls for error in errors((env.backend.cdn.get(url) or b"").decode())]


def raw_mentions(sent: object, key: str = "") -> Iterator[str]:
    """Yield texts that name a command where it cannot be pressed, or so that it cannot be."""
    if isinstance(sent, dict):
        for name, value in sent.items():
            yield from raw_mentions(value, str(name))
    elif isinstance(sent, list):
        for value in sent:
            yield from raw_mentions(value, key)
    elif isinstance(sent, str) and (MENTION if key != "content" else RAW).search(sent):
        yield sent


def loud(sent: object) -> bool:
    """Tell whether a message might notify others than the users it names."""
    body = sent.get("data", sent) if isinstance(sent, dict) else {}
    allowed = body.get("allowed_mentions") or {}
    return "content" in body and (allowed.get("parse") != [] or "roles" in allowed)


LATIN = re.compile(r"[A-Za-z]{3,}")
NAMES = (catalogue(tag)(f"{game}.name") for tag in ("zh-CN", "zh-TW") for game in GAMES)
KEPT = {
    "Discord",
    "Tetrarch",
    *("AutoMod", "MIT", "Phil Leduc", "Mark Steere", "Martin Ebel", "Luzhanqi"),
    *(part for name in NAMES for part in re.findall(r"[A-Z][a-zA-Z ]+", name)),
}
"""The names that translations keep, some games' among them."""
KNOWN = re.compile(
    r"`[^`]*`|https?://\S+|<[@#]\d+>|</[^>]+>|```.*?```"
    r"|Livia|Brennus|Mara|Judith|Quintus|Mei|UTC|Asia/Tokyo|\b[0-9A-Z]{4,6}$|" + "|".join(KEPT),
    re.DOTALL,
)


MENUS = ("Server Settings", "Edit Channel", "Roles", "Permissions")
PERMISSIONS = [
    str(text)
    for code, text in catalogue(DEFAULT).patterns.items()
    if code.startswith("permission.")
]
SETTINGS = re.compile("|".join(sorted((*PERMISSIONS, *MENUS), key=len, reverse=True)))
"""Names of Discord's settings, which stay English where its client does not speak a language."""
CLIENTLESS = {"ar"}


def english(text: str, language: str = "zh-CN") -> list[str]:
    """List the words in a text that are neither names nor notation nor code."""
    text = KNOWN.sub(" ", plain(text))
    return LATIN.findall(SETTINGS.sub(" ", text) if language in CLIENTLESS else text)


def untranslated(env: Env, language: str) -> list[str]:
    """List what was said or written on a button with words in English."""
    bodies = [request.json for request in env.http_requests if isinstance(request.json, dict)]
    return [text for body in bodies for text in _read_by_people(body) if english(text, language)]


def _read_by_people(sent: dict[str, Any]) -> Iterator[str]:
    """Yield the words of a message or an answer, and the names of its buttons."""
    body = sent.get("data") or sent
    yield str(body.get("content") or "")
    for row in body.get("components") or ():
        yield from (str(item.get("label") or "") for item in row.get("components", ()))


_TRANSLATED: dict[tuple[str, ...], list[dict[str, Any]]] = {}
_translate = command_ids._payload


async def translate_once(tree: Any) -> list[dict[str, Any]]:
    """Put the commands into all languages of clients once for all evenings, as it takes long."""
    names = tuple(command.name for command in tree.get_commands())
    if names not in _TRANSLATED:
        _TRANSLATED[names] = await _translate(tree)
    return _TRANSLATED[names]
