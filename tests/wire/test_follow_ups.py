"""Follow-ups of answers, and look-ups: Discord may be slow with either."""

import asyncio

import pytest

from .people import SLASH, Person, custom_ids, finished, text, until
from .process import Bot
from .server import Discord
from .tables import Table, dark, play_dark
from .test_faults import LONG_S, Kind, case
from .things import APPLICATION, CHANNEL, Json, member
from .world import Asked

pytestmark = pytest.mark.slow

GIVEN_UP_S = 30.0
"""Five seconds for the follow-up, and more for a busy machine."""

FOLLOW_UPS = [
    case("followup", 500),
    case("followup", 429, retry_after=1.0, times=1),
    case("followup", 429, retry_after=LONG_S),
]


@pytest.mark.parametrize("fault", FOLLOW_UPS)
async def test_the_host_learns_once_that_a_challenge_is_declined(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    card = await ann.slash(CHANNEL, "match new", game="murus", opponent=bob)
    assert card.message
    kind, about = fault
    met = discord.fail(kind, **about)
    await bob.press(card.message, "decline")
    await until(lambda: mentions(discord, ann), GIVEN_UP_S)
    assert met.met
    discord.heal()
    await asyncio.sleep(2)
    assert len(mentions(discord, ann)) == 1
    assert not any(":join" in one for one in custom_ids(card.message))


def mentions(discord: Discord, who: Person) -> list[str]:
    """Return the messages for everybody, cards aside, that name this person."""
    return [
        message["content"]
        for message in discord.messages.values()
        if f"<@{who.id}>" in message["content"] and "challenges" not in message["content"]
    ]


@pytest.mark.parametrize("fault", FOLLOW_UPS)
async def test_a_set_up_begins_without_the_button_that_is_offered_with_it(
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    bot.troubled = True
    kind, about = fault
    met = discord.fail(kind, **about)
    await play_dark(ann, await dark(ann, bob))
    await until(lambda: met.met, GIVEN_UP_S)


# ---------------------------------------------------------------- looked up

SLOW = {
    "500": {"status": 500},
    "600 s": {"status": 429, "retry_after": LONG_S},
    "hang": {"hang": True},
}
slow = pytest.mark.parametrize("about", SLOW.values(), ids=SLOW)


@slow
async def test_whoever_cannot_be_looked_up_is_challenged_later(
    discord: Discord, bot: Bot, ann: Person, bob: Person, about: Json
) -> None:
    bot.troubled = True
    discord.fail("member", **about)
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
    discord: Discord, bot: Bot, ann: Person, bob: Person, fault: Kind
) -> None:
    asked = await opened(ann, bob)
    kind, about = fault
    met = discord.fail(kind, **about)
    chosen = await ann.choose(asked, "challenge", "murus")
    assert met.met
    (card,) = [message for message in discord.messages.values() if message["components"]]
    assert chosen.message
    assert f"/{CHANNEL}/{card['id']})" in chosen.message["content"]
    assert chosen.message["components"] == chosen.more == []


async def challenged(who: Person, other: Person) -> Asked:
    """Challenge in a member's menu, and choose Murus."""
    return await who.choose(await opened(who, other), "challenge", "murus")


async def opened(who: Person, other: Person) -> Json:
    """Open the menu of games from a member's menu."""
    id_ = other.user["id"]
    named = {"users": {id_: other.user}, "members": {id_: member(other.user)}}
    data = {"id": "9", "name": "Challenge", "type": 2, "target_id": id_, "resolved": named}
    asked = await finished(await who.ask(SLASH, CHANNEL, {"data": data}))
    if asked.message is None or not asked.message["components"]:
        raise RuntimeError(text(asked))
    return asked.message | {"application_id": str(APPLICATION)}


@slow
async def test_a_match_begins_though_its_channel_cannot_be_looked_up(
    discord: Discord, bot: Bot, ann: Person, bob: Person, about: Json
) -> None:
    bot.troubled = True
    card = await ann.slash(
        CHANNEL, "match new", game="murus", opponent=bob, seat="first", where="thread"
    )
    assert card.message
    del discord.messages[int(card.message["id"])]  # a thread of its own is not begun on its card
    met = discord.fail("channel", **about)
    await bob.press(card.message, "join")
    assert met.met
    discord.heal()
    table = Table(discord, ann, bob, 3)
    table.match, table.state = card.message["content"].split("`")[1], table.start()
    table.home = int(card.message["id"])
    await table.turn()
    assert bot.revision(table.match) == 1


@slow
async def test_whom_one_has_blocked_is_shown_without_a_name(
    discord: Discord, bot: Bot, ann: Person, bob: Person, about: Json
) -> None:
    bot.troubled = True
    card = await ann.slash(CHANNEL, "match new", game="murus", opponent=bob)
    assert card.message
    declined = await bob.press(card.message, "decline")
    await until(lambda: len(declined.more) >= 2, GIVEN_UP_S)
    discord.fail("user", **about)
    await bob.press(declined.more[-1], "block")
    shown = await bob.slash(CHANNEL, "match settings")
    assert shown.message
    on = shown.message | {"application_id": str(APPLICATION)}
    panel = await finished(await bob.press_id(on, "m:-:0:panel:blocks"))
    assert "You have blocked <@11>" in text(panel)
