"""Matches on two servers with other pieces behind the last seat's back, as `twins` compares them.

Dark Junqi is told to all but Blue, Junqi for four to all but East: to the partner North, too, and
to West, also once West is out. Records, verifications, failed boards, and all that a manager may
ask are among what must be equal.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord import Env, MemberActor

from games.core import AnyRules, IllegalAction, Seat
from games.junqi import layout
from games.junqi.board import GRID
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.position import Position
from games.junqi.dark.rules import DARK_RULES
from games.junqi.dark.view import DarkView
from games.junqi.four.board import HOMES
from games.junqi.four.position import Position as FourPosition
from games.junqi.four.rules import FOUR_RULES
from games.junqi.four.view import FourView
from games.rulebook import RULES
from players.core import AnyPlayer, Budget, Choice
from tests.samples import FULL

from .conftest import Evening, Lots, MatchId, Settings, expect, labels, press, said
from .dark import sealed
from .four import Table
from .machines import EVEN, machine
from .managers import manager
from .test_direct import write_home
from .twins import (
    DARK,
    FOUR,
    RED,
    RESIGN,
    TURNS,
    WEST,
    alike,
    both,
    club,
    look_round,
    pictures,
    worlds,
)

TOLD_BY = GRID.square("c12")
"""The square whose piece the leaks made on purpose tell."""
EAST = Seat(3)
EVERY = 8
"""How many turns of four pass from one time that all is asked for to the next."""
SEEDS = (1, 2, 3, 4) if FULL else (2,)


# ------------------------------------------------------------------------ what is told


async def begin(evening: Evening, blue: str, *ready: MemberActor) -> MatchId:
    """Begin a match of dark Junqi in which these are ready, Blue with a layout of its own."""
    await evening.begin(game="junqi-dark")
    match = MatchId(evening.id())
    if evening.livia in ready:
        await evening.livia.slash(evening.channel, "match setup", layout=RED)
        await evening.livia.click(evening.board(), label="Set up")
    await evening.client.desk.matches.setting_up.lay(match, evening.brennus.id, blue)
    for who in ready:
        await sealed(who, await who.click(evening.board(), label="Set up"))
    return match


async def play_moves(evening: Evening, moves: list[str], every: int) -> None:
    """Play turns, asking for everything now and then; many are taken back and played again."""
    for number, text in enumerate(moves):
        mover = (evening.livia, evening.brennus)[number % 2]
        await evening.move(mover, text)
        if number % every == 0:
            await look_round(evening, DARK, evening.livia, evening.mara)
        if await take_back(evening, mover):
            await evening.move(mover, text)


async def take_back(evening: Evening, mover: MemberActor) -> bool:
    """Tell whether the last player may have the turn back; the other side always agrees."""
    asked = await mover.slash(evening.channel, "match offer", what="takeback")
    question = evening.channel.last_message
    if question is None or "on the table" not in said(asked):
        return False
    granting = evening.livia if mover is evening.brennus else evening.brennus
    await granting.click(question, label="Accept")
    return True


async def dark(folder: Path, seed: int, turns: int, every: int = 1) -> tuple[list[Any], list[Any]]:
    """Play a match on both servers."""

    async def tell(evening: Evening, blue: str, moves: list[str]) -> None:
        await begin(evening, blue, evening.livia, evening.brennus)
        await look_round(evening, DARK, evening.livia, evening.mara)
        await play_moves(evening, moves, every)

    return await both(folder, DARK, seed, tell, turns=turns)


async def end_early(evening: Evening, blue: str, what: str) -> None:
    """Let Red ask for an end before being ready, get it, and look at all there is."""
    await begin(evening, blue, evening.brennus)
    for who in (evening.livia, evening.mara):
        for label in ("Set up", "More", "Offer"):
            await evening.press(who, evening.board(), label)
        for view in ("mine", "public", "flipped", "text"):
            await who.slash(evening.channel, "match board", view=view)
        for typed in ("", "c", "b7"):
            await who.autocomplete(evening.channel, "move", "move", typed)
            await who.autocomplete(evening.channel, "match mark", "square", typed)
        for text in ("a7-a6", "c4-c9", "nonsense"):
            await who.slash(evening.channel, "move", move=text)
        await who.slash(evening.channel, "match mark", square="a12", guess="L")
        await who.slash(evening.channel, "match list", scope="here")
    await evening.brennus.click(await evening.offer(evening.livia, what), label="Accept")
    end = evening.board()
    assert labels(end) == ["Rematch", "Replay", "More", "Poster"]
    for who in (evening.livia, evening.mara):
        for label in ("Text", "Replay", "Record", "Poster"):
            assert "Something went wrong" not in said(await evening.press(who, end, label))
        for view in ("mine", "public", "flipped", "text"):
            await who.slash(evening.channel, "match board", view=view, match=evening.id())
        await who.slash(evening.channel, "match setup")
        await who.slash(evening.channel, "match mark", square="a12", guess="L")
        for scope in ("turn", "finished"):
            await who.slash(evening.channel, "match list", scope=scope)


async def two_evenings(evening: Evening, blue: str, moves: list[str]) -> None:
    """End two matches early; let boards of a third fail while both get ready, and play it."""
    for what in ("cancel", "draw"):
        await end_early(evening, blue, what)
    await begin(evening, blue, evening.brennus)
    await evening.livia.slash(evening.channel, "match setup", layout=RED)
    shown = await evening.livia.click(evening.board(), label="Set up")
    here = f"/channels/{evening.channel.id}/messages"
    evening.env.inject_error("POST", here, status=403, code=50013, times=None)
    await sealed(evening.livia, shown)
    evening.env.backend.faults.clear()
    await play_moves(evening, moves, every=1)


def quarters(env: Env, settings: Settings, lots: Lots) -> Table:
    return Table(Evening(env, settings, lots=lots))


async def play_four(table: Table, east: str, moves: list[str]) -> None:
    """Play a match of four, asking for everything now and then."""
    others = (table.livia, table.brennus, table.mara, table.mei)
    await table.sit(variant=FOUR.variant)
    for who, codes in zip(table.people, (*FOUR.before, east), strict=True):
        await table.ready(who, codes)
    for number, text in enumerate(moves):
        if number % EVERY == 0:
            await look_round(table, FOUR, *others)
        if text == RESIGN:
            await table.resign(table.brennus)
        else:
            await table.move(table.people[min((await table.match()).to_act)], text)
    await look_round(table, FOUR, *others)


# ------------------------------------------------------------------------ who is told


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "every"), [(1, 10), *((seed, 1) for seed in SEEDS)])
async def test_nobody_but_blue_can_tell_the_two_matches_apart(
    tmp_path: Path, seed: int, every: int
) -> None:
    one, two = await dark(tmp_path, seed, TURNS, every)
    assert len(one) > 500 / every
    expect(str(one), "agrees.", "A takeback cannot go back past a capture")
    assert pictures(one) > 100 / every
    alike(one, two)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
async def test_two_whole_evenings_tell_nobody_what_blue_has_set_up(
    tmp_path: Path, seed: int
) -> None:
    blue, other, _ = worlds(DARK, seed)
    assert layout.faults(1, other) == ()
    one, two = await both(tmp_path, DARK, seed, two_evenings)
    assert len(one) > 500
    assert sum(".json" in str(request[4:]) for request in one) >= 4
    alike(one, two)
    assert blue not in str(one)
    assert other not in str(two)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS[:2])
async def test_nobody_but_east_can_tell_the_two_matches_apart(tmp_path: Path, seed: int) -> None:
    one, two = await both(tmp_path, FOUR, seed, play_four, "Quintus", quarters)
    assert pictures(one) > 40
    assert "West is out" in str(one)
    alike(one, two)


def at_home(env: Env, settings: Settings, lots: Lots) -> Evening:
    return write_home(club(env, settings, lots))


def blue_player(blue: str, moves: Sequence[str]) -> Mapping[str, AnyPlayer]:
    """Make a player of Blue that lays its pieces out like this and makes every second move.

    Both layouts come before the first move.
    """

    def choose(view: Any, past: Sequence[Any], budget: Budget, seed: int) -> Choice:
        return Choice(layout.write_layout(blue) if view.free else moves[len(past) - 3], EVEN)

    return {"junqi-dark": replace(machine("junqi-dark"), choose=choose)}


@pytest.mark.slow
@pytest.mark.parametrize("make", [club, at_home])
async def test_nobody_can_tell_what_the_computer_has_laid_out(
    tmp_path: Path, make: Callable[[Env, Settings, Lots], Evening]
) -> None:
    """On a server, or in somebody's direct messages, where they see their own pieces."""

    async def tell(evening: Evening, blue: str, moves: list[str]) -> None:
        livia, channel = evening.livia, evening.channel
        await evening.new(livia, game="junqi-dark", level="2", seat="first", where="here")
        await sealed(livia, await livia.slash(channel, "match setup", layout=RED))
        for text in moves[::2]:
            await evening.move(livia, text)
        *layouts, first, _, _, _, _, last = evening.log(evening.id())
        assert (first, last) == (moves[0], moves[-1])
        assert layout.write_layout(blue) in layouts
        people = [livia, evening.mara] if (await evening.match()).terms.guild else [livia]
        await look_round(evening, DARK, *people)
        await livia.slash(channel, "match hint")

    alike(*await both(tmp_path, DARK, 1, tell, make=make, turns=6, machines=blue_player))


