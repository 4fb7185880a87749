"""Whole matches of four through Discord, to an end that is shown, proved and played again."""

import json
import random
from pathlib import Path

import pytest

from bot.matches.match.choices import choices
from games.__main__ import main
from games.core import Over

from .conftest import Match, MemberActor, fairness, labels, press, refused, said
from .four import LAYOUTS, Table, table
from .test_evidence import record_of

__all__ = ["table"]


def name(match: Match, seat: int) -> str:
    person = match.players[seat].person
    assert person
    return person.name


async def play(table: Table, rng: random.Random, most: int) -> str:
    """Play random turns by `/move`, attacks first, until a player is out or the match over."""
    people = {who.id: who for who in table.people}
    for _ in range(most):
        seen = await table.seen()
        if isinstance(seen.view.turn, Over) or seen.view.out:
            break
        who = people[seen.match.players[min(seen.match.to_act)].who.id]  # type: ignore[union-attr]
        options = choices(seen)
        attacks = [one for one in options if one.weight]
        await table.move(who, rng.choice(attacks or options).text)
    return table.board().content


async def resign(table: Table, who: MemberActor) -> str:
    return said(await table.resign(who))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_match_of_four_to_the_end(table: Table, tmp_path: Path, seed: int) -> None:
    await table.sit()
    await table.set_up()
    assert "after 40 more turns" in refused(await table.livia.slash(table.channel, "match resign"))
    rng = random.Random(seed)
    board = await play(table, rng, 42)
    assert "out" not in board
    # West gives up, looks on with what they know, and can do no more.
    assert "your partner plays on" in await resign(table, table.brennus)
    board = table.board().content
    assert "West is out" in board
    mine = await table.brennus.click(table.board(), label="My board")
    assert "you are out" in said(mine)
    assert "Zoom" in labels(mine)
    assert "Your part" in refused(await table.brennus.click(table.board(), label="Offer"))
    more = await table.brennus.click(table.board(), label="More")
    assert "Resign" not in labels(more)
    assert "Your part" in await table.move(table.brennus, "a1-a2")
    assert "Your part" in refused(await table.brennus.click(table.board(), label="Move"))
    await table.restart()
    assert (await press(table.brennus, mine, "Zoom")).response
    # East plays on for a while, then the team has lost.
    for _ in range(4):
        seen = await table.seen()
        if isinstance(seen.view.turn, Over):
            break
        people = {who.id: who for who in table.people}
        seat = min(seen.match.to_act)
        who = people[seen.match.players[seat].who.id]  # type: ignore[union-attr]
        assert who is not table.brennus
        await table.move(who, rng.choice(choices(seen)).text)
    if not isinstance((await table.seen()).view.turn, Over):
        await resign(table, table.quintus)
    end = table.board()
    assert "**Livia, Mara won" in end.content
    assert fairness(table.channel)[-1].content.count(", as sealed") == len(LAYOUTS)
    assert labels(end) == ["Rematch", "Replay", "Analysis", "Text", "Record", "Poster", "Zoom"]
    assert "s?" not in said(await table.mei.click(end, label="Text"))
    assert "is genuine" in refused(await table.verify(table.mei, end))
    document = await record_of(table.mei, end)
    assert len(json.loads(document)["seats"]) == 4
    file = tmp_path / "record.json"
    file.write_text(document, "utf-8")
    assert main(["verify", str(file)]) == 0
    # Again, with everybody one seat on.
    await table.mara.click(end, label="Rematch")
    card = table.channel.history()[-2]
    assert "**South** <@" in card.content
    for who in (table.livia, table.brennus, table.quintus):
        await who.click(card, label="Accept")
    again = await table.match()
    assert [name(again, seat) for seat in range(4)] == ["Quintus", "Livia", "Brennus", "Mara"]
