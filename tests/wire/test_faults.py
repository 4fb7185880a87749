"""Each accident on each kind of request: the match goes on, and is shown.

What Discord refuses is in tests/evening: test_refusals_law and test_refused_*.
"""

import asyncio
from typing import Any

import pytest

from .people import SLASH, Person, custom_ids, finished, is_played, text, until
from .process import Bot
from .server import Discord
from .tables import Table
from .things import APPLICATION, CHANNEL, Json, command, member
from .world import Asked

pytestmark = pytest.mark.slow

LONG_S = 600.0
"""A limit far too long to wait for, in seconds."""
FAILED = ("could not answer", "too late, dismissed or twice")
"""The last lines about a press that could not be answered."""


@pytest.fixture(autouse=True)
def answers_wait(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an answer wait for its board on however busy a machine, where old ones alone fail."""
    case = getattr(request.node, "callspec", None)
    if case and case.params.get("fault", {}).get("kind") == "edit":
        monkeypatch.setenv("WAITS", "50")


def case(kind: str, status: int = 0, code: int = 0, **more: Any) -> Any:
    words = [kind, str(code or status or ""), *(name for name in more if name != "times")]
    about = {"kind": kind, "status": status, "code": code, **more}
    return pytest.param(about, id=" ".join(words))


IN_PUBLIC = [
    case("send", 403, 160005),
    case("send", 503),
    case("send", 500, done=True, times=1),
    case("send", cut=True),
    case("send", hang=True),
    case("send", 429, retry_after=3.0, times=1),
    case("edit", 503),
    case("edit", 429, retry_after=1.0, times=1),
    case("edit", 429, retry_after=LONG_S),
    case("edit", 500),
    case("edit", hang=True),
]


@pytest.mark.parametrize("fault", IN_PUBLIC)
async def test_a_move_is_answered_soon_whatever_becomes_of_its_board(
    discord: Discord, bot: Bot, table: Table, fault: Json
) -> None:
    bot.troubled = True
    await table.turn()
    met = discord.fail(**fault)
    told = text(await table.turn())
    await until(lambda: met.met)
    assert fault["kind"] == "send" or "as soon as" not in told, (
        "whoever has their board need not wait"
    )
    discord.heal()
    if fault.get("hang"):
        return  # its followers wait for it
    if (pause := fault.get("retry_after", 0)) < LONG_S:
        await asyncio.sleep(pause)
    await table.turn()
    await table.shown_once()


ANSWERS = [
    case("callback", 500, done=True, times=1),
    case("callback", cut=True),
    case("callback", cut=True, times=1),
    case("callback", cut=True, times=2),
    case("callback", cut=True, done=True, times=1),
    case("callback", 503),
    case("callback", 429, retry_after=0.5, times=1),
    case("callback", 429, retry_after=LONG_S, times=1),
    case("leave", cut=True),
    case("leave", 500, done=True, times=1),
    case("leave", 503),
    case("leave", 429, retry_after=LONG_S, times=1),
]


@pytest.mark.parametrize("fault", ANSWERS)
async def test_a_move_is_played_once_or_not_at_all_when_its_answer_fails(
    discord: Discord, bot: Bot, table: Table, fault: Json
) -> None:
    bot.troubled = True
    met = discord.fail(**fault)
    who, action = table.choice()
    asked = await table.press(who, action)
    await until(lambda: met.met)
    await until(lambda: bot.revision(table.match) or any(mark in bot.output() for mark in FAILED))
    if fault.get("done") or (fault.get("cut") and fault.get("times") == 1):
        await until(lambda: is_played(asked))
    if fault.get("times") == 2:
        await until(lambda: "what you did may count already" in text(asked))
    discord.heal()
    if bot.revision(table.match):
        table.played(action)
    await table.turn()
    await table.shown_once()


async def test_a_board_does_not_wait_for_the_promise_of_an_answer(
    discord: Discord, bot: Bot, table: Table
) -> None:
    promised = asyncio.Event()
    discord.fail("callback", until=promised, times=1)
    who, action = table.choice()
    asked = await table.press(who, action)
    table.played(action)
    await table.shown()
    assert not asked.type
    promised.set()
    await finished(asked)
    assert not text(asked)
    await table.shown_once()


NEW = [
    case("callback", cut=True, times=1),
    case("callback", cut=True, done=True, times=1),
    case("callback", 404, 10062, times=1),
    case("callback", 500, done=True, times=1),
    case("callback", 500, times=1),
]


@pytest.mark.parametrize("fault", NEW)
async def test_a_card_is_neither_lost_nor_doubled(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Json
) -> None:
    bot.troubled = True
    discord.fail(**fault)

    def cards() -> list[Json]:
        return [message for message in discord.messages.values() if message["components"]]

    asked = await ann.ask(2, CHANNEL, {"data": new(bob)})
    await until(cards)
    discord.heal()
    again = await ann.slash(CHANNEL, "match new", game="murus", opponent=bob)
    assert len(cards()) == 1, (text(asked), text(again))


def new(opponent: Person) -> Any:
    """Return a challenge as it is typed."""
    return command("match new", {"game": "murus", "opponent": opponent.user})


# ---------------------------------------- follow-ups and look-ups, with which Discord may be slow


FOLLOW_UPS = [
    case("followup", 500),
    case("followup", 429, retry_after=1.0, times=1),
    case("followup", 429, retry_after=LONG_S),
]


@pytest.mark.parametrize("fault", FOLLOW_UPS)
async def test_the_host_learns_once_that_a_challenge_is_declined(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Json
) -> None:
    bot.troubled = True
    card = await ann.slash(CHANNEL, "match new", game="murus", opponent=bob)
    assert card.message
    met = discord.fail(**fault)
    await bob.press(card.message, "decline")
    await until(lambda: mentions(discord, ann))
    assert met.met
    discord.heal()
    await asyncio.sleep(2)
    assert len(mentions(discord, ann)) == 1
    assert not any(":join" in id_ for id_ in custom_ids(card.message))


def mentions(discord: Discord, who: Person) -> list[str]:
    """Return the messages for everybody, cards aside, that name this person."""
    return [
        message["content"]
        for message in discord.messages.values()
        if f"<@{who.id}>" in message["content"] and "challenges" not in message["content"]
    ]


# ---------------------------------------------------------------- looked up

SLOW = [
    case("member", 500),
    case("member", 429, retry_after=LONG_S),
    case("member", hang=True),
]


@pytest.mark.parametrize("fault", SLOW)
async def test_whoever_cannot_be_looked_up_is_challenged_later(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Json
) -> None:
    bot.troubled = True
    discord.fail(**fault)
    assert "nothing has been opened" in text(await challenged(ann, bob))
    discord.heal()
    await challenged(ann, bob)
    assert len([message for message in discord.messages.values() if message["components"]]) == 1


WAITED_OUT = [
    *(case(kind, 500, done=True, times=1) for kind in ("callback", "send", "answer")),
    case("member", 429, retry_after=0.5, times=1),
]


@pytest.mark.parametrize("fault", WAITED_OUT)
async def test_a_lost_reply_or_short_limit_doubles_neither_the_card_nor_the_way_to_it(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Json
) -> None:
    asked = await opened(ann, bob)
    met = discord.fail(**fault)
    chosen = await ann.press(asked, "post")
    assert met.met
    (card,) = [message for message in discord.messages.values() if message["components"]]
    assert chosen.message
    assert f"/{CHANNEL}/{card['id']})" in chosen.message["content"]
    assert chosen.message["components"] == chosen.more == []


async def challenged(who: Person, other: Person) -> Asked:
    """Challenge in a member's menu."""
    return await who.press(await opened(who, other), "post")


async def opened(who: Person, other: Person) -> Json:
    """Open the panel of a new match from a member's menu."""
    id_ = other.user["id"]
    named = {"users": {id_: other.user}, "members": {id_: member(other.user)}}
    data = {"id": "9", "name": "Challenge", "type": 2, "target_id": id_, "resolved": named}
    asked = await finished(await who.ask(SLASH, CHANNEL, {"data": data}))
    if asked.message is None or not asked.message["components"]:
        raise RuntimeError(text(asked))
    return asked.message | {"application_id": str(APPLICATION)}
