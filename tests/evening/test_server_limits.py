"""The limits that a server's managers set in `/admin config` for what happens there."""

from .conftest import Evening, InteractionResult, MemberActor, labels, press, refused, shown_by
from .managers import manager


async def limits(evening: Evening, judith: MemberActor) -> InteractionResult:
    opened = await judith.slash(evening.channel, "admin config")
    return await press(judith, opened, evening.words("settings.to_limits"))


def select(name: str) -> str:
    """Return the id of the list of a limit."""
    return f"s:-:0:limit:{name}"


async def test_a_manager_lets_one_person_start_one_match_an_hour(evening: Evening) -> None:
    judith = manager(evening)
    panel = await limits(evening, judith)
    await judith.select(shown_by(panel), ["1"], custom_id=select("started"))
    assert not (await evening.new(evening.livia, level="1", where="thread")).ephemeral
    told = refused(await evening.new(evening.livia, level="1", where="thread"))
    assert "this server's managers let one person start within an hour: 1. You can start" in told
    await evening.restart()
    assert refused(await evening.new(evening.livia, level="1", where="thread")) == told
    panel = await limits(evening, judith)
    await judith.select(shown_by(panel), ["-"], custom_id=select("started"))
    assert not (await evening.new(evening.livia, level="1", where="thread")).ephemeral


async def test_only_managers_see_the_limits_and_lower_them(evening: Evening) -> None:
    judith = manager(evening)
    own = await evening.mara.slash(evening.channel, "match settings")
    assert evening.words("settings.to_limits") not in labels(own)
    panel = await limits(evening, judith)
    hosts = evening.guild.roles["Hosts"]
    evening.env.backend.edit_role(evening.guild.id, hosts.id, {"permissions": 0})
    late = await judith.select(shown_by(panel), ["1"], custom_id=select("running"))
    assert "Only those who may manage this server" in refused(late)
