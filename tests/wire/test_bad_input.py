"""A hundred thousand wild presses, windows, commands and half-typed options over the wire: each is
answered in words, no match of others changes, and the bot does not grow.

By default a sample; with TETRARCH_FULL=1 all of them.
"""

import asyncio
import random
from contextlib import suppress
from typing import Any

import pytest
from discord import Permissions

from bot.app import COMMANDS
from bot.commands.settings import WINDOWS
from bot.ui.answers.visits import collect_verbs
from bot.ui.controls.buttons import PressItem
from tests import wild
from tests.samples import FULL

from .people import COMPONENT, SLASH, TYPING, Person, custom_ids, finished
from .process import Bot
from .server import Discord
from .tables import Table, dark, opened
from .things import BOT, CHANNEL, Json, channel, commands, member, user

pytestmark = pytest.mark.slow

WINDOW, OPENED = 5, 9
"""A window sent off, and the answer that opens one."""
SHAPE = PressItem.__discord_ui_compiled_template__
"""The shape of all ids the bot has ever made; discord.py passes nothing else on to it."""
ORDINARY = str(Permissions(view_channel=True, use_application_commands=True).value)
"""What a vandal may do: a moderator may close a match of others where it is played."""
INPUTS, AT_ONCE = (100_000, 8) if FULL else (1_200, 8)
GROWTH_MIB = 24
"""The memory by which the bot may grow in the second half of all inputs."""
FAULTS = ("Something went wrong", "出了点问题", "出错")
TEXT = 3
"""The kind of a command's option that is text; 4 is a whole number, 5 a switch, 6 a person."""


class Vandal:
    """Somebody who sends all that Discord would let through, and more, to matches of others."""

    def __init__(
        self, discord: Discord, number: int, matches: list[str], places: list[int]
    ) -> None:
        locale = "zh-CN" if number % 2 else "en-US"
        self.person = Person(discord, 700_000 + number, "Vandal", locale)
        self.rng = random.Random(number)
        self.matches = matches
        self.places = places
        self.commands = list(commands(discord.published()))
        self.verbs = sorted(collect_verbs(COMMANDS))
        self.seen: list[str] = []
        """The ids of buttons that answers have shown."""
        self.windows: list[tuple[str, str, Json]] = []
        """The windows that are open: their ids, those of their lines, and where they opened.

        Each waits for another to open: discord.py knows of it only once Discord has replied.
        """
        self.written = 0

    async def strike(self) -> str:
        """Send one input, and return all that was answered."""
        kinds = (SLASH, TYPING, COMPONENT, COMPONENT)
        kind = WINDOW if len(self.windows) > 1 else self.rng.choice(kinds)
        place = self.rng.choice(self.places)
        content = self._typed(kind) if kind in (SLASH, TYPING) else self._pressed(kind, place)
        content["member"] = member(self.person.user) | {"permissions": ORDINARY}
        asked = await self.person.ask(kind, place, content)
        with suppress(TimeoutError):
            await finished(asked)
        assert asked.acknowledged.is_set(), (kind, content)
        if not asked.type:  # answered, but on a busy machine too late for Discord
            return ""
        assert asked.done.is_set(), (kind, content)
        if asked.type == OPENED:
            line = asked.content["components"][0]["component"]
            self.windows.append((asked.content["custom_id"], line["custom_id"], content["message"]))
        self.written += kind == WINDOW
        shown = [message for message in (asked.message, *asked.more) if message]
        for message in shown:
            self.seen += custom_ids(message) if message["components"] else ()
        del self.seen[:-200]
        self.person.discord.asked.pop(asked.token)  # dismissed
        said = "\n".join(message["content"] for message in shown)
        assert not any(fault in said for fault in FAULTS), (content["data"], said)
        return said

    # ----------------------------------------------------------------- commands

    def _typed(self, kind: int) -> Json:
        """Return a command, or one that is still being typed."""
        path, options = self.rng.choice(self.commands)
        if kind == SLASH and self.rng.random() < 0.1:
            return self._menu()
        if kind == TYPING:
            suggesting = [
                command for command in self.commands if any("autocomplete" in o for o in command[1])
            ]
            path, options = self.rng.choice(suggesting)
        filled = [
            {"name": option["name"], "type": option["type"], "value": self._value(option)}
            for option in options
            if option.get("required") or self.rng.random() < 0.5
        ]
        if kind == TYPING:
            focused = next(option for option in options if option.get("autocomplete"))
            filled = [option for option in filled if option["name"] != focused["name"]]
            typed = {"name": focused["name"], "type": focused["type"], "focused": True}
            filled.append(typed | {"value": self._value(focused)})
        if self.rng.random() < 0.02:  # an option that an older version had
            filled.append({"name": "older", "type": TEXT, "value": self._text(60)})
        inner: list[Json] = filled
        for name in reversed(path[1:]):
            inner = [{"name": name, "type": 1, "options": inner}]
        return {"data": {"id": "9", "name": path[0], "type": 1, "options": inner} | RESOLVED}

    def _menu(self) -> Json:
        """Return a command chosen from the menu of a person."""
        target = {"name": "Challenge", "target_id": str(self.rng.choice((*PEOPLE, BOT)))}
        return {"data": {"id": "9", "type": 2} | target | RESOLVED}

    def _value(self, option: Json) -> Any:
        """Return a value that Discord would let through for an option."""
        rng, choices = self.rng, option.get("choices")
        if choices and rng.random() < 0.9:
            return rng.choice(choices)["value"]
        match option["type"]:
            case 4:
                low = option.get("min_value", -(2**53))
                return rng.randint(low, option.get("max_value", 2**53))
            case 5:
                return rng.random() < 0.5
            case 6:
                return str(rng.choice((*PEOPLE, BOT)))
            case 7:
                return rng.choice(sorted(PLACES))
        return self._text(min(option.get("max_length", 6000), 6000))

    # ------------------------------------------------------------------ presses

    def _pressed(self, kind: int, place: int) -> Json:
        """Return a press of a button or select with an invented id, or an open window sent off."""
        rng = self.rng
        if kind == WINDOW:
            id_, field, on = self.windows.pop(0)
            line = {"type": 4, "id": 2, "custom_id": field, "value": self._text(4000)}
            label = {"type": 18, "id": 1, "component": line}
            return {"message": on, "data": {"custom_id": id_, "components": [label]}}
        id_ = self._id()
        on, select = self.person.own(place, id_), id_.startswith("s")
        on["flags"] = rng.choice((0, 64))
        data: Json = {"custom_id": id_, "component_type": 3 if select else 2}
        if select:
            values = [self._text(100) for _ in range(rng.randint(1, 2))]
            options = [{"label": value or "?", "value": value} for value in values]
            chooser = {"type": 3, "custom_id": id_, "options": options}
            on["components"] = [{"type": 1, "components": [chooser]}]
            data["values"] = values
        return {"message": on, "data": data}

    def _id(self) -> str:
        """Return an id of at most 100 characters, as Discord allows."""
        rng = self.rng
        if rng.random() < 0.05:
            return f"m:-:0:fill:{rng.choice(sorted(WINDOWS))}"
        if self.seen and rng.random() < 0.3:
            id_ = wild.hit(rng, rng.choice(self.seen))[:100]
            if SHAPE.fullmatch(id_):
                return id_
        match = rng.choice((*self.matches, *self.matches, "ZZZZ", "-", "A" * 6))
        revision = rng.choice((0, 0, 1, 2, abs(wild.number(rng))))
        written = f"{rng.choice('ms')}:{match}:{revision}:{rng.choice(self.verbs)}"
        if rng.random() < 0.7:
            parts = ("draw 0", "takeback 1", "a1-a3", "|a1|0", "||0", "murus", "2", self._text(60))
            written += ":" + rng.choice(parts)
        return written.replace("\n", " ")[:100]

    def _text(self, longest: int) -> str:
        return wild.text(self.rng, longest)


