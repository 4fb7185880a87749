"""Buttons and selects that survive a restart: all they mean is in their custom id."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import discord
from discord.ui import DynamicItem

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal

from ..words.direction import mark_lines
from ..words.lines import message_url

Asked: TypeAlias = discord.Interaction[Any]

NO_MATCH = MatchId("-")
"""The id in buttons that belong to no match."""

LARGEST = (1 << 63) - 1
"""The largest id of Discord, and the largest number of a database."""
LIST = "list"
"""The verb of a select of presses, which has no handler of its own."""
_REST = r":(?P<match>[0-9A-Z]{4,6}|-):(?P<revision>\d+):(?P<verb>[a-z_]+)(?::(?P<text>.*))?"


@dataclass(frozen=True, slots=True)
class Press:
    """A press: the match, the revision the button was drawn at, the verb, its object, choices."""

    match: MatchId
    revision: int
    verb: str
    text: str = ""
    values: tuple[str, ...] = ()

    @classmethod
    def read(cls, part: re.Match[str]) -> Press:
        return cls(MatchId(part["match"]), int(part["revision"]), part["verb"], part["text"] or "")

    @property
    def value(self) -> str:
        """The option chosen, "" for none."""
        return self.values[0] if self.values else ""

    def id(self, kind: str) -> str:
        """Return the custom id: "m:…" for a button, "s:…" for a select."""
        text = f":{self.text}" if self.text else ""
        return f"{kind}:{self.match}:{self.revision}:{self.verb}{text}"

    def choice(self) -> Press:
        """Return the press that was chosen from a list of them; of no list, this one."""
        found = re.fullmatch(rf"m{_REST}", self.value) if self.verb == LIST else None
        return Press.read(found) if found else self


def on(match: Match, verb: str, text: str = "") -> Press:
    """Make a press on a match as it stands."""
    return Press(match.id, match.stand.revision, verb, text)


class PressItem(DynamicItem[discord.ui.Item[Any]], template=rf"[ms]{_REST}"):
    """A button or a select, made again from its custom id after a restart; links are not such."""

    __item_repr_attributes__ = ()  # what is written on it must not get into a log

    def __init__(self, item: discord.ui.Item[Any], press: Press) -> None:
        super().__init__(item)
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: Asked, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> PressItem:
        return cls(item, Press.read(match))

    async def callback(self, interaction: Asked) -> None:
        # Channels and roles are chosen by their ids.
        chosen = (str(getattr(value, "id", value)) for value in getattr(self.item, "values", ()))
        press = replace(self.press, values=tuple(chosen))
        await interaction.client.answer_press(interaction, press.choice())


class Window(discord.ui.Modal):
    """A window with a text, which goes the way of a pressed button. It does not survive a restart
    of the bot; what it was opened for does. A note, perhaps `written` before, has several lines."""

    def __init__(
        self, title: str, label: str, press: Press, longest: int, written: str | None = None
    ) -> None:
        super().__init__(title=title[:45])
        self.press = press
        note = written is not None
        self.line: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph if note else discord.TextStyle.short,
            default=written or None,
            required=not note,
            max_length=longest,
        )
        self.add_item(discord.ui.Label(text=label[:45], component=self.line))

    async def on_submit(self, interaction: Asked) -> None:
        written = replace(self.press, values=(self.line.value,))
        await interaction.client.answer_press(interaction, written)


def read_number(text: str) -> int | None:
    """Read the number in a part of an id; None for anything else, or for more than an id holds."""
    found = int(text) if text.isascii() and text.isdecimal() else LARGEST + 1
    return found if found <= LARGEST else None


def number_in(text: str) -> int:
    """Read such a number. Raises Refusal for anything else."""
    if (number := read_number(text)) is None:
        raise Refusal(Code.OLD_BUTTON)
    return number


def button(
    label: str,
    press: Press,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    row: int | None = None,
) -> PressItem:
    """Make a button that means `press`."""
    id_ = press.id("m")
    item = discord.ui.Button[Any](
        label=mark_lines(label)[:80], style=style, custom_id=id_, disabled=disabled, row=row
    )
    return PressItem(item, press)


def select(press: Press, options: Sequence[discord.SelectOption], placeholder: str) -> PressItem:
    """Make a select of one among at most 25 options."""
    for option in options:
        option.label = mark_lines(option.label)[:100]
    item = discord.ui.Select[Any](
        custom_id=press.id("s"), options=list(options), placeholder=placeholder[:150]
    )
    return PressItem(item, press)


def choose(
    press: Press, named: Mapping[str, str], placeholder: str, chosen: str | None = None
) -> PressItem:
    """Make a select of values by their names, which shows the present choice."""
    options = [
        discord.SelectOption(label=name[:100], value=value, default=value == chosen)
        for value, name in named.items()
    ]
    return select(press, options, placeholder)


def tick(
    press: Press, named: Mapping[str, str], placeholder: str, chosen: Collection[str]
) -> PressItem:
    """Make a select of any number of values by their names, which shows those that are chosen."""
    item = discord.ui.Select[Any](
        custom_id=press.id("s"),
        options=[
            discord.SelectOption(label=name[:100], value=value, default=value in chosen)
            for value, name in named.items()
        ],
        placeholder=placeholder[:150],
        max_values=len(named),
    )
    return PressItem(item, press)


def entities(
    of: type[Any], press: Press, chosen: Sequence[int], placeholder: str, most: int
) -> PressItem:
    """Make a select of the server's text channels, its roles, or users."""
    kinds: dict[type[Any], Any] = {
        discord.Role: discord.ui.RoleSelect,
        discord.User: discord.ui.UserSelect,
    }
    channels = partial(discord.ui.ChannelSelect, channel_types=[discord.ChannelType.text])
    item = kinds.get(of, channels)(
        custom_id=press.id("s"),
        placeholder=placeholder[:150],
        min_values=0,
        max_values=most,
        default_values=[discord.Object(id_, type=of) for id_ in chosen],
    )
    return PressItem(item, press)


def link(label: str, guild: int | None, channel: int, message: int) -> discord.ui.Button[Any]:
    return discord.ui.Button(label=label[:80], url=message_url(guild, channel, message))


def rows(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """Make a view for one send or edit. Never stop, change or send it again: a registered dynamic
    item would silently unregister."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
