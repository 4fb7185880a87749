"""A database of older days: what was typed is spelled as it would be kept now, the log stays."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from bot.matches.match.ids import MatchId
from games.junqi.layout import PRESETS
from games.record import read
from games.verify import verify
from tests.databases import migrate

from .conftest import Evening, fairness, press
from .dark import begin, ready
from .test_evidence import end_by_agreement, record_of

pytestmark = pytest.mark.slow
RAW = {
    "junqi-dark": ("standard　no_capture_limit=060", "standard no_capture_limit=60"),
    "ponte": ("ｓtandard　pie=OFF", "standard pie=off"),
    "murus": ("advanced + escape", "advanced+escape"),
    "diablo": ("6", "size-6"),
}


def file(evening: Evening) -> Path:
    return Path(make_url(evening.settings.database_url).database or "")


def rows(evening: Evening, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file(evening))) as connection:
        return sorted(connection.execute(query).fetchall(), key=repr)


async def aged(evening: Evening, *statements: tuple[str, tuple[object, ...]]) -> None:
    """Put the file back to the days before, change it so, and start the bot on it again."""
    await evening.client.shut()
    await migrate(evening.settings.database_url, "0004")
    with closing(sqlite3.connect(file(evening))) as connection, connection:
        for statement, values in statements:
            connection.execute(statement, values)
    await evening.restart()


async def test_variants_and_layouts_of_older_days_are_spelled_as_they_are_now(
    evening: Evening,
) -> None:
    codes, user = PRESETS["raiders"], evening.livia.id
    matches: dict[str, str] = {}
    for game, (_, canonical) in RAW.items():
        place = evening.guild.create_text_channel(game)
        opened = await evening.livia.slash(
            place,
            "match new",
            game=game,
            variant=canonical,
            opponent=evening.brennus,
            seat="first",
            where="here",
        )
        await press(evening.brennus, opened, "Accept")
        matches[game] = evening.id(place)
    await evening.livia.slash(
        evening.channel, "match setup", layout=codes, match=matches["junqi-dark"]
    )
    untouched = ("SELECT * FROM log", "SELECT * FROM seals", "SELECT id, position FROM matches")
    before = [rows(evening, query) for query in untouched]
    await aged(
        evening,
        *(
            ("UPDATE matches SET variant = ? WHERE id = ?", (RAW[game][0], match))
            for game, match in matches.items()
        ),
        ("UPDATE drafts SET own = 1, title = 'Ｍy  best', codes = ?", (codes.lower(),)),
        ("INSERT INTO layouts VALUES (?, 'Ｍy  best', ?)", (user, codes)),
        ("INSERT INTO layouts VALUES (?, 'My best', ?)", (user, PRESETS["decoy"])),
        ("INSERT INTO layouts VALUES (?, 'Ｍy best', ?)", (user, PRESETS["ambush"])),
        ("INSERT INTO layouts VALUES (7, 'Ｍy best', ?)", (codes,)),
    )
    assert [rows(evening, query) for query in untouched] == before
    for game, match in matches.items():
        read = await evening.client.desk.matches.match(MatchId(match))
        assert read.terms.variant == RAW[game][1]
    assert set(rows(evening, "SELECT codes, title FROM drafts")) == {(codes, "My best")}
    kept = await evening.client.desk.matches.setting_up.kept(user)
    assert kept["My best"] == PRESETS["decoy"]
    assert sorted(kept) == ["My best", "My best 2", "My best 3"]
    assert await evening.client.desk.matches.setting_up.kept(7) == {"My best": codes}


async def test_a_match_of_older_days_is_sealed_in_public_again_and_its_record_verifies(
    evening: Evening,
) -> None:
    await begin(evening)
    await ready(evening, evening.livia)
    await ready(evening, evening.brennus)
    match = evening.id()
    await aged(evening, ("UPDATE matches SET variant = 'standard　max_plies=0'", ()))
    await evening.move(evening.livia, "a6-a7")
    for seal in (await evening.client.desk.matches.evidence.seals(MatchId(match))).values():
        assert seal in fairness(evening.channel)[-1].content
    record = read(await record_of(evening.livia, await end_by_agreement(evening, "draw")))
    assert record.variant == "standard"
    assert verify(record) == ()
