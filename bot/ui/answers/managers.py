"""Who may manage the server that something is asked in: every verb of theirs asks here itself."""

from bot.matches.match.refusals import Code, Refusal

from .visits import Visit


def managed_server(visit: Visit) -> int | None:
    """Return the server this is asked in to those who may manage it."""
    asked = visit.interaction
    return asked.guild_id if asked.permissions.manage_guild else None


def check_manager(visit: Visit) -> int:
    """Return the server this is asked in. Raises Refusal for those who may not manage it."""
    guild = managed_server(visit)
    if guild is None:
        raise Refusal(Code.NOT_A_MANAGER)
    return guild


def check_reason(reason: str | None) -> str:
    """Return the reason that a manager gives to all. Raises Refusal if they give none."""
    if not (reason and reason.strip()):
        raise Refusal(Code.NO_REASON)
    return reason
