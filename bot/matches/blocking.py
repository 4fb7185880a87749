"""Whom somebody does not want to play with."""

from __future__ import annotations

from .store.times import Times


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
