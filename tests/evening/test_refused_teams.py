"""Requests about a team's thread that Discord refuses, whatever their code."""

import os
from itertools import product

import pytest

from tests.discord_codes import ALL
from tests.samples import sampled

from .conftest import INJECTED, ChannelHandle, press, said
from .four import Table, table
from .managers import manager
from .managers import told as told_manager
from .refusals import FAULT, Refusal, hour, refused_requests, too_often, tracebacks
from .test_refusals_law import CLASSES, MOST, STATUSES
from .test_replacing import missed

__all__ = ["table"]

FULL = bool(os.environ.get("TETRARCH_FULL"))
LEFT = "is not on this server any more"
"""What is told of a partner who cannot be let in because they are gone."""
NOT_ALLOWED = "Create Private Threads"
ABSENT = (10007, 10013)
REFUSALS = [Refusal(*one) for one in product(ALL, STATUSES)] if FULL else list(CLASSES)


def refuse(table: Table, method: str, path: str, refusal: Refusal) -> int:
    """Refuse such requests from now on; return how many requests there have been."""
    code, status = refusal.code, refusal.status
    table.env.inject_error(
        method, path, status=status, code=code, times=None, message=f"no ({INJECTED})"
    )
    return len(table.env.http_requests)


def often(table: Table, since: int) -> list[str]:
    """Name the refused requests that were tried too often since."""
    return list(too_often(refused_requests(table.env, table.env.backend.faults, since)))


async def conferring(table: Table) -> ChannelHandle:
    """Let four with partners sit down, and South and North have a thread."""
    await table.sit(variant="partners resign_min_ply=0")
    await table.people[0].slash(table.channel, "match partners")
    return table.channel.threads[-1]


PORTIONS = [REFUSALS[at : at + MOST] for at in range(0, len(REFUSALS), MOST)]


@pytest.mark.parametrize("refusals", sampled([[CLASSES[0], CLASSES[2], CLASSES[9]], *PORTIONS]))
async def test_whoever_cannot_be_let_in_is_named_and_the_thread_is_furnished(
    table: Table, caplog: pytest.LogCaptureFixture, refusals: list[Refusal]
) -> None:
    await table.sit(variant="partners")
    south, _, mara, _ = table.people
    wrong = []
    for refusal in refusals:
        since = refuse(table, "PUT", f"/channels/*/thread-members/{mara.id}", refusal)
        told = said(await south.slash(table.channel, "match partners"))
        rooms = table.channel.threads
        absent = refusal.code in ABSENT
        if "Mara" not in told or FAULT in told or (LEFT in told) != absent:
            wrong.append(f"{refusal}: told {told!r}")
        if absent and NOT_ALLOWED in told:
            wrong.append(f"{refusal}: told {told!r}")
        if not rooms or "This thread is for" not in str(
            [one.content for one in rooms[-1].history()]
        ):
            wrong.append(f"{refusal}: not furnished")
        wrong += [f"{refusal}: {one}" for one in often(table, since)]
        table.env.backend.faults.clear()
        for room in rooms:
            assert south.id in table.env.backend.channels[room.id].thread_members
            table.env.backend.delete_channel(room.id)
    assert [*wrong, *tracebacks(caplog)] == []


@pytest.mark.parametrize("refusal", sampled(REFUSALS), ids=str)
async def test_a_thread_that_cannot_be_archived_is_left_as_it_is(
    table: Table, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    room = await conferring(table)
    since = refuse(table, "PATCH", f"/channels/{room.id}", refusal)
    match = (await table.match()).id
    await told_manager(table, manager(table), match, "close", reason="to see what happens")
    await hour(table)
    assert [*often(table, since), *tracebacks(caplog)] == []


@pytest.mark.slow
@pytest.mark.parametrize("refusal", REFUSALS[: None if FULL else 4], ids=str)
async def test_who_cannot_be_let_out_is_tried_now_and_then(
    table: Table, caplog: pytest.LogCaptureFixture, refusal: Refusal
) -> None:
    south, west, north, east = await missed(table, "partners resign_min_ply=0")
    await north.slash(table.channel, "match partners")
    (room,) = table.channel.threads
    since = refuse(table, "DELETE", f"/channels/{room.id}/thread-members/{south.id}", refusal)
    asked = await west.click(table.board(), label="Find a replacement")
    await press(west, asked, "Computer (Club)")
    offer = table.channel.history()[-1]
    for who in (north, east):
        await who.click(offer, label="Accept")
    await hour(table)
    assert [*often(table, since), *tracebacks(caplog)] == []
