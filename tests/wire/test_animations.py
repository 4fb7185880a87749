"""Animations over the wire: how far a drawing has come."""

import os
import signal

import pytest

from .lives import Reborn
from .people import Person, button, finished, until
from .process import Bot
from .server import Discord
from .tables import Table
from .things import APPLICATION, Json
from .world import Asked

TURNS = 3


async def walked(who: Person, table: Table) -> Json:
    """Return the private message in which somebody walks through a match."""
    opened = await who.slash(table.home, "match history", match=table.match)
    assert opened.message
    return opened.message | {"application_id": str(APPLICATION)}


async def animated(who: Person, on: Json) -> Asked:
    """Press Animation without waiting for the answer."""
    return await who.press_id(on, button(on, "animation"))


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
    assert {film(one) for one in waiting} == {f"murus-{table.match}-replay.gif"}
    assert "Drawing" not in content(waiting[0])
