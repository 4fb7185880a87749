"""Matches that live on no server: in a person's own channel with the bot, or in letters."""

import pytest

from bot.matches.match.match import NOWHERE, Match, Where
from bot.matches.match.players import Computer
from bot.matches.match.points import pool
from bot.matches.match.shards import Shards
from tests.databases import BOTH

from .club import ANN, BOB, CHANNEL, Club
from .held import Held
from .test_computers import club, held

__all__ = ["club", "held"]
GAMES = ("murus", "ponte", "diablo")


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.matches.club.GUILD", NOWHERE)


async def direct(club: Club, game: str = "murus") -> Match:
    match = await club.open(game, Computer(1), pace="none", where="direct")
    return await club.matches.opening.begin(match.id, club.keys())


@BOTH
async def test_several_run_at_once_in_one_channel(club: Club, held: Held) -> None:
    begun = [await direct(club, game) for game in GAMES]
    assert all(match.running and match.direct and match.housed for match in begun)
    assert {match.place for match in begun} == {CHANNEL}
    here = await club.matches.here(ANN.id, CHANNEL)
    assert {match.id for match in here} == {match.id for match in begun}


@BOTH
async def test_a_rematch_lives_where_the_match_did(club: Club, held: Held) -> None:
    match = await direct(club)
    await club.resign(match, ANN)
    again = await club.matches.opening.rematch(club.keys(), match.id, ANN, 77)
    assert (again.terms.guild, again.place, again.direct) == (NOWHERE, CHANNEL, True)


@BOTH
@pytest.mark.parametrize("where", ["direct", "letters"])
async def test_where_it_lives_is_kept(club: Club, where: Where) -> None:
    match = await club.open(where=where)
    assert (await club.matches.match(match.id)).options.where == where
    begun = await club.join(match, BOB)
    assert begun.housed
    assert pool(begun).guild == NOWHERE


def test_the_first_shard_follows_it() -> None:
    assert Shards(frozenset({0}), 2).hear(NOWHERE)
    assert not Shards(frozenset({1}), 2).hear(NOWHERE)
