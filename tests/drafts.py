"""Matches that are put together on the panel of `/match new`, as its button Post has them."""

import re
from dataclasses import replace
from typing import Any

import discord
from simcord import ChannelHandle, Env, InteractionResult, MemberActor

from bot.ui.controls.new_panel import Draft
from games.library import GAMES

PANEL = {"seat", "where", "strict", "hints", "resigns"}
"""What is chosen for a match on the panel alone."""


def posting(game: str, *guests: Any, variant: str = "", level: Any = 0, **wishes: Any) -> str:
    """Return the custom id that posts a match with these guests, None for anybody."""
    draft = Draft(GAMES[game]).invite([guest.id if guest else 0 for guest in guests])
    draft = draft.of(GAMES[game].variant(variant))
    return f"m:-:0:post:{draft.but(level=int(level), **wishes)}"


def plant(env: Env, on: Any, custom_id: str, values: list[str] | None = None) -> None:
    """Put an invented button or select on a message in place of its own."""
    kind: dict[str, Any] = {"type": 2, "style": 2, "label": "?"}
    if values:
        kind = {"type": 3, "options": [{"label": value, "value": value} for value in values]}
    components = [{"type": 1, "components": [{**kind, "custom_id": custom_id}]}]
    channel = on.channel.id if isinstance(on, discord.Message) else on.channel_id
    env.backend.get_message(channel, on.id).components = components


async def opened(
    env: Env, host: MemberActor, place: ChannelHandle, **options: Any
) -> InteractionResult:
    """Use `/match new`, or press Post on its panel where it has no option for one of these; return
    the card as the answer, or what is said instead."""
    if PANEL.isdisjoint(options):
        return await host.slash(place, "match new", **options)
    shown = await host.slash(place, "match new")
    if shown.response is None or not shown.response.components:
        return shown
    guests = (options.pop(name, None) for name in ("opponent", "partner", "opponent2"))
    post = posting(options.pop("game"), *guests, **options)
    plant(env, shown.response, post)
    done = await host.click(shown.response, custom_id=post)
    card = done.response and re.search(r"/(\d+)\)", done.response.content)
    ids = [int(card[1])] if card else []
    first, *others = (*ids, *(message.id for message in done.followups))
    answer = replace(done._interaction, message_id=first, followup_ids=others, ephemeral=not card)
    return InteractionResult(env, answer)
