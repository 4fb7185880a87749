"""Everything an evening shows: every message and picture, for whom, and in how many rows."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from unicodedata import east_asian_width

import discord
import pytest
from simcord import Env

from bot.matches.match.history import History, Step
from bot.matches.match.reader_view import ReaderView
from bot.ui.controls.pictures import Studio
from games.core import View
from render.look import Look

from .bells import PRIVATE
from .conftest import Evening

CHINESE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
READ = {"content", "label", "placeholder", "description", "title", "name"}
"""The fields of what is sent that people read."""
NEW, EDIT, SUGGESTIONS, WINDOW = 4, 7, 8, 9
"""Discord's types of answers that say something at once."""


@dataclass(frozen=True)
class Sent:
    """A message, an edit or an answer: who can read it (None: all there) and what it says."""

    reader: int | None
    content: str
    words: tuple[str, ...]
    alts: tuple[str, ...]
    mentions: Any

    @property
    def users(self) -> list[int]:
        """The users it notifies."""
        return [int(user) for user in (self.mentions or {}).get("users", ())]


@dataclass(frozen=True)
class Drawn:
    """A picture that was asked for: its reader's view, its look, and its words."""

    seat: int | None
    look: Look
    alt: str


class Eyes:
    """A watch over all that is sent and drawn in an evening."""

    def __init__(self, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
        self._evening = evening
        self.drawn: list[Drawn] = []
        """The boards as they stand."""
        self.past: list[Drawn] = []
        """The past boards that somebody walks through."""
        self.pages: list[Drawn] = []
        """The positions on the pages of the rules."""
        draw, past, page = Studio.draw, Studio.past, Studio.picture

        async def draw_now(studio: Studio, seen: ReaderView, look: Look) -> discord.File:
            file = await draw(studio, seen, look)
            self.drawn.append(Drawn(seen.view.seat, look, file.description or ""))
            return file

        async def draw_past(
            studio: Studio, of: History, step: Step, look: Look, *more: Any
        ) -> discord.File:
            file = await past(studio, of, step, look, *more)
            self.past.append(Drawn(step.view.seat, look, file.description or ""))
            return file

        async def draw_page(studio: Studio, view: View, look: Look, name: str) -> discord.File:
            file = await page(studio, view, look, name)
            self.pages.append(Drawn(view.seat, look, file.description or ""))
            return file

        monkeypatch.setattr(Studio, "draw", draw_now)
        monkeypatch.setattr(Studio, "past", draw_past)
        monkeypatch.setattr(Studio, "picture", draw_page)

    def sent(self) -> list[Sent]:
        """List all that has been sent so far."""
        return list(_sent(self._evening))


def _sent(evening: Evening) -> Iterator[Sent]:
    rooms = {user.dm_channel.id: user.id for user in evening.users.values()}
    for request in evening.env.http_requests:
        if request.method not in ("POST", "PATCH") or not isinstance(request.json, dict):
            continue
        where, _, rest = request.path.removeprefix("/").partition("/")
        body = request.json
        if where == "interactions":
            if body["type"] not in (NEW, EDIT, SUGGESTIONS, WINDOW):
                continue
            asked, body = evening.env.backend.interactions[int(rest.split("/")[0])], body["data"]
            spoken = request.json["type"]
            own = spoken in (SUGGESTIONS, WINDOW) or (
                body.get("flags", 0) & PRIVATE if spoken == NEW else _own(evening.env, asked)
            )
            reader = asked.user_id if own else None
        elif where == "webhooks":
            asked = evening.env.backend.interactions[int(rest.split("/")[1].rpartition("_")[2])]
            first = request.method == "PATCH"
            own = _own(evening.env, asked) if first else body.get("flags", 0) & PRIVATE
            reader = asked.user_id if own else None
        elif where == "channels" and "/messages" in rest and not rest.endswith("/threads"):
            reader = rooms.get(int(rest.split("/")[0]))
        else:
            continue
        alts = tuple(str(file.get("description") or "") for file in body.get("attachments") or ())
        content = str(body.get("content") or "")
        yield Sent(reader, content, tuple(_words(body)), alts, body.get("allowed_mentions"))


def _own(env: Env, asked: Any) -> bool:
    """Tell whether the message an interaction was answered in is for the asker alone."""
    message = env.backend.get_message(asked.channel_id, asked.message_id or asked.source_message_id)
    return asked.guild_id is None or bool(message.flags & PRIVATE)


def _words(sent: object, key: str = "") -> Iterator[str]:
    if isinstance(sent, dict):
        for name, value in sent.items():
            yield from _words(value, str(name))
    elif isinstance(sent, list):
        for value in sent:
            yield from _words(value, key)
    elif isinstance(sent, str) and sent and key in READ:
        yield sent


# ------------------------------------------------------------ the rows of a phone

WIDTH = 45
"""The Latin characters in a row on a screen of 360 px, or twice the Chinese ones."""
STEPS = re.compile(rf" +|[\u3000-\u9fff\uff00-\uffef]|[^ \u3000-\u9fff\uff00-\uffef]{{1,{WIDTH}}}")
"""Blanks, single Chinese characters, and words between them, or parts of long ones."""
LONG_NAME = "N" * 11


def rows(text: str, names: Mapping[int, str] | None = None, moment: str = "") -> list[str]:
    """Break a text into the rows it takes on a phone; mentions show these names, or a long one.

    Rows break at blanks, between Chinese characters, and in words longer than a row.
    Discord writes moments in its reader's language: unless told a `moment`, one in the text's.
    """
    moment = moment or ("59 分钟前" if CHINESE.search(text) else "59 minutes ago")
    return [row for line in shown(text, names or {}, moment).splitlines() for row in broken(line)]


def shown(text: str, names: Mapping[int, str], moment: str) -> str:
    """Return what is seen of a text's marks, links, mentions and moments."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<@(\d+)>", lambda found: f"@{names.get(int(found[1]), LONG_NAME)}", text)
    text = re.sub(r"<t:\d+:R>", moment, text)
    return re.sub(r"\*\*|`|^-# ", "", text, flags=re.MULTILINE)


def broken(line: str) -> list[str]:
    """Break one line into rows; those of an entry in a list are all indented."""
    done, indent = [""], "  " if line.startswith("- ") else ""
    for step in STEPS.findall(line):
        if wide(done[-1] + step.rstrip()) > WIDTH:
            done.append(indent)
        done[-1] += step if done[-1].strip() or step.strip() else ""
    return done


def wide(text: str) -> int:
    """Measure a text in Latin characters."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)
