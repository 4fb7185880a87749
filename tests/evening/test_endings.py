"""Ends of matches by the rules and by resigning, what earlier boards then say, and posters."""

import re

import pytest
from simcord import InteractionResult

from bot.matches.machines.thinkers import Thinkers
from tests.drafts import plant

from .conftest import Evening, expect, labels, press, refused, said, shown_by
from .managers import abroad
from .test_forged import press as forge
from .test_taps import SHORT_GAME

CYCLE = "c1-a1 c7-a7 d1-b1 d7-b7 b1-d1 b7-d7 c1-a1 c7-a7 a1-c1 a7-c7 b1-d1 b7-d7 "
REPETITION = "a1-a3 a7-a5 b1-b3 b7-b5 " + CYCLE * 2
STALEMATE = (
    "f1-f3 c7-a7 d1-d3 a7-d4 b1-b3 a7-a5 h1-h3 f7-h7 c1-c3 e7-c7 e1-e3 b7-e4 a1-c1 h7-h5 "
    "g1-g3 b7-b5"
)


@pytest.mark.slow
async def test_a_position_seen_twice_is_said_and_ends_are_told(evening: Evening) -> None:
    await evening.begin()
    moves = REPETITION.split()
    await evening.play(" ".join(moves[:16]))
    assert "same position, 2 of 3" in str(evening.board().attachments[0].description)
    await evening.play(" ".join(moves[16:]))
    assert "A draw by repetition" in evening.board().content
    await evening.begin_anew(variant="advanced", moves=STALEMATE)
    assert "Brennus won: Livia cannot move" in evening.board().content


async def test_an_earlier_board_says_what_was_played_on_it(evening: Evening) -> None:
    await evening.begin()
    first, match = evening.board(), evening.id()
    await evening.play("a1-a3")
    second = evening.board()
    edited = evening.again(first)
    assert edited.content == f"`{match}` Murus Gallicus · Livia `a1-a3`"
    assert (labels(edited), edited.mentions) == ([], [])
    await evening.move(evening.brennus, "a7-a5")
    assert evening.again(second).content == (f"`{match}` Murus Gallicus · Brennus `a7-a5`")
    third = evening.board()
    await evening.resign(evening.brennus)
    assert evening.again(third).content == (
        f"`{match}` Murus Gallicus · Livia won: Brennus resigned"
    )


async def test_resigning_asks_back_first(evening: Evening) -> None:
    await evening.begin()
    asked = await evening.brennus.slash(evening.channel, "match resign")
    other = await evening.brennus.slash(evening.channel, "match resign")
    third = await evening.brennus.slash(evening.channel, "match resign")
    assert "the match goes on" in said(await press(evening.brennus, third, "Play on"))
    assert asked.ephemeral
    assert "Resign and lose this match?" in said(asked)
    assert len(evening.boards()) == 1
    await press(evening.brennus, asked, "Resign")
    assert "Livia won: Brennus resigned" in evening.board().content
    assert "is not being played" in refused(await press(evening.brennus, other, "Resign"))


# ---------------------------------------------------------------------- posters


def alt(shown: InteractionResult) -> str:
    (picture,) = shown_by(shown).message.attachments
    assert picture.filename.startswith("poster-")
    return picture.description or ""


@pytest.mark.slow
async def test_anybody_sees_and_shares_the_poster_analysed_if_nobody_waits(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin(moves=SHORT_GAME)
    end, before = evening.board(), len(evening.channel.history())
    place = "Poster: Livia won. 2026-01-01, The club. "
    with monkeypatch.context() as busy:
        busy.setattr(Thinkers, "queue", 1)
        shown = await evening.press(evening.mara, end, "Poster")
        assert labels(shown) == ["Share"]
        assert alt(shown).startswith(f"{place}Murus Gallicus, final position")
    shown = await evening.press(evening.brennus, end, "Poster")
    assert shown.ephemeral
    assert len(evening.channel.history()) == before
    shared = await press(evening.brennus, shown, "Share")
    assert not shown_by(shared).ephemeral
    assert evening.channel.history()[-1].attachments[0].filename == f"poster-{evening.id()}.png"
    assert alt(shown) == alt(shared)
    expect(alt(shown), place, "Livia's chances, by turn: 0: 50 %", "Turning point: ")
    turn = alt(shown).split("Turning point: ")[1].split(".")[0]
    assert labels(shown) == ["Share", f"After turn {turn}"]
    board = await press(evening.brennus, shown, f"After turn {turn}")
    expect(said(board), f"**Turn {turn} of 15**")


async def test_a_poster_asked_for_on_another_server_does_not_name_that(evening: Evening) -> None:
    await evening.begin(moves=SHORT_GAME)
    livia, market = abroad(evening, "Livia")
    listed = shown_by(await livia.slash(market, "match list", scope="finished"))
    plant(evening.env, listed, poster := f"m:{evening.id()}:0:poster")
    shown = await livia.click(listed, custom_id=poster)
    assert alt(shown).startswith("Poster: Livia won. 2026-01-01. ")


async def test_a_poster_shows_what_the_last_public_board_shows(evening: Evening) -> None:
    await evening.begin(game="junqi-dark")
    await evening.agree("cancel")
    (board,) = evening.board().attachments
    shown = await evening.press(evening.livia, evening.board(), "Poster")
    assert re.match(r"Poster: No result\. 2026-\d\d-\d\d, The club\. ", alt(shown))
    assert alt(shown).endswith(board.description or "")


async def test_there_is_no_poster_before_the_end(evening: Evening) -> None:
    await evening.begin(game="junqi-dark")
    before = len(evening.channel.history())
    match = evening.id()
    assert "still being played" in await forge(evening, f"m:{match}:0:poster")
    assert len(evening.channel.history()) == before
    await forge(evening, f"m:{match}:0:share:poster", private=True)
    (shared,) = evening.channel.history()[before:]
    assert shared.attachments[0].filename.startswith("junqi-dark-")
    assert shared.attachments[0].description == evening.board().attachments[0].description
