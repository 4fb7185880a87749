"""The notifications of an evening: the bells that Discord would ring for its members."""

import asyncio
from dataclasses import dataclass
from typing import Any

from .conftest import HOUR, Evening, MemberActor

SILENT = 1 << 12
"""Discord's flag of a message that notifies nobody (SUPPRESS_NOTIFICATIONS)."""
PRIVATE = 1 << 6
"""Discord's flag of an answer that only the asker sees."""


@dataclass(frozen=True)
class Bell:
    """A notification: for whom, by direct message or not, and the words."""

    user: int
    direct: bool
    content: str


def bells(evening: Evening, who: MemberActor | None = None) -> list[Bell]:
    """List all bells so far, or those of a member; edits ring none."""
    rooms = {user.dm_channel.id: user.id for user in evening.users.values()}
    rung = []
    for request in evening.env.http_requests:
        if request.method != "POST" or not isinstance(request.json, dict):
            continue
        sent: Any = request.json.get("data", request.json)
        if "content" not in sent or sent.get("flags", 0) & (SILENT | PRIVATE):
            continue
        place = request.path.split("/")[2]
        if place.isdecimal() and int(place) in rooms:
            rung.append(Bell(rooms[int(place)], True, sent["content"]))
            continue
        wanted = (sent.get("allowed_mentions") or {}).get("users", [])
        rung += [
            Bell(int(user), False, sent["content"])
            for user in wanted
            if f"<@{user}>" in sent["content"]
        ]
    return [bell for bell in rung if who is None or bell.user == who.id]


class Ear:
    """A listener to the bells that have rung since it last listened."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._heard = len(bells(evening))

    async def __call__(self, who: MemberActor | None = None) -> list[Bell]:
        """Hear the new bells person by person, or of those only the ones of a named member.

        Those that are about to ring are waited for.
        """
        await self._evening.follow()
        rung = bells(self._evening)
        new, self._heard = rung[self._heard :], len(rung)
        return sorted(
            (bell for bell in new if who is None or bell.user == who.id), key=lambda bell: bell.user
        )

    async def rest(self, *hours: float) -> None:
        """Check that nothing rings within so many hours, nor within as many as follow."""
        for span in hours:
            await wait(self._evening, span)
            assert await self() == []


async def prefer(evening: Evening, who: MemberActor, **changes: Any) -> None:
    """Make some settings of a member's."""
    await evening.client.desk.matches.prefer(who.id, **changes)


async def wait(evening: Evening, hours: float) -> None:
    """Let hours pass, and let the bot do and say what has become due."""
    await evening.pass_time(round(hours * HOUR))
    await evening.env.settle()
    await asyncio.gather(*await evening.client.desk.pings.deliver())
    await evening.env.settle()