# ------------------------------------------------------------------ what managers are told

OTHERWISE = re.compile(r"<t:\d+:[Rf]>|(?<=-)\d{1,6}(?=', 'enforce_nonce')")
"""What differs though it tells nothing: when the bot was started, and the end of a message's id."""


async def compare_for_managers(folder: Path, seed: int) -> tuple[list[str], list[str]]:
    """Play a match that managers keep looking at: one plays Red, one has no part in it.

    Blue's guesses and notes differ, too.
    """
    guesses = dict(zip(worlds(DARK, seed)[:2], "BL", strict=True))

    async def tell(evening: Evening, blue: str, moves: list[str]) -> None:
        livia, brennus, judith = evening.livia, evening.brennus, manager(evening)
        hosts = evening.guild.roles["Hosts"].id
        evening.env.backend.add_member_role(evening.guild.id, livia.id, hosts)
        hall, place = evening.guild.create_text_channel("hall"), evening.channel
        match, guess = await begin(evening, blue, livia, brennus), guesses[blue]
        await brennus.slash(place, "match mark", square="a1", guess=guess)
        for number, text in enumerate(moves):
            await evening.move((livia, brennus)[number % 2], text, place)
            if number == 1:
                noting = evening.client.desk.matches.noting
                await noting.note(match, brennus.id, 1, f"A note on {guess}")
            if number % 3 == 0:
                for who in (livia, judith):
                    await ask_as_manager(place, who, match)
            if number == 2:
                await judith.slash(place, "admin match", match=match, what="move", channel=hall)
                place = hall

    one, two = await both(folder, DARK, seed, tell, turns=4)
    return [OTHERWISE.sub("*", repr(sent)) for sent in one], [
        OTHERWISE.sub("*", repr(sent)) for sent in two
    ]


