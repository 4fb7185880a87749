"""News of new versions in the channel that a server's managers have chosen for them."""

import asyncio
from pathlib import Path

import pytest

from bot import version
from bot.version import Release, newest

from .conftest import ChannelHandle, Evening
from .managers import manager
from .test_admin_config import OPEN, serve

FIRST = """# Changelog

## [Unreleased]

### Added
- Not yet.

## [1.0.0] - 2026-11-24

### Added
- `/match new` opens a **match**,
  for two or four.
- Boards.
- Clocks.
- A fourth thing.

## [0.9.0] - 2026-01-01
- Older.
"""


@pytest.fixture
def changelog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put another changelog in the place of ours."""
    file = tmp_path / "CHANGELOG.md"
    file.write_text(FIRST)
    monkeypatch.setattr(version, "CHANGELOGS", (tmp_path / "none", file))
    return file


def release(changelog: Path, number: str) -> None:
    """Release another version."""
    changelog.write_text(FIRST.replace("## [1.0.0]", f"## [{number}]"))


async def chosen(evening: Evening) -> ChannelHandle:
    """Choose a channel for news."""
    news = evening.guild.create_text_channel("news")
    await serve(evening, manager(evening), "announcements", news, ways=OPEN)
    return news


def test_the_newest_release_is_that_of_the_first_dated_heading(changelog: Path) -> None:
    changes = ("`/match new` opens a **match**, for two or four.", "Boards.", "Clocks.")
    assert newest() == Release("1.0.0", changes)
    changelog.write_text("## [Unreleased]\n- Not yet.\n")
    assert newest() is None
    changelog.unlink()
    assert newest() is None


@pytest.mark.slow
async def test_a_new_version_is_announced_once_without_a_mention(
    evening: Evening, changelog: Path
) -> None:
    news = await chosen(evening)
    await evening.restart()
    assert news.history() == []  # what was out already is no news
    release(changelog, "1.1.0")
    for _ in range(2):
        await evening.restart()
        (told,) = news.history()
        ids = evening.client.desk.commands.ids
        assert told.content.splitlines() == [
            "**Tetrarch 1.1.0** is here. What is new:",
            f"- </match new:{ids['match']}> opens a **match**, for two or four.",
            "- Boards.",
            "- Clocks.",
        ]
    await evening.env.advance_time(6 * 60)
    assert len(news.history()) == 1
    release(changelog, "1.2.0")
    guild = evening.client.get_guild(evening.guild.id)
    assert guild
    await asyncio.gather(*(evening.client.on_guild_join(guild) for _ in range(3)))
    assert len(news.history()) == 2, "servers joined meanwhile are told nothing twice"


async def test_news_that_cannot_be_sent_or_are_not_wanted_do_no_harm(
    evening: Evening, changelog: Path
) -> None:
    news = await chosen(evening)
    release(changelog, "1.1.0")
    path = f"/channels/{news.id}/messages"
    evening.env.inject_error("POST", path, status=403, code=50001, times=None)
    await evening.restart()
    assert news.history() == []
    evening.env.backend.faults.clear()
    await serve(evening, manager(evening, "Hera"), "announcements", ways=OPEN)
    release(changelog, "1.2.0")
    await evening.restart()
    assert news.history() == [], "no channel is chosen any more"
    assert evening.channel.history() == []
    await evening.begin()
    assert not await evening.move(evening.livia, "a1-a3")