PEOPLE = (700_000, 700_001, 100_000, 100_001, 4_242)
"""People whom commands name: vandals, players, and somebody nobody knows."""
NAMED = {str(id_): user(id_, "Who", bot=id_ == BOT) for id_ in (*PEOPLE, BOT)}
PLACES = {str(id_): channel(id_, "Somewhere") for id_ in (CHANNEL, 4_243)}
"""A channel there is, and one that nobody knows."""
MEMBERS = {id_: member(NAMED[id_]) for id_ in NAMED}
RESOLVED: Json = {"resolved": {"users": NAMED, "members": MEMBERS, "channels": PLACES}}


STANDING = """SELECT m.id, m.revision, m.phase, count(l.revision) FROM matches m
    LEFT JOIN log l ON l.match = m.id WHERE m.id IN ({}) GROUP BY 1 ORDER BY 1"""


async def test_wild_input_is_answered_in_words_and_touches_no_match_of_others(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    tables: list[Table] = await opened(discord, 3)
    for table in tables:
        await table.turn()
    home = await dark(ann, bob)
    hidden = bot.stored("SELECT id FROM matches WHERE game = 'junqi-dark'")[0][0]
    matches = [*(table.match for table in tables), hidden]
    places = [CHANNEL, home, *(table.home for table in tables)]
    vandals = [Vandal(discord, number, matches, places) for number in range(AT_ONCE)]
    asking = STANDING.format(", ".join("?" * len(matches)))
    before, memory, words = bot.stored(asking, *matches), list[float](), set[str]()

    async def rage(vandal: Vandal, times: int) -> None:
        for _ in range(times):
            words.add((await vandal.strike())[:40])

    for _ in range(10):
        await asyncio.gather(*(rage(vandal, INPUTS // 10 // AT_ONCE) for vandal in vandals))
        memory.append(bot.mib())
        discord.requests.clear()
    assert bot.stored(asking, *matches) == before
    assert len(words) > 50
    written = sum(vandal.written for vandal in vandals)
    assert written
    grown = [round(mib) for mib in memory]
    print(f"{INPUTS} inputs, {written} windows, {len(words)} answers; MiB: {grown}")
    assert not FULL or memory[-1] <= memory[4] + GROWTH_MIB
