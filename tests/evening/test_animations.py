"""Animation: the whole match as a picture that moves, for its reader alone or for all here."""

import random
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from io import BytesIO

import pytest
from PIL.GifImagePlugin import GifImageFile

from bot.matches.machines.workers import InProcess
from render.look import Look

from .conftest import (
    IN_BOTH,
    Evening,
    InteractionResult,
    MemberActor,
    expect,
    press,
    said,
    shown_by,
)
from .dark import play as play_dark
from .phone import plain, rows
from .test_computers import any_turn
from .test_history import history, squares_of
from .test_taps import SHORT_GAME


def frames(gif: bytes) -> list[bytes]:
    film, found = GifImageFile(BytesIO(gif)), []
    for number in range(film.n_frames):
        film.seek(number)
        found.append(squares_of(film))
    return found


async def animated(evening: Evening, opened: InteractionResult, who: MemberActor) -> bytes:
    (label,) = evening.named("Animation")
    answer = await press(who, opened, label)
    assert answer.ephemeral
    (file,) = shown_by(answer).message.attachments
    return bytes(await file.read())


async def boards(who: MemberActor, opened: InteractionResult, count: int) -> Sequence[bytes]:
    """Walk from the first board to the last; return the squares of each."""
    now, found = await press(who, opened, "First"), []
    for number in range(count):
        (file,) = shown_by(now).message.attachments
        found.append(squares_of(await file.read()))
        if number < count - 1:
            now = await press(who, now, "Forward")
    return found


@pytest.mark.slow
@IN_BOTH
async def test_an_animation_has_its_name_its_result_and_words_and_only_two_are_drawn_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin(moves=SHORT_GAME)
    opened = await evening.press(evening.mara, evening.board(), "Replay")
    (label,) = evening.named("Animation")
    answer = await press(evening.mara, opened, label)
    assert len(rows(said(answer))) <= 3
    (file,) = shown_by(answer).message.attachments
    assert file.filename == f"murus-{evening.id()}-replay.gif"
    assert "Livia" in said(answer)
    listed = plain(evening.words("history.button.moves"))
    expect(plain(file.description or ""), "Livia", "Brennus", "15", listed)
    past = (await evening.seen()).view
    look = Look(evening.words, "dark", ("Livia", "Brennus"))
    opened = await evening.press(evening.brennus, evening.board(), "Replay")
    with monkeypatch.context() as drawing:
        drawing.setattr(InProcess, "submit", lambda *_: Future[bytes]())
        for key in range(2):
            evening.client.desk.replays.begin(key, evening.brennus.id, [past], look, 1 << 20)
        told = said(await press(evening.brennus, opened, label))
    assert told == evening.words("animation.enough", limit=2)


@pytest.mark.slow
async def test_an_animation_broken_off_is_drawn_again_alike_for_all_and_shared(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Future[bytes]:
        raise BrokenExecutor

    await evening.begin(moves=SHORT_GAME)
    opened = await history(evening, evening.mara, match=evening.id())
    with monkeypatch.context() as stopping:
        stopping.setattr(InProcess, "submit", broken)
        left = await press(evening.mara, opened, "Animation")
    assert "interrupted. Please press the button again" in said(left)
    await evening.restart()
    public = await animated(evening, opened, evening.mara)
    assert len(frames(public)) == 16
    assert await animated(evening, opened, evening.mara) == public
    own = await history(evening, evening.brennus)
    assert await animated(evening, own, evening.brennus) != public
    await press(evening.livia, await history(evening, evening.livia), "Animation", "Share")
    last = evening.last()
    assert last.content.startswith("Livia shows the whole match\n")
    assert not last.mentions
    (file,) = last.attachments
    assert len(frames(await file.read())) == 16


@pytest.mark.slow
async def test_until_the_end_it_moves_up_to_now_as_its_reader_saw_it(evening: Evening) -> None:
    await play_dark(evening)
    for who in (evening.livia, evening.brennus):
        await evening.move(who, await any_turn(evening, random.Random(1)))
    films = {}
    for who in (evening.livia, evening.brennus, evening.mara):
        opened = await history(evening, who)
        films[who] = await animated(evening, opened, who)
        assert frames(films[who]) == await boards(who, opened, 3)
    assert len(set(films.values())) == 3
    await evening.agree("draw")
    public = await history(evening, evening.mara, match=evening.id())
    before = frames(films[evening.mara])
    assert frames(await animated(evening, public, evening.mara))[: len(before)] == before
    opened = await press(evening.mara, public, evening.words("choice.angle.open"))
    assert frames(await animated(evening, opened, evening.mara))[1] != before[1]
    own = await history(evening, evening.livia, match=evening.id())
    await press(evening.livia, own, "Animation", "Share")
    (file,) = evening.channel.history()[-1].attachments
    assert frames(await file.read())[: len(before)] == before
