"""Letter matches: people of different servers, each with the boards in their direct messages."""

import discord
import pytest

from bot.matches.match.messages import CHANNEL, DIRECT
from games.library import GAMES

from .bells import bells
from .conftest import Evening, items, speak
from .strangers import Strangers


@pytest.fixture
def strangers(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Strangers:
    club = Strangers(evening)
    speak(monkeypatch, "zh-CN", {club.quintus.id})
    return club


def verbs(message: discord.Message) -> list[str]:
    """List what the buttons of a message mean, in any language."""
    return [item["custom_id"].split(":")[3] for item in items(message) if "custom_id" in item]


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
async def test_each_of_the_games_is_played_by_letter(strangers: Strangers, game: str) -> None:
    await strangers.client.desk.matches.prefer(strangers.quintus.id, text_first=True)
    await strangers.quintus.slash(strangers.places[strangers.quintus.id], "match list")
    variant = "resign_min_ply=0" if "resign_min_ply" in GAMES[game].info.options else ""
    match = await strangers.seat(game, variant=variant)
    people = strangers.strangers[: len(match.players)]
    match = await strangers.set_up()
    for _ in range(2 * len(people)):
        match = await strangers.turn()
        shown = [strangers.shown(who) for who in people]
        assert all(f"`{match.id}`" in board.content for board in shown)
        awaited = [match.seat_of(who.id) in match.to_act for who in people]
        assert ["move" in verbs(board) for board in shown] == awaited
    spoken = strangers.shown(strangers.quintus).content
    assert len(spoken) > 2 * len(strangers.shown(strangers.livia).content)
    assert "轮到" in spoken
    for who in people[::2]:  # a side
        await strangers.press(who, await strangers.ask(who, "match resign"), "Resign")
    match = await strangers.settle()
    assert match.stand.phase == "over"
    assert all("rematch" in verbs(strangers.shown(who)) for who in people)
    messages = await strangers.client.desk.matches.latest_messages(match.id)
    assert CHANNEL not in messages
    assert sum(audience.startswith(DIRECT) for audience in messages) == len(people)
    assert bells(strangers, strangers.livia)
