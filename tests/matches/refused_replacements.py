"""Requests about absent seats that the service refuses."""

from __future__ import annotations

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson, Offer, Substitute
from bot.matches.match.refusals import Code
from games.core import Seat

from .absences import BY_COMPUTER, BY_PERSON, RollCall, absent, at_four, wanted
from .club import ANN, BOB, CID, DAN, Club
from .refused_in_time import Asking


async def offered(club: Club) -> tuple[Match, Offer]:
    """Begin a match with an absent seat that anybody may take."""
    match = await absent(club)
    made = await wanted(club, match, BY_PERSON)
    assert made
    return match, made


async def replacing_somebody_who_is_there(club: Club) -> object:
    return await wanted(club, await club.begin(), BY_COMPUTER)


async def replacing_somebody_before_all_have_moved(club: Club) -> object:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    await club.matches.leaving.muster(match.id, ANN.id)
    return await wanted(club, match, Substitute(Seat(1), 1), ANN.id)


async def replacing_oneself(club: Club) -> object:
    return await wanted(club, await absent(club), BY_COMPUTER, ANN.id)


async def a_person_where_pieces_are_hidden(club: Club) -> object:
    return await wanted(club, await at_four(club), BY_PERSON)


async def a_level_that_nobody_plays_at(club: Club) -> object:
    return await wanted(club, await absent(club), Substitute(Seat(0), 9))


async def agreeing_to_ones_own_replacement(club: Club) -> object:
    match = await at_four(club)
    made = await wanted(club, match, BY_COMPUTER)
    assert made
    return await club.matches.offers.answer(
        club.keys(), match.id, ANN.id, "replace", True, made.revision, made.seat, made.substitute
    )


async def taking_ones_own_seat(club: Club) -> object:
    match, made = await offered(club)
    return await club.matches.offers.take(club.keys(), match.id, ANN, made)


async def taking_a_second_seat(club: Club) -> object:
    match, made = await offered(club)
    return await club.matches.offers.take(club.keys(), match.id, BOB, made)


async def taking_a_seat_of_somebody_who_has_blocked_one(club: Club) -> object:
    match, made = await offered(club)
    await club.matches.people.block(BOB.id, CID.id)
    return await club.matches.offers.take(club.keys(), match.id, CID, made)


async def taking_a_seat_after_somebody_else(club: Club) -> object:
    match, made = await offered(club)
    await club.matches.offers.take(club.keys(), match.id, CID, made)
    return await club.matches.offers.take(club.keys(), match.id, DAN, made)


async def moving_where_somebody_else_plays_on(club: Club) -> object:
    match, made = await offered(club)
    await club.matches.offers.take(club.keys(), match.id, CID, made)
    return await club.act(match, ANN, "b1-b3")


async def moving_where_a_computer_plays_on(club: Club) -> object:
    match = await absent(club)
    await wanted(club, match, BY_COMPUTER)
    return await club.act(match, ANN, "b1-b3")


async def taking_a_seat_that_is_for_a_computer(club: Club) -> object:
    match = await at_four(club)
    made = await wanted(club, match, BY_COMPUTER)
    assert made
    return await club.matches.offers.take(club.keys(), match.id, CID, made)


async def taking_a_seat_before_all_have_agreed(club: Club) -> object:
    match = await club.join(await club.open("quartet-shown", BOB, CID, DAN), BOB, CID, DAN)
    for person in (ANN, BOB, CID, DAN):
        match = (await club.act(match, person, "soo")).match
    for seat in range(4):
        match = (await club.act(match, match.players[seat].human, "wait")).match
    club.matches.leaving.roll_call = RollCall({match.players[0].human.id})
    await club.matches.leaving.muster(match.id, match.players[1].human.id)
    made = await wanted(club, match, BY_PERSON, match.players[1].human.id)
    assert made
    return await club.matches.offers.take(club.keys(), match.id, NamedPerson(505, "Eve"), made)


async def taking_back_what_was_played_for_another(club: Club) -> object:
    match, made = await offered(club)
    await club.matches.offers.take(club.keys(), match.id, CID, made)
    return await club.matches.offers.offer(club.keys(), match.id, BOB.id, "takeback")


OF_REPLACEMENTS: list[tuple[Code, Asking]] = [
    (Code.NOBODY_ABSENT, replacing_somebody_who_is_there),
    (Code.OWN_SEAT, replacing_oneself),
    (Code.ONLY_COMPUTERS, a_person_where_pieces_are_hidden),
    (Code.HAD_A_SEAT, taking_a_second_seat),
    (Code.NOT_AGREED, taking_a_seat_before_all_have_agreed),
    (Code.REPLACED, moving_where_somebody_else_plays_on),
    (Code.REPLACED_BY_COMPUTER, moving_where_a_computer_plays_on),
    (Code.TAKEN_OVER_SINCE, taking_back_what_was_played_for_another),
    (Code.NOBODY_ABSENT, replacing_somebody_before_all_have_moved),
    (Code.NO_LEVEL, a_level_that_nobody_plays_at),
    (Code.NOT_ASKED, agreeing_to_ones_own_replacement),
    (Code.OWN_SEAT, taking_ones_own_seat),
    (Code.BLOCKED, taking_a_seat_of_somebody_who_has_blocked_one),
    (Code.NO_OFFER, taking_a_seat_after_somebody_else),
    (Code.NO_OFFER, taking_a_seat_that_is_for_a_computer),
]
