"""Refusals of what managers want of a match, or have forbidden, and how to provoke them."""

from __future__ import annotations

from bot.matches.match.refusals import Code

from .club import ANN, BOB, CID, GUILD, Club
from .refused_in_time import Asking


async def extending_a_match_of_ones_own(club: Club) -> object:
    match = await club.begin()
    return await club.matches.managing.extend(club.keys(), match.id, GUILD, ANN.id)


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
    (Code.OWN_MANAGING, closing_a_card_of_ones_own),
    (Code.UNKNOWN_MATCH, looking_at_a_match_of_another_server),
    (Code.NOT_RUNNING, posting_again_what_is_over),
    (Code.BARRED, opening_where_one_is_barred),
    (Code.THEIR_BARRED, challenging_somebody_barred),
]
