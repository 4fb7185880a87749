"""What befalls those who are ready, or have been drawn: haste, absence, a bot that dies."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine

from bot.matches.match.match import NOWHERE, Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.matches.referee import Referee
from games.clock import DAY, HOUR, MINUTE
from tests import databases
from tests.databases import BOTH, listening

from .absences import pass_time
from .club import ANN, BOB, CHANNEL, CID, DAN, GUILD, Club, reason
from .test_ready import EVERYBODY, chosen, drawn, opened, seated, since, wish

SUMMER = datetime(2026, 3, 29, 1, 30, tzinfo=ZoneInfo("Europe/Zurich"))
"""Half an hour before the clocks of Zurich go forward."""
MANY, FEW, MOST_FOR_ONE = 2_000, 12, 24
"""How many are ready, and the most statements for a match that begins."""
WISH = (
    "INSERT INTO wishes (person, guild, kinds, paces, points, most, since_ms, pressed_ms) "
    "VALUES ({n}, {guild}, 'murus basic', 'normal', 'either', 1, {n}, {now})"
)


async def two_ready(club: Club, most: int = 1) -> int:
    """Let Ann and Bob be ready, one after the other; return since when Ann waits."""
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(most=most))
        club.clock.time += MINUTE
    return await since(club, ANN)


async def wishing(club: Club) -> set[int]:
    """Return who is on the list."""
    return {row["person"] for row in await databases.read(club.url, "SELECT person FROM wishes")}


def dying(monkeypatch: pytest.MonkeyPatch, *, late: bool) -> None:
    """Let the bot die before or just after it changes a match."""
    commit = Referee.commit

    async def die(*args: Any, **options: Any) -> None:
        if late:
            await commit(*args, **options)
        raise RuntimeError("died")

    monkeypatch.setattr(Referee, "commit", die)


@BOTH
@pytest.mark.parametrize("late", [False, True])
async def test_a_death_as_a_match_is_turned_down_costs_nobody_their_place(
    club: Club, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    waited = await two_ready(club)
    (match,) = await drawn(club)
    key = club.keys()
    with monkeypatch.context() as dead:
        dying(dead, late=late)
        with pytest.raises(RuntimeError):
            await club.matches.pairing.turn_down(key, match.id, BOB.id)
    assert (await since(club, ANN) == waited) is late
    off = await club.matches.pairing.turn_down(key, match.id, BOB.id)
    assert off.stand.phase == "called_off"
    assert await since(club, ANN) == waited


@BOTH
@pytest.mark.parametrize("late", [False, True])
async def test_a_death_as_a_first_flag_falls_takes_off_only_who_has_let_it_fall(
    club: Club, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    await two_ready(club)
    (match,) = await drawn(club)
    absent, other = match.people
    paired = await since(club, other)
    for span_ms in (48 * HOUR, DAY - 1):  # until they are reminded, and just before the end
        await pass_time(club, span_ms)
    with monkeypatch.context() as dead:
        dying(dead, late=late)
        await pass_time(club, 1)
    assert (absent.id in await wishing(club)) is not late
    assert (await since(club, other) == paired) is not late
    assert (await club.matches.match(match.id)).running is not late
    await pass_time(club, MINUTE)
    assert reason(await club.matches.match(match.id)) == "not_begun"
    assert await wishing(club) == {other.id}
    assert await since(club, other) < paired


@BOTH
async def test_whoever_has_been_drawn_again_since_is_not_put_back(club: Club) -> None:
    await two_ready(club, most=2)
    (first,) = await drawn(club)
    club.clock.time += MINUTE
    await club.matches.clocks.look(first, ANN.id)
    await club.matches.pairing.want(CID.id, GUILD, wish())
    (second,) = await drawn(club)
    assert seated(second) == {"Ann", "Cid"}
    again = await since(club, ANN)
    await club.matches.pairing.turn_down(club.keys(), first.id, BOB.id)
    await club.matches.pairing.take_off(BOB.id)
    assert await since(club, ANN) == again
    await club.matches.pairing.want(DAN.id, GUILD, wish())
    assert await drawn(club) == [], "Ann has not been seen since"


async def agree(club: Club, match: Match) -> None:
    """Let both agree to call the match off."""
    await club.offer(match, ANN, "cancel")
    await club.answer(match, BOB)


async def close(club: Club, match: Match) -> None:
    """Let somebody who manages the server call the match off."""
    await club.matches.leaving.close(club.keys(), match.id, CID)


@BOTH
@pytest.mark.parametrize("end", [agree, close])
async def test_whose_match_ends_before_it_has_begun_waits_on(
    club: Club, end: Callable[[Club, Match], Awaitable[None]]
) -> None:
    waited = await two_ready(club)
    (match,) = await drawn(club)
    await end(club, match)
    assert (await club.matches.match(match.id)).stand.phase == "called_off"
    assert await since(club, ANN) == waited
    assert await drawn(club) == [], "the same two are not drawn again"
    await club.matches.pairing.want(CID.id, GUILD, wish())
    (again,) = await drawn(club)
    assert seated(again) == {"Ann", "Cid"}


@BOTH
async def test_a_card_that_cannot_be_posted_costs_nobody_their_place(club: Club) -> None:
    waited = await two_ready(club)
    club.clock.time += HOUR
    await club.matches.pairing.draw(GUILD)
    assert await since(club, ANN) > waited
    ((card,),) = [row.values() for row in await databases.read(club.url, "SELECT id FROM matches")]
    await club.matches.opening.withdraw(card)
    assert await since(club, ANN) == waited
    assert await drawn(club) == [], "the same two are not drawn again"


@BOTH
async def test_two_who_play_in_a_thread_instead_have_one_match_as_they_wished(club: Club) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, NOWHERE, wish())
    club.clock.time += HOUR
    await pairing.draw(NOWHERE)
    ((card,),) = [row.values() for row in await databases.read(club.url, "SELECT id FROM matches")]
    letters = await club.matches.opening.begin(card, club.keys())
    there = await pairing.move_in(letters.id, GUILD, CHANNEL, letters.people)
    match = await club.matches.opening.begin(there.id, club.keys())
    club.clock.time += MINUTE
    for person in (ANN, BOB):
        await club.matches.clocks.look(match, person.id)
        await pairing.want(person.id, NOWHERE, wish())
    await pairing.want(CID.id, NOWHERE, wish())
    club.clock.time += HOUR
    await pairing.draw(NOWHERE)
    assert len(await databases.read(club.url, "SELECT id FROM matches")) == 2
    await agree(club, match)
    club.clock.time += HOUR
    await pairing.draw(NOWHERE)
    assert len(await databases.read(club.url, "SELECT id FROM matches")) == 3


@BOTH
async def test_two_processes_pair_everybody_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing = await chosen(club)
    for number in range(FEW):
        person = NamedPerson(1000 + number, f"P{number}")
        monkeypatch.setitem(EVERYBODY, person.id, person)
        await pairing.want(person.id, GUILD, wish())
    other = await Club.at(club.url)
    try:
        await other.matches.servers.recall()
        other.matches.pairing.find = pairing.find
        club.clock.time += HOUR
        other.clock.time = club.clock.time
        await asyncio.gather(pairing.draw(GUILD), other.matches.pairing.draw(GUILD))
    finally:
        await other.close()
    people = [person.id for match in await opened(club) for person in match.people]
    assert sorted(people) == [1000 + number for number in range(FEW)]
    rows = await databases.read(club.url, "SELECT match, person FROM pairings")
    assert sorted(row["person"] for row in rows) == sorted(people)
    assert all(row["match"] for row in rows)


@BOTH
async def test_what_is_pressed_twice_at_once_is_done_once(club: Club) -> None:
    pairing = await chosen(club)
    await asyncio.gather(*(pairing.want(ANN.id, GUILD, wish()) for _ in range(3)))
    assert await wishing(club) == {ANN.id}
    await pairing.want(BOB.id, GUILD, wish("ponte standard"))
    club.clock.time += DAY
    offered = await pairing.offer(BOB.id)
    assert offered
    taking = [pairing.take_up(BOB.id, offered.text) for _ in range(3)]
    told = await asyncio.gather(*taking, return_exceptions=True)
    codes = [answer.event.code for answer in told if isinstance(answer, Refusal)]
    assert (told.count(None), codes) == (1, [Code.OFFER_GONE] * 2)
    (match,) = await opened(club)
    down = [pairing.turn_down(club.keys(), match.id, who.id) for who in (ANN, BOB)]
    ended = await asyncio.gather(*down, return_exceptions=True)
    assert sum(isinstance(answer, Refusal) for answer in ended) == 1
    assert (await club.matches.match(match.id)).stand.phase == "called_off"
    await asyncio.gather(pairing.take_off(ANN.id), pairing.draw(GUILD), pairing.take_off(ANN.id))
    assert await wishing(club) == {BOB.id}


@BOTH
async def test_a_vacation_begun_after_the_wish_keeps_its_owner_out_of_the_draw(club: Club) -> None:
    await two_ready(club)
    await club.matches.vacations.take(BOB.id, 1, club.clock.time + 30 * MINUTE)
    assert await drawn(club) == []
    club.clock.time += DAY
    (match,) = await drawn(club)
    began = club.clock.time
    late = match.people[0]
    await club.matches.vacations.take(late.id, 3)
    await pass_time(club, 3 * DAY + HOUR)
    assert (await club.matches.match(match.id)).running, "the vacation holds the clock"
    while club.clock.time < began + 5 * DAY - HOUR:
        await pass_time(club, HOUR)
    assert (await club.matches.match(match.id)).running
    await pass_time(club, 2 * HOUR)
    assert reason(await club.matches.match(match.id)) == "not_begun"
    assert late.id not in await wishing(club)


async def test_first_turns_have_72_hours_in_the_night_in_which_clocks_go_forward(
    club: Club,
) -> None:
    await two_ready(club)
    club.clock.time = round(SUMMER.timestamp() * 1000) - HOUR
    for person in (ANN, BOB):
        await club.matches.prefer(
            person.id, zone="Europe/Zurich", quiet_from=22 * 60, quiet_until=7 * 60
        )
        await club.matches.pairing.want(person.id, GUILD, wish())
    (match,) = await drawn(club)
    first = (await club.matches.people.get(match.people[0].id)).next_ping_at(club.clock.time)
    assert datetime.fromtimestamp(first / 1000, SUMMER.tzinfo).hour == 7
    assert first == club.clock.time + 4 * HOUR + 30 * MINUTE, "an hour of that night is missing"
    assert match.players[0].clock.deadline_ms is not None
    for _ in range(71):
        await pass_time(club, HOUR)
    assert (await club.matches.match(match.id)).running
    await pass_time(club, 2 * HOUR)
    assert reason(await club.matches.match(match.id)) == "not_begun"


@BOTH
async def test_on_a_server_the_bot_has_left_nobody_is_drawn_and_wishes_stand(club: Club) -> None:
    waited = await two_ready(club)
    pairing, known = club.matches.pairing, club.matches.pairing.find
    for person in (CID, DAN):
        await pairing.want(person.id, NOWHERE, wish())

    async def find(guild: int, person: int) -> NamedPerson | None:
        if guild == GUILD:
            raise Refusal(Code.NO_LOOK)
        return EVERYBODY[person]

    pairing.find = find
    assert await drawn(club) == []
    await pairing.draw(NOWHERE)
    cards = await databases.read(club.url, "SELECT guild, place FROM matches")
    assert [(row["guild"], row["place"]) for row in cards] == [(NOWHERE, "letters")]
    assert await since(club, ANN) == waited
    await pairing.want(ANN.id, NOWHERE, wish())
    assert await since(club, ANN) == waited, "and counts everywhere, if its owner wants so"
    pairing.find = known


@BOTH
async def test_a_draw_of_very_many_on_one_server_asks_no_more_than_of_a_few(club: Club) -> None:
    """But for what each match needs that begins."""
    pairing = await chosen(club)

    async def draw(*people: NamedPerson) -> int:
        """Draw among these alone; return how many statements that takes."""
        asked: list[str] = []

        async def find(guild: int, person: int) -> NamedPerson | None:
            if person not in EVERYBODY:
                raise Refusal(Code.NO_LOOK)
            return EVERYBODY[person]

        def executed(_c: object, _cursor: object, statement: str, *_: object) -> None:
            asked.append(statement)

        pairing.find, now = find, club.clock.time
        await club.run(
            "DELETE FROM wishes",
            *(WISH.format(n=person.id, guild=GUILD, now=now) for person in people),
        )
        club.clock.time += HOUR
        with listening(Engine, "before_cursor_execute", executed):
            await pairing.draw(GUILD)
        return len(asked)

    crowd = await draw(*(NamedPerson(10_000 + number, "") for number in range(MANY)))
    none = await draw()
    four = await draw(ANN, BOB, CID, DAN)
    assert len(await opened(club)) == 2
    assert crowd == none
    assert four - none <= 2 * MOST_FOR_ONE
