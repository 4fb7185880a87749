"""Rated matches for tests: two people whose accounts are old, on a day in spring."""

from dataclasses import fields
from typing import Any

from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Match, Options
from bot.matches.match.players import NamedPerson, Who
from bot.people.points.ratings import Change
from bot.people.points.standing import UNRATED, Standing
from games.clock import DAY
from games.core import Seat

from .club import GUILD, SPRING, Club

EVA, FIN = NamedPerson(5_001, "Eva"), NamedPerson(5_002, "Fin")
GIL, HAL = NamedPerson(5_003, "Gil"), NamedPerson(5_004, "Hal")
OPTIONS = {option.name for option in fields(Options)}
TURNS = ("a1-a3", "b7-b5", "h1-h3", "h7-h5")
"""The first two turns of each side in Murus Gallicus."""


async def card(
    club: Club,
    opponent: Who | None = FIN,
    *others: Who | None,
    host: NamedPerson = EVA,
    game: str = "murus",
    **terms: Any,
) -> Match:
    """Open a match; the first is in spring."""
    club.clock.time = max(club.clock.time, SPRING)
    guild, channel = terms.pop("guild", GUILD), terms.pop("channel", 1)
    options = Options(**{name: terms.pop(name) for name in OPTIONS & set(terms)})
    proposal = Proposal(game, host, (opponent, *others), guild, channel, options, **terms)
    return await club.matches.opening.open(club.keys(), proposal)


async def begun(club: Club, opponent: NamedPerson = FIN, **terms: Any) -> Match:
    """Begin a match of two; the host moves first unless the terms say otherwise."""
    terms = {"wanted": (0,)} | terms
    return await club.join(await card(club, opponent, **terms), opponent)


async def moved(club: Club, match: Match, turns: int = len(TURNS)) -> Match:
    """Play the first turns of a match of Murus."""
    for number, text in enumerate(TURNS[:turns]):
        await club.act(match, match.players[number % 2].human, text)
    return await club.matches.match(match.id)


async def lost(club: Club, match: Match, seat: int) -> Match:
    """Play two turns each, and let a seat resign."""
    match = await moved(club, match)
    return await club.resign(match, match.players[seat].human)


async def played(
    club: Club, loser: NamedPerson = FIN, winner: NamedPerson = EVA, **terms: Any
) -> Match:
    """Play a match as `seat_free` gives the seats, two turns each; one resigns."""
    match = await begun(club, loser, host=winner, wanted=(None,), seat_free=True, **terms)
    seat = match.player_of(loser.id).seat
    return await lost(club, match, seat)


async def faults(club: Club) -> list[tuple[str, Seat | None]]:
    """List what of the points the matches alone do not bear out: matches or games, and seats."""
    return [(point.place, point.seat) async for point in club.matches.checking.points()]


async def standing(club: Club, person: NamedPerson, game: str = "murus") -> Standing:
    """Read where somebody stands in a game on the club's server."""
    return (await club.matches.ratings.on(GUILD, person.id)).get(game, UNRATED)


async def weeks(club: Club, number: int) -> None:
    """Let weeks pass without an outage."""
    club.clock.time += number * 7 * DAY


async def changes(club: Club, match: Match) -> tuple[Change, ...]:
    return await club.matches.ratings.changes(match.id)


async def check(club: Club) -> None:
    """Check that the points are what the matches alone make of them."""
    assert await faults(club) == []


async def four(club: Club) -> Match:
    """Begin a rated match of four-player Junqi."""
    match = await card(club, FIN, GIL, HAL, game="junqi-four")
    assert match.unrated is None
    match = await club.join(match, FIN, GIL, HAL)
    return await club.ready(match, *match.people)
