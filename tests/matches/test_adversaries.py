"""A season among people who want other results than they have played for, and honest ones.

Each of them follows a wile (`wiles.py`), time after time, with a friend who goes along. What each
has gained by it is counted and held against what the rules allow (`dealings.py`). By default a
few days of a small club; with TETRARCH_FULL=1 two hundred people play a thousand matches, twenty of
them so.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from bot.matches.match.allowance import Allowance
from bot.matches.match.ids import MatchId
from bot.matches.match.players import NamedPerson
from games.clock import DAY, HOUR, MINUTE

from .absences import at_once
from .club import Club
from .dealings import Dealings
from .rogues import Rogue
from .season import SPRING
from .trial import Trial
from .wiles import WILES

__all__ = ["at_once"]
FULL = os.environ.get("TETRARCH_FULL") == "1"
HONEST, ROGUES, MATCHES, DAYS = (180, 20, 1_000, 10) if FULL else (14, 9, 40, 4)
STEP = 5
"""The minutes that pass at once: a longer gap would be an outage."""
FIRST_ROGUE, FIRST_PLACE = 8_000, 20_000
USUAL = Allowance()


def gathered(trial: Trial) -> list[Rogue]:
    """Let the rogues arrive, each with the next one for a friend."""
    rogues = []
    for number in range(ROGUES):
        trial.rogues.append(NamedPerson(FIRST_ROGUE + number, f"R{number}"))
        place, wile = FIRST_PLACE + 100 * number, WILES[number % len(WILES)]
        rogues.append(Rogue(trial, trial.rogues[-1], wile, place))
    for one, friend in zip(rogues, [*trial.rogues[1:], trial.rogues[0]], strict=True):
        one.friend = friend
    return rogues


@pytest.mark.slow
async def test_no_wile_gains_more_than_the_rules_give(url: str, at_once: None) -> None:
    rng = random.Random(11)
    club = await Club.at(url, rng.randbytes, allowance=USUAL)
    trial = Trial(club, rng, dealings=Dealings(url))
    dealings = trial.dealings
    club.clock.time = SPRING
    await trial.gather(HONEST)
    end, opened = SPRING + DAYS * DAY, 0
    due = {one: SPRING + DAY // 2 + rng.randrange(DAY // 4) for one in range(ROGUES)}
    rogues = gathered(trial)
    while trial.now < end:
        if opened < MATCHES and trial.now >= SPRING + opened * DAYS * DAY // 2 // MATCHES:
            await trial.open()
            opened += 1
        await trial.minute(STEP)
        for number, rogue in enumerate(rogues):
            if due[number] <= trial.now:
                due[number] = trial.now + rng.randrange(2 * HOUR, 10 * HOUR)
                trial.actor = rogue.person.id
                await rogue.visit()
        if trial.now // MINUTE % 30 == 0:
            await trial.ping()
        if (trial.now - SPRING) % DAY == 0:
            await trial.check()
            ends = await dealings.check_day(trial.actors)
    await trial.club.matches.followers.close()
    ends = await dealings.check_day(trial.actors)
    print(told(dealings, ends))
    for match in dealings.stood:
        assert await trial.club.matches.evidence.verify(MatchId(match)) == (), match
    again = {kind for (_, _, kind, _), number in trial.sent.items() if number > 1}
    assert again <= {"vacation", "notice", "flag"}
    tried = {name for name, _ in dealings.refused} | set(dealings.done)
    assert tried == {wile.__name__ for wile in WILES}
    await trial.club.close()


def told(dealings: Dealings, ends: Counter[str]) -> str:
    """Tell in lines what has been tried, done and refused, and the most there was of anything."""
    lines = [f"ended {dict(ends)}", f"most {dict(dealings.most)}"]
    for wile in WILES:
        name = wile.__name__
        refused = {code: n for (by, code), n in dealings.refused.most_common() if by == name}
        lines.append(f"{name}: done {dealings.done[name]}, refused {refused}")
    return "\n".join(lines)
