"""Refusals of the service to a person who causes too much, and how to provoke them."""

from __future__ import annotations

from dataclasses import replace

from bot.matches.acts.following import MOST_FOLLOWED
from bot.matches.acts.noting import MOST_NOTES
from bot.matches.match.players import Computer
from bot.matches.match.refusals import Code

from .club import ANN, BOB, CHANNEL, CID, GUILD, Club
from .refused_in_time import Asking


def allow(club: Club, **figures: int) -> None:
    """Let one person in the club cause no more than this."""
    attention = club.matches.attention
    attention.allowance = replace(attention.allowance, **figures)


async def a_match_beyond_what_one_can_play(club: Club) -> object:
    allow(club, running=1)
    await club.begin()
    return await club.open(opponent=CID, channel=CHANNEL + 1)


async def joining_somebody_who_plays_enough(club: Club) -> object:
    allow(club, running=1)
    card = await club.open(opponent=None)
    await club.join(await club.open(opponent=ANN, host=CID), ANN)
    return await club.join(card, BOB)


async def a_second_computer(club: Club) -> object:
    allow(club, alone=1)
    await club.open(opponent=Computer(1))
    return await club.open("diablo", opponent=Computer(1), channel=CHANNEL + 1)


async def a_second_start_in_a_channel(club: Club) -> object:
    allow(club, started=1)
    await club.begin()
    return await club.open(opponent=CID)


async def joining_what_would_be_a_second_start(club: Club) -> object:
    allow(club, started=1)
    card = await club.open(opponent=CID)
    await club.begin()
    return await club.join(card, CID)


async def a_fourth_challenge(club: Club) -> object:
    allow(club, challenges=3)
    for number in range(4):
        await club.open(channel=CHANNEL + number)
    return None


async def a_third_challenge_to_the_same(club: Club) -> object:
    allow(club, to_one=2)
    for number in range(3):
        await club.open(channel=CHANNEL + number)
    return None


async def the_same_rematch_a_third_time(club: Club) -> object:
    allow(club, to_one=2)
    match = await club.resign(await club.begin(), ANN)
    for number in range(3):
        card = await club.matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL + number)
        await club.matches.opening.cancel(club.keys(), card.id, ANN.id)
    return None


async def a_second_offer_in_a_turn(club: Club) -> object:
    allow(club, messages=1)
    match = await club.begin()
    for kind in ("draw", "cancel"):
        await club.matches.offers.offer(club.keys(), match.id, ANN.id, kind)
    return None


async def a_draw_after_a_block(club: Club) -> object:
    match = await club.begin()
    await club.matches.people.block(BOB.id, ANN.id)
    return await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")


async def lower(club: Club, name: str, limit: int = 1) -> None:
    """Let the club's server lower one of its limits."""
    await club.matches.attention.limit(GUILD, name, limit)


async def a_second_match_on_a_server_that_wants_one(club: Club) -> object:
    await lower(club, "running")
    await club.begin()
    return await club.open(opponent=CID, channel=CHANNEL + 1)


async def joining_somebody_who_plays_enough_on_a_server(club: Club) -> object:
    await lower(club, "running")
    card = await club.open(opponent=None)
    await club.join(await club.open(opponent=ANN, host=CID), ANN)
    return await club.join(card, BOB)


async def a_second_computer_on_a_server_that_wants_one(club: Club) -> object:
    await lower(club, "alone")
    await club.open(opponent=Computer(1))
    return await club.open("diablo", opponent=Computer(1), channel=CHANNEL + 1)


async def a_second_start_in_a_channel_of_a_server_that_wants_one(club: Club) -> object:
    await lower(club, "started")
    await club.begin()
    return await club.open(opponent=CID)


async def joining_a_second_start_in_a_channel_of_such_a_server(club: Club) -> object:
    await lower(club, "started")
    card = await club.open(opponent=CID)
    await club.begin()
    return await club.join(card, CID)


async def a_second_challenge_on_a_server_that_wants_one(club: Club) -> object:
    await lower(club, "challenges")
    await club.open()
    return await club.open(opponent=CID)


async def raising_a_limit_of_the_host(club: Club) -> object:
    allow(club, running=20)
    await lower(club, "running", 21)
    return None


async def following_ones_own_match(club: Club) -> object:
    await club.matches.following.follow((await club.begin()).id, ANN.id)
    return None


async def following_a_match_beyond_what_one_can(club: Club) -> object:
    for channel in range(MOST_FOLLOWED):
        match = await club.begin(channel=channel)
        await club.matches.following.follow(match.id, CID.id)
    await club.matches.following.follow(match.id, CID.id)
    await club.matches.following.follow((await club.begin()).id, CID.id)
    return None


async def a_note_beyond_what_one_can_write(club: Club) -> object:
    match = await club.begin()
    for turn in range(1, MOST_NOTES + 1):
        row = "INSERT INTO notes VALUES ('{match}', {user}, {turn}, 'x', NULL)"
        await club.run(row.format(match=match.id, user=ANN.id, turn=turn))
    return await club.matches.noting.note(match.id, ANN.id, 0, "one more")


async def publishing_notes_before_the_end(club: Club) -> object:
    await club.matches.noting.publish((await club.begin()).id, ANN)
    return None


async def publishing_no_notes(club: Club) -> object:
    match = await club.resign(await club.begin(), ANN)
    await club.matches.noting.publish(match.id, ANN)
    return None


async def a_second_page_on_a_day(club: Club) -> object:
    allow(club, pages=1)
    await club.matches.attention.share_page(ANN.id)
    await club.matches.attention.share_page(ANN.id)
    return None


OF_ATTENTION: list[tuple[Code, Asking]] = [
    (Code.MOST_RUNNING, a_match_beyond_what_one_can_play),
    (Code.THEIR_RUNNING, joining_somebody_who_plays_enough),
    (Code.MOST_ALONE, a_second_computer),
    (Code.MOST_STARTED, a_second_start_in_a_channel),
    (Code.THEIR_STARTED, joining_what_would_be_a_second_start),
    (Code.MOST_CHALLENGES, a_fourth_challenge),
    (Code.MOST_TO_ONE, a_third_challenge_to_the_same),
    (Code.HERE_RUNNING, a_second_match_on_a_server_that_wants_one),
    (Code.HERE_THEIR_RUNNING, joining_somebody_who_plays_enough_on_a_server),
    (Code.HERE_ALONE, a_second_computer_on_a_server_that_wants_one),
    (Code.HERE_STARTED, a_second_start_in_a_channel_of_a_server_that_wants_one),
    (Code.HERE_THEIR_STARTED, joining_a_second_start_in_a_channel_of_such_a_server),
    (Code.HERE_CHALLENGES, a_second_challenge_on_a_server_that_wants_one),
    (Code.ABOVE_HOST, raising_a_limit_of_the_host),
    (Code.MOST_REMATCHES, the_same_rematch_a_third_time),
    (Code.MOST_MESSAGES, a_second_offer_in_a_turn),
    (Code.FOLLOWS_OWN, following_ones_own_match),
    (Code.MOST_FOLLOWED, following_a_match_beyond_what_one_can),
    (Code.MOST_NOTES, a_note_beyond_what_one_can_write),
    (Code.NOTES_LATER, publishing_notes_before_the_end),
    (Code.NO_NOTES, publishing_no_notes),
    (Code.MOST_PAGES, a_second_page_on_a_day),
    (Code.ONLY_ENDING, a_draw_after_a_block),
]
