"""What Discord sends: servers, people, messages, interactions, as far as discord.py reads them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import count
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

APPLICATION, GUILD, CHANNEL, BOT = 1001, 2001, 3001, 1001
"""The bot, its one server, and the first text channel there."""
EPHEMERAL = 64
EPOCH = "2026-01-01T00:00:00+00:00"
ALL_PERMISSIONS = str((1 << 49) - 1)
DISCORD_EPOCH_MS = 1_420_070_400_000
KINDS = {str: 3, int: 4, bool: 5}
"""The kinds of a command's options; a person is 6."""
_numbers = count()


def snowflake() -> int:
    """A new id; its upper bits are the time."""
    return int(time.time() * 1000 - DISCORD_EPOCH_MS) << 22 | next(_numbers) & 0x3FFFFF


def user(id_: int, name: str, *, bot: bool = False) -> Json:
    return {
        "id": str(id_),
        "username": name.lower(),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
    }


def member(who: Json) -> Json:
    return {
        "user": who,
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": EPOCH,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": ALL_PERMISSIONS,
    }


def channel(id_: int, name: str = "games") -> Json:
    return {
        "id": str(id_),
        "type": 0,
        "guild_id": str(GUILD),
        "name": name,
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "permissions": ALL_PERMISSIONS,
    }


def thread(id_: int, parent: int, name: str) -> Json:
    about = {"archived": False, "auto_archive_duration": 10080, "locked": False}
    return channel(id_, name) | {
        "type": 11,
        "parent_id": str(parent),
        "owner_id": str(BOT),
        "message_count": 0,
        "member_count": 1,
        "thread_metadata": about | {"archive_timestamp": EPOCH, "create_timestamp": EPOCH},
    }


def guild(channels: list[Json]) -> Json:
    everyone = {"id": str(GUILD), "name": "@everyone", "permissions": ALL_PERMISSIONS}
    of_a_role = {"color": 0, "hoist": False, "position": 0, "managed": False, "flags": 0}
    return {
        "id": str(GUILD),
        "name": "Board games",
        "owner_id": "1",
        "roles": [everyone | of_a_role | {"mentionable": False}],
        "channels": channels,
        "threads": [],
        "members": [member(user(BOT, "Tetrarch", bot=True))],
        "member_count": 3,
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "system_channel_flags": 0,
        "afk_timeout": 300,
        "large": False,
        "unavailable": False,
    }


def message(id_: int, place: int, body: Mapping[str, Any], files: Mapping[str, int]) -> Json:
    """A message of the bot as sent by `body`; `files` are sizes by names."""
    attachments = [
        {"id": str(snowflake()), "filename": name, "size": size, "url": f"http://cdn/{name}"}
        | {"proxy_url": f"http://cdn/{name}", "content_type": "image/png"}
        for name, size in files.items()
    ]
    return {
        "id": str(id_),
        "channel_id": str(place),
        "author": user(BOT, "Tetrarch", bot=True),
        "content": body.get("content") or "",
        "timestamp": EPOCH,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": attachments,
        "embeds": [],
        "pinned": False,
        "type": 0,
        "flags": body.get("flags") or 0,
        "components": body.get("components") or [],
        "nonce": body.get("nonce"),
    }


def option(name: str, value: Any, typed: bool = False) -> tuple[Json, Json]:
    """A command's option as it was filled in, and the people it names by id; focused if `typed`."""
    if isinstance(value, dict):
        return {"name": name, "type": 6, "value": value["id"]}, {value["id"]: value}
    found: Json = {"name": name, "type": KINDS[type(value)], "value": value}
    return found | ({"focused": True} if typed else {}), {}


def command(name: str, options: Mapping[str, Any], typed: str = "") -> Json:
    """The content of a slash command: "match new" is one in a group."""
    filled = [option(key, value, key == typed) for key, value in options.items()]
    people = {id_: who for _, named in filled for id_, who in named.items()}
    inner = [one for one, _ in filled]
    group, _, sub = name.partition(" ")
    if sub:
        inner = [{"name": sub, "type": 1, "options": inner}]
    members = {id_: member(who) for id_, who in people.items()}
    for one in members.values():
        del one["user"]
    resolved = {"users": people, "members": members}
    return {"id": "9", "name": group, "type": 1, "options": inner, "resolved": resolved}


def interaction(kind: int, who: Json, place: Json, token: str, content: Json, id_: int) -> Json:
    """Somebody's interaction in a channel or thread; `content` is merged into it."""
    return {
        "id": str(id_),
        "application_id": str(APPLICATION),
        "type": kind,
        "token": token,
        "version": 1,
        "guild_id": str(GUILD),
        "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
        "channel_id": place["id"],
        "channel": place,
        "member": member(who),
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": ALL_PERMISSIONS,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(GUILD)},
        "context": 0,
        "attachment_size_limit": 10_485_760,
    } | content
