"""What a person can take away: all that is theirs, and nothing that is still another's secret."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.matches.match.ids import MatchId
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code
from bot.matches.upkeep.data_export import DURATIONS
from bot.store.inventory import INVENTORY
from bot.store.tables.purpose import Whose
from games.clock import DAY
from games.records.record import read
from games.records.verify import verify
from tests.databases import BOTH
from tests.evening.twins import DARK, worlds

from .club import ANN, BOB, Club, refused
from .rated import EVA, FIN, GIL, played
from .test_forgetting import ZOE, used
from .test_secret_histories import answers


def kept(text: str) -> dict[str, list[dict[str, Any]]]:
    """Read the rows of an export, by what they are kept for."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in json.loads(text)["kept"]:
        found.setdefault(line["why"], []).extend(line["rows"])
    return found


@pytest.mark.slow
@BOTH
async def test_whoever_has_used_everything_gets_all_of_it(club: Club) -> None:
    found = await used(club)
    first, *others = await club.matches.exporting.export(ZOE.id)
    rows = kept(first)
    about = {kept.purpose.why for kept in INVENTORY if kept.purpose.whose is Whose.PERSON}
    hosted = {"whom a card asks, so that it asks only once"}
    sealed = {
        "who may not challenge or join them",
        "who may not play there",
        "that they have had all this deleted, so that limits hold if they come back",
    }
    shown_with = {
        "the name under which they have published a note",
        "where they stand in a game on a server",
        "the results that have brought them there",
        "whether it is their turn, and how it ended for them",
        "what they have offered, and what was declined",
        "their clock, the end of their vacation, and whether they are gone",
        "to remind nobody who has just played or looked",
        "since when they wait, and when they were last drawn or here",
    }
    hints = {"the hints they asked for, shown in the record"}
    assert rows.keys() == about - hosted - sealed - shown_with - hints
    assert rows["layouts they have saved for other matches"] == [
        {"user": str(ZOE.id), "name": "Wall", "codes": "x"}
    ]
    (note,) = rows["their notes, for them alone"]
    assert (note["match"], note["turn"], note["text"], note["name"]) == (
        found["won"].id,
        1,
        "Well played!",
        ZOE.name,
    )
    assert {row["result"] for row in rows["whose result it is"]} == {"won", "lost"}
    running = {match["match"] for match in json.loads(first)["running"]}
    assert running == {found[name].id for name in ("dark", "set up", "resigned")}
    records = [record for other in others for record in json.loads(other)["records"]]
    assert {record["match"] for record in records} >= {found["won"].id, found["lost"].id}
    for record in records:
        assert verify(read(json.dumps(record))) == ()


@pytest.mark.slow
async def test_an_export_has_no_secret_and_nothing_of_others(club: Club) -> None:
    found = await used(club)
    matches = club.matches
    await matches.people.keep_layout(BOB.id, "Bob's own", "y")
    await matches.noting.note(found["won"].id, FIN.id, 1, "Fin's note")
    await matches.marking.mark(found["dark"].id, BOB.id, "b6", "4")
    text = "".join(await matches.exporting.export(ZOE.id))
    for name in ("dark", "set up", "resigned", "card", "table"):
        row = await club.row(found[name].id)
        assert bytes(row["seed"]).hex() not in text
        assert not row["position"] or row["position"] not in text
    running = {found[name].id for name in ("dark", "set up", "resigned")}
    for seal in (await club.rows())["seals"]:
        if seal["match"] in running:
            assert bytes(seal["nonce"]).hex() not in text
    assert "Bob's own" not in text
    assert "Fin's note" not in text
    assert str(GIL.id) not in str(kept(text.partition('{"records"')[0])["who has blocked somebody"])
    assert "who may not challenge or join them" not in text, "who has blocked Zoe is Gil's secret"


async def exported(club: Club, match: MatchId, who: NamedPerson) -> list[str]:
    return await club.matches.exporting.export(who.id)


@pytest.mark.slow
async def test_exports_of_a_running_dark_match_are_the_same_in_twin_worlds(tmp_path: Path) -> None:
    last, other, moves = worlds(DARK, 1)
    here = await answers(tmp_path / "1", DARK, last, moves, ANN, BOB, every=4, told=exported)
    there = await answers(tmp_path / "2", DARK, other, moves, ANN, BOB, every=4, told=exported)
    assert len(here[0]) > 3
    assert here[0] == there[0]
    assert here[1] != there[1], "its owner can tell"


@BOTH
async def test_who_has_come_back_is_told_that_they_had_gone(club: Club) -> None:
    before = "that they have had all about them deleted before"
    await club.matches.forgetting.forget(ZOE.id)
    (row,) = kept((await club.matches.exporting.export(ZOE.id))[0])[before]
    assert row["at"] == "1970-01-01T00:16:40+00:00"
    assert before not in kept((await club.matches.exporting.export(BOB.id))[0])


async def test_a_person_exports_once_a_day(club: Club) -> None:
    today = club.matches.exporting.today
    assert await today(ANN.id)
    event = await refused(today(ANN.id))
    assert (event.code, event.args["at_ms"]) == (Code.EXPORTED_TODAY, club.clock.time + DAY)
    assert await today(BOB.id)
    club.clock.time += DAY
    assert await today(ANN.id)


async def test_what_is_long_comes_in_parts_that_can_be_read_alone(club: Club) -> None:
    ended = {(await played(club)).id for _ in range(3)}
    first, *parts = await club.matches.exporting.export(EVA.id, 10)
    assert json.loads(first)["person"] == str(EVA.id)
    assert len(parts) == 3
    assert {json.loads(part)["records"][0]["match"] for part in parts} == ended
    assert len(await club.matches.exporting.export(EVA.id)) == 2
    longest = len("".join(parts[:2]).encode())
    *full, last = (await club.matches.exporting.export(EVA.id, longest))[1:]
    assert [len(json.loads(part)["records"]) for part in (*full, last)] == [2, 1]
    assert len(full[0].encode()) <= longest


MOMENTS = """
    acted_ms at_ms away_ms begin_ms deadline_ms flag_ms from_ms offered_ms paired_ms pressed_ms
    reminded_ms seen_ms since_ms until_ms updated_ms
"""


def test_every_time_of_a_person_is_a_moment_or_a_duration() -> None:
    owned = [kept for kept in INVENTORY if kept.purpose.whose is Whose.PERSON]
    times = {name for kept in owned for name in kept.columns if name.endswith("_ms")}
    assert times >= DURATIONS
    assert times - DURATIONS == {*MOMENTS.split()}
