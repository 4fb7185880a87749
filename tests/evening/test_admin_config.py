"""What the managers of a server choose for everybody on it: `/admin config`."""

from typing import Any

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.commands.admin.config import NAMED
from bot.people.points.counts import YOUNG_MS

from .conftest import IN_BOTH, Evening, items, labels, press, refused, said, shown_by
from .eyes import Eyes
from .managers import manager


@pytest.fixture
def judith(evening: Evening) -> MemberActor:
    return manager(evening)


async def panel(evening: Evening, who: MemberActor, *ways: str) -> ResponseMessage:
    """Open `/admin config`, and panels behind it."""
    opened = await who.slash(evening.channel, "admin config")
    assert opened.ephemeral
    return shown_by(await press(who, opened, *(evening.words(way) for way in ways)))


async def serve(
    evening: Evening, who: MemberActor, name: str, *values: Any, ways: tuple[str, ...] = ()
) -> InteractionResult:
    """Choose something in a list of a panel."""
    shown = await panel(evening, who, *ways)
    return await who.select(shown, list(values), custom_id=f"s:-:0:serve:{name}")


OPEN = ("admin.config.to_open",)


@pytest.mark.slow
async def test_the_theme_of_a_server_is_that_of_what_everybody_sees_there(
    evening: Evening, judith: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(evening, monkeypatch)
    await serve(evening, judith, "theme", "contrast")
    await evening.begin()
    await evening.livia.slash(evening.channel, "match board")
    assert {drawn.look.theme for drawn in eyes.drawn} == {"contrast"}
    await evening.client.desk.matches.prefer(evening.livia.id, theme="light")
    await evening.livia.slash(evening.channel, "match board")
    await serve(evening, judith, "theme", "-")
    await evening.move(evening.livia, "a1-a3")
    assert [drawn.look.theme for drawn in eyes.drawn[-2:]] == ["light", "dark"]


async def test_the_usual_pace_and_no_points_are_those_of_matches_for_which_none_is_named(
    evening: Evening, judith: MemberActor
) -> None:
    evening.time.ahead += 2 * YOUNG_MS
    await serve(evening, judith, "pace", "slow")
    shown = await panel(evening, judith)
    turned = await judith.click(shown, label="Matches may count for points: on")
    assert "Matches may count for points: off" in labels(turned)
    for pace, options in (("slow", {}), ("quick", {"pace": "quick"})):
        await evening.begin_anew(**options)
        assert (await evening.match()).options.pace == pace
        assert (await evening.match()).unrated == "server"
        assert evening.words("points.reason.server") in evening.channel.history()[0].content
        assert evening.words("points.unrated") in evening.board().content
    evening.room()
    await evening.new(evening.livia, level="1", where="here")
    assert (await evening.match()).options.pace == "none"
    ids = evening.client.desk.commands.ids
    own = said(await judith.slash(evening.channel, "match settings"))
    assert f"</admin config:{ids['admin']}>" in own
    assert "/admin" not in said(await evening.mara.slash(evening.channel, "match settings"))


@pytest.mark.parametrize(("place", "other"), [("thread", "here"), ("here", "thread")])
async def test_matches_are_played_where_the_server_says(
    evening: Evening, judith: MemberActor, place: str, other: str
) -> None:
    await serve(evening, judith, "place", place)
    opened = await evening.new(evening.livia, opponent=evening.brennus, where=other)
    assert f"On this server every match is played in {'a' if place == 'thread' else 'its'}" in said(
        opened
    )
    await evening.press(evening.brennus, opened, "Accept")
    assert len(evening.channel.threads) == (place == "thread")
    assert "On this server" not in said(await evening.new(evening.mara, level="1"))


async def test_matches_are_opened_in_the_channels_and_by_the_roles_chosen(
    evening: Evening, judith: MemberActor
) -> None:
    hall = evening.guild.create_text_channel("hall")
    await evening.begin(where="thread")
    await serve(evening, judith, "channels", hall, ways=OPEN)
    told = refused(await evening.new(evening.mara))
    assert f"matches are opened in <#{hall.id}>" in told
    menu = await evening.mara.context_menu(evening.channel, "Challenge", evening.livia)
    assert told == refused(menu)
    (thread,) = evening.channel.threads
    await evening.move(evening.livia, "a1-a3", thread)
    await press(evening.brennus, await evening.brennus.slash(thread, "match resign"), "Resign")
    assert refused(await evening.brennus.click(evening.board(thread), label="Rematch")) == told
    evening.channel = hall
    assert not (await evening.new(evening.mara)).ephemeral
    evening.env.backend.delete_channel(hall.id)
    evening.channel = evening.guild.channels["games"]
    assert not (await evening.new(evening.mara, where="here")).ephemeral  # nobody can go there
    await serve(evening, judith, "channels", ways=OPEN)
    assert evening.client.desk.matches.servers.of(evening.guild.id).open_channels == ()
    evening.guild.create_role("Players")
    players = evening.guild.roles["Players"]
    hera = evening.guild.add_member(evening.env.create_user("Hera"), roles=[players])
    await serve(evening, judith, "roles", players, ways=OPEN)
    told = refused(await evening.new(evening.livia))
    assert f"matches are opened by <@&{players.id}>" in told
    await evening.press(evening.livia, await evening.new(hera), "Join")
    assert evening.boards(evening.channel.threads[-1])


@IN_BOTH
async def test_choices_outlive_a_restart_and_are_shown(evening: Evening) -> None:
    judith = manager(evening)
    for name, values in NAMED.items():
        await serve(evening, judith, name, values[-1])
    await judith.select(await panel(evening, judith), ["zh-CN"], custom_id="s:-:0:speak")
    await judith.select(await panel(evening, judith), ["-"], custom_id="s:-:0:speak")
    before = evening.client.desk.matches.servers.of(evening.guild.id)
    assert (before.theme, before.pace, before.place) == ("contrast", "none", "here")
    await evening.restart()
    assert evening.client.desk.matches.servers.of(evening.guild.id) == before
    shown = await panel(evening, judith)
    chosen = [
        option["value"]
        for item in items(shown)
        for option in item.get("options", ())
        if option.get("default")
    ]
    assert chosen == ["-", "contrast", "none", "here"]


async def test_who_manages_no_longer_chooses_nothing(evening: Evening, judith: MemberActor) -> None:
    own = await evening.mara.slash(evening.channel, "match settings")
    assert evening.words("settings.to_limits") not in labels(own)
    hosts = evening.guild.roles["Hosts"]
    values: dict[str, Any] = {"channels": evening.channel, "roles": hosts}
    names = ("theme", "pace", "channels", "roles")
    shown = [await panel(evening, judith, *(OPEN if name in values else ())) for name in names]
    limits = await panel(evening, judith, "settings.to_limits")
    evening.env.backend.edit_role(evening.guild.id, hosts.id, {"permissions": 0})
    for name, there in zip(names, shown, strict=True):
        value = values.get(name) or NAMED[name][0]
        late = await judith.select(there, [value], custom_id=f"s:-:0:serve:{name}")
        assert "Only those who may manage this server" in refused(late)
    for there, value, verb in ((shown[0], "zh-CN", "speak"), (limits, "1", "limit:running")):
        late = await judith.select(there, [value], custom_id=f"s:-:0:{verb}")
        assert "Only those who may manage this server" in refused(late)
    kept = evening.client.desk.matches.servers.of(evening.guild.id)
    assert (kept.theme, kept.pace, kept.open_channels, kept.locale) == (None, None, (), None)


# ------------------------------------------------- the limits of what happens on a server


async def limit(evening: Evening, who: MemberActor, value: str) -> InteractionResult:
    """Choose how many matches one person may start within an hour."""
    shown = await panel(evening, who, "settings.to_limits")
    return await who.select(shown, [value], custom_id="s:-:0:limit:started")


async def test_a_manager_lets_one_person_start_one_match_an_hour(
    evening: Evening, judith: MemberActor
) -> None:
    await limit(evening, judith, "1")
    assert not (await evening.new(evening.livia, level="1")).ephemeral
    told = refused(await evening.new(evening.livia, level="1"))
    assert "on this server: 1 matches started in one channel within an hour. You can start" in told
    await evening.restart()
    assert refused(await evening.new(evening.livia, level="1")) == told
    await limit(evening, judith, "-")
    assert not (await evening.new(evening.livia, level="1")).ephemeral
