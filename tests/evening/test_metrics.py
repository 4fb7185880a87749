"""The figures for Prometheus: what an evening adds to them, and what never stands there."""

import re

import aiohttp
from aiohttp import web

from bot.app import COMMANDS
from bot.host.health import answering
from bot.host.measures import measure, page
from bot.metrics import OTHER, REGISTRY, VERBS, count_refusal
from bot.ui.answers.visits import collect_verbs
from bot.ui.wire.connection_state import ConnectionState
from tests.test_docs import DOCS, table

from .conftest import Evening, expect

MOST_SERIES = 40


def interactions(verb: str, outcome: str) -> float:
    """Read how many interactions there have been."""
    labels = {"verb": verb, "outcome": outcome}
    return REGISTRY.get_sample_value("tetrarch_interactions_total", labels) or 0


def total(name: str) -> float:
    """Read a figure without labels."""
    return REGISTRY.get_sample_value(f"tetrarch_{name}") or 0


async def test_there_are_few_series_and_the_docs_have_them_all(evening: Evening) -> None:
    for status in (None, *range(400, 600)):
        count_refusal(status)
    lines = (await measure(evening.client)).decode().splitlines()
    series = [line for line in lines if not line.startswith("#")]
    assert 30 < len(series) <= MOST_SERIES
    names = {re.sub(r"_(bucket|count|sum)?(\{.*)? .*|[{ ].*", "", line) for line in series}
    rows = table(DOCS["docs/scale.md"], "series")
    assert sorted(names) == sorted(row[0].strip("`") for row in rows)


async def test_what_is_asked_is_counted_by_verb_and_outcome_and_no_name(evening: Evening) -> None:
    await evening.begin()
    before = {key: interactions(*key) for key in (("move", "done"), ("move", "refused"))}
    answers, drawn = total("answer_seconds_count"), total("drawing_seconds_count")
    await evening.move(evening.livia, "a1-a3")
    assert interactions("move", "done") > before["move", "done"]
    assert interactions("move", "refused") == before["move", "refused"]
    assert "not your turn" in await evening.move(evening.livia, "c1-c3")
    assert interactions("move", "refused") == before["move", "refused"] + 1
    looked = interactions("look", "done")
    await evening.press(evening.brennus, evening.board(), "My board")
    assert interactions("look", "done") == looked + 1
    assert total("answer_seconds_count") >= answers + 3
    assert total("drawing_seconds_count") > drawn
    told = (await measure(evening.client)).decode()
    people = (evening.livia, evening.brennus, evening.channel, evening.guild)
    assert not any(str(place.id) in told for place in people)
    assert evening.id() not in told
    assert "Livia" not in told


async def test_a_fault_is_counted_as_one_and_without_a_bot_or_a_database_the_rest_is_told(
    evening: Evening, forgiven: list[str]
) -> None:
    forgiven.append("no such table")
    await evening.begin()
    assert b"tetrarch_clocks_due NaN" in await measure(None)
    assert b"tetrarch_clocks_due 0.0" in await measure(evening.client)
    failed = interactions("look", "failed")
    evening.stored("ALTER TABLE matches RENAME TO elsewhere")
    told = await measure(evening.client)
    await evening.press(evening.livia, evening.board(), "My board")
    evening.stored("ALTER TABLE elsewhere RENAME TO matches")
    assert interactions("look", "failed") == failed + 1
    expect(told, b"tetrarch_clocks_due NaN", b"tetrarch_commits_total")


async def test_whoever_asks_at_the_address_is_told(unused_tcp_port: int) -> None:
    place = f"127.0.0.1:{unused_tcp_port}"
    async with (
        answering(place, page(lambda: None)),
        aiohttp.ClientSession() as session,
        session.get(f"http://{place}/metrics") as answer,
    ):
        assert (answer.status, answer.content_type) == (200, "text/plain")
        assert "tetrarch_answer_seconds_bucket" in await answer.text()


ANSWERS: list[tuple[int | None, str, bool]] = [
    (503, "5xx", True),
    (429, "429", True),
    (404, "404", False),
    (None, "none", True),
    (418, OTHER, False),
]
"""Discord's answers in turn, the labels that count them, and whether it answers badly then."""


async def test_what_discord_refuses_is_counted_by_status_and_the_last_answer_is_the_weather(
    unused_tcp_port: int,
) -> None:
    async def refuse(request: web.Request) -> web.Response:
        if status is None and request.transport:
            request.transport.abort()
        return web.Response(status=status or 200)

    def counted(label: str) -> float:
        return REGISTRY.get_sample_value("tetrarch_discord_errors_total", {"status": label}) or 0

    connection = ConnectionState()
    pages, place = web.Application(), f"127.0.0.1:{unused_tcp_port}"
    pages.router.add_get("/", refuse)
    session = aiohttp.ClientSession(trace_configs=[connection.trace()])
    async with answering(place, pages), session:
        for status, label, bad in ANSWERS:
            before = counted(label)
            try:
                (await session.get(f"http://{place}/")).close()
            except aiohttp.ClientError:
                assert status is None
            assert counted(label) == before + 1
            assert connection.bad == bad, "a limit says nothing, and a refusal is an answer"


def test_every_file_that_counts_for_a_verb_is_there() -> None:
    files = {module.__name__.rpartition(".")[2] for module in COMMANDS}
    assert {name for names in VERBS.values() for name in names} <= files
    assert {verb.room for verb in collect_verbs(COMMANDS).values()} <= files
