"""A finished match that loses its moves: foretold in the list, and answered for kindly then."""

import pytest

from .conftest import DAY, IN_BOTH, Evening, Settings, expect, press, said


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Keep finished matches for 90 days."""
    return settings.model_copy(update={"keep_finished": "90d"})


async def finished(evening: Evening) -> str:
    """Return the list of the matches that Livia has finished."""
    return said(await evening.livia.slash(evening.channel, "match list", scope="finished"))


@IN_BOTH
async def test_its_players_are_foretold_and_then_told(evening: Evening) -> None:
    words, matches = evening.words, evening.client.desk.matches
    await evening.begin("here", moves="a1-a3 b7-b5")
    watched = await evening.mara.slash(evening.channel, "match board", view="public")
    sure = await evening.brennus.slash(evening.channel, "match resign")
    await press(evening.brennus, sure, words("button.resign"))
    await evening.follow()
    match, board = evening.id(), evening.board()
    foretold, _, _ = words("list.kept_until", when="|").partition("|")
    behind = words("list.kept_until", when="|").rpartition("|")[2]
    assert behind not in await finished(evening)
    await evening.pass_time(61 * DAY)
    expect(await finished(evening), foretold, behind)
    await matches.followers.sweep()
    await evening.pass_time(30 * DAY)
    assert await matches.clearing.portion() == 1
    assert match in await finished(evening)
    gone, _, _ = words("match.no_longer_kept", match=match).partition("**")
    for command in ("history", "board"):
        asked = await evening.livia.slash(evening.channel, f"match {command}", match=match)
        assert said(asked).startswith(gone)
    assert said(await evening.press(evening.livia, board, "Record")).startswith(gone)
    shared = await evening.press(evening.mara, watched.response, "Share")
    assert said(shared).startswith(gone)
    assert shared.ephemeral, "a refusal is for whoever asks"
    boards = len(evening.boards())
    await evening.follow()
    assert len(evening.boards()) == boards
