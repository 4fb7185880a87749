"""Whole evenings of Ponte del Diavolo: pairs of tiles, bridges, the change of sides, the count."""

from __future__ import annotations

from .conftest import Evening, labels, press, refused, said


async def begin(evening: Evening, variant: str = "size-8 pie=off") -> None:
    """Begin a match of Livia (light) against Brennus."""
    await evening.begin(game="ponte", variant=variant)


async def test_many_squares_are_picked_by_file_and_rank_with_a_preview_after_each_tile(
    evening: Evening,
) -> None:
    await begin(evening, "standard pie=off")
    shown = await evening.livia.click(evening.board(), label="Move")
    assert "Choose a square for a tile · tap a letter to see its squares" in said(shown)
    assert shown.response
    assert labels(shown.response) == list("abcdefghij")
    for label in ("c", "c3", "d", "d5"):
        assert shown.response
        assert shown.response.attachments
        shown = await press(evening.livia, shown, label)
    assert labels(shown) == ["Confirm c3,d5", "Back"]
    back = await press(evening.livia, shown, "Back")
    assert "`c3 " not in said(back)
    assert "`c3`" in said(back)
    assert labels(back)[-3:] == ["d9", "d10", "Back"]
    shown = await press(evening.livia, back, "d1")
    assert "you played `c3,d1`" in said(await press(evening.livia, shown, "Confirm c3,d1"))
    assert (await evening.seen()).match.stand.turns == 1


async def test_the_second_player_may_take_the_light_tiles(evening: Evening) -> None:
    await begin(evening, "standard")
    await evening.move(evening.livia, "a1,c3")
    shown = await evening.brennus.click(evening.board(), label="Move")
    assert labels(shown)[0] == "Take the light tiles"
    assert "Choose what to do · tap a letter to see its squares" in said(shown)
    listed = await evening.brennus.autocomplete(evening.channel, "move", "move", "")
    assert listed[0]["value"] == "swap"
    assert "you played `swap`" in await evening.move(evening.brennus, "换边")
    board = evening.board().content
    assert board.startswith(f"<@{evening.livia.id}>, your move")
    assert "took the light tiles" in board
    assert "you played `e5,g7`" in await evening.move(evening.livia, "e5,g7")
    text = said(await evening.mara.slash(evening.channel, "match board", view="text"))
    assert "Light, score 0" in text
    assert (await evening.seen()).match.stand.turns == 3


async def test_what_public_programs_accept_is_refused(evening: Evening) -> None:
    await begin(evening, "standard pie=off")
    for text, answer in (
        ("a1,a1", "There is already a tile on a1"),
        ("a1,k1", "There is no square “k1”"),
        ("a1,b1,c1", "complete before `c1`"),
        ("pass", "You can still place two tiles"),
        ("a1-a3", "You have no tile on a1"),
        ("swap", "only as their first turn"),
        ("a1a3", "could mean `a1,a3` or `a1-a3`"),
    ):
        assert answer in await evening.move(evening.livia, text)
    assert len(evening.boards()) == 1


async def test_a_turn_of_two_tiles_is_completed_from_the_list_and_in_the_picker(
    evening: Evening,
) -> None:
    await begin(evening, "standard pie=off")

    async def listed(typed: str) -> list[str]:
        offered = await evening.livia.autocomplete(evening.channel, "move", "move", typed)
        return [one["value"] for one in offered]

    assert (await listed("c1"))[:3] == ["c1", "c10", "c1,b1"]
    assert all(one.startswith("c3,") for one in await listed("c3,"))
    assert await listed("c3,d5") == ["c3,d5"]
    assert await listed("c3,d5,e6") == []
    half = await evening.livia.slash(evening.channel, "move", move="c3")
    assert "`c3` is only the beginning of a turn. Nothing has been played yet" in refused(half)
    done = await press(evening.livia, await press(evening.livia, half, "d", "d5"), "Confirm c3,d5")
    assert "you played `c3,d5`" in said(done)


async def test_the_change_of_sides_is_an_option_by_name(evening: Evening) -> None:
    offered = await evening.livia.autocomplete(
        evening.channel, "match new", "variant", "", game="ponte"
    )
    named = ["standard", "unlimited", "size-8", "size-12"]
    assert [one["value"] for one in offered] == named + [f"{name} pie=off" for name in named]
    assert offered[4]["name"] == "Standard (10 × 10, 40 tiles each, 15 bridges), no swap"


async def test_an_option_is_found_by_its_words_and_by_its_letters(evening: Evening) -> None:
    for typed in ("12 swap", "size-12 pie", "12 x 12 no", "SIZE-12 pie=off"):
        offered = await evening.livia.autocomplete(
            evening.channel, "match new", "variant", typed, game="ponte"
        )
        assert [one["value"] for one in offered] == ["size-12 pie=off"], typed