async def ask_as_manager(place: Any, who: MemberActor, match: str) -> None:
    """Ask for all that a manager can, some of it refused."""
    for what in ("show", "extend", "close", "post"):
        await who.slash(place, "admin match", match=match, what=what)
    await who.autocomplete(place, "admin match", "match", "")
    await who.slash(place, "admin people")
    await who.slash(place, "admin people", what="unrate", match=match)
    for command in ("health", "welcome"):
        await who.slash(place, f"admin {command}")
    for label in ("Limits here", "Channels and roles"):
        await press(who, await who.slash(place, "admin config"), label)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 1])
async def test_no_answer_to_a_manager_tells_what_is_hidden(tmp_path: Path, seed: int) -> None:
    one, two = await compare_for_managers(tmp_path, seed)
    text = "".join(one)
    expect(text, "please ask somebody else", "has been posted again", "goes on in", "All is well")
    alike(one, two)


# ------------------------------------------------------------------ walls broken on purpose


def leaky_view(state: Position, seat: Seat | None) -> DarkView:
    """Show the rank of one piece to all."""
    view = DARK_RULES.view(state, seat)
    leaks = [piece and piece.origin == TOLD_BY for piece in state.board]
    pairs = zip(view.board, state.board, leaks, strict=True)
    return replace(view, board=tuple(piece if leak else cell for cell, piece, leak in pairs))


def leaky_refusal() -> AnyRules:
    """Refuse a move of Red's flag with another reason while a landmine stands somewhere."""
    mine = False

    def see(state: Position, seat: Seat | None) -> DarkView:
        nonlocal mine
        piece = state.board[TOLD_BY]
        mine = bool(piece and piece.code == "L")
        return DARK_RULES.view(state, seat)

    def check(view: DarkView, action: Any) -> None:
        if mine and getattr(action, "origin", None) == GRID.square("b1"):
            raise IllegalAction("junqi.in_camp", square="b2")
        DARK_JUNQI.check(view, action)

    return replace(DARK_RULES, view=see, game=replace(DARK_JUNQI, check=check))


LEAKS: dict[str, AnyRules] = {
    "a rank in the view": replace(DARK_RULES, view=leaky_view),
    "a reason of a refusal": leaky_refusal(),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("leak", "for_managers"), [*((leak, False) for leak in LEAKS), ("a rank in the view", True)]
)
async def test_the_comparison_notices_a_wall_broken_on_purpose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str, for_managers: bool
) -> None:
    monkeypatch.setitem(RULES, DARK_JUNQI.info.id, LEAKS[leak])
    one, two = await (compare_for_managers(tmp_path, 2) if for_managers else dark(tmp_path, 2, 2))
    assert one != two


@pytest.mark.slow
async def test_the_comparison_notices_a_piece_of_easts_that_its_partner_sees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    east, other, _ = worlds(FOUR, 1)
    differs = next(at for at, pair in enumerate(zip(east, other, strict=True)) if len({*pair}) > 1)

    def leaky(state: FourPosition, seat: Seat | None) -> FourView:
        view, at = FOUR_RULES.view(state, seat), HOMES[EAST][differs]
        if seat != WEST:
            return view
        return replace(view, board=(*view.board[:at], state.board[at], *view.board[at + 1 :]))

    monkeypatch.setitem(RULES, "junqi-four", replace(FOUR_RULES, view=leaky))
    one, two = await both(tmp_path, FOUR, 1, play_four, "Quintus", quarters, turns=0)
    assert one != two
