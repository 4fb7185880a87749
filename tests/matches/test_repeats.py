"""Discord may deliver an interaction twice: the second time changes nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.matches.acts.opening import Opening, Proposal
from bot.matches.match.match import Match
from tests.databases import BOTH
from tests.samples import thinned

from .club import ANN, BOB, Club
from .story import Story

AGAIN = "begin; Ann playing.resign; Bob opening.rematch 1000; post"
DEEDS = [
    ("", "open"),
    ("open seat=random", "Bob opening.join"),
    ("open", "Bob opening.decline"),
    ("open", "Ann opening.cancel"),
    ("begin", "Ann moves a1-a3 0"),
    ("begin cups; Ann moves abc", "Bob moves abc 1"),
    ("begin", "Ann playing.resign 0"),
    ("begin", "Ann offers.offer draw"),
    ("begin; Bob offers.offer draw", "Ann offers.offer draw"),
    ("begin; Bob offers.offer cancel", "Ann offers.answer cancel yes 0"),
    ("begin; Bob offers.offer draw", "Ann offers.answer draw no 0"),
    ("begin; Ann moves a1-a3", "Ann offers.offer takeback"),
    ("begin; Ann moves a1-a3; Ann offers.offer takeback", "Bob offers.answer takeback yes 1"),
    ("begin junqi-dark", "Ann setting_up.ready"),
    ("begin junqi-dark; Bob setting_up.ready", "Ann setting_up.ready"),
    ("begin; Ann playing.resign", "Ann opening.rematch 1000 #0"),
    (AGAIN, "Ann opening.rematch 1000 #0"),
    ("from_lobby", "Ann opening.cancel"),
    ("absent; Bob offers.offer replace person", "Cid offers.take"),
    ("absent", "Bob clocks.take_win"),
    ("absent", "Bob clocks.excuse"),
]
"""What has happened, and the deed that comes twice."""


async def repeating(club: Club, before: str, deed: str) -> Callable[[], Awaitable[Any]]:
    """Return what does a deed, by the same interaction every time."""
    story, key = Story(club), club.keys()
    await story.tell(before)
    club.keys = lambda: key
    return lambda: story.do(deed)


@BOTH
@pytest.mark.parametrize(("before", "deed"), thinned(DEEDS))
@pytest.mark.parametrize("how", ["one after the other", "at once", "in two processes"])
async def test_a_repeat_returns_what_stands(club: Club, before: str, deed: str, how: str) -> None:
    do = await repeating(club, before, deed)
    await club.followed()
    if how == "at once":
        one, two = await asyncio.gather(do(), do())
    else:
        one = await do()
        club.clock.time += 1
        if how == "in two processes":
            await club.matches.close()
            club.matches = (await Club.at(club.url)).matches
        two = await do()
    assert one == two
    assert len(await club.followed()) <= 1
    await club.check(one.id if isinstance(one, Match) else one.match.id)
    rows = await club.rows()
    assert await do() == two
    assert await club.rows() == rows


async def test_a_repeat_overtaken_while_it_accepts_a_rematch_returns_what_began(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    do, proposed = await repeating(club, AGAIN, "Ann opening.rematch 1000 #0"), Opening.open
    overtaking: list[Any] = []

    async def overtaken(opening: Opening, key: int, proposal: Proposal) -> Match:
        monkeypatch.setattr(Opening, "open", proposed)
        try:
            return await proposed(opening, key, proposal)
        finally:
            overtaking.append(await do())

    monkeypatch.setattr(Opening, "open", overtaken)
    assert [await do()] == overtaking


async def test_a_repeat_may_come_after_others_have_moved_on(club: Club) -> None:
    match, key = await club.begin(), club.keys()
    await club.act(match, ANN, "a1-a3", 0, key=key)
    await club.act(match, BOB, "a7-a5", 1)
    assert (await club.act(match, ANN, "a1-a3", 0, key=key)).match.stand.revision == 2
    assert len(await club.log(match.id)) == 2
