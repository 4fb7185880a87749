"""Pings that come to be owed while others are read, sent or looked for: none is lost or late."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from bot.matches.match.messages import PostedMessage
from bot.matches.match.ping import Ping
from bot.people.person import Person

from .bells import Ear, bells, prefer
from .conftest import Evening, Match, MatchId
from .dark import play as play_dark


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
        "offer" for one in await ear() if "offer" in one.content
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
    monkeypatch.setattr(matches, "shown", shown_before)
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
        monkeypatch.setattr(owing, "owed", owed)
        async with pings.mentioning(match, [evening.livia.id], "reminder"):
            pass  # a message that cannot mention her
        return found

    monkeypatch.setattr(owing, "owed", owed_before)
    assert await pings.deliver(match.id) == []
    await evening.follow()
    (bell,) = bells(evening)[rung:]
    assert (bell.user, bell.direct) == (evening.livia.id, True)
