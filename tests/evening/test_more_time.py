"""Offers about time: a pause, more time asked for or given; and leaving without a result."""

from __future__ import annotations

import asyncio

import discord
import pytest
from simcord import InteractionResult, MemberActor

from games.clock import DAY, HOUR, MINUTE
from tests.samples import sampled

from .conftest import IN_BOTH, Evening, labels, press, refused, said
from .test_endings import again as now
from .test_times import seconds

OFFERED = ["Draw", "Takeback", "Pause", "Call the match off"]


async def menu(evening: Evening, who: MemberActor) -> InteractionResult:
    shown = await evening.press(who, evening.board(), "Offer")
    assert shown.ephemeral
    return shown


async def offer(evening: Evening, who: MemberActor, label: str) -> discord.Message:
    """Make an offer in the menu; return it as all see it."""
    shown = await menu(evening, who)
    await evening.press(who, shown, label)
    return evening.last()


async def started(evening: Evening) -> None:
    await evening.begin()
    await evening.play("a1-a3 a7-a5")
    evening.time.ahead += MINUTE


@IN_BOTH
async def test_the_menu_offers_what_is_possible_now(evening: Evening) -> None:
    await started(evening)
    names = evening.named(*OFFERED)
    for who in (evening.livia, evening.brennus):
        assert labels(await menu(evening, who)) == names
    await evening.pass_time(60 * HOUR)  # of 72
    more, give = evening.named("24 more hours", "Give 24 h")
    assert labels(await menu(evening, evening.livia)) == [*names[:3], more, names[3]]
    assert labels(await menu(evening, evening.brennus)) == [*names, give]


async def test_without_clocks_nothing_is_offered_about_time(evening: Evening) -> None:
    await evening.begin(pace="none")
    assert labels(await menu(evening, evening.livia)) == ["Draw", "Call the match off"]
    for what in ("pause", "time"):
        answer = refused(await evening.livia.slash(evening.channel, "match offer", what=what))
        assert "is played without clocks" in answer


@IN_BOTH
async def test_a_pause_that_is_accepted_stops_the_clocks(evening: Evening) -> None:
    await started(evening)
    words = evening.words
    message = await offer(evening, evening.livia, "Pause")
    assert words("offer.pause", player="Livia") in message.content
    assert labels(message) == evening.named("Accept", "Decline", "Withdraw")
    await evening.press(evening.brennus, message, "Accept")
    message = now(evening, message)
    assert words("offer.pause_accepted", player="Brennus") in message.content
    assert labels(message) == []
    (ends,) = seconds(evening.board().content)
    assert ends == ((await evening.match()).updated_ms + 30 * DAY) // 1000
    assert words("time.paused", when=f"<t:{ends}:R>") in evening.board().content
    listed = said(await evening.livia.slash(evening.channel, "match list"))
    assert words("list.paused") in listed
    assert not set(evening.named("Pause")) & set(labels(await menu(evening, evening.livia)))
    again = refused(await evening.livia.slash(evening.channel, "match offer", what="pause"))
    assert again == words("match.paused_already", match=evening.id())
    await evening.move(evening.livia, "b1-b3")
    assert not (await evening.match()).paused
    assert words("time.paused", when=f"<t:{ends}:R>") not in evening.board().content


