"""Every "no" of the service: its code, the match it names, and that nothing has changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.matches import service
from bot.matches.acts.attention import MOST_OPEN
from bot.matches.match.choices import begun
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.players import Offer
from bot.matches.match.refusals import Code, Refusal

from .club import ANN, BOB, CHANNEL, CID, DAN, FIRST, THREAD, Club
from .refused_attention import OF_ATTENTION
from .refused_computers import OF_COMPUTERS
from .refused_data import OF_DATA
from .refused_in_time import OF_TIME, Asking
from .refused_managers import OF_MANAGERS
from .refused_points import OF_POINTS
from .refused_replacements import OF_REPLACEMENTS

NOBODY = MatchId("NONE")

PACKAGE = Path(service.__file__).parent


async def unknown(club: Club) -> object:
    return await club.matches.playing.try_turn(club.keys(), NOBODY, ANN.id, "a1-a3")


async def unknown_game(club: Club) -> object:
    return await club.open("chess")


async def playing_on_under_other_rules(club: Club) -> object:
    match = await club.begin()
    await club.run("UPDATE matches SET version = 0")
    return await club.act(match, ANN, "a1-a3")


async def a_draw_where_there_are_none(club: Club) -> object:
    match = await club.begin("diablo")
    return await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")


async def challenging_oneself(club: Club) -> object:
    return await club.open(opponent=ANN)


async def joining_twice(club: Club) -> object:
    match = await club.begin(opponent=None)
    return await club.matches.opening.join(club.keys(), match.id, CID)


async def declining_a_begun_match(club: Club) -> object:
    match = await club.begin()
    return await club.matches.opening.decline(club.keys(), match.id, BOB.id)


async def cancelling_a_begun_match(club: Club) -> object:
    match = await club.begin()
    return await club.matches.opening.cancel(club.keys(), match.id, ANN.id)


async def accepting_for_another(club: Club) -> object:
    return await club.matches.opening.join(club.keys(), (await club.open()).id, CID)


async def declining_for_another(club: Club) -> object:
    return await club.matches.opening.decline(club.keys(), (await club.open()).id, ANN.id)


async def declining_an_open_seat(club: Club) -> object:
    return await club.matches.opening.decline(
        club.keys(), (await club.open(opponent=None)).id, BOB.id
    )


async def cancelling_for_another(club: Club) -> object:
    return await club.matches.opening.cancel(club.keys(), (await club.open()).id, BOB.id)


async def joining_oneself(club: Club) -> object:
    return await club.matches.opening.join(club.keys(), (await club.open(opponent=None)).id, ANN)


async def accepting_ones_own_challenge(club: Club) -> object:
    return await club.matches.opening.join(club.keys(), (await club.open()).id, ANN)


async def moving_before_the_start(club: Club) -> object:
    return await club.act(await club.open(), ANN, "a1-a3")


async def moving_after_the_end(club: Club) -> object:
    match = await club.begin()
    await club.matches.playing.resign(club.keys(), match.id, ANN.id)
    return await club.act(match, ANN, "a1-a3")


async def looking_before_the_start(club: Club) -> object:
    return await club.matches.see((await club.open()).id, ANN.id)


async def a_square_from_which_nothing_goes(club: Club) -> object:
    match = await club.begin("junqi-dark", variant="standard")
    await club.ready(match, ANN, BOB, layout="balanced")
    return begun(await club.matches.see(match.id, ANN.id), "c1")


async def housing_a_card(club: Club) -> object:
    return await club.matches.opening.live_in((await club.open()).id, THREAD)


async def offering_after_the_end(club: Club) -> object:
    match = await club.begin()
    await club.matches.playing.resign(club.keys(), match.id, ANN.id)
    return await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")


async def moving_for_another(club: Club) -> object:
    return await club.act(await club.begin(), CID, "a1-a3", 99)


async def resigning_for_another(club: Club) -> object:
    return await club.matches.playing.resign(club.keys(), (await club.begin()).id, CID.id)


async def offering_for_another(club: Club) -> object:
    return await club.matches.offers.offer(club.keys(), (await club.begin()).id, CID.id, "draw")


async def answering_for_another(club: Club) -> object:
    match = await club.begin()
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")
    return await club.matches.offers.answer(club.keys(), match.id, CID.id, "draw", True, 0)


async def a_rematch_of_others(club: Club) -> object:
    match = await club.begin()
    await club.matches.playing.resign(club.keys(), match.id, ANN.id)
    return await club.matches.opening.rematch(club.keys(), match.id, CID, CHANNEL)


async def opening_where_others_play(club: Club) -> object:
    await club.begin(where="here")
    return await club.open(host=CID, where="here")


async def moving_in_where_others_play(club: Club) -> object:
    await club.begin(where="here")
    match = await club.begin(host=CID)
    return await club.matches.opening.live_in(match.id, CHANNEL)


async def the_same_challenge_again(club: Club) -> object:
    await club.open()
    return await club.open()


async def the_same_open_seat_again(club: Club) -> object:
    await club.open(opponent=None, where="here")
    return await club.open(opponent=None, where="here")


async def a_second_rematch(club: Club) -> object:
    match = await club.begin()
    await club.matches.playing.resign(club.keys(), match.id, ANN.id)
    await club.matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL)
    return await club.matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL + 1)


async def too_many_cards(club: Club) -> object:
    for place in range(MOST_OPEN):
        await club.open(opponent=None, channel=place)
    return await club.open(opponent=None, channel=MOST_OPEN)


async def an_old_board(club: Club) -> object:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    return await club.act(match, BOB, "a7-a5", 0)


async def resigning_on_an_old_board(club: Club) -> object:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    return await club.matches.playing.resign(club.keys(), match.id, BOB.id, 0)


async def accepting_nothing(club: Club) -> object:
    match = await club.begin()
    return await club.matches.offers.answer(club.keys(), match.id, BOB.id, "draw", True, 0)


async def accepting_something_else(club: Club) -> object:
    match = await club.begin()
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")
    return await club.matches.offers.answer(club.keys(), match.id, BOB.id, "cancel", True, 0)


async def accepting_ones_own_offer(club: Club) -> object:
    match = await club.begin()
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")
    return await club.matches.offers.answer(club.keys(), match.id, ANN.id, "draw", True, 0)


async def answering_what_only_opponents_are_asked(club: Club) -> object:
    match = await club.join(await club.open("quartet", BOB, CID, None), BOB, CID, DAN)
    for person in (ANN, BOB, CID, DAN):
        match = (await club.act(match, person, "soo")).match
    match = (await club.act(match, ANN, "wait")).match
    offers, partner = club.matches.offers, match.players[2].human
    await offers.offer(club.keys(), match.id, ANN.id, "takeback")
    return await offers.answer(club.keys(), match.id, partner.id, "takeback", True, 5)


async def offering_what_was_declined(club: Club) -> Match:
    match, offers = await club.begin(), club.matches.offers
    await offers.offer(club.keys(), match.id, ANN.id, "draw")
    await offers.answer(club.keys(), match.id, BOB.id, "draw", False, 0)
    return await offers.offer(club.keys(), match.id, ANN.id, "draw")


async def offering_twice(club: Club) -> object:
    match = await club.begin()
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")
    return await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")


async def a_record_too_early(club: Club) -> object:
    return await club.matches.evidence.record((await club.begin()).id)


async def a_record_of_a_card(club: Club) -> object:
    card = await club.open()
    await club.matches.opening.cancel(club.keys(), card.id, ANN.id)
    return await club.matches.evidence.record(card.id)


async def opening_layouts_that_never_met(club: Club) -> object:
    match = await club.begin("junqi-dark")
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "cancel")
    await club.matches.offers.answer(club.keys(), match.id, BOB.id, "cancel", True, 0)
    return await club.matches.reading.history(match.id, ANN.id, "open")


async def a_rematch_too_early(club: Club) -> object:
    match = await club.begin()
    return await club.matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL)


async def setting_up_what_has_no_set_up(club: Club) -> object:
    return await club.matches.setting_up.see((await club.begin()).id, ANN.id)


async def setting_up_twice(club: Club) -> object:
    match = await club.begin("junqi-dark", variant="standard")
    await club.matches.setting_up.ready(club.keys(), match.id, ANN.id)
    return await club.matches.setting_up.lay(match.id, ANN.id, "fortress")


async def setting_up_for_another(club: Club) -> object:
    return await club.matches.setting_up.see(
        (await club.begin("junqi-dark", variant="standard")).id, 99
    )


async def an_unknown_layout(club: Club) -> object:
    match = await club.begin("junqi-dark", variant="standard")
    return await club.matches.setting_up.lay(match.id, ANN.id, "castle")


async def a_layout_under_a_preset_name(club: Club) -> object:
    match = await club.begin("junqi-dark", variant="standard")
    return await club.matches.setting_up.save(match.id, ANN.id, "Fortress")


async def too_many_layouts(club: Club) -> object:
    match = await club.begin("junqi-dark", variant="standard")
    for number in range(16):
        await club.matches.setting_up.save(match.id, ANN.id, f"layout {number}")
    return None


async def against_hidden_pieces(club: Club) -> Match:
    match = await club.begin("junqi-dark", variant="standard")
    await club.matches.setting_up.ready(club.keys(), match.id, BOB.id)
    return match


async def marking_ones_own_piece(club: Club) -> object:
    match = await against_hidden_pieces(club)
    return await club.matches.marking.mark(match.id, ANN.id, "a1", "9")


async def marking_with_an_unknown_code(club: Club) -> object:
    match = await against_hidden_pieces(club)
    return await club.matches.marking.mark(match.id, ANN.id, "a12", "Z")


async def marking_where_nothing_is_hidden(club: Club) -> object:
    return await club.matches.marking.mark((await club.begin()).id, ANN.id, "a7", "9")


async def marking_a_piece_that_is_gone(club: Club) -> object:
    match = await against_hidden_pieces(club)
    return await club.matches.marking.mark_piece(match.id, ANN.id, -1, "9")


async def marking_before_the_match_begins(club: Club) -> object:
    return await club.matches.marking.mark((await club.open("junqi-dark")).id, ANN.id, "a12", "9")


async def setting_up_before_the_match_begins(club: Club) -> object:
    return await club.matches.setting_up.see((await club.open("junqi-dark")).id, ANN.id)


async def sealing_another_draft_than_the_one_shown(club: Club) -> object:
    match = await club.begin("junqi-dark")
    shown = (await club.matches.setting_up.see(match.id, ANN.id)).layout
    assert shown
    await club.matches.setting_up.lay(match.id, ANN.id, "decoy")
    return await club.matches.setting_up.ready(club.keys(), match.id, ANN.id, shown.stamp)


async def proposing_when_ones_part_is_over(club: Club) -> object:
    match = await club.join(await club.open("quartet", BOB, CID, None), BOB, CID, DAN)
    for person in (ANN, BOB, CID, DAN):
        await club.act(match, person, "soo")
    await club.resign(match, BOB)
    return await club.matches.offers.offer(club.keys(), match.id, BOB.id, "draw")


async def taking_a_seat_that_is_kept(club: Club) -> object:
    card = await club.open("quartet", BOB, None, None)
    return await club.matches.opening.join(club.keys(), card.id, CID, [1])


async def taking_a_second_seat(club: Club) -> object:
    card = await club.open("quartet", BOB, None, None)
    return await club.matches.opening.join(club.keys(), card.id, BOB, [2])


async def inviting_somebody_twice(club: Club) -> object:
    return await club.open("murus", BOB, BOB)


async def swapping_a_square_of_the_other_side(club: Club) -> object:
    match = await club.begin("junqi-dark")
    return await club.matches.setting_up.swap(match.id, ANN.id, "a1", "a12")


async def a_draft_of_somebody_who_only_watches(club: Club) -> object:
    return await club.matches.see((await club.begin()).id, CID.id, "a1-a3")


async def a_rematch_whose_card_is_not_posted_yet(club: Club) -> object:
    match = await club.resign(await club.begin(), ANN)
    await club.matches.opening.rematch(club.keys(), match.id, BOB, CHANNEL)
    return await club.matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL)


async def withdrawing_for_another(club: Club) -> object:
    match = await club.begin()
    await club.matches.offers.offer(club.keys(), match.id, ANN.id, "draw")
    return await club.matches.offers.withdraw(
        club.keys(), match.id, BOB.id, Offer("draw", FIRST, 0)
    )


async def moving_from_where_pieces_are_set_up(club: Club) -> object:
    match = await club.begin("junqi-dark")
    return begun(await club.matches.see(match.id, ANN.id), "a1")


TABLE: list[tuple[Code, Asking]] = [
    *OF_TIME,
    *OF_COMPUTERS,
    *OF_REPLACEMENTS,
    *OF_ATTENTION,
    *OF_MANAGERS,
    *OF_POINTS,
    *OF_DATA,
    (Code.CARD_COMING, a_rematch_whose_card_is_not_posted_yet),
    (Code.UNKNOWN_MATCH, unknown),
    (Code.UNKNOWN_GAME, unknown_game),
    (Code.YOURSELF, challenging_oneself),
    (Code.NOT_OPEN, joining_twice),
    (Code.NOT_OPEN, declining_a_begun_match),
    (Code.NOT_OPEN, cancelling_a_begun_match),
    (Code.NOT_CHALLENGED, accepting_for_another),
    (Code.NOT_CHALLENGED, declining_for_another),
    (Code.NOT_CHALLENGED, declining_an_open_seat),
    (Code.NOT_THE_HOST, cancelling_for_another),
    (Code.OWN_MATCH, joining_oneself),
    (Code.OWN_CHALLENGE, accepting_ones_own_challenge),
    (Code.NOT_RUNNING, moving_before_the_start),
    (Code.NOT_RUNNING, moving_after_the_end),
    (Code.NOT_RUNNING, looking_before_the_start),
    (Code.NOT_RUNNING, housing_a_card),
    (Code.NO_MOVE_FROM, a_square_from_which_nothing_goes),
    (Code.NOT_RUNNING, offering_after_the_end),
    (Code.NOT_A_PLAYER, moving_for_another),
    (Code.NOT_A_PLAYER, resigning_for_another),
    (Code.NOT_A_PLAYER, offering_for_another),
    (Code.NOT_A_PLAYER, answering_for_another),
    (Code.NOT_A_PLAYER, a_rematch_of_others),
    (Code.PLACE_TAKEN, opening_where_others_play),
    (Code.PLACE_TAKEN, moving_in_where_others_play),
    (Code.CHALLENGED_ALREADY, the_same_challenge_again),
    (Code.SEAT_OPEN_ALREADY, the_same_open_seat_again),
    (Code.OPEN_ALREADY, a_second_rematch),
    (Code.TOO_MANY, too_many_cards),
    (Code.MOVED_ON, an_old_board),
    (Code.MOVED_ON, resigning_on_an_old_board),
    (Code.NO_OFFER, accepting_nothing),
    (Code.NO_OFFER, accepting_something_else),
    (Code.OWN_OFFER, accepting_ones_own_offer),
    (Code.NOT_ASKED, answering_what_only_opponents_are_asked),
    (Code.OFFERED_ALREADY, offering_twice),
    (Code.DECLINED_ALREADY, offering_what_was_declined),
    (Code.NO_DRAWS, a_draw_where_there_are_none),
    (Code.OTHER_RULES, playing_on_under_other_rules),
    (Code.NOT_OVER, a_record_too_early),
    (Code.NOT_OVER, a_record_of_a_card),
    (Code.NOT_OVER, a_rematch_too_early),
    (Code.NO_SET_UP, setting_up_what_has_no_set_up),
    (Code.SET_UP_OVER, setting_up_twice),
    (Code.NOT_A_PLAYER, setting_up_for_another),
    (Code.NO_LAYOUT, an_unknown_layout),
    (Code.BAD_NAME, a_layout_under_a_preset_name),
    (Code.TOO_MANY_LAYOUTS, too_many_layouts),
    (Code.NOTHING_TO_MARK, marking_ones_own_piece),
    (Code.BAD_GUESS, marking_with_an_unknown_code),
    (Code.NOTHING_HIDDEN, marking_where_nothing_is_hidden),
    (Code.PIECE_GONE, marking_a_piece_that_is_gone),
    (Code.NOT_RUNNING, marking_before_the_match_begins),
    (Code.NOT_RUNNING, setting_up_before_the_match_begins),
    (Code.DRAFT_CHANGED, sealing_another_draft_than_the_one_shown),
    (Code.NOT_A_PLAYER, a_draft_of_somebody_who_only_watches),
    (Code.SEAT_TAKEN, taking_a_seat_that_is_kept),
    (Code.SEATED, taking_a_second_seat),
    (Code.INVITED_TWICE, inviting_somebody_twice),
    (Code.OUT, proposing_when_ones_part_is_over),
    (Code.NOT_YOUR_SQUARE, swapping_a_square_of_the_other_side),
    (Code.NEVER_SET_UP, opening_layouts_that_never_met),
    (Code.NOT_YOUR_OFFER, withdrawing_for_another),
    (Code.NO_MOVE_FROM, moving_from_where_pieces_are_set_up),
]


@pytest.mark.parametrize(("code", "ask"), TABLE, ids=lambda one: getattr(one, "__name__", one))
async def test_the_service_says_no(club: Club, code: Code, ask: Asking) -> None:
    with pytest.raises(Refusal) as refused:
        await ask(club)
    event = refused.value.event
    assert event.code == code
    named = event.args.get("match", NOBODY)
    for match in await club.matches.listed(ANN.id, "mine", None):
        await club.check(match.id)
    if named != NOBODY:
        assert (await club.matches.match(MatchId(str(named)))).id == named


def test_every_refusal_of_the_service_is_in_the_table() -> None:
    sources = [path for path in PACKAGE.rglob("*.py") if path.name != "refusals.py"]
    found = {
        name for path in sources for name in re.findall(r"Code\.([A-Z_]+)\b", path.read_text())
    }
    mine = {name for name in found if name in Code.__members__}
    assert {code.name for code, _ in TABLE} - {"MOVED_ON"} == mine
