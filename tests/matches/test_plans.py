"""SQLite finds everything by an index, however many matches there are."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import pytest
from sqlalchemy.engine import Engine

from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Match
from bot.matches.service import Matches
from tests.databases import connected, listening

from .club import ANN, BOB, CHANNEL, CID, GUILD, Club

Asked: TypeAlias = tuple[str, Sequence[object]]
Question: TypeAlias = Callable[[Matches, Match], Awaitable[object]]

QUESTIONS: dict[str, tuple[Question, tuple[str, ...]]] = {
    "turn": (lambda it, _: it.list_matches(ANN.id, "turn", None), ("ix_players_person",)),
    "here": (
        lambda it, _: it.list_matches(ANN.id, "here", CHANNEL),
        ("ix_matches_channel", "ix_matches_home"),
    ),
    "running at": (
        lambda it, _: it.here(ANN.id, CHANNEL),
        ("ix_matches_channel", "ix_matches_home"),
    ),
    "last at": (
        lambda it, _: it.last_here(ANN.id, CHANNEL),
        ("ix_matches_channel", "ix_matches_home"),
    ),
    "finished": (
        lambda it, _: it.list_matches(ANN.id, "finished", None),
        ("ix_players_person", "ix_holders_person"),
    ),
    "mine": (
        lambda it, _: it.list_matches(ANN.id, "mine", None),
        ("ix_players_person", "ix_invitations_person"),
    ),
    "open in a server": (
        lambda it, _: it.list_matches(BOB.id, "open", CHANNEL, guild=GUILD),
        ("ix_matches_guild",),
    ),
    "open in a channel": (
        lambda it, _: it.list_matches(BOB.id, "open", CHANNEL),
        ("ix_matches_channel",),
    ),
    "behind": (lambda it, _: it.behind(), ()),
    "onward": (lambda it, match: it.onward(match.id, ANN.id), ("ix_players_person",)),
    "a match": (lambda it, match: it.match(match.id), ()),
    "a home": (lambda it, match: it.opening.live_in(match.id, 5), ("ix_matches_home",)),
    "due": (lambda it, _: it.clocks.due(9**15), ("ix_matches_due", "ix_vacations_begin")),
    "pings": (lambda it, _: it.pings.owed_pings(9**15), ("ix_pings_at_ms",)),
    "computers": (
        lambda it, _: it.computers.wake(),
        ("ix_players_computing", "ix_players_consent"),
    ),
    "a vacation": (lambda it, _: it.vacations.take(ANN.id, 1), ("ix_players_undecided",)),
    "a person": (lambda it, match: it.people.get(ANN.id), ("ix_dm_refusals_user",)),
    "a new match": (
        lambda it, match: it.opening.open(77, Proposal("murus", ANN, (CID,), GUILD, 9)),
        ("ix_players_undecided", "ix_matches_started", "ix_challenges_host"),
    ),
    "a rematch": (
        lambda it, match: it.opening.rematch(77, match.id, ANN, CHANNEL + 1),
        ("ix_matches_host", "ix_matches_home", "ix_matches_rematch_of"),
    ),
}


@pytest.mark.parametrize("name", QUESTIONS)
async def test_no_question_looks_at_every_match(club: Club, name: str) -> None:
    question, indexes = QUESTIONS[name]
    match = await club.begin()
    if name == "a rematch":
        match = await club.resign(match, ANN)
    asked: list[Asked] = []

    def note(
        _c: object, _cursor: object, statement: str, given: Sequence[object], *_: object
    ) -> None:
        if statement.startswith("SELECT"):
            asked.append((statement, given))

    with listening(Engine, "before_cursor_execute", note):
        await question(club.matches, match)
    assert asked
    plan = [line for one in asked for line in await explained(club.url, one)]
    assert [line for line in plan if line.startswith("SCAN") and searched(line)] == []
    assert [index for index in indexes if not any(index in line for line in plan)] == []


CURRENT = ("ix_players_computing", "ix_players_consent")
GROWING = {"matches", "players", "invitations", "posted", "log", "requests", "people"}
GROWING |= {"preferences", "dm_refusals", "pings", "vacations", "clock_events", "blocks"}
GROWING |= {"challenges", "attention"}


def searched(line: str) -> bool:
    """Tell whether a step of a plan reads all of a table that grows with the club.

    An index of what is going on just now may be read whole.
    """
    return line.split()[1] in GROWING and not line.endswith(CURRENT)


async def explained(url: str, asked: Asked) -> list[str]:
    statement, given = asked
    values = given[0] if given and isinstance(given[0], tuple) else given
    async with connected(url) as connection:
        found = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", tuple(values))
        return [row.detail for row in found]
