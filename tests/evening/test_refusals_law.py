"""Whatever request Discord refuses with whatever code: all is shown or named, and no time lost.

With TETRARCH_FULL set every kind of request is refused with every code and status.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, product
from typing import Any, TypeAlias

import pytest

from bot.matches.match.refusals import Refusal as Withdrawn
from tests.discord_codes import ALL, UNKNOWN
from tests.samples import FULL

from .conftest import HOUR, Evening
from .refusals import FAULT, NAMED, WAITING, Pair, Refusal, hour, too_often, tracebacks
from .scenes import LATE, PAINTED, REMINDED_HOURS, RINGING, SCENES

pytestmark = pytest.mark.whole

Case: TypeAlias = tuple[str, Refusal]
"""The name of a scene, and a refusal."""

PASSING = frozenset({30046})
"""The codes that are waited out quietly, in whatever place."""
LATER = frozenset({0, 20026, 40003, 40333, 50001})
"""The codes that pass on direct messages, but with status 401."""
OURS = frozenset({40005, 50006, 50035, 50045, 50109})
"""The codes of requests that are wrong, of which answers may leave a fault."""
STATUSES = (400, 403, 404, 401)
CLASSES = (
    Refusal(UNKNOWN),
    Refusal(200001),
    Refusal(50013, 403),
    Refusal(10003, 404),
    Refusal(160005),
    Refusal(50083),
    Refusal(240000),
    Refusal(50035),
    Refusal(10008, 404),
    Refusal(10007, 404),
    Refusal(50007, 403),
    Refusal(10062, 404),
    Refusal(50027, 401),
    Refusal(0, 401),
    Refusal(0, 403),
    Refusal(40003, 403),
    Refusal(30046),
)
"""A refusal of each class: unknown, a place's in its kinds, ours, a message's, somebody absent …"""
MOST = 40
"""The most pairs of an evening."""


def sample(kinds: Sequence[str]) -> list[Case]:
    """List each scene with some class of refusals, and each class with some scene."""
    length = max(len(kinds), len(CLASSES))
    return list(islice(zip(cycle(kinds), cycle(CLASSES), strict=False), length))


def classes(kinds: Sequence[str]) -> Iterator[list[Case]]:
    """Yield for each scene all classes."""
    return ([(scene, refusal) for refusal in CLASSES] for scene in kinds)


def full(kinds: Sequence[str]) -> Iterator[list[Case]]:
    """Yield every scene with every refusal, in portions."""
    for scene in kinds:
        cases = [(scene, Refusal(code, status)) for code, status in product(ALL, STATUSES)]
        yield from (cases[at : at + MOST] for at in range(0, len(cases), MOST))


def portions(kinds: Sequence[str], usual: list[Case], name: str) -> list[Any]:
    """Make the parameters of a test: the usual sample, and the portions of longer runs."""
    rest = full(kinds) if FULL else classes(kinds)
    return [
        pytest.param(usual, id=name),
        *(pytest.param(pair, id=pair[0][0], marks=pytest.mark.slow) for pair in rest),
    ]


HOURS = 3 if FULL else 1
SOON = [scene for scene in SCENES if scene not in LATE]
QUICK = [scene for scene in SOON if scene not in PAINTED]


@pytest.mark.parametrize(
    "cases",
    [
        *portions(SOON, sample(QUICK), "sample"),
        *portions(LATE, [(scene, CLASSES[0]) for scene in LATE], "sample of reminders"),
    ],
)
async def test_whatever_discord_refuses_is_shown_or_named(
    evening: Evening, caplog: pytest.LogCaptureFixture, cases: list[Case]
) -> None:
    begun = [await refuse(evening, case, number) for number, case in enumerate(cases)]
    if cases[0][0] in LATE:
        await evening.pass_time(REMINDED_HOURS * HOUR)
    assert [*await later(evening, begun), *traces(evening, begun, caplog)] == []


@dataclass(frozen=True, slots=True)
class Begun:
    """A scene with a refusal that has been played, after a number of requests."""

    name: str
    scene: str
    pair: Pair
    since: int


async def refuse(evening: Evening, case: Case, number: int) -> Begun:
    """Play a scene with a refusal."""
    scene, refusal = case
    pair = Pair(evening, refusal, number)
    begun = Begun(f"{scene} {refusal}", scene, pair, len(evening.env.http_requests))
    await SCENES[scene].play(pair)
    return begun


async def later(evening: Evening, begun: list[Begun]) -> list[str]:
    """Let hours pass; name what is tried too often in any, and what nobody learns of then."""
    wrong, since = [], [pair.since for pair in begun]
    for _ in range(HOURS):
        await hour(evening)
        for pair, before in zip(begun, since, strict=True):
            wrong += [f"{pair.name}: {what}" for what in too_often(pair.pair.tries(before))]
        since = [len(evening.env.http_requests)] * len(begun)
    return wrong + [what for pair in begun for what in await unnamed(pair)]


async def unnamed(begun: Begun) -> list[str]:
    """Name what a pair has not been shown, and not been told of either."""
    pair = begun.pair
    for repair in pair.repairs:
        repair()
    ours = pair.refusal.code in OURS
    found = [f"a fault: {text!r}" for text in pair.told if FAULT in text and not ours]
    if await begins(pair) and not await pair.shown() and pair.refusal.code not in PASSING:
        if await pair.held() is None:
            found.append("neither shown nor held")
        if not NAMED.search(listed := await pair.listed()):
            found.append(f"told nothing in {listed[:300]!r}")
        turns = (await pair.match()).stand.turns
        if WAITING in (answer := await pair.turn("h7-h5" if turns else "a1-a3")):
            found.append(f"told to wait still: {answer!r}")
    code, status = pair.refusal.code, pair.refusal.status
    waits = code in PASSING or (code in LATER and status != 401)
    if begun.scene in RINGING and not waits and not pair.rung():
        found.append("neither letter nor ping")
    return [f"{begun.name}: {what}" for what in found]


async def begins(pair: Pair) -> bool:
    """Tell whether the match of a pair is there; one that cannot have its card is withdrawn."""
    if not pair.name:
        return False
    try:
        return (await pair.match()).begun
    except Withdrawn:
        return False


def traces(evening: Evening, begun: list[Begun], caplog: pytest.LogCaptureFixture) -> list[str]:
    """Name the tracebacks that refusals have left, and the faults that are not ours."""
    faults = [f"fault {fault.reference}: {fault.kind}" for fault in evening.client.faults]
    ours = sum(case.pair.refusal.code in OURS for case in begun)
    return [*faults[ours:], *tracebacks(caplog)]
