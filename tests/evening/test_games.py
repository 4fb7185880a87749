"""Every game from its first refusal to its end, when all that was secret is told and verified."""

import json
import random
from pathlib import Path

import pytest

from games.__main__ import main
from games.core import Over
from games.library import GAMES
from tests.families import mapped
from tests.samples import sampled

from .conftest import Evening, fairness, labels, refused, said
from .four import Table
from .test_computers import any_turn
from .test_economy import to_move

VARIANTS = dict([*mapped("facts", "SHORTEST"), *mapped("facts", "WHOLE")])
PLAIN = dict(mapped("facts", "PLAIN"))


@pytest.mark.parametrize(("game", "refusals"), [*mapped("facts", "REFUSED")])
async def test_a_move_that_is_none_is_refused_with_the_reason(
    table: Table, game: str, refusals: dict[str, str]
) -> None:
    await table.open(game, variant=PLAIN.get(game, ""))
    match, boards = await table.match(), len(table.boards())
    for text, answer in refusals.items():
        told = await table.livia.slash(table.channel, "move", move=text)
        assert answer in refused(told)
        assert labels(told) == ["Move"]
        assert await table.match() == match
    assert len(table.boards()) == boards


@pytest.mark.parametrize("game", sampled(sorted(GAMES)))
async def test_a_whole_match_tells_its_secrets_at_the_end_and_is_genuine(
    table: Table, caplog: pytest.LogCaptureFixture, tmp_path: Path, game: str
) -> None:
    caplog.set_level(0)
    await table.open(game, variant=VARIANTS.get(game, ""))
    rng, seats = random.Random(5), GAMES[game].info.seats
    await table.livia.click(table.board(), label="My board")
    texts = [said(await table.livia.slash(table.channel, "match board", view="text"))]
    while not isinstance((await table.seen()).view.turn, Over):
        if (await table.match()).stand.turns == 9:
            await table.restart()
        texts = [texts[0], caplog.text, *map(str, table.env.http_requests)]
        assert not await table.move(await to_move(table), await any_turn(table, rng, rough=True))
    end = table.board()
    assert " won" in end.content or "A draw" in end.content
    usual = ["Rematch", "Replay", "Analysis", "More", "Poster"]
    assert labels(end) == usual + ["Zoom"] * (seats == 4)
    assert "?" not in said(await table.press(table.mei, end, "Text")).split("```")[1]
    assert "is genuine" in refused(await table.verify(table.mei, end))
    document = await table.record(table.livia, end)
    (tmp_path / "record.json").write_text(document, "utf-8")
    assert main(["verify", str(tmp_path / "record.json")]) == 0
    record = json.loads(document)
    assert len(record["seats"]) == seats
    layouts = [line for line in table.log(table.id()) if line.startswith("deploy ")]
    if layouts:
        assert fairness(table.channel)[-1].content.count(", as sealed") == len(layouts) == seats
        assert len(record["seals"]) == seats
    secrets = [record["seed"], *(layout.removeprefix("deploy ") for layout in layouts)]
    assert not [secret for secret in secrets if secret in caplog.text]
    assert not [text for text in texts if record["seed"] in text]


async def test_no_draw_is_offered_where_there_are_none(evening: Evening) -> None:
    for game, draw in mapped("facts", "DRAWS"):
        if draw == "refused":
            await evening.begin(game=game)
            menu = await evening.press(evening.livia, evening.board(), "Offer")
            assert labels(menu) == ["Pause", "Call the match off"]
            asked = await evening.livia.slash(evening.channel, "match offer", what="draw")
            assert "There are no draws in this game" in refused(asked)
            evening.room()
