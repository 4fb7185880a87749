"""Matches over the wire, and the worst that Discord and the host do to them, in every run.

Only the first starts a process of its own; the bots of the others are forks of one.
"""

import asyncio
import os
import signal
import time

import pytest

from bot.ui.wire.rounds import ROUND_SECONDS

from .lives import Reborn
from .people import Person, custom_ids, finished, is_played, text, until
from .process import Bot
from .server import Discord
from .tables import Table, animated, opened, refused
from .things import APPLICATION, CHANNEL, Json
from .world import Asked

LONG_S = 600.0
"""A limit far too long to wait for, in seconds."""


@pytest.mark.slow
async def test_a_match_from_the_start_to_a_clean_end(
    discord: Discord, bot: Bot, table: Table, ann: Person, bob: Person
) -> None:
    kinds = [request.kind for request in discord.requests[:4]]
    assert kinds == ["me", "application", "sync", "gateway"]
    assert {command["name"] for command in discord.requests[2].body} >= {"match", "move"}
    offered = await ann.suggest(table.home, "move", "move", move="a1")
    assert offered
    assert is_played(await ann.slash(table.home, "move", move=offered[0]))
    before = len(discord.requests)
    assert await bob.suggest(table.home, "move", "move", move="") != offered
    table.revision = 1
    board = (await table.shown())[1][0]
    picker = await bob.press(board, "move")
    assert picker.message
    assert picker.message["attachments"]
    assert {request.kind for request in discord.requests[before:]} == {"callback", "answer"}
    await ann.press(board, "more")
    sure = await bob.slash(table.home, "match resign")
    assert sure.message
    await bob.press(sure.message, "resign")
    table.revision = 2
    assert "rematch" in {id_.split(":")[3] for id_ in custom_ids((await table.shown())[2][0])}
    await table.shown_once()
    assert await bot.stop() == 0
    assert "not published" not in bot.output()


async def test_a_drop_is_resumed_and_nothing_is_lost_or_done_twice(
    discord: Discord, reborn: Reborn, ann: Person, bob: Person
) -> None:
    table = Table(discord, ann, bob, 2)
    await table.open()
    for code in (4000, 1001):
        await discord.gateway.drop(code)
        who, action = table.choice()
        asked = await table.press(who, action)  # while no process listens
        await finished(asked)
        assert is_played(asked)
        table.played(action)
        await discord.gateway.repeat()
        await table.turn()
    assert discord.gateway.seen.count(6) == 2
    assert discord.gateway.seen.count(2) == 1
    assert await table.shown_once() == [0, 1, 2, 3, 4]


async def test_a_long_limit_of_one_place_holds_up_no_other_and_is_not_sat_out(
    discord: Discord, reborn: Reborn
) -> None:
    one, other = await opened(discord, 2)
    discord.fail("send", 429, retry_after=LONG_S, at=one.home)
    began_s = time.monotonic()
    for _ in range(3):
        answer, _ = await asyncio.gather(one.turn(), other.turn())
        assert "as soon as Discord accepts it" in text(answer)
    assert sorted(await other.shown()) == [0, 1, 2, 3]
    rounds = 1 + (time.monotonic() - began_s) // ROUND_SECONDS
    assert 3 <= refused(discord) <= 3 + rounds  # once a turn, and perhaps by each round
    discord.heal()
    await one.turn()
    await one.shown_once()


async def test_a_command_of_another_version_is_answered_in_words(
    discord: Discord, reborn: Reborn, ann: Person
) -> None:
    """Discord's client may still show what an older version has published."""
    chosen = await ann.slash(CHANNEL, "match board", view="sideways")
    assert text(chosen) == "One of the options is not valid. Please pick it from the list."
    for name, options in (("match fly", {}), ("match show", {"turn": 3}), ("chess", {})):
        assert "from another version of me" in text(await ann.slash(CHANNEL, name, **options))


# ----------------------------------------------------------------------------------- an animation


TURNS = 3


async def walked(who: Person, table: Table) -> Json:
    """Return the private message in which somebody walks through a match."""
    opened = await who.slash(table.home, "match history", match=table.match)
    assert opened.message
    return opened.message | {"application_id": str(APPLICATION)}


async def played(discord: Discord, bot: Bot, ann: Person, other: Person) -> Table:
    table = Table(discord, ann, other, 21)
    await table.open()
    for _ in range(TURNS):
        who, action = table.choice()
        await finished(await table.press(who, action))
        table.played(action)
    assert bot.revision(table.match) == TURNS
    return table


async def drawer(bot: Bot) -> int:
    """Return the process that draws."""
    await until(bot.workers)
    (pid,) = bot.workers()
    return pid


def content(asked: Asked) -> str:
    return asked.message["content"] if asked.message else ""


def film(asked: Asked) -> str:
    """Return the name of the file that came, "" until it is there."""
    files = asked.message["attachments"] if asked.message else []
    return str(files[0]["filename"]) if files else ""


@pytest.mark.slow
async def test_who_waits_for_an_animation_reads_how_far_it_has_come(
    discord: Discord, reborn: Reborn, ann: Person
) -> None:
    mei = Person(discord, 13, "Mei", "zh-CN")
    table = await played(discord, reborn, ann, mei)
    waiting = [await animated(who, await walked(who, table)) for who in (ann, mei)]
    pid = await drawer(reborn)
    os.kill(pid, signal.SIGSTOP)
    await until(lambda: all(map(content, waiting)))
    assert not any(map(film, waiting))
    in_english, in_chinese = map(content, waiting)
    assert in_english.startswith(f"Drawing the replay: board 0 of {TURNS + 1}.\n")
    assert in_chinese.startswith(f"正在绘制动图：第 0 帧，共 {TURNS + 1} 帧。\n")
    os.kill(pid, signal.SIGCONT)
    await until(lambda: all(map(film, waiting)))
    assert {film(asked) for asked in waiting} == {f"murus-{table.match}-replay.gif"}
    assert "Drawing" not in content(waiting[0])
