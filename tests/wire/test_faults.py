"""Each accident on each kind of request: the match goes on, and is shown.

What Discord refuses is in tests/evening: test_refusals_law and test_refused_*.
"""

import asyncio
from typing import Any

import pytest

from .people import Person, text, until
from .process import Bot
from .server import Discord
from .tables import Table, dark, play_dark
from .things import CHANNEL, Json, command

pytestmark = pytest.mark.slow

LONG_S = 600.0
"""A limit far too long to wait for, in seconds."""

Kind = tuple[str, dict[str, Any]]


def case(kind: str, status: int = 0, code: int = 0, **more: Any) -> Any:
    words = [kind, str(code or status or ""), *(name for name in more if name != "times")]
    return pytest.param((kind, {"status": status, "code": code, **more}), id=" ".join(words))


IN_PUBLIC = [
    case("send", 403, 160005),
    case("send", 503),
    case("send", 500, done=True, times=1),
    case("send", cut=True),
    case("send", hang=True, times=1),
    case("send", 429, retry_after=3.0, times=1),
    case("edit", 503),
    case("edit", 429, retry_after=1.0, times=1),
    case("edit", 429, retry_after=LONG_S),
    case("edit", 500),
    case("edit", hang=True, times=1),
]


@pytest.mark.parametrize("fault", IN_PUBLIC)
async def test_a_move_is_answered_soon_whatever_becomes_of_its_board(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    table = Table(discord, ann, bob, 1)
    await table.open()
    await table.turn()
    kind, about = fault
    met = discord.fail(kind, **about)
    await table.turn()
    assert met.met
    discord.heal()
    if about.get("hang"):
        return  # its followers wait for it
    if (pause := about.get("retry_after", 0)) < LONG_S:
        await asyncio.sleep(pause)
    await table.turn()
    assert {len(copies) for copies in (await table.shown()).values()} == {1}


ANSWERS = [
    case("callback", 500, done=True, times=1),
    case("callback", cut=True),
    case("callback", 503),
    case("callback", 429, retry_after=0.5, times=1),
    case("callback", 429, retry_after=LONG_S, times=1),
    case("answer", cut=True),
    case("answer", 500, done=True, times=1),
    case("answer", 503),
    case("answer", 429, retry_after=LONG_S, times=1),
]


@pytest.mark.parametrize("fault", ANSWERS)
async def test_a_move_is_played_once_or_not_at_all_when_its_answer_fails(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    table = Table(discord, ann, bob, 2)
    await table.open()
    kind, about = fault
    met = discord.fail(kind, **about)
    who, action = table.choice()
    asked = await table.press(who, action)
    await until(lambda: met.met)
    await asyncio.sleep(2.5)
    discord.heal()
    assert "you played" in text(asked) or not about.get("done")
    if bot.revision(table.match):
        table.played(action)
    await table.turn()
    assert {len(copies) for copies in (await table.shown()).values()} == {1}


THREADS = [
    case("thread", 500, done=True, times=1),
    case("thread", 500, times=1),
    case("thread", 429, retry_after=1.0, times=1),
    case("thread", 503),
    case("thread", 429, retry_after=LONG_S),
]


@pytest.mark.parametrize("fault", THREADS)
async def test_a_match_gets_its_thread_late_at_the_worst_and_goes_on_meanwhile(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    kind, about = fault
    met = discord.fail(kind, **about)
    table = Table(discord, ann, bob, 3)
    card = await ann.slash(CHANNEL, "match new", game="murus", opponent=bob, seat="first")
    assert card.message
    table.match, table.state = card.message["content"].split("`")[1], table.start()
    table.home = int(card.message["id"])
    joined = await bob.press(card.message, "join")
    assert met.met
    if soon := "times" in about:
        await table.shown()
    else:
        assert "as soon as" in text(joined)
    discord.heal()
    await table.turn()
    boards = await table.shown()
    assert sorted(boards) == ([0, 1] if soon else [1])
    assert boards[1][0]["channel_id"] == card.message["id"]
    assert len([request for request in discord.requests if request.status == 201]) <= 1


LETTERS = [
    case("dm", 429, retry_after=LONG_S),
    case("send", 429, retry_after=LONG_S),
]


@pytest.mark.parametrize("fault", LETTERS)
async def test_a_letter_that_waits_is_sent_with_the_next_turn_at_the_latest(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    kind, about = fault
    room = 5_000_000 + bob.id
    discord.fail(kind, **about, at=room if kind == "send" else None)
    home = await dark(ann, bob)
    discord.heal()
    await play_dark(ann, home)
    await until(lambda: letters(discord, room))
    assert [letter["nonce"].split("-")[1] for letter in letters(discord, room)] == ["3"]


def letters(discord: Discord, room: int) -> list[Json]:
    """List the direct messages that have come to a room."""
    return [message for message in discord.messages.values() if int(message["channel_id"]) == room]


NEW = [
    case("callback", 404, 10062, times=1),
    case("callback", 500, done=True, times=1),
    case("callback", 500, times=1),
]


@pytest.mark.parametrize("fault", NEW)
async def test_a_card_is_neither_lost_nor_doubled(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    kind, about = fault
    discord.fail(kind, **about)
    asked = await ann.ask(2, CHANNEL, {"data": new(bob)})
    await asyncio.sleep(2.5)
    discord.heal()
    again = await ann.slash(CHANNEL, "match new", game="murus", opponent=bob)
    cards = [message for message in discord.messages.values() if message["components"]]
    assert len(cards) == 1, (text(asked), text(again))


def new(opponent: Person) -> Any:
    """Return a challenge as it is typed."""
    return command("match new", {"game": "murus", "opponent": opponent.user})
