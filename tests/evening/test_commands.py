"""The commands are published when they have changed, and mentioned by the ids Discord gave them."""

from bot.app import create

from .conftest import Env, Evening, press, refused

EVERY = {"about", "admin", "help", "match", "move", "Challenge", "Profile", "Text of this board"}


def published(env: Env) -> int:
    """Count how often Discord has been told of the commands."""
    return sum(
        request.method == "PUT" and request.path.endswith("/commands")
        for request in env.http_requests
    )


async def test_every_command_says_where_it_is_offered(env: Env, evening: Evening) -> None:
    """Each on servers (0) that have the bot (0); what one asks for oneself in its direct messages
    (1) as well, and to people who have it in their account (1)."""
    (sync,) = (request for request in env.http_requests if request.path.endswith("/commands"))
    assert isinstance(sync.json, list)
    assert {command["name"] for command in sync.json} == EVERY
    for typed in sync.json:
        wanted = [0] if typed["name"] in ("admin", "Challenge", "Profile") else [0, 1]
        assert (typed["contexts"], typed["integration_types"]) == (wanted, wanted)
        assert "dm_permission" not in typed


async def test_commands_are_published_once_and_again_when_they_have_changed(
    env: Env, evening: Evening
) -> None:
    first = evening.client.desk.commands.ids
    assert set(first) == EVERY
    assert published(env) == 1
    await evening.restart()
    assert published(env) == 1
    assert evening.client.desk.commands.ids == first
    await evening.begin()
    assert not await evening.move(evening.livia, "a1-a3")
    await without(env, evening, "move")
    assert published(env) == 2
    assert set(evening.client.desk.commands.ids) == EVERY - {"move"}
    await evening.restart()
    assert published(env) == 3
    assert set(evening.client.desk.commands.ids) == EVERY
    env.inject_error("PUT", "/applications/*/commands", status=500, code=0, times=2)
    await without(env, evening, "match")
    assert set(evening.client.desk.commands.ids) == EVERY, "what cannot be published stops nothing"
    await env.advance_time(6 * 60)
    assert set(evening.client.desk.commands.ids) == EVERY - {"match"}


async def without(env: Env, evening: Evening, command: str) -> None:
    """Go on with a bot that lacks a command."""
    before, changed = evening.client, create(evening.settings)
    changed.tree.remove_command(command)
    await env.restart_bot(changed)
    await before.shut_down()


async def test_a_hint_names_a_command_as_something_to_press(evening: Evening) -> None:
    commands = evening.client.desk.commands
    new = f"</match new:{commands.ids['match']}>"
    assert (commands.mention("match new"), commands.mention("elsewhere")) == (new, "")
    answer = refused(await evening.mara.slash(evening.channel, "move", move="a1-a3"))
    assert f"Open one with {new}" in answer
    declined = await evening.new(evening.livia, opponent=evening.brennus)
    await press(evening.brennus, declined, "Decline")
    assert f"with {new}." in evening.channel.history()[-1].content


async def test_what_another_version_has_published_is_put_right(
    env: Env, forgiven: list[str], evening: Evening
) -> None:
    forgiven.append("older")  # the command of another version
    await evening.begin(moves="a1-a3")
    asked = [
        payload
        for _, name, payload in env.backend.transcript
        if name == "INTERACTION_CREATE" and payload["data"].get("name") == "move"
    ][-1]
    older = asked | {"id": "77", "token": "77", "data": asked["data"] | {"name": "older"}}
    env.backend.emit("INTERACTION_CREATE", older)
    await env.settle()
    assert published(env) == 1
    await env.advance_time(6 * 60)
    assert published(env) == 2
    await env.advance_time(6 * 60)
    assert published(env) == 2
