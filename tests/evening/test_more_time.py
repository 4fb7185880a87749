"""Time as all read it: a pause, more time asked for or given; and leaving without a result."""

import asyncio

from .conftest import DAY, HOUR, IN_BOTH, MINUTE, Evening, labels, refused, said
from .phone import plain
from .test_offers import made, menu
from .test_times import seconds

OFFERED = ["Draw", "Takeback", "Pause", "Call the match off"]


@IN_BOTH
async def test_a_pause_is_read_until_it_ends_by_itself(evening: Evening) -> None:
    livia, brennus, words = evening.livia, evening.brennus, evening.words
    await evening.begin(moves="a1-a3 a7-a5")
    evening.time.ahead += MINUTE
    match, names = evening.id(), evening.named(*OFFERED)
    for who in (livia, brennus):
        assert labels(await menu(evening, who)) == names
    left = (await evening.match()).players[0].clock.time_left(evening.time())
    await evening.press(livia, await made(evening, brennus, "pause"), "Accept")
    (ends,) = seconds(evening.board().content)
    assert ends == ((await evening.match()).updated_ms + 30 * DAY) // 1000
    assert words("time.paused", when=f"<t:{ends}:R>") in evening.board().content
    assert words("list.paused") in said(await livia.slash(evening.channel, "match list"))

    async def refused_again(code: str) -> None:
        again = await livia.slash(evening.channel, "match offer", what="pause")
        assert refused(again) == words(f"match.{code}", match=match)
        assert not {*evening.named("Pause")} & {*labels(await menu(evening, livia))}

    await refused_again("paused_already")
    await evening.pass_time(30 * DAY - 2 * MINUTE)
    assert (await evening.match()).paused
    await evening.pass_time(2 * MINUTE)
    assert seconds(evening.board().content) == [(evening.time() + left) // 1000]
    await refused_again("paused_long")
    await asyncio.gather(*await evening.client.desk.pings.deliver())
    assert plain(evening.last().content).startswith(f"<@{livia.id}>")
    assert f"<t:{(evening.time() + left) // 1000}:R>" in evening.last().content
    await evening.pass_time(left)
    await refused_again("flag_down")
    assert plain(evening.named("Give 24 h")[0]) in plain(words("match.flag_down", match=match))
    await evening.press(brennus, evening.board(), "Give 24 h")
    await evening.play("b1-b3 b7-b5")
    asked = await made(evening, brennus, "pause")
    await evening.pass_time(73 * HOUR)
    no = refused(await evening.press(livia, asked, "Accept"))
    assert words("match.flag_down", match=match) in no
    await evening.press(brennus, evening.board(), "Give 24 h")
    await evening.press(livia, asked, "Accept")
    assert (await evening.match()).paused
    await evening.move(livia, "c1-c3")
    assert words("time.paused", when="|").partition("|")[0] not in evening.board().content
    assert not (await evening.match()).paused


@IN_BOTH
async def test_time_is_asked_for_and_given_once_less_than_a_day_is_left(evening: Evening) -> None:
    livia, brennus, words = evening.livia, evening.brennus, evening.words
    await evening.begin(moves="a1-a3 a7-a5")
    for who in (livia, brennus):
        early = refused(await who.slash(evening.channel, "match offer", what="time"))
        assert early == words("match.time_enough")
    (ends,) = seconds(evening.board().content)
    await evening.pass_time(60 * HOUR)  # of 72
    names, (more, give) = evening.named(*OFFERED), evening.named("24 more hours", "Give 24 h")
    assert labels(await menu(evening, livia)) == [*names[:3], more, names[3]]
    stale = await menu(evening, brennus)
    assert labels(stale) == [*names, give]
    await evening.press(brennus, await made(evening, livia, "time"), "Accept")
    posts = len(evening.channel.history())
    for number, way in enumerate(("asked", "menu", "command"), start=1):
        if way == "menu":
            answer = await evening.press(brennus, await menu(evening, brennus), "Give 24 h")
        elif way == "command":
            answer = await brennus.slash(evening.channel, "match offer", what="time")
        if way != "asked":
            assert words("offer.given") in said(answer)
        assert seconds(evening.board().content) == [ends + number * 24 * 3600]
        assert words("time.given", n=24 * number) in evening.board().content
        await evening.pass_time(24 * HOUR)
    assert len(evening.channel.history()) == posts
    await evening.move(livia, "b1-b3")
    assert words("time.given", n=72) not in evening.board().content
    late = said(await evening.press(brennus, stale, "Give 24 h"))
    assert words("match.moved_on", match=evening.id()) in late
    assert words("time.given", n=24) not in evening.board().content


@IN_BOTH
async def test_without_clocks_either_may_leave_after_a_week(evening: Evening) -> None:
    livia, words = evening.livia, evening.words
    await evening.begin(pace="none")
    assert labels(await menu(evening, livia)) == evening.named("Draw", "Call the match off")
    for what in ("pause", "time"):
        answer = refused(await livia.slash(evening.channel, "match offer", what=what))
        assert answer == words("match.no_clocks", match=evening.id())
    await evening.move(livia, "a1-a3")
    asked = await livia.slash(evening.channel, "match resign")
    assert labels(asked) == evening.named("Resign", "Play on")
    await evening.pass_time(7 * DAY)
    asked = await livia.slash(evening.channel, "match resign")
    assert labels(asked) == evening.named("Resign", "Leave without result", "Play on")
    await evening.press(livia, asked, "Leave without result")
    assert f"**{words('over.unfinished')}" in evening.board().content
    await evening.begin_anew(game="junqi-flip", moves="a6 b6")
    early = refused(await evening.brennus.slash(evening.channel, "match resign"))
    await evening.pass_time(2 * DAY)
    assert early == refused(await livia.slash(evening.channel, "match resign"))
    asked = await evening.brennus.slash(evening.channel, "match resign")
    assert labels(asked) == evening.named("Leave without result", "Play on")
    left = await evening.press(evening.brennus, asked, "Leave without result")
    assert words("over.left") in said(left)
    assert f"**{words('over.left')}**" in evening.board().content
