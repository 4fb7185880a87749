"""A server that the bot is not on: whatever is asked there is answered in words, and no more."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from bot.app import COMMANDS
from bot.ui.answers.visits import collect_verbs
from bot.ui.words.catalogue import catalogue
from games.rulebook import RULES

from .people import COMPONENT, SLASH, TYPING, Person, finished, is_played, text, until
from .process import Bot
from .server import Discord
from .tables import Table
from .things import (
    APPLICATION,
    CHANNEL,
    EPHEMERAL,
    GUILD,
    Json,
    command,
    commands,
    message,
    snowflake,
)
from .world import MESSAGE, Asked

pytestmark = pytest.mark.slow

ELSEWHERE, THERE = GUILD + (1 << 24), 3_900
WINDOW, OPENED, CHOICES = 5, 9, 8
"""A window sent off, and the answers that open one and that suggest something."""
VALUES: dict[int, Any] = {3: "a1-a3", 4: 1, 5: True}
"""Something for a command's options, by their kinds; a person is 6."""


def filled(options: list[Json], person: Person) -> Json:
    """Fill in every option of a command; a channel cannot be named here."""
    return {
        option["name"]: option["choices"][0]["value"]
        if option.get("choices")
        else VALUES.get(option["type"], person.user)
        for option in options
        if option["type"] != 7
    }


def menu(one: Json, person: Person) -> Json:
    """Return the content of a command chosen from the menu of a person or a message."""
    on = message(snowflake(), THERE, {"content": "`ABCD`"})
    target = person.user if one["type"] == 2 else on
    resolved = {"users" if one["type"] == 2 else "messages": {target["id"]: target}}
    about = {"id": "9", "name": one["name"], "type": one["type"], "target_id": target["id"]}
    return {"data": about | {"resolved": resolved}}


def presses(match: str, person: Person) -> Iterator[Json]:
    """Yield every verb as the button of a board and as a select that only its reader sees."""
    for verb in collect_verbs(COMMANDS):
        button, select = f"m:{match}:0:{verb}:1", f"s:-:0:{verb}:1"
        board = person.own(THERE, button) | {"flags": 0}
        yield {"message": board, "data": {"custom_id": button, "component_type": 2}}
        chosen = {"custom_id": select, "component_type": 3, "values": ["1"]}
        chooser = {"type": 3, "custom_id": select, "options": [{"label": "1", "value": "1"}]}
        own = person.own(THERE, select) | {"components": [{"type": 1, "components": [chooser]}]}
        yield {"message": own, "data": chosen}


def everything(bot: Bot) -> dict[str, list[str]]:
    """Return all rows of the database, table by table, but for the beats of the bot's own pulse."""
    tables = bot.stored("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'beats'")
    return {
        name: sorted(map(repr, bot.stored(f"SELECT * FROM {name}")))  # noqa: S608 - its own name
        for (name,) in tables
    }


def in_words(asked: Asked, locale: str) -> bool:
    """Tell whether the asker alone has been told that the bot is not there."""
    told = catalogue(locale)("error.not_here", bot=f"<@{APPLICATION}>")
    assert asked.message
    return (
        asked.type == MESSAGE and text(asked) == told and bool(asked.message["flags"] & EPHEMERAL)
    )


async def test_everything_asked_there_is_answered_in_words_and_nothing_is_written(
    discord: Discord, bot: Bot, table: Table, ann: Person
) -> None:
    """Eve is a stranger, Ann a player; both change their client's language every time."""
    discord.add_server_elsewhere(ELSEWHERE, THERE)
    eve = Person(discord, 13, "Eve")
    await table.turn()
    await table.shown()
    await until(lambda: not bot.stored("SELECT * FROM unfollowed"))
    published, before = discord.published(), everything(bot)
    discord.requests.clear()
    locales = cycle(("en-US", "zh-CN", "zh-TW"))

    async def refused(person: Person, kind: int, content: Json) -> None:
        person.locale = next(locales)
        asked = await finished(await person.ask(kind, THERE, content))
        assert in_words(asked, person.locale), content["data"]

    for path, options in commands(published):
        whole = filled(options, ann)
        await refused(eve, SLASH, {"data": command(" ".join(path), whole)})
        for option in options:
            if option.get("autocomplete"):
                typing = command(" ".join(path), whole, option["name"])
                asked = await finished(await eve.ask(TYPING, THERE, {"data": typing}))
                assert (asked.type, asked.content) == (CHOICES, {"choices": []})
    menus = [entry for entry in published if entry.get("type", 1) != 1]
    assert len(menus) == 3
    for entry in menus:
        await refused(eve, SLASH, menu(entry, ann))
    for person in (ann, eve):
        for content in presses(table.match, person):
            await refused(person, COMPONENT, content)
    assert {request.kind for request in discord.requests} == {"callback"}
    assert everything(bot) == before
    ann.locale = "en-US"
    await table.turn()
    assert not bot.stored("SELECT * FROM people WHERE user = ?", eve.id)


async def test_on_a_server_that_has_removed_the_bot_old_messages_are_answered_in_words(
    discord: Discord, table: Table, ann: Person
) -> None:
    """A direct message goes on as ever."""
    opening = "m:-:0:fill:zone"
    board = (await table.shown())[0][-1]
    opened = await finished(await ann.press_id(ann.own(CHANNEL, opening), opening))
    assert opened.type == OPENED
    await discord.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD)})
    assert in_words(await ann.press(board, "move"), "en")
    field = opened.content["components"][0]["component"]["custom_id"]
    line = {"type": 4, "id": 2, "custom_id": field, "value": "Europe/Rome"}
    window = {"components": [{"type": 18, "id": 1, "component": line}]}
    window["custom_id"] = opened.content["custom_id"]
    sent = await ann.ask(WINDOW, CHANNEL, {"message": opened.source, "data": window})
    assert in_words(await finished(sent), "en")
    who, action = table.choice()
    letter, go = who.room, f"m:{table.match}:0:go:{RULES[table.game].game.format(action)}"
    played = await finished(await who.press_id(who.own(letter, go), go))
    assert is_played(played)
