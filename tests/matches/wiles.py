"""What people try who want more than the rules give: each wile is a function of who tries it.

A wile goes as far as the service lets it, and asks again where it is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable

from bot.matches.match.players import OFFERS, Computer, Offer, OfferKind, Substitute
from games.clock import DAY, HOUR
from games.core import Seat

from .absences import thought
from .rogues import LEFT, Rogue, Wile

CLOSE = 8 * HOUR
"""A flag that falls within this time makes people look for a way out."""
MERCIES: tuple[OfferKind, ...] = ("takeback", "time", "cancel")
"""What a computer grants unless it plays on for somebody."""

# ------------------------------------------------------------- results that hurt


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
            await it.season.post(again)
        match = again and await it.joins(it.friend, again)


# ------------------------------------------------------------ attention of others


async def challenge_and_withdraw(it: Rogue) -> None:
    """Challenge the same people again and again, from channel to channel."""
    for place in range(8):
        made = await it.card(it.victim(), place=place)
        if made and it.season.rng.random() < 0.8:
            await it.cancels(made)


async def propose_rematches_and_withdraw(it: Rogue) -> None:
    """Propose a rematch, cancel it, propose it again."""
    matches = it.season.club.matches
    for match in (await it.ended())[:3]:
        for place in range(3):
            channel = it.place + place
            again = await it.tries(matches.opening.rematch(it.key(), match.id, it.person, channel))
            if again and again.terms.host == it.person:
                await it.season.post(again)
                await it.cancels(again)


async def offer_without_end(it: Rogue) -> None:
    """Offer everything, withdraw it, offer it again, and share the board."""
    for match in await it.running():
        for kind in OFFERS[:5] * 2:
            if offer := await it.offers(match, kind):
                await it.withdraws(match, offer)
        for _ in range(4):
            share = it.season.club.matches.attention.share
            if await it.tries(shared(share(match, it.person.id))):
                revision = match.stand.revision
                it.season.dealings.messages[match.id, revision, it.person.id] += 1


async def shared(sharing: Awaitable[None]) -> bool:
    """Say that a board was shared."""
    await sharing
    return True


async def block_and_offer(it: Rogue) -> None:
    """Block the others or be blocked by them, and go on offering and challenging."""
    people = it.season.club.matches.people
    for match in await it.running():
        for other in match.others(it.own(match).seat):
            if other.person is None or other.person == it.friend:
                continue
            pair = it.person.id, other.human.id
            await people.block(*(pair if it.season.rng.random() < 0.5 else pair[::-1]))
            it.season.dealings.blocked.add(frozenset(pair))
            for kind in ("draw", "pause", "takeback", "cancel"):
                await it.offers(match, kind)
            await it.card(other.person, place=1)


async def come_and_go_at_tables(it: Rogue) -> None:
    """Sit down at tables and leave them, which tells their hosts."""
    matches = it.season.club.matches
    for match in await matches.listed(it.person.id, "open", None, 5, guild=it.season.guild):
        if match.free_places and len(match.invitations) > 2:
            for _ in range(3):
                await it.joins(it.person, match)
                key, user = it.key(), it.person.id
                left = await it.tries(matches.opening.decline(key, match.id, user))
                if left and await matches.attention.ring(left, match.terms.host.id):
                    it.season.note("leave", left, user, match.terms.host.id)


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


# ---------------------------------------------------------- matches without number


async def fill_a_channel_with_computers(it: Rogue) -> None:
    """Begin match after match against the computer, in a channel and in all of them."""
    matches = it.season.club.matches
    for match in await it.running():
        if it.season.rng.random() < 0.4:
            await it.tries(matches.leaving.leave(it.key(), match.id, it.person.id))
    for place in (0, 0, 0, 0, 1, 2, 3, 4):
        if made := await it.card(Computer(1), place=place, game="diablo", pace="none"):
            await matches.opening.begin(made.id, it.key())


async def begin_everything_at_once(it: Rogue) -> None:
    """Open one seat of every game in a channel, before the friend takes them all."""
    for match in await it.running():
        if match.seat_of(it.friend.id) is not None:
            playing = it.season.club.matches.playing
            await it.tries(playing.resign(it.key(), match.id, it.person.id))
    made = [await it.card(None, game=game) for game in ("murus", "ponte", "diablo", "cups")]
    made.append(await it.card(None, game="junqi-flip"))
    for match in filter(None, made):
        await it.joins(it.friend, match)
        await it.cancels(match)


async def play_everywhere(it: Rogue) -> None:
    """Join what a friend opens, in channel after channel, while computers' cards are on the way."""
    opening = it.season.club.matches.opening
    late = [
        await it.card(Computer(1), place=place, game="diablo", posted=False) for place in range(4)
    ]
    for place in range(8):
        if made := await it.card(None, host=it.friend, place=place):
            await it.joins(it.person, made)
        if made := await it.card(None, place=place):
            await it.joins(it.friend, made)
    for made in filter(None, late):
        await it.season.post(made)
        await opening.begin(made.id, it.key())


WILES: tuple[Wile, ...] = (
    forge_ids_of_other_boards,
    begin_everything_at_once,
    void_losses_by_a_throwaway_match,
    dodge_the_flag,
    close_as_moderator,
    leave_early,
    be_replaced_and_come_back,
    take_back_from_a_substitute,
    undo_what_has_ended,
    lose_on_purpose,
    challenge_and_withdraw,
    propose_rematches_and_withdraw,
    offer_without_end,
    block_and_offer,
    come_and_go_at_tables,
    fill_a_channel_with_computers,
    play_everywhere,
)
