"""Turns taken back: asked for by one side, granted by the other."""

import asyncio
import random
from dataclasses import replace

import pytest

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson, Offer
from bot.matches.match.refusals import Code, Refusal
from games.clock import HOUR, PACES, PaceName
from games.core import Entry
from games.records.verify import verify
from tests.databases import BOTH

from .club import ANN, BOB, FIRST, RULEBOOK, SECOND, Club, refusal
from .story import Story


async def played(club: Club, *moves: str, game: str = "murus") -> Match:
    """Begin a match in which Ann and Bob have moved in turn."""
    match = await club.begin(game)
    for number, text in enumerate(moves):
        await club.act(match, (ANN, BOB)[number % 2], text)
    return await club.matches.match(match.id)


async def stands(club: Club, match: Match, person: NamedPerson) -> str:
    """Return why somebody cannot ask for a takeback; check that nothing has changed."""
    before = await club.rows()
    code = await refusal(club.offer(match, person, "takeback"))
    assert await club.rows() == before
    return code


@BOTH
async def test_the_one_who_moved_takes_the_move_back_and_makes_another(club: Club) -> None:
    match = await played(club, "a1-a3", "a7-a5")
    again = await club.take_back(match, BOB, ANN)
    assert (again.stand.revision, again.stand.turns) == (3, 1)
    assert again.to_act == {SECOND}
    assert again.stand.taken_back
    assert (await club.log(match.id))[-1] == Entry("takeback", SECOND, "1")
    assert (await club.matches.match(match.id)) == again
    seen = await club.matches.see(match.id, BOB.id)
    assert seen.last == (FIRST, "a1-a3")
    assert again.offer is None
    seen = await club.act(match, BOB, "b7-b5")
    assert (seen.match.stand.turns, seen.match.stand.taken_back) == (2, False)
    await club.check(match.id)
    ended = await club.finish(seen.match, random.Random(1))
    assert verify(await club.matches.evidence.record(ended.id), RULEBOOK) == ()


async def test_takebacks_follow_one_another_and_the_one_to_move_takes_two_back(club: Club) -> None:
    match = await played(club, "a1-a3", "a7-a5", "b1-b3")
    for asking, granting, back, turns in ((ANN, BOB, 1, 2), (BOB, ANN, 1, 1), (ANN, BOB, 1, 0)):
        assert (await club.take_back(match, asking, granting)).stand.turns == turns
        assert (await club.log(match.id))[-1].text == str(back)
    assert await stands(club, match, ANN) == "core.nothing_to_take_back"
    for number, text in enumerate(("a1-a3", "a7-a5")):
        await club.act(match, (ANN, BOB)[number], text)
    again = await club.take_back(match, ANN, BOB)
    assert (again.stand.turns, again.to_act) == (0, frozenset({FIRST}))
    assert (await club.log(match.id))[-1] == Entry("takeback", FIRST, "2")
    await club.check(match.id)


@BOTH
@pytest.mark.parametrize("pace", ["quick", "normal", "3d"])
async def test_a_takeback_gives_every_clock_back_as_it_was(club: Club, pace: PaceName) -> None:
    match = await club.begin(pace=pace)

    async def left() -> list[int]:
        now = await club.matches.match(match.id)
        return [player.clock.time_left(club.clock.time) for player in now.players]

    for mover, text in ((ANN, "a1-a3"), (BOB, "a7-a5")):
        club.clock.time += HOUR
        await club.act(match, mover, text)
    before = await left()
    for _ in range(3):  # every time it was a gift of the increment
        await club.act(match, ANN, "b1-b3")
        await club.take_back(match, ANN, BOB)
        assert await left() == before
    start = PACES[pace].start_ms
    for asking, granting in ((ANN, BOB), (BOB, ANN)):
        club.clock.time += 2 * HOUR
        match = await club.matches.match(match.id)
        if asking is BOB:
            await club.act(match, ANN, "a1-a3")
            await club.act(match, BOB, "a7-a5")
        await club.take_back(match, asking, granting)
        assert (await left())[FIRST if asking is ANN else SECOND] == start
        await club.check(match.id)
    ended = await club.finish(await club.matches.match(match.id), random.Random(1))
    record = await club.matches.evidence.record(ended.id)
    assert verify(record, RULEBOOK) == ()
    for number, event in enumerate(record.clock):
        if event.kind == "takeback":
            rest = (*record.clock[:number], *record.clock[number + 1 :])
            more = (*record.clock[:number], replace(event, ms=event.ms + 1), *rest[number:])
            for forged in (rest, more):
                codes = [event.code for event in verify(replace(record, clock=forged), RULEBOOK)]
                assert "verify.bad_clock_event" in codes


