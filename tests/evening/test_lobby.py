"""The lobby of a channel: one message that shows its seats, matches and results, quietly."""

import random
import re

import discord
import pytest
from simcord import ChannelHandle

from games.clock import HOUR

from .conftest import IN_BOTH, Evening, labels, said
from .managers import manager, silence
from .phone import plain
from .test_admin_config import OPEN, serve

MINUTE_S = 60
WEEK = 60
"""The things that happen in a channel in a week."""
FULL = 1700
"""The length from which a lobby may have no room for another line."""
DEEDS = ("open", "open", "join", "join", "join", "resign", "wait", "delete")


async def settle(evening: Evening) -> None:
    """Let a minute pass, after which a lobby may be edited again."""
    await evening.env.advance_time(MINUTE_S)


async def lobby(evening: Evening) -> ChannelHandle:
    """Choose a lobby for the channel, before anything is played there."""
    await serve(evening, manager(evening), "lobby", evening.channel, ways=OPEN)
    await settle(evening)
    return evening.channel


def posted(evening: Evening, there: ChannelHandle) -> discord.Message:
    """Return the only lobby."""
    title = evening.words("lobby.title")
    (found,) = [post for post in there.history() if post.content.startswith(title)]
    return found


def shown(evening: Evening, there: ChannelHandle) -> tuple[str, list[str]]:
    """Return the text and the buttons of the only lobby."""
    found = posted(evening, there)
    return found.content, labels(found)


def sections(evening: Evening, content: str) -> dict[str, list[str]]:
    """List the matches in each part of a lobby."""
    found: dict[str, list[str]] = {"open": [], "here": [], "finished": []}
    heads = {plain(f"**{evening.words(f'choice.scope.{scope}')}**"): scope for scope in found}
    scope = ""
    for line in plain(content).splitlines()[2:]:
        scope = heads.get(line, scope)
        found[scope] += re.findall("`([0-9A-Z]{4,6})`", line)[:1]
    return found


def edits(evening: Evening, there: ChannelHandle) -> int:
    """Count the edits of the lobby so far."""
    first = there.history()[0].id
    return sum(
        request.method == "PATCH" and request.path.endswith(f"/messages/{first}")
        for request in evening.env.http_requests
    )


@IN_BOTH
async def test_a_lobby_shows_open_seats_who_waits_for_whom_and_results(evening: Evening) -> None:
    there, words = await lobby(evening), evening.words
    content, buttons = shown(evening, there)
    title, lead = content.splitlines()
    assert (title, buttons) == (words("lobby.title"), [words("lobby.new")])
    assert lead.startswith(words("lobby.ready").partition("`")[0])
    await evening.new(evening.livia)
    await settle(evening)
    content, buttons = shown(evening, there)
    assert f"**{words('choice.scope.open')}**" in content
    assert buttons[1:] == [words("lobby.new")]
    match = content.split("`")[1]
    assert buttons[0] == words("button.join_match", match=match)
    posted = there.history()[0]
    panel = await evening.mara.click(posted, label=words("lobby.new"))
    assert panel.ephemeral
    assert words("murus.name") in said(panel)
    assert "Brennus" not in said(await evening.brennus.click(posted, label=buttons[0]))
    await settle(evening)
    content, buttons = shown(evening, there)
    assert f"**{words('choice.scope.here')}**" in content
    assert words("line.they_move", player="Livia") in content or "Brennus" in content
    assert buttons == [words("lobby.new")]
    home = there.threads[-1]
    await evening.press(evening.livia, await evening.livia.slash(home, "match resign"), "Resign")
    await settle(evening)
    content, _ = shown(evening, there)
    assert f"**{words('choice.scope.finished')}**" in content
    assert "<@" not in content


async def test_a_busy_minute_edits_the_lobby_once(evening: Evening) -> None:
    there = await lobby(evening)
    await evening.begin()
    for move in ("a1-a3", "a7-a5", "b1-b3"):
        await evening.move(evening.livia if move[1] == "1" else evening.brennus, move)
    before = edits(evening, there)
    await settle(evening)
    assert edits(evening, there) == before + 1
    await settle(evening)
    assert edits(evening, there) == before + 1, "nothing has changed since"


async def test_a_lobby_that_was_deleted_comes_back_and_one_after_a_restart_goes_on(
    evening: Evening,
) -> None:
    there = await lobby(evening)
    await there.history()[0].delete()
    await evening.new(evening.livia)
    await settle(evening)
    assert "Livia" in shown(evening, there)[0]
    await evening.restart()
    await evening.new(evening.brennus)
    await settle(evening)
    assert "Brennus" in shown(evening, there)[0]


async def test_a_lobby_moves_with_its_channel_and_is_refused_where_the_bot_may_not_write(
    evening: Evening,
) -> None:
    there = await lobby(evening)
    closed = evening.guild.create_text_channel("closed")
    silence(evening, closed)
    result = await serve(evening, manager(evening, "Hera"), "lobby", closed, ways=OPEN)
    assert evening.words("match.no_lobby", place=closed.id) in said(result)
    assert shown(evening, there)
    other = evening.guild.create_text_channel("other")
    await serve(evening, manager(evening, "Iris"), "lobby", other, ways=OPEN)
    assert there.history() == []
    assert shown(evening, other)
    await evening.pass_time(HOUR)
    await serve(evening, manager(evening, "Juno"), "lobby", ways=OPEN)
    assert other.history() == []


@pytest.mark.slow
@IN_BOTH
async def test_a_week_of_five_people_is_shown_as_it_stands(evening: Evening) -> None:
    """Open, join, play, resign, lapse, delete and restart at random; all of it in a channel where
    matches have threads."""
    there, rng = await lobby(evening), random.Random(7)
    names = (evening.env.create_user(name) for name in ("Mei", "Quintus"))
    people = [evening.livia, evening.brennus, evening.mara, *map(evening.guild.add_member, names)]
    ended: list[str] = []
    for _ in range(WEEK):
        matches = evening.client.desk.matches
        listed = await matches.list_matches(0, "here", there.id, 20)
        seats = [match.id for match in listed if match.stand.phase == "open"]
        running = [match for match in listed if match.running]
        deed, who = rng.choice(DEEDS), rng.choice(people)
        if deed == "open":
            await evening.new(who, there, where="thread")
        elif deed == "join" and seats:
            label = evening.words("button.join_match", match=rng.choice(seats))
            await who.click(posted(evening, there), label=label)
        elif deed == "resign" and running:
            match = rng.choice(running)
            loser = next(person for person in people if match.seat_of(person.id) is not None)
            asked = await loser.slash(there, "match resign", match=match.id)
            await evening.press(loser, asked, "Resign")
        elif deed == "delete":
            await posted(evening, there).delete()
            await evening.restart()
        else:
            await evening.pass_time(rng.choice((HOUR, 12 * HOUR)))
        before = edits(evening, there)
        await settle(evening)
        assert edits(evening, there) <= before + 1
        now = [await evening.client.desk.matches.match(match.id) for match in listed]
        ended += [match.id for match in now if match.stand.outcome and match.players]
        living = await evening.client.desk.matches.list_matches(0, "here", there.id, 20)
        content, buttons = shown(evening, there)
        parts = sections(evening, content)
        assert {*parts["open"]} == {match.id for match in living if match.stand.phase == "open"}
        assert {*parts["here"]} == {match.id for match in living if match.running}
        results = ended[:-4:-1]
        assert parts["finished"] == results[: len(parts["finished"])]
        assert parts["finished"] == results or len(content) > FULL
        assert len(buttons) == len(parts["open"]) + 1
        assert "<@" not in content
    assert len(ended) > 3
