"""Everything an evening shows: every message and picture, and for whom."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

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
