"""Discord's objects: servers, people, messages, interactions, as far as discord.py reads them."""

import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

APPLICATION, GUILD, CHANNEL, BOT = 1001, 3 << 22 | 2001, 3001, 1001
"""The bot, its one server (on the last of four shards), and the first text channel there."""
EPHEMERAL = 64
TEXT = 0
"""The kind of an ordinary channel."""
EPOCH = "2026-01-01T00:00:00+00:00"
ALL_PERMISSIONS = str((1 << 49) - 1)
ALL_BUT_ADMINISTRATOR = str((1 << 49) - 1 & ~8)
DISCORD_EPOCH_MS = 1_420_070_400_000
KINDS = {str: 3, int: 4, bool: 5}
"""The kinds of a command's options; a person is 6."""
_numbers = count()


def snowflake() -> int:
    """Return a new id; its upper bits are the time."""
    return int(time.time() * 1000 - DISCORD_EPOCH_MS) << 22 | next(_numbers) & 0x3FFFFF


def user(id_: int, name: str, *, bot: bool = False) -> Json:
    names = {"username": name.lower(), "global_name": name, "discriminator": "0"}
    return {"id": str(id_), "avatar": None, "bot": bot} | names


TETRARCH = user(BOT, "Tetrarch", bot=True)


def member(who: Json) -> Json:
    return {"user": who} | _membership()


def _membership() -> Json:
    about: Json = {"nick": None, "avatar": None, "roles": [], "joined_at": EPOCH, "flags": 0}
    return about | {"deaf": False, "mute": False, "permissions": ALL_PERMISSIONS}


def channel(id_: int, name: str = "games", there: int = GUILD) -> Json:
    place = {"id": str(id_), "type": 0, "guild_id": str(there), "name": name, "parent_id": None}
    return place | {"position": 0, "permission_overwrites": [], "permissions": ALL_PERMISSIONS}


def thread(id_: int, parent: int, name: str) -> Json:
    state: Json = {"archived": False, "auto_archive_duration": 10080, "locked": False}
    state |= {"archive_timestamp": EPOCH, "create_timestamp": EPOCH}
    about = {"type": 11, "parent_id": str(parent), "owner_id": str(BOT), "thread_metadata": state}
    return channel(id_, name) | about | {"message_count": 0, "member_count": 1}


def guild(channels: Iterable[Json], id_: int = GUILD) -> Json:
    everyone: Json = {"id": str(id_), "name": "@everyone"}
    everyone["permissions"] = ALL_BUT_ADMINISTRATOR
    everyone |= {"color": 0, "hoist": False, "position": 0, "managed": False, "mentionable": False}
    about: Json = {"id": str(id_), "name": "Board games", "owner_id": "1", "member_count": 3}
    lists = {"roles": [everyone], "channels": list(channels), "members": [member(TETRARCH)]}
    return about | lists | {"threads": [], "preferred_locale": "en-US", "unavailable": False}


def message(id_: int, place: int, body: Mapping[str, Any], files: Iterable[str] = ()) -> Json:
    """Return a message of the bot as sent by `body`, with files of these names."""
    content = {key: body.get(key) or empty for key, empty in SAID.items()}
    about = {"id": str(id_), "channel_id": str(place), "author": TETRARCH, "timestamp": EPOCH}
    lists: Json = {key: [] for key in ("mentions", "mention_roles", "embeds")}
    flags: Json = {"tts": False, "pinned": False, "type": 0, "edited_timestamp": None}
    flags |= {"mention_everyone": False, "attachments": attached(files)}
    return about | content | lists | flags


SAID: Json = {"content": "", "components": [], "flags": 0, "nonce": None}
"""The fields of a message that the bot sets, with their values where it does not."""


def attached(files: Iterable[str]) -> list[Json]:
    """Return a message's files by their names."""
    return [
        {"id": str(snowflake()), "filename": name, "size": 1, "content_type": "image/png"}
        | {"url": f"http://cdn/{name}", "proxy_url": f"http://cdn/{name}"}
        for name in files
    ]


def option(name: str, value: Any, typed: bool = False) -> tuple[Json, Json]:
    """Return an option as filled in, focused if `typed`, and the people it names by id."""
    if isinstance(value, dict):
        return {"name": name, "type": 6, "value": value["id"]}, {value["id"]: value}
    filled: Json = {"name": name, "type": KINDS[type(value)], "value": value}
    return filled | ({"focused": True} if typed else {}), {}


def command(name: str, options: Mapping[str, Any], typed: str = "") -> Json:
    """Return the content of a slash command; "match new" is one in a group."""
    filled = [option(key, value, key == typed) for key, value in options.items()]
    people = {id_: who for _, named in filled for id_, who in named.items()}
    inner = [field for field, _ in filled]
    group, _, sub = name.partition(" ")
    if sub:
        inner = [{"name": sub, "type": 1, "options": inner}]
    resolved = {"users": people, "members": {id_: _membership() for id_ in people}}
    return {"id": "9", "name": group, "type": 1, "options": inner, "resolved": resolved}


def commands(published: Iterable[Json]) -> Iterator[tuple[list[str], list[Json]]]:
    """Yield every command that is typed, as published: the path of its name, and its options."""
    typed = [entry for entry in published if entry.get("type", 1) == 1]
    waiting = [([entry["name"]], entry.get("options", [])) for entry in typed]
    while waiting:
        path, options = waiting.pop()
        inner = [entry for entry in options if entry["type"] in (1, 2)]
        waiting += [([*path, entry["name"]], entry.get("options", [])) for entry in inner]
        if not inner:
            yield path, options


def interaction(kind: int, who: Json, place: Json, token: str, content: Json, id_: int) -> Json:
    """Return an interaction in a channel, thread or direct message; `content` is merged into it."""
    asked: Json = {"id": str(id_), "type": kind, "token": token, "version": 1, "locale": "en-US"}
    asked |= {"application_id": str(APPLICATION), "entitlements": []}
    limits = {"app_permissions": ALL_PERMISSIONS, "attachment_size_limit": 10_485_760}
    if place["type"] == 1:
        where: Json = {"user": who, "channel_id": place["id"], "channel": place, "context": 1}
        where["authorizing_integration_owners"] = {"0": "0"}
        return asked | where | limits | content
    asked |= {"member": member(who)}
    there = place.get("guild_id", str(GUILD))
    where = {"guild_id": there, "guild_locale": "en-US", "channel_id": place["id"]}
    where |= {"guild": {"id": there, "locale": "en-US", "features": []}, "channel": place}
    where |= {"authorizing_integration_owners": {"0": there}, "context": 0}
    return asked | where | limits | content
