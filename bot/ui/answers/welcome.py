"""The welcome for those who have invited the bot: what it may do here, and who may change it."""

from .managers import managed_server
from .places import WANTED
from .visits import Visit

WELCOME = "admin welcome"
"""The command that says it at any time."""


def welcome(visit: Visit) -> str:
    """List the permissions the bot asks for, and say how to grant those it lacks here."""
    words, granted = visit.words, visit.interaction.app_permissions
    lacks = [name for name in WANTED if not getattr(granted, name)]
    lines = [words("admin.welcome.title")]
    for name in WANTED:
        lines.append(f"{'❌' if name in lacks else '✅'} {words(f'permission.{name}')}")
    lines += [words(f"admin.welcome.without.{name}") for name in lacks]
    lines.append(words("admin.welcome.grant" if lacks else "admin.welcome.all"))
    return "\n".join((*lines, words("admin.welcome.next")))


async def welcome_once(visit: Visit) -> None:
    """Add it to the first command that somebody who manages a server uses after an invitation."""
    guild, asked, matches = managed_server(visit), visit.interaction, visit.desk.matches
    if guild is None or asked.guild is None or not asked.response.is_done():
        return
    joined = asked.guild.me.joined_at if asked.guild.me else None
    joined_ms = int(joined.timestamp() * 1000) if joined else 0
    last_ms = matches.servers.of(guild).welcomed_ms
    if last_ms is not None and last_ms >= joined_ms:
        return
    await matches.servers.choose(guild, welcomed_ms=max(matches.now(), joined_ms))
    if asked.command is None or asked.command.qualified_name != WELCOME:
        await visit.add(welcome(visit))
