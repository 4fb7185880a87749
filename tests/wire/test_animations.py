"""Animations over the wire: how far a drawing has come, and what a restart leaves of it."""

import os
import signal
from pathlib import Path

import pytest

from tests.samples import sampled

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


@pytest.mark.parametrize("end", sampled(["stop", "kill"]))
async def test_an_animation_that_a_restart_broke_off_is_drawn_at_the_next_press(
    discord: Discord, reborn: Reborn, ann: Person, bob: Person, end: str
) -> None:
    table = await played(discord, reborn, ann, bob)
    on = await walked(ann, table)
    await animated(ann, on)
    pid = await drawer(reborn)
    if end == "stop":
        os.kill(pid, signal.SIGSTOP)
        assert await reborn.stop() == 0
        assert "Traceback" not in reborn.output()
    else:
        await reborn.kill()
    await until(lambda: not Path(f"/proc/{pid}").exists())
    await reborn.start()
    again = await animated(ann, on)
    await until(lambda: film(again))
    await table.turn()
