"""Setting up in secret, and private marks, at the service."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.matches.model import Code, Layout, Match, Refusal
from bot.matches.service import Matches
from games import fairness, verify
from games.core import IllegalAction, Seat, Word
from games.junqi.dark.view import DarkView, hidden
from games.junqi.layout import HALVES, PRESETS, faults, mirrored, written

from .club import ANN, BOB, Club


async def begin(club: Club) -> Match:
    return await club.begin("junqi-dark", variant="standard")


async def play(club: Club, match: Match) -> None:
    """Both ready with a fortress."""
    for user in (ANN.id, BOB.id):
        await club.matches.lay(match.id, user, "fortress")
        await club.matches.ready(club.keys(), match.id, user)


async def test_a_draft_begins_as_the_first_preset_and_is_legal(club: Club) -> None:
    match = await begin(club)
    seen = await club.matches.set_up(match.id, BOB.id)
    assert seen.layout == Layout(PRESETS["balanced"], Word("layout.balanced"))
    assert faults(1, PRESETS["balanced"]) == ()
    assert [cell is not None for cell in seen.view.board].count(True) == 25  # type: ignore[attr-defined]


async def test_a_draft_outlives_the_process(club: Club) -> None:
    match = await begin(club)
    await club.matches.lay(match.id, ANN.id, "ambush")
    await club.matches.mirror(match.id, ANN.id)
    seen = await club.matches.swap(match.id, ANN.id, "a1", "e6")
    again = await Matches(club.store).set_up(match.id, ANN.id)
    assert again.layout == seen.layout
    assert again.layout
    assert sorted(again.layout.codes) == sorted(PRESETS["ambush"])


async def test_the_drafts_of_the_two_sides_are_their_own(club: Club) -> None:
    match = await begin(club)
    await club.matches.lay(match.id, ANN.id, "decoy")
    assert (await club.matches.set_up(match.id, BOB.id)).layout == Layout(
        PRESETS["balanced"], Word("layout.balanced")
    )


async def test_mirroring_twice_is_no_change(club: Club) -> None:
    match = await begin(club)
    once = await club.matches.mirror(match.id, ANN.id)
    assert once.layout == Layout(mirrored(PRESETS["balanced"]), Word("layout.balanced"))
    twice = await club.matches.mirror(match.id, ANN.id)
    assert twice.layout == Layout(PRESETS["balanced"], Word("layout.balanced"))


async def test_a_random_layout_is_legal(club: Club) -> None:
    match = await begin(club)
    for _ in range(20):
        layout = (await club.matches.lay(match.id, ANN.id, "random")).layout
        assert layout
        assert faults(0, layout.codes) == ()


async def test_a_kept_layout_serves_in_another_match_under_its_name(club: Club) -> None:
    match = await begin(club)
    codes = " ".join(PRESETS["raiders"][::-1]).lower()
    await club.matches.lay(match.id, ANN.id, codes)
    await club.matches.save_layout(match.id, ANN.id, "  My   best ")
    other = await club.begin("junqi-dark", variant="standard", channel=77)
    layout = (await club.matches.lay(other.id, ANN.id, "My best")).layout
    assert layout == Layout(PRESETS["raiders"][::-1], "My best")
    with pytest.raises(Refusal):
        await club.matches.lay(other.id, BOB.id, "My best")


async def test_an_illegal_draft_is_kept_but_not_sealed(club: Club) -> None:
    match = await begin(club)
    await club.matches.swap(match.id, ANN.id, "b1", "a6")
    before = club.rows()
    with pytest.raises(IllegalAction):
        await club.matches.ready(club.keys(), match.id, ANN.id)
    assert club.rows() == before


async def test_ready_seals_the_layout_and_publishes_nothing_else(club: Club) -> None:
    match = await begin(club)
    await club.matches.lay(match.id, ANN.id, "decoy")
    seen = await club.matches.ready(club.keys(), match.id, ANN.id)
    assert seen.match.to_act == frozenset({Seat(1)})
    seals = await club.matches.seals(match.id)
    assert set(seals) == {0}
    ((_, seat, seal, nonce),) = club.rows()["seals"]
    assert seal == seals[0]
    assert fairness.seal(match.id, seat, nonce, written(PRESETS["decoy"])) == seal
    for reader in (BOB.id, None):
        cells = (await club.matches.see(match.id, reader)).diagram
        assert set(cells.split()) & {"r9", "r1", "rF", "rL"} == set()
        assert cells.count("r?") == 25


async def test_both_ready_begins_the_match_whatever_the_order(club: Club) -> None:
    match = await begin(club)
    await club.matches.ready(club.keys(), match.id, BOB.id)
    seen = await club.matches.ready(club.keys(), match.id, ANN.id)
    assert (seen.match.to_act, seen.match.turns) == (frozenset({Seat(0)}), 0)
    await club.check(match.id)


async def test_a_mark_follows_its_piece_and_dies_with_it(club: Club) -> None:
    match = await begin(club)
    await play(club, match)
    await club.matches.mark(match.id, ANN.id, "b7", "9")
    await club.matches.act(club.keys(), match.id, ANN.id, "c6-c7")
    assert (await club.matches.see(match.id, ANN.id)).notes == (("b7", "9?"),)
    await club.matches.act(club.keys(), match.id, BOB.id, "b7-b8")
    assert (await club.matches.see(match.id, ANN.id)).notes == (("b8", "9?"),)
    await club.matches.mark(match.id, ANN.id, "a7", "4")
    await club.matches.act(club.keys(), match.id, ANN.id, "a6-a7")
    fell = (await club.matches.see(match.id, ANN.id)).notes
    assert fell == (("b8", "9?"),), "the Major General on a7 met another one: both are gone"


async def test_getting_ready_twice_is_refused_and_a_repeat_is_not(club: Club) -> None:
    match = await begin(club)
    key = club.keys()
    await club.matches.ready(key, match.id, ANN.id)
    assert (await club.matches.ready(key, match.id, ANN.id)).match.revision == 1
    with pytest.raises(Refusal):
        await club.matches.ready(club.keys(), match.id, ANN.id)
    await club.check(match.id)


async def test_a_mark_can_be_changed_and_taken_away(club: Club) -> None:
    match = await begin(club)
    await play(club, match)
    await club.matches.mark(match.id, ANN.id, "A12", "l")
    assert (await club.matches.see(match.id, ANN.id)).notes == (("a12", "L?"),)
    await club.matches.mark(match.id, ANN.id, "a12", "F")
    assert (await club.matches.see(match.id, ANN.id)).notes == (("a12", "F?"),)
    await club.matches.mark(match.id, ANN.id, "a12", "")
    assert (await club.matches.see(match.id, ANN.id)).notes == ()


async def test_nobody_else_sees_a_mark(club: Club) -> None:
    match = await begin(club)
    await play(club, match)
    await club.matches.mark(match.id, ANN.id, "a12", "F")
    for reader in (BOB.id, 99, None):
        assert (await club.matches.see(match.id, reader)).notes == ()


async def test_resigning_before_the_twentieth_turn_is_refused_and_calling_off_works(
    club: Club,
) -> None:
    match = await begin(club)
    await play(club, match)
    for asking in (
        club.matches.check_resign(match.id, ANN.id),
        club.matches.resign(club.keys(), match.id, ANN.id),
    ):
        with pytest.raises(IllegalAction) as refused:
            await asking
        assert refused.value.event.args == {"n": 20}
    await club.matches.offer(club.keys(), match.id, ANN.id, "cancel")
    await club.matches.offer(club.keys(), match.id, BOB.id, "cancel")
    assert (await club.matches.match(match.id)).status == "cancelled"


async def test_the_record_opens_the_seals(club: Club) -> None:
    match = await begin(club)
    await play(club, match)
    await club.matches.offer(club.keys(), match.id, ANN.id, "draw")
    await club.matches.offer(club.keys(), match.id, BOB.id, "draw")
    record = await club.matches.record(match.id)
    assert len(record.seals) == 2
    assert verify.verify(record) == ()


async def test_a_refused_letter_is_told_of_once(club: Club) -> None:
    match, notes = await begin(club), club.matches.notes
    assert not await notes.untold(ANN.id)
    await notes.refuse(match.id, ANN.id)
    await notes.refuse(match.id, ANN.id)
    assert await notes.refused(match.id, ANN.id)
    assert [await notes.untold(ANN.id) for _ in range(2)] == [True, False]
    assert not await notes.untold(BOB.id)


def test_the_halves_are_those_of_the_rules() -> None:
    assert [len(half) for half in HALVES] == [25, 25]


async def test_only_the_draft_that_was_looked_at_is_sealed_kept_or_changed(club: Club) -> None:
    match = await begin(club)
    shown = (await club.matches.set_up(match.id, ANN.id)).layout
    now = (await club.matches.lay(match.id, ANN.id, "decoy")).layout
    assert shown
    assert now
    assert shown.stamp != now.stamp
    before = club.rows()
    attempts: tuple[Callable[[str], Awaitable[object]], ...] = (
        lambda stamp: club.matches.ready(club.keys(), match.id, ANN.id, stamp),
        lambda stamp: club.matches.save_layout(match.id, ANN.id, "mine", stamp),
        lambda stamp: club.matches.swap(match.id, ANN.id, "a1", "e1", stamp),
    )
    for attempt in attempts:
        for stamp in (shown.stamp, ""):
            with pytest.raises(Refusal) as refused:
                await attempt(stamp)
            assert refused.value.event.code == Code.DRAFT_CHANGED
    assert club.rows() == before
    await club.matches.ready(club.keys(), match.id, ANN.id, now.stamp)
    assert (await club.log(match.id))[0].text == written(PRESETS["decoy"])


async def test_the_same_draft_has_another_stamp_in_another_match(club: Club) -> None:
    stamps = set()
    for channel in (1, 2):
        match = await club.begin("junqi-dark", channel=channel)
        layout = (await club.matches.set_up(match.id, ANN.id)).layout
        assert layout
        stamps.add(layout.stamp)
    assert len(stamps) == 2


async def test_a_repeated_ready_of_the_second_side_returns_what_stands(club: Club) -> None:
    match = await begin(club)
    await club.matches.ready(club.keys(), match.id, BOB.id)
    for _ in range(2):
        seen = await club.matches.ready(77, match.id, ANN.id)
        assert seen.match.revision == 2


async def test_a_mark_by_number_goes_with_its_piece_wherever_it_is(club: Club) -> None:
    match = await begin(club)
    await play(club, match)
    view = (await club.matches.see(match.id, ANN.id)).view
    assert isinstance(view, DarkView)
    pieces = hidden(view)
    await club.matches.act(club.keys(), match.id, ANN.id, "c3-b3")
    await club.matches.act(club.keys(), match.id, BOB.id, "c10-b10")
    seen = await club.matches.mark_piece(match.id, ANN.id, pieces["c10"], "9")
    assert seen.notes == (("b10", "9?"),)
