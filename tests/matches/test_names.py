"""A name is a name, whatever it looks like, and stays as it is."""

import pytest

from bot.matches.match.choices import suggestions
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Refusal
from games.core import GameError
from games.records.record import read, write
from tests.databases import BOTH
from tests.samples import sampled

from .club import ANN, Club

NAMES = [
    "@line.deed",
    "line.deed",
    "@murus.wall",
    "match.moved_on",
    "{name}",
    "{0.__class__}",
    "%s %(name)s",
    "<@1> <@&2> <#3> @everyone @here",
    "**b** `c` ||d|| [e](f)",
    "\u202ereversed\u202c",
    "\u200b\u200d\u2060",
    "\u0639\u0644\u064a",
    "\u519b\u68cb\U0001f9ff",
    "'; DROP TABLE players; --",
    "x" * 32,
    "",
    "null",
    "\n\t",
]


@BOTH
@pytest.mark.parametrize("name", sampled(NAMES, 5))
async def test_a_name_goes_through_a_whole_match_as_it_is(club: Club, name: str) -> None:
    host, guest = NamedPerson(11, name), NamedPerson(12, name)
    card = await club.open(opponent=guest, host=host)
    assert (card.terms.host, card.called) == (host, (guest,))
    assert await club.matches.list_matches(12, "mine", None) == (card,)
    match = await club.join(card, guest)
    seen = await club.act(match, host, "a1-a3")
    await club.act(match, guest, "a7-a5")
    offered = await club.matches.offers.offer(club.keys(), match.id, host.id, "takeback")
    await club.answer(match, guest)
    ended = await club.resign(match, host)
    assert ended == await club.matches.match(match.id)
    for found in (match, seen.match, offered, ended):
        assert [player.human for player in found.players] == [host, guest]
    record = await club.matches.evidence.record(match.id)
    assert read(write(record)) == record
    assert await club.matches.evidence.verify(match.id) == ()
    assert (await club.matches.opening.rematch(club.keys(), match.id, guest, 5)).called == (host,)


async def test_what_is_typed_is_never_taken_for_a_word(club: Club) -> None:
    match = await club.begin()
    before = await club.rows()
    seen = await club.matches.see(match.id, ANN.id)
    for name in NAMES:
        if name.strip():
            assert suggestions(seen, name, 25) == []
        with pytest.raises(GameError) as refused:
            await club.act(match, ANN, name)
        assert all(isinstance(value, str | int) for value in refused.value.event.args.values())
        assert await club.rows() == before


async def test_what_nobody_has_kept_is_no_layout(club: Club) -> None:
    match = await club.begin("junqi-dark")
    for name in NAMES:
        with pytest.raises((Refusal, GameError)) as refused:
            await club.matches.setting_up.lay(match.id, ANN.id, name)
        assert all(isinstance(value, str | int) for value in refused.value.event.args.values())
