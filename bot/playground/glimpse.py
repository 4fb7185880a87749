"""The simulated Discord as a member sees it, in plain values for the page."""

from typing import Any, TypeAlias
from urllib.parse import urlsplit

import discord
from discord import AppCommandType
from simcord import ChannelHandle, MemberActor
from simcord.interactions import command_leaves

from .world import LANGUAGES, World

Json: TypeAlias = dict[str, Any]


def glimpse(world: World, member: MemberActor, channel: int | None) -> Json:
    """Collect all the page shows to a member who looks at a channel (None: the first one)."""
    places = world.places(member)
    shown, actor = next((place for place in places if place[0].id == channel), places[0])
    language = world.languages[member.id]
    asked = world.modals.get(member.id)
    return {
        "now": int(world.env.now().timestamp()),
        "languages": LANGUAGES,
        "members": [
            {
                **_user(known),
                "language": world.languages[known.id],
                "server": "" if known.guild.id == world.guild.id else known.guild.name,
            }
            for known in world.members.values()
        ],
        "member": str(member.id),
        "users": [_user(user) for user in (*world.neighbours(member), world.env.backend.bot_user)],
        "channels": {str(place.id): place.name for place, _ in places if place.guild},
        "roles": [_user(role) for role in member.guild.roles.values()],
        "places": [_place(world, member, place) for place, _ in places],
        "place": str(shown.id),
        "messages": [_message(message) for message in shown.history(viewer=actor)],
        "commands": _commands(world, member, shown, language),
        "menus": {
            "member": _menu(world, member, shown, AppCommandType.user),
            "message": _menu(world, member, shown, AppCommandType.message),
        },
        "modal": asked.modal if asked else None,
    }


def _user(user: Any) -> Json:
    """Describe somebody, or a role, whom an option can name."""
    return {"id": str(user.id), "name": user.name}


def _place(world: World, member: MemberActor, place: ChannelHandle) -> Json:
    kind = "thread" if place.is_thread else "channel" if place.guild else "direct"
    kept = world.env.backend.messages.get(place.id, {}).values()
    return {
        "id": str(place.id),
        "name": place.name,
        "kind": kind,
        "last": str(
            max((message.id for message in kept if message.visible_to(member.id)), default=0)
        ),
    }


def _message(message: discord.Message) -> Json:
    return {
        "id": str(message.id),
        "author": message.author.name,
        "at": int(message.created_at.timestamp()),
        "text": message.system_content if message.is_system() else message.content,
        "private": message.flags.ephemeral,
        "thinking": message.flags.loading,
        "embeds": [embed.to_dict() for embed in message.embeds],
        "files": [_file(file) for file in message.attachments],
        "rows": [_row(row.to_dict()) for row in message.components],
    }


def _row(row: Any) -> Json:
    """Write a row's ids as text: JavaScript's numbers are not exact enough for them."""
    for part in row.get("components", ()):
        for value in part.get("default_values", ()):
            value["id"] = str(value["id"])
    return dict(row)


def _file(file: discord.Attachment) -> Json:
    return {
        "url": f"files{urlsplit(file.url).path}",
        "name": file.filename,
        "alt": file.description or "",
        "picture": (file.content_type or "").startswith("image/"),
    }


def _commands(world: World, member: MemberActor, place: ChannelHandle, language: str) -> list[Json]:
    visible = world.env.backend.visible_commands(user_id=member.id, channel_id=place.id)
    commands = []
    for command in visible:
        for path, leaf in command_leaves(command):
            parents = [command, leaf] if len(path) > 1 else [leaf]
            commands.append(
                {
                    "name": " ".join(path),
                    "shown": " ".join(_localize(parent, "name", language) for parent in parents),
                    "told": _localize(leaf, "description", language),
                    "options": [_option(option, language) for option in leaf.get("options") or ()],
                }
            )
    return commands


def _menu(
    world: World, member: MemberActor, place: ChannelHandle, kind: AppCommandType
) -> list[Json]:
    """List the bot's entries in the menu of a member or a message; none in direct messages."""
    if place.guild is None:
        return []
    visible = world.env.backend.visible_commands(
        user_id=member.id, channel_id=place.id, type=kind.value
    )
    language = world.languages[member.id]
    return [{"name": item["name"], "shown": _localize(item, "name", language)} for item in visible]


def _option(option: Json, language: str) -> Json:
    return {
        "name": option["name"],
        "type": option["type"],
        "shown": _localize(option, "name", language),
        "told": _localize(option, "description", language),
        "required": bool(option.get("required")),
        "suggests": bool(option.get("autocomplete")),
        "choices": [choice(value, language) for value in option.get("choices") or ()],
    }


def choice(offered: Json, language: str) -> Json:
    """Give a value an option may have, in the client's language."""
    return {"value": offered["value"], "shown": _localize(offered, "name", language)}


def _localize(thing: Json, key: str, language: str) -> str:
    return str((thing.get(f"{key}_localizations") or {}).get(language) or thing[key])
