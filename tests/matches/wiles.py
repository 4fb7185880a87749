"""What people try who want more than the rules give: each wile is a function of who tries it.

A wile goes as far as the service lets it, and asks again where it is refused. What only takes
others' attention is tried, each at its limit, in `test_attention`.
"""

from __future__ import annotations

from bot.matches.match.players import Offer, OfferKind, Substitute
from games.clock import DAY, HOUR
from games.core import Seat

from .absences import thought
from .rogues import LEFT, Rogue, Wile

CLOSE = 8 * HOUR
"""A flag that falls within this time makes people look for a way out."""
MERCIES: tuple[OfferKind, ...] = ("takeback", "time", "cancel")
"""What a computer grants unless it plays on for somebody."""


async def void_losses_by_a_throwaway_match(it: Rogue) -> None:
    """Let a flag fall in a match against a friend that nobody cares for; the friend is lenient."""
    clocks = it.season.club.matches.clocks
    friendly = [one for one in await it.running() if one.seat_of(it.friend.id) is not None]
    if not friendly and (made := await it.begin(pace="quick")):
        for who in (it.person, it.friend):
            await it.plays(made, who)
            await it.plays(made, who)
    for match in friendly:
        if it.own(match).clock.down:
            await it.tries(clocks.give(it.key(it.friend), match.id, it.friend.id))
            await it.tries(clocks.excuse(it.key(), match.id, it.person.id))


async def dodge_the_flag(it: Rogue) -> None:
    """Take a day of vacation, a pause or more time as the flag would fall, and come back early."""
    matches, now = it.season.club.matches, it.season.now
    await matches.prefer(it.person.id, auto_vacation=it.season.rng.random() < 0.5)
    for days in (20, 40):
        await it.tries(matches.vacations.take(it.person.id, 9, now + days * DAY))
    near = [
        one
        for one in await it.running()
        if it.own(one).clock.running and it.own(one).clock.left(now) < CLOSE
    ]
    if not near:
        await it.tries(matches.vacations.end(it.person.id))
        return
    await it.tries(matches.vacations.take(it.person.id, 1))
    await it.tries(matches.vacations.take(it.person.id, 9, now + HOUR))
    for match in await it.running():
        await it.tries(matches.clocks.give(it.key(), match.id, it.person.id))
    for match in near:
        for kind in ("time", "pause"):
            await it.offers(match, kind)


async def close_as_moderator(it: Rogue) -> None:
    """Close what one loses oneself or has lost the seat of, and what the friend loses."""
    leaving = it.season.club.matches.leaving
    for match in [*await it.running(), await it.begin()]:
        if match:
            await it.tries(leaving.close(it.key(), match.id, it.person))
    for match in await it.ended():
        await it.tries(leaving.close(it.key(), match.id, it.person))
    for match in await it.running(it.friend):
        if it.season.rng.random() < 0.05:
            await it.tries(leaving.close(it.key(), match.id, it.person))


async def leave_early(it: Rogue) -> None:
    """Leave every match, and start others."""
    leaving = it.season.club.matches.leaving
    for match in await it.running():
        await it.tries(leaving.leave(it.key(), match.id, it.person.id))
    await it.card(it.victim(), game=it.season.rng.choice(["junqi-dark", "murus"]), pace="none")


async def be_replaced_and_come_back(it: Rogue) -> None:
    """Run out of time, let a computer or somebody play on, and take the seat back or stop it."""
    matches, leaving = it.season.club.matches, it.season.club.matches.leaving
    friendly = [one for one in await it.running(it.friend) if one.begun]
    if len(friendly) < 3 and (made := await it.begin(pace=LEFT)):
        for who in (it.person, it.friend, it.person, it.friend):
            await it.plays(made, who)
    for match in friendly:
        for absent in match.absent:
            level = it.season.rng.choice([None, 1])
            substitute = Substitute(absent.seat, level)
            offer = await it.offers(match, "replace", substitute, it.friend)
            if offer:
                await it.tries(matches.offers.take(it.key(), match.id, it.person, offer))
                other = it.victim()
                await it.tries(matches.offers.take(it.key(other), match.id, other, offer))
        if match.seat_of(it.person.id) is None:
            await it.plays(match)
            await it.tries(matches.playing.resign(it.key(), match.id, it.person.id))
            await it.tries(leaving.close(it.key(), match.id, it.person))


