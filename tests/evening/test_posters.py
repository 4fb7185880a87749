"""The poster of an ended match: for whoever asks, and for all when it is shared."""

from .conftest import Evening, InteractionResult, MemberActor, labels, press, shown_by
from .test_forged import press as forge
from .test_pings import agree
from .test_taps import SHORT_GAME


async def pressed(evening: Evening, who: MemberActor) -> InteractionResult:
    return await evening.press(who, evening.board(), "Poster")


def alt(shown: InteractionResult) -> str:
    (picture,) = shown_by(shown).message.attachments
    assert picture.filename.startswith("poster-")
    return picture.description or ""


async def test_a_spectator_sees_and_shares_the_poster(evening: Evening) -> None:
    await evening.begin()
    await evening.play(SHORT_GAME)
    end, before = evening.board(), len(evening.channel.history())
    shown = await pressed(evening, evening.mara)
    assert shown.ephemeral
    assert labels(shown) == ["Share"]
    assert len(evening.channel.history()) == before
    shared = await press(evening.mara, shown, "Share")
    assert not shown_by(shared).ephemeral
    assert evening.channel.history()[-1].attachments[0].filename == f"poster-{evening.id()}.png"
    assert alt(shown) == alt(shared)
    assert alt(shown).startswith("Poster: Livia won. Murus Gallicus, final position")
    await evening.press(evening.brennus, end, "Analysis")
    shown = await evening.press(evening.brennus, end, "Poster")
    for one in (shown, await press(evening.brennus, shown, "Share")):
        assert "Livia's chances, by turn: 0: 50 %" in alt(one)
        assert "Turning point: " in alt(one)


async def test_it_shows_what_the_last_public_board_shows(evening: Evening) -> None:
    await evening.begin(game="junqi-dark")
    await agree(evening, "cancel")
    (board,) = evening.board().attachments
    assert alt(await pressed(evening, evening.livia)) == f"Poster: No result. {board.description}"


async def test_there_is_none_before_the_end(evening: Evening) -> None:
    await evening.begin(game="junqi-dark")
    before = len(evening.channel.history())
    match = evening.id()
    assert "still being played" in await forge(evening, f"m:{match}:0:poster")
    assert len(evening.channel.history()) == before
    await forge(evening, f"m:{match}:0:share:poster", private=True)
    (shared,) = evening.channel.history()[before:]
    assert shared.attachments[0].filename.startswith("junqi-dark-")
    assert shared.attachments[0].description == evening.board().attachments[0].description