async def test_clocks_not_known_from_their_start_are_left_as_they_stand(club: Club) -> None:
    match = await played(club, "a1-a3")
    await club.run("UPDATE players SET bank_ms = bank_ms + 1 WHERE seat = 0")
    assert (await club.take_back(match, ANN, BOB)).players[FIRST].clock.bank_ms == 72 * HOUR + 1
    assert [row["kind"] for row in (await club.rows())["clock_events"]] == ["start"]


async def test_asking_changes_nothing_and_neither_does_a_no(club: Club) -> None:
    match = await played(club, "a1-a3")
    asked = await club.offer(match, ANN, "takeback")
    assert asked.offer == Offer("takeback", FIRST, 1)
    assert (asked.stand, asked.updated_ms) == (match.stand, match.updated_ms)
    assert await stands(club, match, ANN) == Code.OWN_OFFER
    assert await refusal(club.answer(match, ANN)) == Code.OWN_OFFER
    after = await club.answer(match, BOB, accept=False)
    declined = replace(match.players[FIRST], declined=frozenset({"takeback"}))
    assert replace(after, serial=match.serial) == replace(
        match, players=(declined, match.players[SECOND])
    )


async def test_when_both_ask_it_is_for_different_turns_and_a_move_answers_too(club: Club) -> None:
    match = await played(club, "a1-a3", "a7-a5")
    await club.offer(match, ANN, "takeback")
    assert (await club.offer(match, BOB, "takeback")).offer == Offer("takeback", SECOND, 2)
    assert (await club.answer(match, ANN)).stand.turns == 1
    await club.offer(match, ANN, "takeback")
    await club.act(match, BOB, "a7-a5")
    answer = club.matches.offers.answer(club.keys(), match.id, BOB.id, "takeback", True, 1)
    assert await refusal(answer) == Code.NO_OFFER


STANDS = [
    ("begin; Ann moves a1-a3", BOB, "core.nothing_to_take_back"),
    ("begin; Ann moves a1-a3; sql UPDATE matches SET version = 0", ANN, Code.OTHER_RULES),
    ("begin diablo; chance", ANN, "core.drawn_since"),
    ("begin junqi-flip; Ann moves a1", ANN, "junqi.flip_stands"),
    ("begin junqi-flip; Ann moves a1", BOB, "core.nothing_to_take_back"),
    ("begin junqi-dark; Ann lays; Bob lays", ANN, "core.nothing_to_take_back"),
]


@pytest.mark.parametrize(("deeds", "who", "code"), STANDS)
async def test_what_cannot_be_taken_back_stands(
    club: Club, deeds: str, who: NamedPerson, code: str
) -> None:
    story = Story(club)
    await story.tell(deeds)
    assert await stands(club, story.matches[0], who) == code


async def test_in_the_dark_moves_are_taken_back_but_no_capture(club: Club) -> None:
    match = await club.ready(await club.begin("junqi-dark"), ANN, BOB, layout="decoy")
    await club.act(match, ANN, "c3-b3")
    position = (await club.row(match.id))["position"]
    await club.act(match, BOB, "c10-b10")
    again = await club.take_back(match, BOB, ANN)
    assert ((await club.row(match.id))["position"], again.stand.turns) == (position, 1)
    await club.act(match, BOB, "a7-a6")
    for player in (ANN, BOB):
        assert await stands(club, match, player) == "junqi.capture_stands"
    await club.check(match.id)


async def test_what_was_played_meanwhile_is_not_taken_for_the_last_turn(club: Club) -> None:
    match = await played(club, "a1-a3", "a7-a5")
    await club.offer(match, ANN, "takeback")
    granting = club.matches.offers.answer(club.keys(), match.id, BOB.id, "takeback", True, 2)
    answered, _ = await asyncio.gather(
        granting, club.act(match, ANN, "b1-b3"), return_exceptions=True
    )
    now = await club.matches.match(match.id)
    await club.check(match.id)
    if isinstance(answered, Refusal):
        assert (answered.event.code, now.stand.turns) == (Code.NO_OFFER, 3)
    else:
        assert (now.stand.turns, now.stand.taken_back) in ((0, True), (1, False))
