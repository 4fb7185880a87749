"""What belongs to all: servers' settings for everybody who reads there, the published commands."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.match.allowance import Limits
from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from bot.store.deleted_users import Blocks
from bot.store.servers import Server
from games.core import Event, Word
from tests.databases import BOTH

from .club import ANN, BOB, CHANNEL, CID, GUILD, Club, refusal

SERVER, OTHER = 1 << 60, 5


@BOTH
async def test_a_server_chooses_a_language_and_another_and_none(club: Club) -> None:
    servers = club.matches.servers
    assert servers.of(SERVER) == servers.of(None) == Server()
    for server, locale in ((SERVER, "en"), (OTHER, "en"), (SERVER, "zh-CN"), (OTHER, None)):
        await servers.choose(server, locale=locale)
        assert servers.of(server).locale == locale
    await club.close()
    later = await Matches.open(club.url)
    assert [later.servers.of(server).locale for server in (SERVER, OTHER)] == ["zh-CN", None]
    await later.close()


@BOTH
async def test_a_choice_taken_back_leaves_all_others(club: Club) -> None:
    servers = club.matches.servers
    await servers.choose(SERVER, locale="en")
    await servers.limit(SERVER, "running", 4)
    await servers.bar(SERVER, ANN.id)
    await servers.choose(SERVER, locale=None)
    await servers.limit(SERVER, "started", 1)
    await servers.limit(SERVER, "started", None)
    kept = Server(limits={"running": 4}, barred=Blocks({ANN.id}))
    assert servers.of(SERVER) == kept
    await servers.recall()
    assert servers.of(SERVER) == kept


@BOTH
async def test_matches_are_opened_in_channels_and_by_roles(club: Club) -> None:
    servers = club.matches.servers
    assert servers.of(SERVER).open_channels == servers.of(SERVER).open_roles == ()
    await servers.choose(SERVER, channels=f"{CHANNEL} {SERVER}", roles="3")
    await servers.recall()
    assert servers.of(SERVER).open_channels == (CHANNEL, SERVER)
    assert servers.of(SERVER).open_roles == (3,)
    assert set(servers.known) == {SERVER}


@BOTH
async def test_who_is_barred_opens_and_joins_nothing_on_a_server(club: Club) -> None:
    opening, running = club.matches.opening, await begun_at(club, GUILD, CHANNEL + 1)
    card = await club.open(opponent=None, host=CID)
    for _ in range(2):
        await club.matches.servers.bar(GUILD, ANN.id)
    tries: tuple[tuple[Code, Callable[[], Awaitable[Match]]], ...] = (
        (Code.BARRED, lambda: club.open(host=ANN)),
        (Code.BARRED, lambda: club.join(card, ANN)),
        (Code.THEIR_BARRED, lambda: club.open(host=BOB, opponent=ANN)),
    )
    for code, attempt in tries:
        assert await refusal(attempt()) == code
    assert (await club.matches.match(running.id)).running
    await opening.open(club.keys(), Proposal("murus", ANN, (None,), OTHER, 7))
    await club.matches.servers.admit(GUILD, ANN.id)
    assert (await club.join(card, ANN)).running


async def begun_at(club: Club, guild: int | None, channel: int) -> Match:
    """Begin a match of Ann and Bob on a server, or outside of any."""
    proposal = Proposal("murus", ANN, (None,), guild, channel)
    return await club.join(await club.matches.opening.open(club.keys(), proposal), BOB)


@BOTH
async def test_a_server_lowers_its_limits_and_leaves_them_to_the_host_again(club: Club) -> None:
    attention, host = club.matches.attention, club.matches.attention.allowance
    await attention.limit(SERVER, "running", 4)
    await attention.limit(SERVER, "started", 2)
    await attention.limit(OTHER, "running", 3)
    await attention.limit(SERVER, "started", None)
    assert attention.limits_on(SERVER) == replace(host, running=4)
    await club.close()
    later = await Matches.open(club.url, allowance=Limits(running=3))
    assert later.attention.limits_on(SERVER) == later.attention.limits_on(OTHER)
    assert later.attention.limits_on(SERVER) == Limits(running=3)  # the host has lowered it since
    await later.close()


@pytest.mark.parametrize("figure", [0, -1, 1001])
async def test_a_server_cannot_raise_a_limit_or_forbid_everything(club: Club, figure: int) -> None:
    with pytest.raises(Refusal) as refused:
        await club.matches.attention.limit(GUILD, "running", figure)
    assert (refused.value.event.code, refused.value.event.args["limit"]) == (Code.ABOVE_HOST, 1000)
    assert club.matches.attention.limits_on(GUILD) == club.matches.attention.allowance


@BOTH
async def test_only_what_happens_on_a_server_counts_for_its_limits(club: Club) -> None:
    await club.matches.attention.limit(GUILD, "running", 2)
    for channel, guild in enumerate((OTHER, None, GUILD)):
        await begun_at(club, guild, channel)
    card = await club.open(opponent=ANN, host=CID)
    second = await begun_at(club, GUILD, CHANNEL)
    with pytest.raises(Refusal) as refused:
        await club.join(card, ANN)
    limited = Event(Code.MOST_RUNNING, {"limit": 2, "where": Word("match.here")})
    assert refused.value.event == limited
    assert (await begun_at(club, OTHER, CHANNEL + 1)).running
    await club.resign(second, ANN)
    assert (await club.join(card, ANN)).running


@BOTH
async def test_the_commands_published_last_are_kept_for_each_application(club: Club) -> None:
    commands = club.matches.commands
    assert await commands.read(1) == ("", {})
    await commands.write(1, "first", {"match new": SERVER, "move": 2})
    await commands.write(2, "other", {"move": 3})
    await commands.write(1, "second", {"move": 4})
    assert await commands.read(1) == ("second", {"move": 4})
    assert await commands.read(2) == ("other", {"move": 3})
    await commands.write(1, "third", {})
    assert await commands.read(1) == ("", {})
