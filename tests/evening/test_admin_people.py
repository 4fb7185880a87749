"""Whom managers keep from a server's matches, and whose results they look at: `/admin people`."""

from typing import Any

from bot.people.points.counts import YOUNG_MS

from .conftest import IN_BOTH, Evening, MemberActor, expect, refused
from .managers import manager
from .test_places import NOBODY_KNOWS

WHY = "They agreed on it before."


async def asked(evening: Evening, who: MemberActor, what: str = "show", **more: Any) -> str:
    """Return what `/admin people` answers."""
    return refused(await who.slash(evening.channel, "admin people", what=what, **more))


@IN_BOTH
async def test_who_is_blocked_plays_no_more_there_until_unblocked(evening: Evening) -> None:
    judith, words = manager(evening), evening.words
    await evening.begin()
    blocked = words("admin.people.block", name=f"<@{evening.livia.id}>")
    told = await asked(evening, judith, "block", user=evening.livia)
    expect(told, blocked, words("admin.people.blocked", people=f"<@{evening.livia.id}>"))
    no = refused(await evening.new(evening.livia))
    assert no == words("match.barred")
    challenged = await evening.new(evening.mara, opponent=evening.livia)
    assert refused(challenged) == words("match.their_barred", name="Livia")
    assert (await evening.match()).running
    await evening.restart()
    assert refused(await evening.new(evening.livia)) == no
    told = await asked(evening, judith, "unblock", user=evening.livia)
    assert words("admin.people.none_blocked") in told
    assert not (await evening.new(evening.livia)).ephemeral


async def test_what_is_to_be_named_is_asked_for_and_only_of_managers(evening: Evening) -> None:
    judith = manager(evening)
    assert "in the option `user`" in await asked(evening, judith, "block")
    assert "in the option `match`" in await asked(evening, judith, "unrate")
    assert "Nobody is blocked" in await asked(evening, judith)
    await evening.begin()
    match = evening.id()
    assert "in the option `reason`" in await asked(evening, judith, "unrate", match=match)
    told = await asked(evening, judith, "unrate", match=match, reason=WHY)
    assert "has not counted for points" in told
    unknown = await asked(evening, judith, "unrate", match=NOBODY_KNOWS, reason=WHY)
    assert "There is no match" in unknown
    admin = evening.client.desk.commands.ids["admin"]
    evening.guild.set_command_permissions(admin, {evening.mara: True})
    for what in ("show", "block", "unblock", "unrate"):
        told = await asked(evening, evening.mara, what, user=evening.livia, match=match)
        assert told.startswith("Only those who may manage this server can do this.")
    assert not evening.client.desk.matches.servers.of(evening.guild.id).barred


async def test_a_rated_match_is_taken_out_of_the_points(evening: Evening) -> None:
    judith = manager(evening)
    evening.time.ahead += 2 * YOUNG_MS
    await evening.begin()
    for number, move in enumerate(("a1-a3", "a7-a5", "c1-c3")):
        await evening.move((evening.livia, evening.brennus)[number % 2], move)
    await evening.resign(evening.brennus)
    assert (await evening.match()).unrated is None
    told = await asked(evening, judith, "unrate", match=evening.id(), reason=WHY)
    assert evening.id() in told
    assert (await evening.match()).unrated == "struck"
    why = evening.words("points.struck_by", manager="Judith", reason=WHY)
    assert why in evening.board().content
    assert "Called off" not in evening.board().content
