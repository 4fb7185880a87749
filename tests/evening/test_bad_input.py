"""Mistakes people type: each gets a kind private answer and changes nothing."""

import re

from bot.matches.match.choices import choices
from games.library import GAMES

from .conftest import Evening, labels, press, refused, said
from .test_taps import old_list


async def test_a_refused_move_names_one_that_can_be_played(evening: Evening) -> None:
    plain = [name for name, game in GAMES.items() if not game.set_up]
    assert len(plain) > 2
    for game in plain:
        await evening.begin_anew(game=game)
        if game == "diablo":
            await evening.move(evening.livia, choices(await evening.seen())[0].text)
        who = evening.to_move(await evening.seen())
        answer = await who.slash(evening.channel, "move", move="the middle")
        example = re.findall("Write it like `(.*?)`", refused(answer))[0]
        assert (await evening.seen(example)).complete
        assert labels(answer) == ["Move"]
        assert "Choose" in said(await press(who, answer, "Move"))


async def test_what_is_no_move_or_comes_out_of_turn_is_refused_with_a_way(evening: Evening) -> None:
    await evening.begin()
    opened = await evening.livia.click(evening.board(), label="Move")
    told = await old_list(evening, opened, "a1-a5||0", "a1")
    assert told.followups
    assert labels(told.followups[-1]) == ["Move"]
    told = await evening.brennus.slash(evening.channel, "move", move="a7-a5")
    assert "It is not your turn" in refused(told)
    assert labels(told) == []
    pressed = await evening.brennus.click(evening.board(), label="Move")
    assert "It is not your turn" in refused(pressed)
    answer = refused(await evening.livia.slash(evening.channel, "match partners"))
    assert "there are no partners to confer with" in answer
    other = await evening.new(evening.mara, where="here")
    assert f"`{evening.id()}` (Livia – Brennus) is being played here" in refused(other)
    await evening.new(evening.mara)
    assert len(await evening.client.desk.matches.list_matches(evening.mara.id, "mine", None)) == 1


async def test_what_names_no_match_or_nobody_to_play_is_refused(evening: Evening) -> None:
    for command, options in (
        ("match board", {}),
        ("match resign", {}),
        ("match offer", {"what": "draw"}),
        ("match list", {}),
        ("move", {"move": "a1-a3"}),
    ):
        told = refused(await evening.mara.slash(evening.channel, command, **options))
        assert command == "match list" or "You have no match here" in told
    for name in ("ZZZZ", "", " ", "`ZZ`", "x" * 200, "战"):
        result = await evening.livia.slash(evening.channel, "match board", match=name)
        assert "There is no match" in refused(result) or "You have no match" in said(result)
    bot = evening.guild.add_member(evening.env.create_user("Beep", bot=True))
    for who, answer in (
        (evening.livia, "You cannot challenge yourself"),
        (bot, "Beep is a bot and cannot play"),
        (evening.env.create_user("Vercingetorix"), "Vercingetorix is no longer on this server"),
    ):
        assert answer in refused(await evening.new(evening.livia, opponent=who))
    for variant, answer in (
        ("chess", "There is no variant “chess”"),
        ("basic+basic", "There is no variant"),
        ("x" * 1000, "That is too long"),
        ("＋＋", "There is no variant"),
    ):
        assert answer in refused(await evening.new(evening.livia, variant=variant))
    assert await evening.client.desk.matches.list_matches(evening.livia.id, "mine", None) == ()
    await evening.new(evening.livia)
    again = refused(await evening.new(evening.livia))
    assert "is still waiting for an answer" in again
    assert "Cancel it first" in again


async def test_buttons_of_a_match_that_is_over(evening: Evening) -> None:
    await evening.begin()
    opened = await evening.livia.click(evening.board(), label="Move")
    menu = await evening.press(evening.livia, evening.board(), "Offer")
    board = evening.board()
    asked = await evening.brennus.slash(evening.channel, "match resign")
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)
    await press(evening.brennus, asked, "Resign")
    for label in ("Move", "Offer"):
        pressed = await evening.livia.click(board, label=label)
        assert "over" in refused(pressed) or "not being played" in said(pressed)
    assert "Livia won: Brennus resigned" in refused(await press(evening.livia, opened, "a1"))
    assert "is not being played" in refused(await press(evening.livia, menu, "Draw"))
