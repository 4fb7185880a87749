"""Faults of the stand-in on demand."""

import asyncio
from dataclasses import dataclass


@dataclass(slots=True)
class Fault:
    """A fault that the next requests of one kind meet (`server.ROUTES`).

    `status` and `code` are the refusal, 0 for none; `hang` comes before it, or waiting `until`
    something has happened; with `done` the request is carried out and only its reply is lost; with
    `cut` the connection ends instead of a reply, with `garbled` in its midst. A 429 is of the bot
    as a whole with `everywhere`. With `page` what answers is not Discord, but a page of something
    before it. `at` narrows it to one channel, `skip` lets the first ones pass, `times` counts down,
    -1 for good.
    """

    kind: str
    status: int = 0
    code: int = 0
    hang: bool = False
    until: asyncio.Event | None = None
    done: bool = False
    cut: bool = False
    retry_after: float = 0
    everywhere: bool = False
    page: bool = False
    garbled: bool = False
    at: int | None = None
    skip: int = 0
    times: int = -1
    met: int = 0
    """The number of requests it has struck."""

    def strikes(self, kind: str, place: int | None) -> bool:
        """Tell whether a request meets it, and count it then."""
        if kind != self.kind or self.times == 0 or self.at not in (None, place):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.times -= self.times > 0
        self.met += 1
        return True
