"""Whom somebody does not want to play with."""

from __future__ import annotations

from collections.abc import Sequence

from ..match.players import Person
from ..match.refusals import Code, Refusal
from ..store.schedule import Times
from ..store.store import Store


class Blocks:
    """Neither of two people challenges or joins the other while one has blocked the other."""

    def __init__(self, times: Times) -> None:
        self._times = times

    async def block(self, user: int, blocked: int) -> None:
        """Block somebody; running matches go on."""
        if user != blocked:
            await self._times.block(user, blocked)

    async def unblock(self, user: int, blocked: int) -> None:
        """Take a block back."""
        await self._times.unblock(user, blocked)

    async def of(self, user: int) -> tuple[int, ...]:
        """Whom a user has blocked."""
        return await self._times.blocks(user)


async def check_blocks(store: Store, person: Person, others: Sequence[Person]) -> None:
    """Raise Refusal if somebody is blocked by somebody they would play with, or blocks them.

    Who is blocked reads the same as who has challenged somebody too often.
    """
    named = {one.id: one.name for one in others if one.id != person.id}
    if named and (found := await store.blocked(person.id, list(named))):
        by, blocked = found
        if by == person.id:
            raise Refusal(Code.OWN_BLOCK, name=named[blocked])
        raise Refusal(Code.BLOCKED, name=named[by])
