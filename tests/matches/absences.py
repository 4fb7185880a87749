"""Deserted seats for tests: a flag that has fallen, a roll call that finds a player gone."""

from dataclasses import dataclass, field
from typing import Any

from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Match, Options
from bot.matches.match.players import NamedPerson, Offer, Substitute
from games.clock import HOUR
from games.core import Seat

from .club import ANN, BOB, CHANNEL, CID, DAN, GUILD, Club

OPENING = ((ANN, "a1-a3"), (BOB, "b7-b5"))
BY_PERSON, BY_COMPUTER = Substitute(Seat(0)), Substitute(Seat(0), 1)
"""The substitutes for Ann."""
FOUR = (ANN, BOB, CID, DAN)


@dataclass
class RollCall:
    """A roll call that knows, or (`known`) does not, who has left the server."""

    left: set[int] = field(default_factory=set)
    known: bool = True

    async def __call__(self, match: Match, user: int) -> bool | None:
        return user not in self.left if self.known else None


async def now(club: Club, match: Match) -> Match:
    return await club.check(match.id)


async def thought(club: Club, match: Match) -> Match:
    """Return the match once no computer is thinking."""
    await club.matches.followers.reconcile(match.id)
    while club.matches.computers.thinks(match.id):
        await club.matches.computers.ponder(match.id, 60)
        await club.matches.followers.reconcile(match.id)
    return await now(club, match)


async def pass_time(club: Club, ms: int) -> None:
    """Let time pass at once while the bot is up, and do what is due."""
    club.clock.time += ms
    await club.matches.clocks.due(club.clock.time)


async def begun(club: Club, **options: Any) -> Match:
    """Begin a match of Murus in which both have moved; Ann is to move and has 72 hours left."""
    match = await club.begin(**options)
    for person, text in OPENING:
        await club.act(match, person, text)
    return await club.matches.match(match.id)


async def absent(club: Club, **options: Any) -> Match:
    """Begin a match of Murus in which both have moved, and then Ann's flag has fallen."""
    match = await begun(club, **options)
    await pass_time(club, 72 * HOUR)
    return await club.matches.match(match.id)


async def seated(club: Club, game: str = "quartet", **options: Any) -> Match:
    """Begin a table at which everybody is to set up: Ann, Bob, Cid and Dan by seat."""
    chosen, seats = Options(**options), tuple(map(Seat, range(4)))
    proposal = Proposal(game, ANN, FOUR[1:], GUILD, CHANNEL, chosen, seats)
    return await club.join(await club.matches.opening.open(club.keys(), proposal), *FOUR[1:])


async def at_table(club: Club) -> Match:
    """Begin a table of the toy at which all have hidden their star under the first cap."""
    match = await seated(club)
    for person in FOUR:
        match = (await club.act(match, person, "soo")).match
    return match


async def at_four(club: Club) -> Match:
    """Begin a match of four-player Junqi in which all have moved once, and the first no more."""
    match = await club.join(await club.open("junqi-four", BOB, CID, DAN), BOB, CID, DAN)
    await club.ready(match, *FOUR)
    for person in FOUR:
        await move(club, match, person)
    await pass_time(club, 96 * HOUR)
    for person in FOUR[1:]:
        await move(club, match, person)
    await pass_time(club, 24 * HOUR)
    return await club.matches.match(match.id)


async def flipping(club: Club, missed: int) -> Match:
    """Begin a match of flip Junqi in which both have moved, and then Ann has missed some turns."""
    match = await club.begin("junqi-flip")
    await club.act(match, ANN, "a1")
    await club.act(match, BOB, "a2")
    for number in range(missed):
        if number:
            await club.act(match, BOB, ("b1", "c1", "d1", "e1")[number - 1])
        await pass_time(club, (24 if number else 72) * HOUR)
    return await club.matches.match(match.id)


async def move(club: Club, match: Match, person: NamedPerson) -> None:
    """Make a move that takes nothing."""
    seen = await club.matches.see(match.id, person.id)
    quiet = (turn for turn in seen.game.legal(seen.view) if not seen.game.weight(seen.view, turn))
    await club.act(match, person, seen.game.format(next(quiet)))


async def wanted(
    club: Club, match: Match, substitute: Substitute, by: NamedPerson = BOB
) -> Offer | None:
    """Propose a substitute for an absent player and return the offer, if it stands."""
    return (await club.offer(match, by, "replace", substitute)).offer


async def propose(club: Club, match: Match, substitute: Substitute, by: NamedPerson = BOB) -> Offer:
    """Do the same where the offer stands."""
    made = await wanted(club, match, substitute, by)
    assert made
    return made


async def take_over(club: Club, match: Match, person: NamedPerson, by: NamedPerson = BOB) -> Match:
    """Let somebody play on for who is absent."""
    return await club.take(match, person, await propose(club, match, BY_PERSON, by))
