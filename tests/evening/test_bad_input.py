"""Mistakes people type: each gets a kind private answer and changes nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from simcord import MemberActor

from bot.matches.match.choices import choices
from bot.matches.match.ids import MatchId

from .conftest import Evening, labels, press, refused, said
from .test_taps import old_list

NONSENSE = [
    ("zzz", "I cannot read “zzz” as a move"),
    ("   ", "There is no move in that"),
    ("…", "There is no move in that"),
    ("x" * 4000, "That is too long for a move"),
    ("a1-a9", "There is no square “a9” on this board"),
    ("i1-i3", "There is no square “i1” on this board"),
    ("Ａ１－Ａ９", "There is no square “a9” on this board"),
    ("a7-a5", "The tower on a7 is your opponent's"),
    ("a1-b2", "name the square two steps from a1"),
    ("d4-d5", "There is nothing on d4"),
    ("a1xa2", "There is no stone on a2 to take"),
    ("a1-b2,c2", "only for the first turn of the redistribution variant"),
    ("a1-a3 b1-b3", "I cannot read"),
    ("`@everyone`", "I cannot read"),
    ("'; drop table matches; --", "I cannot read"),
]


async def test_a_move_that_is_none_is_refused_with_the_reason(evening: Evening) -> None:
    await evening.begin()
    match = MatchId(evening.id())
    before = await evening.client.desk.matches.match(match)
    for text, answer in NONSENSE:
        assert answer in await evening.move(evening.livia, text)
        assert await evening.client.desk.matches.match(match) == before
        assert len(evening.boards()) == 1


@pytest.mark.parametrize(
    ("game", "text"),
    [("murus", "zzz"), ("diablo", "roll"), ("ponte", "the middle"), ("junqi-flip", "turn it up")],
)
async def test_a_refused_move_names_one_that_can_be_played_and_opens_the_picker(
    evening: Evening, game: str, text: str
) -> None:
    await evening.begin(game=game)
    if game == "diablo":
        await evening.move(evening.livia, choices(await evening.seen())[0].text)
    now = await evening.seen()
    who = evening.to_move(now)
    answer = await who.slash(evening.channel, "move", move=text)
    example = re.findall("Write it like `(.*?)`", refused(answer))[0]
    assert (await evening.seen(example)).complete
    assert labels(answer) == ["Move"]
    assert "Choose" in said(await press(who, answer, "Move"))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("pass", "This game has no pass"),
        ("resign", "use </match resign:"),
        ("takeback", "use </match offer:"),
        ("认输", "use </match resign:"),
    ],
)
async def test_what_is_no_move_but_can_be_done_otherwise(
    evening: Evening, text: str, answer: str
) -> None:
    await evening.begin()
    told = await evening.livia.slash(evening.channel, "move", move=text)
    assert answer in refused(told)
    assert labels(told) == ["Move"]


async def test_a_refused_press_of_an_old_list_opens_the_picker_anew(evening: Evening) -> None:
    await evening.begin()
    opened = await evening.livia.click(evening.board(), label="Move")
    told = await old_list(evening, opened, "a1-a5||0", "a1")
    assert told.followups
    assert labels(told.followups[-1]) == ["Move"]


async def test_only_who_is_to_move_is_offered_the_picker(evening: Evening) -> None:
    await evening.begin()
    told = await evening.brennus.slash(evening.channel, "move", move="a7-a5")
    assert labels(told) == []


async def test_out_of_turn(evening: Evening) -> None:
    await evening.begin()
    assert "It is not your turn" in await evening.move(evening.brennus, "a7-a5")
    pressed = await evening.brennus.click(evening.board(), label="Move")
    assert "It is not your turn" in refused(pressed)


async def test_a_move_where_no_match_is(evening: Evening) -> None:
    empty = evening.guild.create_text_channel("empty")
    result = await evening.livia.slash(empty, "move", move="a1-a3")
    assert "You have no match here" in refused(result)


async def test_a_match_nobody_knows(evening: Evening) -> None:
    for name in ("ZZZZ", "", " ", "`ZZ`", "x" * 200, "战"):
        result = await evening.livia.slash(evening.channel, "match board", match=name)
        assert "There is no match" in refused(result) or "You have no match" in said(result)


async def challenge(evening: Evening, who: Any) -> str:
    return refused(await evening.new(evening.livia, opponent=who))


async def test_a_challenge_to_oneself(evening: Evening) -> None:
    assert "You cannot challenge yourself" in await challenge(evening, evening.livia)


async def test_a_challenge_to_a_bot(evening: Evening) -> None:
    bot = evening.guild.add_member(evening.env.create_user("Beep", bot=True))
    assert "Beep is a bot and cannot play" in await challenge(evening, bot)


async def test_a_challenge_to_somebody_who_left(evening: Evening) -> None:
    gone = evening.env.create_user("Vercingetorix")
    assert "Vercingetorix is no longer on this server" in await challenge(evening, gone)


async def test_two_open_seats_of_one_host_in_one_channel(evening: Evening) -> None:
    await evening.new(evening.livia)
    again = refused(await evening.new(evening.livia))
    assert again.startswith("Your open Murus Gallicus match, `")
    assert "Cancel it first" in again


async def test_two_matches_in_the_same_place(evening: Evening) -> None:
    await evening.begin("here")
    other = await evening.new(evening.mara, where="here")
    assert f"`{evening.id()}` (Livia – Brennus) is being played here" in refused(other)
    await evening.new(evening.mara, where="thread")
    assert len(await evening.client.desk.matches.listed(evening.mara.id, "mine", None)) == 1


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({"variant": "chess"}, "There is no variant “chess”"),
        ({"variant": "basic+basic"}, "There is no variant"),
        ({"variant": "x" * 1000}, "That is too long"),
        ({"variant": "＋＋"}, "There is no variant"),
    ],
)
async def test_options_that_do_not_fit(
    evening: Evening, options: dict[str, str], answer: str
) -> None:
    assert answer in refused(await evening.new(evening.livia, **options))
    assert await evening.client.desk.matches.listed(evening.livia.id, "mine", None) == ()


async def test_buttons_of_a_match_that_is_over(evening: Evening) -> None:
    await evening.begin()
    opened = await evening.livia.click(evening.board(), label="Move")
    menu = await evening.livia.click(evening.board(), label="Offer")
    board = evening.board()
    asked = await evening.brennus.slash(evening.channel, "match resign")
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
    await press(evening.brennus, asked, "Resign")
    for label in ("Move", "Offer"):
        pressed = await evening.livia.click(board, label=label)
        assert "over" in refused(pressed) or "not being played" in said(pressed)
    late = await press(evening.livia, opened, "a1")
    assert "Livia won: Brennus resigned" in refused(late)
    assert "is not being played" in refused(await press(evening.livia, menu, "Draw"))


async def test_a_name_cannot_mention_or_format_anything(evening: Evening) -> None:
    name = "**@everyone** `x` <@123456789012345678>"
    rogue: MemberActor = evening.guild.add_member(evening.env.create_user(name))
    result = await rogue.slash(evening.channel, "match new", game="murus")
    assert "**@everyone**" not in said(result)
    assert "@everyone" not in said(result)
    assert " <@1" not in said(result)


async def test_every_command_answers_where_there_is_nothing(evening: Evening) -> None:
    for command, options in (
        ("match board", {}),
        ("match resign", {}),
        ("match offer", {"what": "draw"}),
        ("match list", {}),
    ):
        assert refused(await evening.mara.slash(evening.channel, command, **options))


async def test_a_game_for_two_has_no_partners(evening: Evening) -> None:
    await evening.begin()
    answer = refused(await evening.livia.slash(evening.channel, "match partners"))
    assert "there are no partners to confer with" in answer
