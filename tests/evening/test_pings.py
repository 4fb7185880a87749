"""Pings: one each, to the right person, at the right time, in the right place."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from bot.matches.match.messages import PostedMessage
from bot.matches.match.ping import Ping
from bot.people.person import Person
from tests.samples import sampled

from .bells import Ear, bells, prefer, wait
from .conftest import DAY, HOUR, MINUTE, Evening, Match, MatchId, expect, press
from .dark import begin as begin_dark
from .dark import play as play_dark
from .dark import ready

NIGHT = {"quiet_from": 23 * 60, "quiet_until": 7 * 60}
"""Quiet hours in which an evening begins: at midnight, UTC."""


async def test_a_turn_rings_once_for_the_one_to_move_where_they_want_it(evening: Evening) -> None:
    await evening.begin()
    ear = Ear(evening)
    await evening.move(evening.livia, "a1-a3")
    (bell,) = await ear()
    assert (bell.user, bell.direct) == (evening.brennus.id, False)
    assert bell.content.startswith(f"<@{evening.brennus.id}>, your move")
    await ear.rest(2)
    await prefer(evening, evening.brennus, ping="dm")
    for where in ("here", "thread"):
        place = await evening.begin_anew(where)
        await ear()
        await evening.move(evening.livia, "a1-a3", place)
        (bell,) = await ear()
        assert bell.direct
        board, match = evening.board(place), evening.id(place)
        assert bell.content.startswith(f"your move in `{match}` Murus Gallicus · [go there](")
        assert f"/{board.channel.id}/{board.id})" in bell.content
        await ear.rest(2)


async def test_an_end_that_comes_by_itself_rings_for_all(evening: Evening) -> None:
    await evening.begin(moves="a1-a3 a7-a5")
    await wait(evening, 80)
    ear = Ear(evening)
    await wait(evening, 7 * 24)
    rung = await ear()
    assert [bell.user for bell in rung] == [evening.livia.id, evening.brennus.id]
    assert {bell.content for bell in rung} == {evening.board().content}
    await ear.rest(24)


@pytest.mark.slow
async def test_without_pings_nothing_rings(evening: Evening) -> None:
    for who in (evening.livia, evening.brennus):
        await prefer(evening, who, ping="none")
    await play_dark(evening)
    await evening.move(evening.livia, "c5-c4")
    await evening.agree("draw")
    await wait(evening, 24)
    assert bells(evening) == []
    assert len(evening.letters("Brennus")) > 1  # they come silently


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wishes", "direct", "letters"),
    sampled(
        [
            ({"ping": "channel"}, False, 1),
            ({"ping": "dm"}, True, 1),
            ({"ping": "channel", "boards_by_dm": False}, False, 0),
            ({"ping": "dm", "boards_by_dm": False}, True, 1),
        ]
    ),
)
async def test_a_turn_of_dark_junqi_rings_once_too(
    evening: Evening, wishes: dict[str, object], direct: bool, letters: int
) -> None:
    await prefer(evening, evening.brennus, **wishes)
    await play_dark(evening)
    ear, before = Ear(evening), len(evening.letters("Brennus"))
    await evening.move(evening.livia, "c5-c4")
    (bell,) = await ear()
    assert (bell.user, bell.direct) == (evening.brennus.id, direct)
    assert len(evening.letters("Brennus")) == before + letters
    await ear.rest(1)


@pytest.mark.slow
async def test_set_up_and_end_of_dark_junqi_ring_once_for_each(evening: Evening) -> None:
    await prefer(evening, evening.brennus, ping="dm")
    await begin_dark(evening)
    start = bells(evening)[1:]  # after the challenge
    assert sorted((bell.user, bell.direct) for bell in start) == sorted(
        [(evening.livia.id, False), (evening.brennus.id, True)]
    )
    for who in (evening.livia, evening.brennus):
        await ready(evening, who)
    ear = Ear(evening)
    await evening.agree("draw")
    ended, offered = await ear()
    assert (offered.user, offered.direct) == (evening.brennus.id, True)
    assert (ended.user, ended.direct) == (evening.livia.id, False)


@pytest.mark.slow
async def test_in_quiet_hours_a_ping_follows_the_silent_board(evening: Evening) -> None:
    await prefer(evening, evening.brennus, **NIGHT)
    await evening.begin()
    ear = Ear(evening)
    await evening.move(evening.livia, "a1-a3")
    assert await ear() == []
    assert f"<@{evening.brennus.id}>, your move" in evening.board().content
    await ear.rest(6.9)
    await evening.restart()
    await wait(evening, 0.2)
    (bell,) = await ear()
    assert bell.user == evening.brennus.id
    assert bell.content.startswith(f"<@{evening.brennus.id}> · your move in `")
    await evening.restart()
    await ear.rest(12)


@pytest.mark.parametrize("way", sampled(["channel", "dm"]))
async def test_the_side_that_did_not_act_is_told_of_the_end(evening: Evening, way: str) -> None:
    for who in (evening.livia, evening.brennus):
        await prefer(evening, who, ping=way)
    both = [evening.livia, evening.brennus]
    for what, others in (("resign", both[1:]), ("draw", both[:1]), ("cancel", both[:1])):
        await evening.begin_anew()
        ear = Ear(evening)
        if what == "resign":
            await evening.resign(evening.livia)
            ended = await ear()
        else:
            await evening.agree(what)
            *ended, offered = await ear()
            assert offered.user == evening.brennus.id
        direct = way == "dm"
        assert [(bell.user, bell.direct) for bell in ended] == [(who.id, direct) for who in others]
        await ear.rest(1)


async def test_a_challenge_rings_where_the_challenged_wants_it(evening: Evening) -> None:
    await prefer(evening, evening.brennus, ping="dm")
    ear = Ear(evening)
    result = await evening.new(evening.livia, opponent=evening.brennus)
    (bell,) = await ear()
    assert (bell.user, bell.direct) == (evening.brennus.id, True)
    assert bell.content.startswith("Livia challenges you to `")
    await press(evening.brennus, result, "Decline")
    (declined,) = await ear()
    assert (declined.user, declined.direct) == (evening.livia.id, False)
    await ear.rest(1)


async def on_the_way(evening: Evening) -> Ear:
    """Begin a match in which both have moved, and Livia is to move within a day."""
    await evening.begin(pace="1d", moves="a1-a3 a7-a5")
    return Ear(evening)


async def test_one_reminder_at_four_fifths_and_one_notice_at_zero(evening: Evening) -> None:
    ear = await on_the_way(evening)
    await ear.rest(19)
    await wait(evening, 0.5)
    (reminder,) = await ear()
    assert reminder.user == evening.livia.id
    expect(reminder.content, "your time in `", "runs out <t:")
    await ear.rest(3)
    await wait(evening, 2)
    notices = {bell.user: bell.content for bell in await ear()}
    assert set(notices) == {evening.livia.id, evening.brennus.id}
    expect(notices[evening.livia.id], "your time in `", "has run out")
    assert "Livia has run out of time" in notices[evening.brennus.id]
    for _ in range(6):
        await ear.rest(24)
    await wait(evening, 24)
    assert sorted(bell.user for bell in await ear()) == sorted(
        [evening.livia.id, evening.brennus.id]
    )
    await ear.rest(24)


@pytest.mark.parametrize("label", sampled(["My board", "Move"]))
async def test_who_has_just_looked_is_not_reminded(evening: Evening, label: str) -> None:
    ear = await on_the_way(evening)
    await wait(evening, 19)
    await evening.livia.click(evening.board(), label=label)
    await ear.rest(0.5, 3)


async def test_a_reminder_is_not_sent_to_who_moves_as_it_is_about_to_be(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear = await on_the_way(evening)
    pings = evening.client.desk.matches.pings
    owed = pings.owed_pings

    async def owed_meanwhile(
        now_ms: int, match: MatchId | None = None
    ) -> tuple[tuple[Ping, Person], ...]:
        due = await owed(now_ms, match)
        if any(ping.kind == "reminder" for ping, _ in due):
            monkeypatch.setattr(pings, "owed_pings", owed)
            await evening.move(evening.livia, "b1-b3")
        return due

    monkeypatch.setattr(pings, "owed_pings", owed_meanwhile)
    await wait(evening, 19.5)
    assert [bell.user for bell in await ear()] == [evening.brennus.id]
    await ear.rest(1)


@pytest.mark.slow
async def test_a_strict_end_is_told_to_both_once_though_its_board_is_late(evening: Evening) -> None:
    await prefer(evening, evening.livia, ping="dm")
    place = await evening.begin(pace="1d", strict=True, moves="a1-a3 a7-a5")
    evening.env.inject_error(
        "POST", f"/channels/{place.id}/messages", status=500, code=0, times=1
    )  # there alone: a letter that is late as well would take it
    await evening.pass_time(DAY + HOUR)
    await evening.env.settle()
    evening.env.backend.faults.clear()
    ear = Ear(evening)
    await evening.client.desk.matches.followers.sweep()
    await wait(evening, 1)
    assert [(bell.user, bell.direct) for bell in await ear()] == [
        (evening.livia.id, True),
        (evening.brennus.id, False),
    ]
    await ear.rest(48)


async def test_after_a_start_a_ping_waits_for_the_board_it_leads_to(evening: Evening) -> None:
    await prefer(evening, evening.livia, ping="dm")
    place = await evening.begin(moves="a1-a3")
    room = f"/channels/{place.id}/messages"
    evening.env.inject_error("POST", room, status=500, code=0, times=None)
    await evening.brennus.slash(place, "move", move="a7-a5")
    await evening.env.settle()
    evening.time.ahead += HOUR
    ear = Ear(evening)
    await evening.restart()
    await ear.rest(0.1)
    evening.env.backend.faults.clear()
    await evening.client.desk.matches.followers.sweep()
    await wait(evening, 0)
    (bell,) = await ear()
    assert (bell.user, bell.direct) == (evening.livia.id, True)
    assert "](https://" in bell.content
    await ear.rest(1)


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(["the round", "the letter"]))
async def test_what_a_letter_is_telling_is_not_told_by_a_ping_too(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    await prefer(evening, evening.brennus, ping="dm")
    await play_dark(evening)
    ear, pings = Ear(evening), evening.client.desk.pings
    bell = pings.covered_ping

    async def with_a_round(match: Match, person: Person) -> Ping | None:
        if first == "the round":
            await pings.deliver()
        ping = await bell(match, person)
        if first == "the letter":
            await pings.deliver()
        return ping

    monkeypatch.setattr(pings, "covered_ping", with_a_round)
    await evening.move(evening.livia, "c5-c4")
    await evening.env.settle()
    (_,) = await ear(evening.brennus)


async def test_quiet_hours_that_begin_as_pings_are_sent_are_kept(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear = await on_the_way(evening)
    await prefer(evening, evening.livia, ping="dm", quiet_from=19 * 60 + 31, quiet_until=23 * 60)
    pings = evening.client.desk.matches.pings
    owed = pings.owed_pings

    async def slowly(now_ms: int, match: MatchId | None = None) -> tuple[tuple[Ping, Person], ...]:
        due = await owed(now_ms, match)
        if due:
            monkeypatch.setattr(pings, "owed_pings", owed)
            evening.time.ahead += 5 * MINUTE
        return due

    monkeypatch.setattr(pings, "owed_pings", slowly)
    await ear.rest(19.5)


@pytest.mark.slow
async def test_in_dark_junqi_a_missed_turn_is_told_once(evening: Evening) -> None:
    await prefer(evening, evening.brennus, ping="dm")
    await play_dark(evening, pace="1d")
    await evening.play("c5-c4 c8-c9 c4-c5")
    ear = Ear(evening)
    await wait(evening, 25)
    rung = await ear(evening.brennus)
    assert sum("your seat has missed a turn in `" in bell.content for bell in rung) == 1
    assert len(rung) <= 2


async def test_pings_are_said_in_chinese(evening: Evening) -> None:
    for who in (evening.livia, evening.brennus):
        await prefer(evening, who, ping="dm", locale="zh-CN")
    ear = await on_the_way(evening)
    await wait(evening, 20)
    await wait(evening, 5)
    expect("\n".join(bell.content for bell in await ear()), "用完", "已经用完", "超时了")
    letters = [message.content for message in evening.letters("Brennus")]
    assert letters[0].startswith("Livia 向你挑战：`") or letters[0].startswith("Livia向你挑战：`")
    assert any("轮到你了" in letter for letter in letters)


# ------------------------------------- what comes to be owed while others are read or sent


@pytest.mark.slow
async def test_a_letter_of_an_earlier_board_crosses_out_no_newer_ping(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await prefer(evening, evening.brennus, ping="dm")
    await play_dark(evening)
    ear, pings = Ear(evening), evening.client.desk.pings
    matches, bell = evening.client.desk.matches, pings.covered_ping

    async def offered_meanwhile(match: Match, person: Person) -> Ping | None:
        monkeypatch.setattr(pings, "covered_ping", bell)
        offered = await matches.offers.offer(77, match.id, evening.livia.id, "draw")
        await matches.pings.later(offered, evening.brennus.id, "offer")
        return await bell(match, person)

    monkeypatch.setattr(pings, "covered_ping", offered_meanwhile)
    await evening.move(evening.livia, "c5-c4")
    await evening.env.settle()
    owed = await matches.pings.owed_pings(evening.time())
    kinds = {ping.kind for ping, _ in owed} | {
        "offer" for bell in await ear() if "offer" in bell.content
    }
    assert "offer" in kinds


async def test_an_offer_rings_at_once_though_its_ping_looked_for_it_too_early(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await prefer(evening, evening.brennus, ping="dm")
    await evening.begin()
    rung, matches, pings = (
        len(bells(evening)),
        evening.client.desk.matches,
        evening.client.desk.pings,
    )
    show, shown, deliver = matches.show, matches.latest_messages, pings.deliver
    looked, known, tried_again = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def show_late(posted: PostedMessage) -> None:
        await pings.deliver(posted.match)
        await looked.wait()
        await show(posted)
        known.set()

    async def shown_before(match: MatchId) -> Mapping[str, PostedMessage]:
        found = await shown(match)
        looked.set()
        if not known.is_set():
            await tried_again.wait()
        return found

    async def deliver_and_tell(only: MatchId | None = None) -> list[asyncio.Task[bool]]:
        posting = await deliver(only)
        if known.is_set():
            tried_again.set()
        return posting

    monkeypatch.setattr(matches, "show", show_late)
    monkeypatch.setattr(matches, "latest_messages", shown_before)
    monkeypatch.setattr(pings, "deliver", deliver_and_tell)
    await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert tried_again.is_set()
    (bell,) = bells(evening)[rung:]
    assert (bell.user, bell.direct) == (evening.brennus.id, True)


async def test_what_comes_to_be_owed_while_the_pings_are_read_rings_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await prefer(evening, evening.livia, ping="dm")
    await evening.begin()
    match, rung = await evening.match(), len(bells(evening))
    pings, owing = evening.client.desk.pings, evening.client.desk.matches.pings
    owed = owing.owed_pings

    async def owed_before(
        now_ms: int, only: MatchId | None = None
    ) -> Sequence[tuple[Ping, Person]]:
        found = await owed(now_ms, only)
        monkeypatch.setattr(owing, "owed_pings", owed)
        async with pings.mentioning(match, [evening.livia.id], "reminder"):
            pass  # a message that cannot mention her
        return found

    monkeypatch.setattr(owing, "owed_pings", owed_before)
    assert await pings.deliver(match.id) == []
    await evening.follow()
    (bell,) = bells(evening)[rung:]
    assert (bell.user, bell.direct) == (evening.livia.id, True)