@IN_BOTH
async def test_a_pause_ends_by_itself_and_who_never_comes_back_loses_on_time(
    evening: Evening,
) -> None:
    await started(evening)
    left = (await evening.match()).players[0].clock.left(evening.time())
    message = await offer(evening, evening.brennus, "Pause")
    await evening.press(evening.livia, message, "Accept")
    await evening.pass_time(30 * DAY - 2 * MINUTE)
    assert (await evening.match()).paused
    await evening.pass_time(2 * MINUTE)
    going = await evening.match()
    assert not going.paused
    assert going.players[0].clock.left(evening.time()) == left
    assert seconds(evening.board().content) == [(evening.time() + left) // 1000]
    again = refused(await evening.livia.slash(evening.channel, "match offer", what="pause"))
    assert again == evening.words("match.paused_long", match=going.id)
    assert not {*evening.named("Pause")} & {*labels(await menu(evening, evening.livia))}
    await asyncio.gather(*await evening.client.desk.pings.deliver())
    when = f"<t:{(evening.time() + left) // 1000}:R>"
    assert evening.last().content.startswith(f"<@{evening.livia.id}>")
    assert when in evening.last().content
    await evening.pass_time(left)
    await evening.press(evening.brennus, evening.board(), "Take the win")
    match = await evening.match()
    assert [one.result for one in match.players] == ["lost", "won"]
    assert await evening.client.desk.matches.evidence.verify(match.id) == ()


@IN_BOTH
async def test_no_pause_is_offered_or_accepted_once_time_has_run_out(evening: Evening) -> None:
    await started(evening)
    message = await offer(evening, evening.brennus, "Pause")
    await evening.pass_time(73 * HOUR)
    refusal = evening.words("match.flag_down", match=evening.id())
    (give,) = evening.named("Give 24 h")
    assert give in refusal
    assert refusal in refused(await evening.press(evening.livia, message, "Accept"))
    assert not (await evening.match()).paused
    for who in (evening.livia, evening.brennus):
        assert not {*evening.named("Pause")} & {*labels(await menu(evening, who))}
    again = await evening.livia.slash(evening.channel, "match offer", what="pause")
    assert refused(again) == refusal
    await evening.press(evening.brennus, evening.board(), "Give 24 h")
    await evening.press(evening.livia, message, "Accept")
    assert (await evening.match()).paused


@IN_BOTH
async def test_more_time_is_asked_for_and_given(evening: Evening) -> None:
    await started(evening)
    early = refused(await evening.livia.slash(evening.channel, "match offer", what="time"))
    assert early == evening.words("match.time_enough")
    (ends,) = seconds(evening.board().content)
    await evening.pass_time(60 * HOUR)
    message = await offer(evening, evening.livia, "24 more hours")
    assert f"<@{evening.brennus.id}>" in message.content
    assert evening.words("offer.time", player="Livia") in message.content
    await evening.press(evening.brennus, message, "Accept")
    assert seconds(evening.board().content) == [ends + 24 * 3600]
    assert evening.words("time.given", n=24) in evening.board().content


@IN_BOTH
async def test_an_offer_about_time_lapses_with_the_next_move(evening: Evening) -> None:
    await started(evening)
    message = await offer(evening, evening.brennus, "Pause")
    await evening.move(evening.livia, "b1-b3")
    message = now(evening, message)
    assert evening.words("offer.pause_lapsed", player="Brennus") in message.content
    assert labels(message) == []


@IN_BOTH
@pytest.mark.parametrize("way", sampled(["menu", "command"]))
async def test_time_is_given_unasked_once_less_than_a_day_is_left(
    evening: Evening, way: str
) -> None:
    await started(evening)
    early = refused(await evening.brennus.slash(evening.channel, "match offer", what="time"))
    assert early == evening.words("match.time_enough")
    (ends,) = seconds(evening.board().content)
    await evening.pass_time(60 * HOUR)
    posts = len(evening.channel.history())
    if way == "menu":
        shown = await menu(evening, evening.brennus)
        answer = await evening.press(evening.brennus, shown, "Give 24 h")
    else:
        answer = await evening.brennus.slash(evening.channel, "match offer", what="time")
    assert evening.words("offer.given") in said(answer)
    assert seconds(evening.board().content) == [ends + 24 * 3600]
    assert len(evening.channel.history()) == posts
    await evening.move(evening.livia, "b1-b3")
    assert evening.words("time.given", n=24) not in evening.board().content


async def test_a_gift_for_a_turn_that_is_over_gives_nothing(evening: Evening) -> None:
    await started(evening)
    await evening.pass_time(60 * HOUR)
    shown = await menu(evening, evening.brennus)
    await evening.move(evening.livia, "b1-b3")
    assert "has moved on" in said(await press(evening.brennus, shown, "Give 24 h"))
    assert "given" not in evening.board().content


@IN_BOTH
async def test_whoever_has_been_kept_waiting_for_a_turns_time_leaves_where_nobody_may_resign_yet(
    evening: Evening,
) -> None:
    await evening.begin(game="junqi-flip")
    await evening.move(evening.livia, "a6")
    await evening.move(evening.brennus, "b6")
    early = refused(await evening.brennus.slash(evening.channel, "match resign"))
    await evening.pass_time(2 * DAY)
    assert early == refused(await evening.livia.slash(evening.channel, "match resign"))
    asked = await evening.brennus.slash(evening.channel, "match resign")
    assert labels(asked) == evening.named("Leave without result", "Play on")
    left = await evening.press(evening.brennus, asked, "Leave without result")
    why = evening.words("over.left")
    assert why in said(left)
    assert f"**{why}**" in evening.board().content


@IN_BOTH
async def test_a_match_without_clocks_is_closed_by_either_player_after_a_week(
    evening: Evening,
) -> None:
    await evening.begin(pace="none")
    await evening.move(evening.livia, "a1-a3")
    asked = await evening.livia.slash(evening.channel, "match resign")
    assert labels(asked) == evening.named("Resign", "Play on")
    await evening.pass_time(7 * DAY)
    asked = await evening.livia.slash(evening.channel, "match resign")
    assert labels(asked) == evening.named("Resign", "Leave without result", "Play on")
    await evening.press(evening.livia, asked, "Leave without result")
    assert f"**{evening.words('over.unfinished')}" in evening.board().content