async def take_back_from_a_substitute(it: Rogue) -> None:
    """Let a computer play on for whoever is absent, and ask it for every turn back."""
    running = await it.running()
    if len(running) < 2 and (made := await it.begin(pace=LEFT)):
        for who in (it.person, it.friend) * 3:
            await it.plays(made, who)
    for match in running:
        for absent in match.absent:
            await it.offers(match, "replace", Substitute(absent.seat, 1))
        match = await thought(it.season.club, match)
        if any(one.substitution and one.computer for one in match.players):
            for kind in MERCIES:
                if it.own(match).acting:
                    await it.plays(match)
                if await it.offers(match, kind):
                    await thought(it.season.club, match)


async def undo_what_has_ended(it: Rogue) -> None:
    """Go on in matches that are over: offers, turns, vacations, flags, looks, leaving."""
    matches, user = it.season.club.matches, it.person.id
    for match in (await it.ended())[:3]:
        for kind in ("takeback", "cancel", "draw", "pause", "time"):
            await it.offers(match, kind)
            await it.obliged(await matches.match(match.id))
        for deed in (matches.clocks.take_win, matches.clocks.excuse, matches.clocks.give):
            await it.tries(deed(it.key(), match.id, user))
        await it.tries(matches.playing.resign(it.key(), match.id, user))
        await it.tries(matches.leaving.leave(it.key(), match.id, user))
        await it.tries(matches.opening.cancel(it.key(), match.id, user))
        await it.tries(matches.opening.decline(it.key(), match.id, user))
        await matches.clocks.look(match, user)


async def lose_on_purpose(it: Rogue) -> None:
    """Lose against a friend, again and again."""
    matches = it.season.club.matches
    match = await it.begin(where="here")
    for _ in range(4):
        if match is None:
            return
        await it.tries(matches.playing.resign(it.key(), match.id, it.person.id))
        again = await it.tries(
            matches.opening.rematch(it.key(), match.id, it.person, match.terms.channel)
        )
        if again:
            await it.season.club.post_card(again)
        match = again and await it.joins(it.friend, again)


async def forge_ids_of_other_boards(it: Rogue) -> None:
    """Press the buttons of matches of others, as their ids would be."""
    matches, rng = it.season.club.matches, it.season.rng
    user, opening = it.person.id, matches.opening
    for some in rng.sample(it.season.matches, min(6, len(it.season.matches))):
        match = await matches.match(some.id)
        there = [*match.people, match.terms.host, *(one.person for one in match.invitations)]
        if it.person in there:
            continue
        offer = match.offer or Offer("draw", Seat(0), match.stand.revision)
        forged = (
            matches.offers.withdraw(it.key(), match.id, user, offer),
            matches.offers.answer(it.key(), match.id, user, offer.kind, True, offer.revision),
            matches.offers.offer(it.key(), match.id, user, "cancel"),
            matches.clocks.excuse(it.key(), match.id, user),
            matches.clocks.give(it.key(), match.id, user),
            matches.clocks.take_win(it.key(), match.id, user),
            matches.leaving.leave(it.key(), match.id, user),
            matches.playing.resign(it.key(), match.id, user),
            opening.cancel(it.key(), match.id, user),
            opening.decline(it.key(), match.id, user),
            opening.rematch(it.key(), match.id, it.person, it.place),
        )
        for deed in forged:
            assert await it.tries(deed) is None, (match, it.person)


WILES: tuple[Wile, ...] = (
    forge_ids_of_other_boards,
    void_losses_by_a_throwaway_match,
    dodge_the_flag,
    close_as_moderator,
    leave_early,
    be_replaced_and_come_back,
    take_back_from_a_substitute,
    undo_what_has_ended,
    lose_on_purpose,
)
