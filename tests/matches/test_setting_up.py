"""Setting up in secret, and private marks, at the service."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.matches.match.layout import Layout
from bot.matches.match.players import Computer
from bot.matches.match.refusals import Code
from games import fairness
from games.core import IllegalAction, Seat, Word
from games.junqi.dark.view import SEEING, DarkView
from games.junqi.layout import PRESETS, faults, mirrored, write_layout
from games.records import verify
from games.records.record import read, write
from tests.databases import BOTH

from .absences import thought
from .club import ANN, BOB, CID, Club, refusal, refused


async def test_everybody_begins_with_a_legal_draft_of_their_own_that_stays(club: Club) -> None:
    match = await club.begin("junqi-dark")
    opened = await asyncio.gather(
        *(club.matches.setting_up.see(match.id, user) for user in (BOB.id, ANN.id, BOB.id))
    )
    first, others, again = (seen.layout for seen in opened)
    assert first
    assert first == again
    assert first != others
    assert first.title == Word("layout.varied")
    assert faults(1, first.codes) == ()
    seen = await club.matches.setting_up.see(match.id, BOB.id)
    assert seen.layout == first
    assert [cell is not None for cell in seen.view.board].count(True) == 25  # type: ignore[attr-defined]


async def test_a_draft_is_ones_own_and_mirroring_it_twice_is_no_change(club: Club) -> None:
    match, setting_up = await club.begin("junqi-dark"), club.matches.setting_up
    drawn, title = PRESETS["balanced"], Word("layout.balanced")
    await setting_up.lay(match.id, ANN.id, "balanced")
    await setting_up.lay(match.id, BOB.id, "decoy")
    assert (await setting_up.see(match.id, ANN.id)).layout == Layout(drawn, title)
    for codes in (mirrored(drawn), drawn):
        assert (await setting_up.mirror(match.id, ANN.id)).layout == Layout(codes, title)
    for _ in range(20):
        layout = (await setting_up.lay(match.id, ANN.id, "random")).layout
        assert layout
        assert faults(0, layout.codes) == ()
    await setting_up.lay(match.id, ANN.id, "ambush")
    seen = await setting_up.swap(match.id, ANN.id, "a1", "e6")
    other = await Club.at(club.url)
    again = await other.matches.setting_up.see(match.id, ANN.id)
    await other.close()
    assert again.layout == seen.layout, "it outlives the process"
    assert again.layout
    assert sorted(again.layout.codes) == sorted(PRESETS["ambush"])


@BOTH
async def test_a_kept_layout_serves_in_another_match_under_its_name(club: Club) -> None:
    match = await club.begin("junqi-dark")
    codes = " ".join(PRESETS["raiders"][::-1]).lower()
    await club.matches.setting_up.lay(match.id, ANN.id, codes)
    await club.matches.setting_up.save(match.id, ANN.id, "  My   best ")
    other = await club.begin("junqi-dark", channel=77)
    layout = (await club.matches.setting_up.lay(other.id, ANN.id, "My best")).layout
    assert layout == Layout(PRESETS["raiders"][::-1], "My best")
    assert await refusal(club.matches.setting_up.lay(other.id, BOB.id, "My best"))


async def test_an_illegal_draft_is_kept_but_not_sealed(club: Club) -> None:
    match = await club.begin("junqi-dark")
    await club.matches.setting_up.lay(match.id, ANN.id, "balanced")
    await club.matches.setting_up.swap(match.id, ANN.id, "b1", "a6")
    before = await club.rows()
    with pytest.raises(IllegalAction):
        await club.matches.setting_up.ready(club.keys(), match.id, ANN.id)
    assert await club.rows() == before


async def test_a_preset_is_sealed_only_by_somebody_who_is_sure(club: Club) -> None:
    match = await club.begin("junqi-dark")
    setting_up = club.matches.setting_up
    drawn = await setting_up.ready(club.keys(), match.id, BOB.id, confirmed=False)
    assert drawn.match.to_act == {Seat(0)}
    for change in (setting_up.lay(match.id, ANN.id, "decoy"), setting_up.mirror(match.id, ANN.id)):
        layout = (await change).layout
        before = await club.rows()
        asked = await setting_up.ready(club.keys(), match.id, ANN.id, confirmed=False)
        assert asked.layout == layout
        assert await club.rows() == before
    changed = await setting_up.swap(match.id, ANN.id, "a6", "b6")
    assert changed.layout
    assert faults(0, changed.layout.codes) == ()
    sealed = await setting_up.ready(club.keys(), match.id, ANN.id, confirmed=False)
    assert (sealed.layout, sealed.match.stand.phase) == (None, "playing")


async def test_ready_seals_the_layout_and_publishes_nothing_else(club: Club) -> None:
    match = await club.begin("junqi-dark")
    await club.matches.setting_up.lay(match.id, ANN.id, "decoy")
    seen = await club.matches.setting_up.ready(club.keys(), match.id, ANN.id)
    assert (seen.match.stand.phase, seen.match.to_act) == ("setting_up", frozenset({Seat(1)}))
    seals = await club.matches.evidence.seals(match.id)
    assert set(seals) == {0}
    ((seat, seal, nonce),) = [
        (row["seat"], row["seal"], row["nonce"]) for row in (await club.rows())["seals"]
    ]
    assert seal == seals[Seat(0)]
    assert fairness.seal(match.id, seat, nonce, write_layout(PRESETS["decoy"])) == seal
    for reader in (BOB.id, None):
        seen = await club.matches.see(match.id, reader)
        cells = seen.game.diagram(seen.view)
        assert set(cells.split()) & {"r9", "r1", "rF", "rL"} == set()
        assert cells.count("r?") == 25


@BOTH
async def test_both_ready_begins_the_match_whatever_the_order(club: Club) -> None:
    match, ready = await club.begin("junqi-dark"), club.matches.setting_up.ready
    await ready(club.keys(), match.id, BOB.id)
    for _ in range(2):  # a repeat returns what stands
        seen = await ready(77, match.id, ANN.id)
        assert (seen.match.stand.phase, seen.match.to_act) == ("playing", frozenset({Seat(0)}))
        assert (seen.match.stand.turns, seen.match.stand.revision) == (0, 2)
    await club.check(match.id)


@BOTH
async def test_a_mark_follows_its_piece_or_its_number_and_dies_with_it(club: Club) -> None:
    match = await club.ready(await club.begin("junqi-dark"), ANN, BOB)
    view = (await club.matches.see(match.id, ANN.id)).view
    assert isinstance(view, DarkView)
    pieces = SEEING.hidden_pieces(view)
    await club.matches.marking.mark(match.id, ANN.id, "b7", "9")
    await club.act(match, ANN, "c6-c7")
    assert (await club.matches.see(match.id, ANN.id)).notes == (("b7", "9?"),)
    await club.act(match, BOB, "b7-b8")
    assert (await club.matches.see(match.id, ANN.id)).notes == (("b8", "9?"),)
    await club.matches.marking.mark(match.id, ANN.id, "a7", "4")
    await club.act(match, ANN, "a6-a7")
    fell = (await club.matches.see(match.id, ANN.id)).notes
    assert fell == (("b8", "9?"),), "the Major General on a7 met another one: both are gone"
    await club.act(match, BOB, "c10-b10")
    seen = await club.matches.marking.mark_piece(match.id, ANN.id, pieces["c10"], "9")
    assert seen.notes == (("b8", "9?"), ("b10", "9?")), "by its number, wherever it is"


async def test_a_mark_can_be_changed_and_taken_away_and_nobody_else_sees_it(club: Club) -> None:
    match = await club.ready(await club.begin("junqi-dark"), ANN, BOB)
    for square, guess, notes in (
        ("A12", "l", (("a12", "L?"),)),
        ("a12", "F", (("a12", "F?"),)),
        ("a12", "", ()),
    ):
        await club.matches.marking.mark(match.id, ANN.id, square, guess)
        assert (await club.matches.see(match.id, ANN.id)).notes == notes
        for reader in (BOB.id, 99, None):
            assert (await club.matches.see(match.id, reader)).notes == ()


async def test_resigning_before_turn_20_is_refused_and_calling_off_works(club: Club) -> None:
    match = await club.ready(await club.begin("junqi-dark"), ANN, BOB)
    for asking in (
        club.matches.playing.check_resign(match.id, ANN.id),
        club.matches.playing.resign(club.keys(), match.id, ANN.id),
    ):
        assert (await refused(asking)).args == {"n": 20}
    await club.offer(match, ANN, "cancel")
    assert (await club.offer(match, BOB, "cancel")).stand.phase == "called_off"


async def test_a_record_without_layouts_counts_lines_for_a_renewed_computer(club: Club) -> None:
    """The bot is started anew, with another computer player, when two of four are ready."""
    card = await club.open("junqi-four", BOB, CID, Computer(1), pace="none")
    match = await club.join(card, BOB, CID)
    await club.ready(match, ANN, BOB)
    await thought(club, match)
    seat = next(player.seat for player in match.players if player.computer)
    await club.run(
        f"INSERT INTO holders (match, seat, since, computer, version)"  # noqa: S608
        f" VALUES ('{match.id}', {seat}, 0, 1, 1)",
        f"UPDATE players SET since = 2 WHERE match = '{match.id}' AND seat = {seat}",  # noqa: S608
    )
    await club.matches.leaving.leave(club.keys(), match.id, ANN.id)
    record = read(write(await club.matches.evidence.record(match.id)))
    assert len(record.log) == 1
    assert [holder.since for holder in record.seats[seat]] == [0]
    assert verify.verify(record) == ()


async def test_only_the_draft_that_was_looked_at_is_sealed_kept_or_changed(club: Club) -> None:
    match = await club.begin("junqi-dark")
    shown = (await club.matches.setting_up.see(match.id, ANN.id)).layout
    now = (await club.matches.setting_up.lay(match.id, ANN.id, "decoy")).layout
    assert shown
    assert now
    assert shown.stamp != now.stamp
    before = await club.rows()
    attempts: tuple[Callable[[str], Awaitable[object]], ...] = (
        lambda stamp: club.matches.setting_up.ready(club.keys(), match.id, ANN.id, stamp),
        lambda stamp: club.matches.setting_up.save(match.id, ANN.id, "mine", stamp),
        lambda stamp: club.matches.setting_up.swap(match.id, ANN.id, "a1", "e1", stamp),
    )
    for attempt in attempts:
        for stamp in (shown.stamp, ""):
            assert await refusal(attempt(stamp)) == Code.DRAFT_CHANGED
    assert await club.rows() == before
    await club.matches.setting_up.ready(club.keys(), match.id, ANN.id, now.stamp)
    assert (await club.log(match.id))[0].text == write_layout(PRESETS["decoy"])
    other = await club.begin("junqi-dark", channel=77)
    same = (await club.matches.setting_up.lay(other.id, ANN.id, "decoy")).layout
    assert same
    assert same.stamp != now.stamp, "in another match"


async def test_a_layout_that_was_never_played_stays_secret(club: Club) -> None:
    match = await club.begin("junqi-dark")
    await club.matches.setting_up.ready(club.keys(), match.id, ANN.id)
    for user in (ANN.id, BOB.id):
        await club.matches.offers.offer(club.keys(), match.id, user, "cancel")
    record = await club.matches.evidence.record(match.id)
    assert [line.entry.kind for line in record.log] == ["forfeit"]
    assert [seal.nonce for seal in record.seals] == [b""]
    assert await club.matches.evidence.layouts(match.id) == {}
    assert await club.verified(match)


async def test_an_offer_made_while_setting_up_outlives_what_others_set_up(club: Club) -> None:
    match = await club.begin("junqi-dark")
    offered = await club.offer(match, ANN, "cancel")
    for user in (ANN.id, BOB.id):
        seen = await club.matches.setting_up.ready(club.keys(), match.id, user)
        assert seen.match.offer == offered.offer
    assert (await club.act(match, ANN, "c6-c7")).match.offer is None


TITLES = ["@line.deed", "line.deed", "@layout.fortress", "{name}", "<@1> @here", "*b* `c`", "阵 布"]


@BOTH
async def test_a_layout_may_be_called_anything(club: Club) -> None:
    match, setting_up = await club.begin("junqi-dark"), club.matches.setting_up
    for number, title in enumerate(TITLES, start=1):
        kept = await setting_up.save(match.id, ANN.id, title)
        assert (kept.layout and kept.layout.title) == title
        assert (await setting_up.see(match.id, ANN.id)).layout == kept.layout
        assert {*await club.matches.people.layouts(ANN.id)} == {*TITLES[:number]}
        again = await setting_up.lay(match.id, ANN.id, title)
        assert again.layout == kept.layout
        assert not isinstance(again.layout and again.layout.title, Word)


async def test_a_layout_is_not_called_what_nobody_can_read(club: Club) -> None:
    match = await club.begin("junqi-dark")
    for title in ("", " ", "fortress", "RANDOM", "x" * 33, "a\u200bb", "\u202eab"):
        saved = club.matches.setting_up.save(match.id, ANN.id, title)
        assert await refusal(saved) == Code.BAD_NAME, title
