"""The deeds of a member on the page: commands, presses, choices, answers to windows."""

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor, SetupError

from .glimpse import Json, choice
from .world import Actor, World

SILENCE = "The bot has not answered."


async def do(world: World, wanted: Json) -> Json:
    """Do it as the member would; return what the page is told besides a new glimpse. Raises
    `SetupError` for what is impossible in Discord."""
    member = world.members[int(wanted["member"])]
    place, actor = world.place(member, int(wanted["place"]))
    if wanted["do"] == "suggest":
        return {"choices": await _suggestions(world, place, actor, wanted)}
    if wanted["do"] == "close":
        world.modals.pop(member.id, None)
        return {}
    result = await _result(world, place, actor, wanted)
    if result.modal is not None:
        world.modals[member.id] = result
    return {} if result.acknowledged else {"notice": SILENCE}


async def _result(
    world: World, place: ChannelHandle, actor: Actor, wanted: Json
) -> InteractionResult:
    match wanted["do"]:
        case "command":
            name, options = wanted["name"], _options(world, wanted)
            if isinstance(actor, MemberActor):
                return await actor.slash(place, name, **options)
            result: InteractionResult = await actor.slash(name, **options)
        case "press":
            message = _message(place, actor, wanted)
            result = await actor.click(message, custom_id=wanted["id"])
        case "choose":
            message = _message(place, actor, wanted)
            values = [_resolve(world, value) for value in wanted["values"]]
            result = await actor.select(message, values, custom_id=wanted["id"])
        case "menu" if isinstance(actor, MemberActor):
            member = world.members.get(int(wanted.get("target", 0)))
            target = member or _message(place, actor, wanted)
            result = await actor.context_menu(place, wanted["name"], target)
        case "submit":
            result = await actor.submit_modal(world.modals.pop(actor.id), wanted["values"])
        case other:
            raise SetupError(f"Nobody can do {other!r}")
    return result


async def _suggestions(
    world: World, place: ChannelHandle, actor: Actor, wanted: Json
) -> list[Json]:
    name, option, typed = wanted["name"], wanted["option"], wanted["typed"]
    filled = _options(world, wanted)
    if isinstance(actor, MemberActor):
        offered = await actor.autocomplete(place, name, option, typed, **filled)
    else:
        offered = await actor.autocomplete(name, option, typed, **filled)
    return [choice(option, world.languages[actor.id]) for option in offered]


def _options(world: World, wanted: Json) -> Json:
    return {name: _resolve(world, value) for name, value in wanted["options"].items()}


def _resolve(world: World, value: object) -> object:
    """Return a value as SimCord takes it: `{"user": ID}` is a member or the bot; so for others."""
    match value:
        case {"user": id_}:
            return world.user(int(id_))
        case {"channel": id_}:
            channels = world.guild.channels.values()
            return next((channel for channel in channels if channel.id == int(id_)), None)
        case {"role": id_}:
            return next((role for role in world.guild.roles.values() if role.id == int(id_)), None)
        case _:
            return value


def _message(place: ChannelHandle, actor: Actor, wanted: Json) -> discord.Message:
    for message in place.history(viewer=actor):
        if message.id == int(wanted["message"]):
            return message
    raise SetupError("That message is no longer there")
