"""Refusals of what managers want of a match, or have forbidden, and how to provoke them."""

from __future__ import annotations

from bot.matches.match.refusals import Code
from games.clock import DAY, HOUR

from .club import ANN, BOB, CID, GUILD, Club
from .refused_in_time import Asking


async def extending_a_match_of_ones_own(club: Club) -> object:
    match = await club.begin()
    return await club.matches.managing.extend(club.keys(), match.id, GUILD, ANN.id)


async def extending_over_a_fallen_flag(club: Club) -> object:
    match = await club.begin(pace="1d")
    await club.act(match, ANN, "a1-a3")
    await club.act(match, BOB, "a7-a5")
    club.clock.time += DAY
    await club.matches.clocks.due(club.clock.time)
    return await club.matches.managing.extend(club.keys(), match.id, GUILD, CID.id)


async def extending_a_third_time(club: Club) -> object:
    match = await club.begin(pace="1d")
    for _ in range(3):
        club.clock.time += 23 * HOUR
        await club.matches.managing.extend(club.keys(), match.id, GUILD, CID.id)
    return None


async def closing_a_card_of_ones_own(club: Club) -> object:
    match = await club.open()
    return await club.matches.managing.close(club.keys(), match.id, GUILD, ANN, "no")


async def looking_at_a_match_of_another_server(club: Club) -> object:
    return await club.matches.managing.find((await club.begin()).id, GUILD + 1)


async def posting_again_what_is_over(club: Club) -> object:
    match = await club.begin()
    await club.matches.playing.resign(club.keys(), match.id, ANN.id)
    return await club.matches.managing.post_again(match.id, GUILD, CID.id)


async def opening_where_one_is_barred(club: Club) -> object:
    await club.matches.servers.bar(GUILD, ANN.id)
    return await club.open()


async def challenging_somebody_barred(club: Club) -> object:
    await club.matches.servers.bar(GUILD, BOB.id)
    return await club.open()


OF_MANAGERS: list[tuple[Code, Asking]] = [
    (Code.OWN_MANAGING, extending_a_match_of_ones_own),
    (Code.THEIR_FLAG, extending_over_a_fallen_flag),
    (Code.GRANTED_TWICE, extending_a_third_time),
    (Code.OWN_MANAGING, closing_a_card_of_ones_own),
    (Code.UNKNOWN_MATCH, looking_at_a_match_of_another_server),
    (Code.NOT_RUNNING, posting_again_what_is_over),
    (Code.BARRED, opening_where_one_is_barred),
    (Code.THEIR_BARRED, challenging_somebody_barred),
]
