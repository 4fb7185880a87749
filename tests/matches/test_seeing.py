"""What a reader sees of a match, and that nothing else gets out."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace

import pytest

from bot.matches.model import Match, Seen
from games.core import Code, GameError, NotationError, OutOfTurn
from tests.laws.toys.cups import CupsView

from .club import ANN, BOB, CID, FIRST, RULEBOOK, Club


async def hidden_cups(club: Club) -> Match:
    """Both have hidden their cups, and Ann is to lift."""
    match = await club.begin("cups")
    await club.matches.act(club.keys(), match.id, ANN.id, "bca")
    return (await club.matches.act(club.keys(), match.id, BOB.id, "cab")).match


async def test_everybody_sees_a_match_from_their_own_seat(club: Club) -> None:
    match = await hidden_cups(club)
    cups = {}
    for reader in (ANN.id, BOB.id, CID.id, None):
        view = (await club.matches.see(match.id, reader)).view
        assert isinstance(view, CupsView)
        cups[reader] = view.cups
    assert cups == {
        ANN.id: ("bca", "???"),
        BOB.id: ("???", "cab"),
        CID.id: ("???", "???"),
        None: ("???", "???"),
    }


async def test_choices_are_for_the_seat_to_act_alone(club: Club) -> None:
    match = await club.begin()
    seen = {reader: await club.matches.see(match.id, reader) for reader in (ANN.id, BOB.id, None)}
    assert len(seen[ANN.id].choices) == 20
    assert seen[BOB.id].choices == seen[None].choices == ()
    assert {one.diagram for one in seen.values()} == {seen[None].diagram}


async def test_a_choice_says_what_to_pick_and_what_it_does(club: Club) -> None:
    match = await club.begin()
    choices = {one.text: one for one in (await club.matches.see(match.id, ANN.id)).choices}
    choice = choices["a1-a3"]
    assert (choice.path, choice.weight) == (("a1", "a3"), 0)
    assert [event.code for event in choice.news] == ["murus.distributed"]
    assert choice.news[0].args["far"] == "a3"


async def test_choices_are_sorted_by_weight_then_near_the_last_move(club: Club) -> None:
    match, rng = await club.begin(), random.Random(3)
    weights = set()
    while match.status == "running":
        seen = await club.matches.see(match.id, [ANN.id, BOB.id][min(match.to_act)])
        found = [choice.weight for choice in seen.choices]
        assert found == sorted(found, reverse=True)
        weights |= set(found)
        match = (await club.step(match, rng)).match
    assert weights == {0, 1, 2}


async def test_what_is_near_the_last_move_comes_first(club: Club) -> None:
    match = await club.begin()
    await club.matches.act(club.keys(), match.id, ANN.id, "h1-h3")
    texts = [choice.text for choice in (await club.matches.see(match.id, BOB.id)).choices]
    assert texts.index("h7-h5") < texts.index("a7-a5")
    assert texts == [choice.text for choice in (await club.matches.see(match.id, BOB.id)).choices]


async def test_a_draft_shows_the_board_after_it_and_what_may_follow(club: Club) -> None:
    match = await hidden_cups(club)
    half = await club.matches.see(match.id, ANN.id, " 2 ")
    assert (half.draft, half.complete) == ("2", False)
    assert [choice.text for choice in half.choices] == ["1", "3"]
    assert isinstance(half.view, CupsView)
    assert half.view.lifted == "2"
    whole = await club.matches.see(match.id, ANN.id, "2 3")
    assert (whole.draft, whole.complete, whole.choices) == ("2,3", True, ())
    assert await club.matches.match(match.id) == match


async def test_a_draft_cannot_find_out_what_is_hidden(club: Club) -> None:
    match = await hidden_cups(club)
    seen = await club.matches.see(match.id, ANN.id, "1,2")
    assert isinstance(seen.view, CupsView)
    assert not set(seen.view.cups[1]) & set("abc")


@pytest.mark.parametrize(
    ("reader", "draft", "code"),
    [
        (BOB.id, "a7-a5", Code.NOT_YOUR_TURN),
        (ANN.id, "a1-z9", Code.NO_SUCH_SQUARE),
        (ANN.id, "a1-a2", "murus.two_away"),
    ],
)
async def test_a_draft_is_refused_as_the_turn_would_be(
    club: Club, reader: int | None, draft: str, code: str
) -> None:
    match = await club.begin()
    with pytest.raises(GameError) as refused:
        await club.matches.see(match.id, reader, draft)
    assert refused.value.event.code == code


async def test_a_draft_may_not_go_on_after_its_turn(club: Club) -> None:
    match = await hidden_cups(club)
    with pytest.raises(GameError) as refused:
        await club.matches.see(match.id, ANN.id, "1,2,3")
    assert refused.value.event.code == Code.TOO_MANY_ACTIONS


async def test_nobody_drafts_after_the_end_but_everybody_may_look(club: Club) -> None:
    match = await club.begin()
    await club.matches.resign(club.keys(), match.id, ANN.id)
    assert (await club.matches.see(match.id, ANN.id)).choices == ()
    with pytest.raises(OutOfTurn) as refused:
        await club.matches.see(match.id, ANN.id, "a1-a3")
    assert refused.value.event.code == Code.ALREADY_OVER


async def test_a_preview_is_what_the_turn_then_brings(club: Club) -> None:
    match = await club.begin()
    drafted = await club.matches.see(match.id, ANN.id, "b1-d3")
    played = await club.matches.act(club.keys(), match.id, ANN.id, "b1-d3")
    assert replace(played, match=match, draft=drafted.draft, complete=True) == drafted
    assert played.last == (FIRST, "b1-d3")


async def test_no_secret_is_in_what_the_service_returns(club: Club) -> None:
    match = await hidden_cups(club)
    stored = await club.stored(match.id)
    offer = await club.matches.offer(club.keys(), match.id, ANN.id, "draw")
    told: list[object] = [match, offer, stored, *await club.matches.behind()]
    told += [await club.matches.see(match.id, reader) for reader in (ANN.id, CID.id, None)]
    told += await club.matches.list(ANN.id, "mine", None)
    for text in (repr(one).replace(match.commitment, "") for one in told):
        assert stored.position not in text
        assert "cab" not in text
        assert stored.seed.hex() not in text
        assert repr(stored.seed) not in text


async def test_no_position_is_in_what_a_running_match_shows(club: Club) -> None:
    match, rng = await club.begin(), random.Random(5)
    for _ in range(6):
        seen: Seen = await club.step(match, rng)
    position = (await club.stored(match.id)).position
    assert position
    assert position not in repr(seen)


@pytest.mark.parametrize("text", ["bac", "bac,1", "9", "x" * 400])
async def test_an_error_does_not_carry_the_position(club: Club, text: str) -> None:
    match = await hidden_cups(club)
    stored = await club.stored(match.id)
    with pytest.raises(GameError) as refused:
        await club.matches.act(club.keys(), match.id, ANN.id, text)
    error: BaseException | None = refused.value
    while error:
        words = f"{error!r} {vars(error)}"
        assert stored.position not in words
        assert "cab" not in words
        error = error.__cause__ or error.__context__


async def test_a_longer_text_than_any_turn_is_not_read(club: Club) -> None:
    match = await club.begin()
    with pytest.raises(NotationError) as refused:
        await club.matches.act(club.keys(), match.id, ANN.id, "a1-a3 " * 50)
    assert refused.value.event.code == Code.TOO_LONG


def test_the_games_are_those_of_the_library(club: Club) -> None:
    assert club.matches.games() == tuple(rules.game.info for rules in RULEBOOK.values())


@pytest.mark.parametrize("game", ["murus", "junqi-dark"])
async def test_a_position_that_cannot_be_read_is_a_fault_and_tells_nothing(
    club: Club, game: str
) -> None:
    match = await club.begin(game)
    if game == "junqi-dark":
        for player in (ANN, BOB):
            await club.matches.ready(club.keys(), match.id, player.id)
    with closing(sqlite3.connect(club.path)) as connection, connection:
        connection.execute("UPDATE matches SET position = replace(position, 'b12', '*b12')")
        connection.execute("UPDATE matches SET position = position || ' x'")
    attempts: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: club.matches.see(match.id, CID.id),
        lambda: club.matches.act(club.keys(), match.id, ANN.id, "a1-a3"),
        lambda: club.matches.resign(club.keys(), match.id, ANN.id),
    )
    for attempt in attempts:
        with pytest.raises(RuntimeError) as fault:
            await attempt()
        assert fault.value.__cause__ is None
        assert str(fault.value) == f"the position of match={match.id} cannot be read"
