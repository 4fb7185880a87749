"""What is found about the turns of an ended match, kept with it."""

import asyncio

from bot.matches.machines.thinkers import Thinkers
from bot.matches.match.match import Match
from bot.matches.match.refusals import Code
from players.library import PLAYERS
from tests.databases import BOTH

from .absences import FOUR, at_four
from .club import ANN, BOB, Club, refusal
from .held import Held
from .test_computers import soon

TURNS = (("a1-a3", ANN), ("a7-a5", BOB), ("b1-b3", ANN))


async def ended(club: Club) -> Match:
    match = await club.begin()
    for text, person in TURNS:
        await club.act(match, person, text)
    return await club.resign(match, BOB)


async def judged(held: Held, *texts: str) -> None:
    for text in texts:
        await soon(lambda: held.asked)
        held.answer(text)


@BOTH
async def test_what_is_found_outlasts_the_process_turn_by_turn(club: Club, url: str) -> None:
    held = Held()
    first = await Club.at(url, thinkers=Thinkers(held, 1))
    match = await ended(first)
    both = await asyncio.gather(*(first.matches.analysing.begin(match.id) for _ in range(2)))
    assert both[0] is both[1], "two who ask at once wait for the same"
    await judged(held, "a1-a3", "b7-b5")
    await soon(lambda: held.asked)
    assert [turn.best for turn in both[0].turns] == ["a1-a3", "b7-b5"]
    assert await first.matches.analysing.find(match) is None
    await first.close()

    again = await Club.at(url, thinkers=Thinkers(later := Held(), 1))
    analysing = again.matches.analysing
    found = await analysing.begin(match.id)
    assert [turn.number for turn in found.turns] == [1, 2]
    await judged(later, "b1-b3")
    await soon(lambda: not analysing.going_on(match.id))
    assert (found.done, found.end, len(later.asked)) == (True, 1.0, 0)
    assert await analysing.find(match) == await analysing.begin(match.id) == found
    await again.close()


async def test_a_match_by_rules_that_are_not_kept_is_not_analysed(club: Club) -> None:
    match = await ended(club)
    await club.run("UPDATE matches SET version = 99")
    assert await refusal(club.matches.analysing.begin(match.id)) == Code.OTHER_RULES
    assert await club.matches.analysing.find(match) is None


async def known(club: Club, match: Match, *judgements: str) -> list[tuple[int, float, float]]:
    """Know each turn's value and loss; return the seats of an analysis, its values and losses."""
    for turn, judgement in enumerate(judgements, start=1):
        row = f"'{match.id}', {turn}, {PLAYERS[match.terms.game].version}, {judgement}"
        await club.run(f"INSERT INTO judgements VALUES ({row})")  # noqa: S608
    found = await club.matches.analysing.find(match)
    assert found
    return [(turn.seat, round(turn.value, 2), round(turn.given_away, 2)) for turn in found.turns]


async def test_values_are_those_of_the_first_side_and_compared_from_turn_to_turn(
    club: Club,
) -> None:
    none, first, third = "NULL, NULL, NULL", "0.6, 0.1, ''", "0.2, 0, ''"
    for second, lost in ((none, 0.1), ("0.7, 0, ''", 0.3)):
        told = await known(club, await ended(club), first, second, third)
        assert (told[0], told[-1]) == ((0, 0.6, lost), (0, 0.2, 0))
    table = await at_four(club)
    for person in FOUR:
        table = await club.offer(table, person, "cancel")
    told = await known(club, table, *["0.7, 0, ''"] * 9)
    assert {seat: value for seat, value, _ in told} == {0: 0.7, 1: 0.3, 2: 0.7, 3: 0.3}
