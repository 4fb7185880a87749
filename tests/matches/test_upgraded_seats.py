"""Seats that were taken over, in a database that goes back to an older version and forth again."""

from __future__ import annotations

import itertools

import pytest

from bot.matches.match.messages import SHOWN_OPEN, PostedMessage, audience_of
from bot.matches.match.players import Computer
from games.seat_audit import Code
from tests.databases import BOTH, migrate, rows

from .absences import BY_COMPUTER, BY_PERSON, absent, wanted
from .club import BOB, CHANNEL, CID, Club


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize("revision", ["0014", "0013", "0003"])
async def test_whoever_has_taken_a_seat_over_keeps_it_there_and_back(
    club: Club, revision: str
) -> None:
    asked = await absent(club, channel=CHANNEL + 1)
    offer = await wanted(club, asked, BY_PERSON)
    assert offer
    await club.matches.show(PostedMessage(asked.id, audience_of(offer), CHANNEL, 1, SHOWN_OPEN))
    by_person = await absent(club)
    offer = await wanted(club, by_person, BY_PERSON)
    assert offer
    await club.matches.offers.take(club.keys(), by_person.id, CID, offer)
    await club.act(by_person, CID, "b1-b3")
    by_computer = await absent(club, channel=CHANNEL + 2)
    await wanted(club, by_computer, BY_COMPUTER)
    at_first = await club.open(opponent=Computer(2), channel=CHANNEL + 3, seat="second")
    at_first = await club.matches.opening.begin(at_first.id, club.keys())
    everywhere = (asked, by_person, by_computer, at_first)
    before = [await club.matches.match(match.id) for match in everywhere]
    assert before[3].players[0].computer, "whose invitation is the second"
    await club.close()
    await migrate(club.url, revision)
    kept = [row["audience"] for row in (await rows(club.url))["boards"]]
    assert not [one for one in kept if one.startswith("offer:")]
    later = await Club.at(club.url)
    after = [await later.matches.match(match.id) for match in everywhere]
    for one, other in zip(before, after, strict=True):
        assert [player.who for player in other.players] == [player.who for player in one.players]
        assert other.offer is None
    if revision == "0014":
        assert [one.players[0].substitution for one in after] == [
            one.players[0].substitution for one in before
        ]
    later.clock.time, later.keys = club.clock.time, itertools.count(10**6).__next__
    await later.resign(by_person, BOB)
    # 0014 knows holders, but not the clock that begins anew for them.
    found = [one.code for one in await later.matches.evidence.verify(by_person.id)]
    assert found == ([Code.HOLDER_WITHOUT_CLOCK] if revision == "0014" else [])
    await later.close()
