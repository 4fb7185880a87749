"""The columns that make a person, for any query that knows a user's id, and the way back."""

from dataclasses import fields
from operator import attrgetter
from typing import Any

import sqlalchemy as sa

from bot.store.deleted_users import Blocks, is_deleted_user
from bot.store.tables.people import (
    blocks,
    dm_refusals,
    people,
    preferences,
    vacations,
    wishes,
)

from .person import Person, Preferences
from .vacation import Vacation

_CHOSEN = tuple(field.name for field in fields(Preferences))
_chosen = attrgetter(*(f"person_{name}" for name in _CHOSEN))
_USUAL = Preferences()
_UNREACHABLE = Preferences(ping="none", boards_by_dm=False, seen="hidden")
"""What goes for a former player."""


def several_people(number: int) -> sa.Subquery:
    """Select this number of people by their ids, the parameters `user0`, `user1` and so on."""
    users = [
        sa.select(sa.bindparam(f"user{n}", None, sa.BigInteger).label("id")) for n in range(number)
    ]
    return (sa.union_all(*users) if number > 1 else users[0]).subquery("asked")


def with_people(source: sa.FromClause, user: sa.ColumnElement[Any]) -> sa.FromClause:
    """Join the tables that `columns` selects from to a query."""
    chosen = source.outerjoin(preferences, preferences.c.user == user)
    return chosen.outerjoin(people, people.c.user == user)


def columns(
    user: sa.ColumnElement[Any], match: sa.ColumnElement[Any]
) -> tuple[sa.ColumnElement[Any], ...]:
    """Select all that belongs to a row's user, and whether they refused messages in a match."""
    refused, away, blocked = dm_refusals.c, vacations.c, blocks.c
    any_ = sa.select(refused.match).where(refused.user == user)
    untold = any_.where(refused.told.is_(False))
    here = sa.select(refused.match).where(refused.match == match, refused.user == user)
    spans = sa.cast(away.from_ms, sa.String) + sa.literal(":") + sa.cast(away.until_ms, sa.String)
    taken = sa.select(sa.func.aggregate_strings(spans, " ")).where(away.user == user)
    them = sa.select(sa.func.aggregate_strings(sa.cast(blocked.blocked, sa.String), " "))
    return (
        user.label("person_id"),
        *(preferences.c[name].label(f"person_{name}") for name in _CHOSEN),
        people.c.client.label("person_client"),
        sa.exists(any_).label("person_shut"),
        sa.exists(untold).label("person_untold"),
        sa.exists(here).label("person_refused"),
        sa.exists(sa.select(wishes.c.person).where(wishes.c.person == user)).label("person_ready"),
        taken.scalar_subquery().label("person_vacations"),
        them.where(blocked.user == user).scalar_subquery().label("person_blocks"),
    )


def read(row: Any, match: str = "") -> Person:
    """Read the person of a row that has these columns."""
    settled = row.person_confirm is not None
    otherwise = _UNREACHABLE if is_deleted_user(row.person_id) else _USUAL
    return Person(
        row.person_id,
        Preferences(*_chosen(row)) if settled else otherwise,
        row.person_client,
        _vacations(row.person_vacations) if row.person_vacations else (),
        Blocks(map(int, row.person_blocks.split())) if row.person_blocks else Blocks(),
        frozenset({match}) if row.person_refused else frozenset(),
        bool(row.person_shut),
        bool(row.person_untold),
        bool(row.person_ready),
    )


def _vacations(text: str) -> tuple[Vacation, ...]:
    spans = (tuple(map(int, span.split(":"))) for span in text.split())
    return tuple(Vacation(begin, end) for begin, end in sorted(spans))
