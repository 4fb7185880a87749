"""Two evenings in each of two worlds that differ in Blue's pieces: one ends before Red is ready.

Records, verifications and failed boards are among what must be equal; `twins` says how.
"""

from pathlib import Path
from typing import Any

import pytest

from games.junqi import layout

from .conftest import Evening, MatchId, labels, said, shown_by
from .dark import sealed
from .test_secrecy import taken_back
from .twins import DARK, RED, TURNS, alike, club, look_round, server, worlds


async def prepared(evening: Evening, blue: str) -> MatchId:
    """Prepare a match in which only Blue is ready, with a layout no other reader has seen."""
    await evening.begin(game="junqi-dark")
    match = MatchId(evening.id())
    await evening.client.desk.matches.setting_up.lay(match, evening.brennus.id, blue)
    shown = await evening.brennus.click(evening.board(), label="Set up")
    await sealed(evening.brennus, shown)
    return match


async def ended_early(evening: Evening, blue: str, what: str) -> None:
    """Let Red ask for an end before being ready, get it, and look at all there is."""
    await prepared(evening, blue)
    for who in (evening.livia, evening.mara):
        for label in ("Set up", "More", "Offer"):
            await who.click(evening.board(), label=label)
        for view in ("mine", "public", "flipped", "text"):
            await who.slash(evening.channel, "match board", view=view)
        for typed in ("", "c", "b7"):
            await who.autocomplete(evening.channel, "move", "move", typed)
            await who.autocomplete(evening.channel, "match mark", "square", typed)
        for text in ("a7-a6", "c4-c9", "nonsense"):
            await who.slash(evening.channel, "move", move=text)
        await who.slash(evening.channel, "match mark", square="a12", guess="L")
        await who.slash(evening.channel, "match list", scope="here")
    question = await evening.offer(evening.livia, what)
    await evening.brennus.click(question, label="Accept")
    end = evening.board()
    assert labels(end) == ["Rematch", "Replay", "Text", "Record", "Poster"]
    for who in (evening.livia, evening.mara):
        for label in ("Text", "Replay", "Record", "Poster"):
            assert "Something went wrong" not in said(await who.click(end, label=label))
        for view in ("mine", "public", "flipped", "text"):
            await who.slash(evening.channel, "match board", view=view, match=evening.id())
        for command, more in (
            ("match setup", {}),
            ("match mark", {"square": "a12", "guess": "L"}),
            ("match list", {}),
        ):
            await who.slash(evening.channel, command, **more)
        await who.slash(evening.channel, "match list", scope="finished")


async def played(evening: Evening, blue: str, moves: list[str]) -> None:
    """Let boards fail while both get ready; then play turns, asking for everything."""
    await prepared(evening, blue)
    board = evening.board()
    await evening.livia.slash(evening.channel, "match setup", layout=RED)
    shown = await evening.livia.click(board, label="Set up")
    here = f"/channels/{evening.channel.id}/messages"
    evening.env.inject_error("POST", here, status=403, code=50013, times=None)
    await sealed(evening.livia, shown_by(shown))
    evening.env.backend.faults.clear()
    for number, text in enumerate(moves):
        mover = (evening.livia, evening.brennus)[number % 2]
        assert "you played" in await evening.move(mover, text)
        await look_round(evening, DARK, evening.livia, evening.mara)
        if await taken_back(evening, mover):
            await evening.move(mover, text)


async def world(file: Path, blue: str, moves: list[str]) -> list[tuple[Any, ...]]:
    """Return everything sent except to Blue on both evenings."""
    async with server(file, "Brennus", club) as (evening, sent):
        for what in ("cancel", "draw"):
            await ended_early(evening, blue, what)
        await played(evening, blue, moves)
        return sent()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
async def test_two_whole_evenings_tell_nobody_what_blue_has_set_up(
    tmp_path: Path, seed: int
) -> None:
    blue, other, moves = worlds(DARK, seed)
    assert layout.faults(1, other) == ()
    one = await world(tmp_path / "one.sqlite", blue, moves[:TURNS])
    two = await world(tmp_path / "two.sqlite", other, moves[:TURNS])
    assert len(one) > 500
    assert sum(".json" in str(request[4:]) for request in one) >= 4
    alike(one, two)
    assert blue not in str(one)
    assert other not in str(two)
