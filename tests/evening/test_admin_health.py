"""How the bot is and what it may do: `/admin health`, `welcome`, and what its host is told."""

import re

import discord
import pytest

from bot.app import create
from bot.host.ailment import ailment
from bot.ui.answers.places import WANTED
from bot.version import version

from .conftest import IN_BOTH, MINUTE, Evening, MatchId, MemberActor, expect, refused, said
from .managers import abroad, manager
from .phone import plain


async def health(evening: Evening, who: MemberActor) -> str:
    return refused(await who.slash(evening.channel, "admin health"))


async def welcome(evening: Evening, who: MemberActor) -> str:
    return refused(await who.slash(evening.channel, "admin welcome"))


@IN_BOTH
async def test_health_tells_version_queues_and_that_nothing_has_failed(evening: Evening) -> None:
    judith, words = manager(evening), evening.words
    told = await health(evening, judith)
    wanted = (
        words("about.version", version=version()),
        words("admin.health.well"),
        words("admin.health.boards_late", number=0),
        words("admin.health.no_faults"),
    )
    expect(plain(told).splitlines(), *map(plain, wanted))


async def test_health_names_the_references_of_failures_here_alone(
    evening: Evening, forgiven: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    forgiven.append("a secret")
    judith = manager(evening)
    mara, market = abroad(evening, "Mara")

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("bot.commands.list.show_list", fail)
    here = refused(await evening.livia.slash(evening.channel, "match list"))
    there = refused(await mara.slash(market, "match list"))
    (own,), (others,) = (re.findall(r"[0-9A-F]{6}", text) for text in (here, there))
    told = await health(evening, judith)
    assert re.search(rf"- `{own}` <t:\d+:R>: RuntimeError", told)
    assert others not in told
    assert "a secret" not in told
    monkeypatch.setattr("bot.commands.admin.health.MOST_SHOWN", 1)
    later = refused(await evening.livia.slash(evening.channel, "match list"))
    told = await health(evening, judith)
    assert own not in told, "the last come first"
    assert re.findall(r"[0-9A-F]{6}", later)[0] in told


async def test_health_names_no_match_that_waits_nor_answers_but_managers(evening: Evening) -> None:
    judith = manager(evening)
    await evening.begin()
    match = MatchId(evening.id())
    evening.stored("UPDATE matches SET due_ms = ?", evening.time() - 6 * MINUTE)
    told = await health(evening, judith)
    assert "A match somewhere should have gone on 6 min ago" in told
    assert match not in told
    evening.stored("ALTER TABLE matches RENAME TO elsewhere")
    told = await health(evening, judith)
    assert "The database does not answer (OperationalError)." in told
    assert "How much is waiting cannot be told" in told
    evening.stored("ALTER TABLE elsewhere RENAME TO matches")
    admin = evening.client.desk.commands.ids["admin"]
    evening.guild.set_command_permissions(admin, {evening.mara: True})
    for answered in (health, welcome):
        told = await answered(evening, evening.mara)
        assert told.startswith("Only those who may manage this server can do this.")


@IN_BOTH
async def test_welcome_names_each_permission_and_how_to_grant_it(evening: Evening) -> None:
    judith, words = manager(evening), evening.words
    for lacking in ((), ("attach_files", "manage_threads")):
        closed = discord.PermissionOverwrite(**dict.fromkeys(lacking, False))
        evening.channel = evening.guild.create_text_channel("hall", overwrites={evening.me: closed})
        told = await welcome(evening, judith)
        for name in WANTED:
            sign = "❌" if name in lacking else "✅"
            assert f"{sign} {words(f'permission.{name}')}" in plain(told).splitlines()
            assert (words(f"admin.welcome.without.{name}") in told) == (name in lacking)
        assert (words("admin.welcome.grant") in told) == bool(lacking)
        assert (words("admin.welcome.all") in told) != bool(lacking)


async def test_who_manages_the_server_is_welcomed_once_when_invited(evening: Evening) -> None:
    judith, title = manager(evening), evening.words("admin.welcome.title")
    assert title not in said(await evening.mara.slash(evening.channel, "help"))
    first = await judith.slash(evening.channel, "help")
    (added,) = first.followups
    assert added.ephemeral
    assert title in added.content
    await evening.restart()
    for who in (judith, manager(evening, "Hera")):
        assert title not in said(await who.slash(evening.channel, "help"))
    await evening.client.desk.matches.servers.choose(evening.guild.id, welcomed_ms=0)
    (again,) = (await judith.slash(evening.channel, "help")).followups
    assert again.content == added.content, "once for each invitation"


async def test_who_has_asked_for_it_is_not_welcomed_again(evening: Evening) -> None:
    judith, title = manager(evening), evening.words("admin.welcome.title")
    assert (await welcome(evening, judith)).count(title) == 1
    assert title not in said(await judith.slash(evening.channel, "help"))


# ---------------------------------------------------------- what its host is told


async def test_a_bot_that_is_there_or_waits_to_take_over_is_well(evening: Evening) -> None:
    assert await ailment(evening.client) == ""
    assert await ailment(None, waiting=True) == ""
    for bot in (None, create(evening.settings)):
        assert await ailment(bot) == "Discord has not been reached yet."


async def test_discord_must_have_been_heard_within_two_minutes(evening: Evening) -> None:
    evening.time.ahead += 2 * MINUTE
    assert await ailment(evening.client) == ""
    evening.time.ahead += MINUTE
    assert await ailment(evening.client) == "Nothing has been heard from Discord for 3 min."
    await evening.env.advance_time(31)
    assert await ailment(evening.client) == ""


async def test_the_database_must_answer(evening: Evening) -> None:
    evening.stored("ALTER TABLE matches RENAME TO elsewhere")
    assert await ailment(evening.client) == "The database does not answer (OperationalError)."
    evening.stored("ALTER TABLE elsewhere RENAME TO matches")
    assert await ailment(evening.client) == ""


async def test_what_is_due_must_not_wait_for_more_than_five_minutes(evening: Evening) -> None:
    await evening.begin()
    assert await ailment(evening.client) == ""
    match = evening.id()
    for minutes, told in ((4, ""), (6, f"Match {match} should have gone on 6 min ago.")):
        due_ms = evening.time() - minutes * MINUTE
        evening.stored("UPDATE matches SET due_ms = ?", due_ms)
        assert await ailment(evening.client) == told
    await evening.env.advance_time(31)
    assert await ailment(evening.client) == ""
