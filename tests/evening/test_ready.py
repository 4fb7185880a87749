"""People who are ready to play are drawn opponents, and meet where managers have chosen."""

import asyncio
from typing import Any

import discord
from simcord import InteractionResult, ResponseMessage

from bot.matches.match.match import NOWHERE
from games.clock import DAY, HOUR
from tests.patience import PATIENCE_S

from .conftest import IN_BOTH, Evening, items, labels, press, said, shown_by
from .managers import manager
from .strangers import Strangers
from .test_admin_config import serve

GLANCE_S = 0.05
MEET = ("admin.config.to_meet",)


async def ready(evening: Evening, who: Any, place: Any = None) -> ResponseMessage:
    """Open the panel and press I am ready."""
    panel = await who.slash(place or evening.channel, "match ready")
    assert evening.words("ready.want") in labels(panel)
    pressed = await who.click(shown_by(panel), label=evening.words("ready.want"))
    assert evening.words("ready.unwish") in labels(pressed)
    shown: ResponseMessage = shown_by(pressed)
    return shown


async def tick(who: Any, panel: ResponseMessage, name: str, *values: str) -> InteractionResult:
    """Choose in one of the panel's lists."""
    ids = [item["custom_id"] for item in items(panel)]
    (id_,) = (id_ for id_ in ids if id_.startswith(f"s:-:0:wish:{name} "))
    chosen: InteractionResult = await who.select(panel, list(values), custom_id=id_)
    return chosen


async def draw(evening: Evening, *people: Any, guild: int | None = None) -> None:
    """Let an hour go by, draw opponents, and wait until these people play."""
    evening.time.ahead += HOUR
    await evening.client.desk.matches.pairing.draw(evening.guild.id if guild is None else guild)
    await playing(evening, *people)


async def playing(evening: Evening, *people: Any) -> None:
    """Wait until these people have a board; the bot may be drawing by itself just now."""
    matches = evening.client.desk.matches
    for _ in range(int(PATIENCE_S / GLANCE_S)):
        found = [await matches.list_matches(who.id, "mine", None) for who in people]
        if all(own and own[0].running for own in found):
            break
        await evening.follow()
        await asyncio.sleep(GLANCE_S)
    await evening.follow()


@IN_BOTH
async def test_two_who_are_ready_meet_in_the_channel_of_the_server(evening: Evening) -> None:
    await serve(evening, manager(evening), "ready", evening.channel, ways=MEET)
    for who in (evening.livia, evening.brennus):
        panel = await ready(evening, who)
        await tick(who, panel, "kinds", "murus basic")
    await draw(evening, evening.livia, evening.brennus)
    place = evening.channel.threads[-1]
    board = evening.board(place)
    mover, other = evening.livia, evening.brennus
    if mover.mention not in board.content:
        mover, other = other, mover
    assert mover.mention in board.content
    assert evening.words("button.not_this") in labels(board)
    await evening.move(mover, "a1-a3", place)
    late = await evening.press(mover, evening.board(place), "Not this one")
    assert evening.words("match.turned_down_late", match=evening.id(place))[:20] in said(late)
    off = await evening.press(other, evening.board(place), "Not this one")
    assert off.ephemeral
    assert evening.words("ready.turned_down") in said(off)
    assert labels(off) == [evening.words("settings.block", name=mover.name)]
    await evening.follow()
    assert evening.words("over.cancelled") in evening.board(place).content
    assert labels(evening.board(place)) == evening.named("More")
    blocked = await other.click(shown_by(off), label=labels(off)[0])
    assert mover.mention in said(blocked) or mover.name in said(blocked)


async def test_the_list_leads_to_the_panel_and_offers_what_has_waited_for_a_day(
    evening: Evening,
) -> None:
    await serve(evening, manager(evening), "ready", evening.channel, ways=MEET)
    listed = await evening.livia.slash(evening.channel, "match list")
    panel = await evening.press(evening.livia, listed, "Ready to play")
    assert evening.words("ready.title") in said(panel)
    await tick(evening.livia, await ready(evening, evening.livia), "kinds", "ponte standard")
    await tick(evening.brennus, await ready(evening, evening.brennus), "kinds", "murus basic")
    evening.time.ahead += DAY + HOUR
    listed = await evening.brennus.slash(evening.channel, "match list")
    assert "Ponte" in said(listed)
    assert str(evening.livia.id) not in str(listed.response)
    assert "Livia" not in str(listed.response)
    taken = await press(evening.brennus, listed, evening.words("ready.take_up"))
    assert evening.words("ready.begins")[:20] in said(taken)
    gone = await press(evening.brennus, listed, evening.words("ready.take_up"))
    assert "no longer to be had" in said(gone)
    await playing(evening, evening.livia, evening.brennus)
    assert evening.board(evening.channel.threads[-1])
    assert "Ponte" in str(evening.channel.threads[-1].name)
    again = await evening.brennus.slash(evening.channel, "match list")
    assert evening.words("ready.take_up") not in labels(again)


@IN_BOTH
async def test_strangers_are_drawn_from_anywhere_and_play_by_letter(evening: Evening) -> None:
    club = Strangers(evening)
    words = evening.words
    for who in (club.livia, club.quintus):
        place = club.places[who.id]
        panel = await who.slash(place, "match ready")
        ticked = await tick(who, shown_by(panel), "kinds", "diablo size-8")
        turned = await who.click(shown_by(ticked), label=words("ready.to_everywhere"))
        assert words("ready.everywhere") in said(turned)
        done = await who.click(shown_by(turned), label=words("ready.want"))
        assert words("ready.unwish") in labels(done)
        assert "Quintus" not in str(done.response) or who is club.quintus
    await draw(club, club.livia, club.quintus, guild=NOWHERE)
    for who in (club.livia, club.quintus):
        assert words("button.not_this") in labels(club.shown(who))
    assert evening.channel.threads == []


async def test_the_direct_message_offers_anybody_and_one_button_takes_the_wish_off(
    evening: Evening,
) -> None:
    user = evening.users["Mara"]
    panel = await user.slash("match ready")
    assert evening.words("ready.everywhere") in said(panel)
    assert evening.words("ready.to_here") not in labels(panel)
    on = await user.click(shown_by(panel), label=evening.words("ready.want"))
    off = await user.click(shown_by(on), label=evening.words("ready.unwish"))
    assert evening.words("ready.want") in labels(off)
    assert await evening.client.desk.matches.pairing.wish_of(evening.mara.id) is None


async def test_forged_panels_and_unseen_channels_are_refused(evening: Evening) -> None:
    hidden: dict[Any, discord.PermissionOverwrite]
    hidden = {evening.livia: discord.PermissionOverwrite(view_channel=False)}
    closed = evening.guild.create_text_channel("closed", overwrites=hidden)
    await serve(evening, manager(evening), "ready", closed, ways=MEET)
    panel = await evening.livia.slash(evening.channel, "match ready")
    refused = await evening.livia.click(shown_by(panel), label=evening.words("ready.want"))
    assert f"<#{closed.id}>" in said(refused)
    assert await evening.client.desk.matches.pairing.wish_of(evening.livia.id) is None
