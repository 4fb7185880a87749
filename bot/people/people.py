"""All people of one database, and the records about them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, replace
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from bot.store.deleted_users import against
from bot.store.store import Store, adding, insert_missing
from bot.store.tables.people import (
    blocks,
    departed,
    dm_refusals,
    layouts,
    people,
    preferences,
    shares,
    vacations,
)

from .columns import columns, read, several_people, with_people
from .person import Person, Preferences
from .points.standing import SEASON_MS
from .vacation import Vacation

_v = vacations.c
LONGEST_TAG = 16
"""The number of characters kept of a language tag; Discord's have at most five."""
_DEPARTED = sa.select(departed)


@cache
def _select_people(number: int) -> sa.Select[Any]:
    """Select all about this number of people, in any order, as `several_people` names them."""
    asked = several_people(number)
    match = sa.bindparam("match", None, sa.String)
    return sa.select(*columns(asked.c.id, match)).select_from(with_people(asked, asked.c.id))


class People:
    """Reads people and writes down what belongs to them; knows nothing of a match's state."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._met: dict[int, str] = {}
        self._shut: set[int] = set()
        self._untold: set[int] = set()
        self._told: set[tuple[str, int]] = set()
        self.languages: dict[int, str | None] = {}
        """The language tag by which somebody was last read, be it with a match."""

    # ------------------------------------------------------------------ reading

    async def of(self, users: Iterable[int], match: str = "") -> dict[int, Person]:
        """Read these people, perhaps for a match; unknown ones get the default settings."""
        asked = list(dict.fromkeys(users))
        if not asked:
            return {}
        named = {f"user{place}": user for place, user in enumerate(asked)}
        found = await self._store.prepared_rows(_select_people(len(asked)), match=match, **named)
        return {row.person_id: self.read(row, match) for row in found}

    async def get(self, user: int) -> Person:
        return (await self.of([user]))[user]

    def read(self, row: Any, match: str = "") -> Person:
        """Read the person of a row, with the language they have just been met in."""
        person = read(row, match)
        if self._met.get(person.id) == person.client:
            self._met.pop(person.id, None)
        return self.recognise(person)

    def recognise(self, person: Person) -> Person:
        """Give a person who was read before they were met the language they were met in."""
        met = self._met.get(person.id, person.client)
        known = person if met == person.client else replace(person, client=met)
        self.languages[person.id] = known.locale
        return known

    # ------------------------------------------------------------------ writing

    def meet(self, person: Person, locale: str) -> Person:
        """Remember the language of a person's client; it is written with the next transaction."""
        locale = locale[:LONGEST_TAG]
        if person.client == locale:
            return person
        self._met[person.id] = locale
        self._store.by_the_way(people, person.id, {"user": person.id, "client": locale})
        return self.recognise(person)

    async def prefer(self, user: int, changes: Mapping[str, object]) -> None:
        """Change some of a person's settings, by their names."""
        row = asdict(Preferences()) | {"user": user, **changes}
        await self._store.write(self._store.put(preferences, *changes), row)

    async def block(self, user: int, blocked: int) -> None:
        """Block a user; running matches go on."""
        if user != blocked:
            async with self._store.writing() as connection:
                await insert_missing(connection, blocks, {"user": user, "blocked": blocked})

    async def unblock(self, user: int, blocked: int) -> None:
        own = (blocks.c.user == user) & (blocks.c.blocked == blocked)
        await self._store.write(sa.delete(blocks).where(own))

    async def share(self, user: int, day: int, most: int) -> bool:
        """Count a page that a person shares on a day; False if it would be one too many."""
        own = (shares.c.person == user) & (shares.c.day == day)
        async with self._store.writing() as connection:
            shared = await connection.scalar(sa.select(shares.c.messages).where(own))
            if (shared or 0) >= most:
                return False
            row = {"person": user, "day": day, "messages": 1}
            await connection.execute(adding(self._store.dialect, shares, "day"), row)
        return True

    def forget(self, user: int) -> None:
        """Forget what is remembered of a person who has had all about them deleted."""
        self._met.pop(user, None)
        self.languages.pop(user, None)
        self._shut.discard(user)
        self._untold.discard(user)
        self._told = {key for key in self._told if key[1] != user}

    async def departure(self, users: Collection[int]) -> int | None:
        """Return when one of some users last had all about them deleted (epoch ms), if within
        `SEASON_MS`. A digest is found by trying all of them."""
        found = await self._store.prepared_rows(_DEPARTED)
        theirs = [row.at_ms for row in found if any(against(row.digest, user) for user in users)]
        return max(theirs, default=None)

    async def has_returned(self, users: Collection[int], now_ms: int) -> bool:
        """Tell whether one of some users has come back within `SEASON_MS` of their deletion."""
        at_ms = await self.departure(users)
        return at_ms is not None and at_ms > now_ms - SEASON_MS

    # ------------------------------------------------------- refused messages

    async def refuse_messages(self, match: str, user: int) -> None:
        """Remember that a direct message was refused; who knows it of a match hears it once."""
        row = {"match": match, "user": user, "told": (match, user) in self._told}
        async with self._store.writing() as connection:
            if await insert_missing(connection, dm_refusals, row):
                self._shut.add(user)
                if not row["told"]:
                    self._untold.add(user)
                    self._told.add((match, user))

    def refuses_messages(self, person: Person) -> bool:
        """Tell whether a person's direct messages were refused, however recently."""
        return person.shut or person.id in self._shut

    def untold(self, person: Person) -> bool:
        """Tell whether a person has yet to hear of a refusal, however recent."""
        return person.untold or person.id in self._untold

    async def forget_refusals(self, user: int) -> None:
        """Write to a user again: they have done something, and may have let messages in since."""
        self._shut.discard(user)
        self._untold.discard(user)
        await self._store.write(sa.delete(dm_refusals).where(dm_refusals.c.user == user))

    # ------------------------------------------------------------------ layouts

    async def layouts(self, user: int) -> dict[str, str]:
        """Read the layouts a user has kept, by name, in the order of their names."""
        statement = sa.select(layouts).where(layouts.c.user == user).order_by(layouts.c.name)
        return {row.name: row.codes for row in await self._store.rows(statement)}

    async def keep_layout(self, user: int, name: str, codes: str) -> None:
        """Keep a layout under a name, in the place of another of that name."""
        row = {"user": user, "name": name, "codes": codes}
        await self._store.write(self._store.put(layouts), row)

    # ---------------------------------------------------------------- vacations

    async def plan_vacation(self, user: int, vacation: Vacation) -> bool:
        """Write down a vacation to come; False if there is one from the same moment on."""
        row = {"user": user, **asdict(vacation), "begin_ms": vacation.from_ms}
        try:
            await self._store.write(sa.insert(vacations), row)
        except IntegrityError:
            return False
        return True

    async def due_vacations(self, now_ms: int) -> list[tuple[int, Vacation]]:
        """Read the vacations that should have begun by now, each with its user."""
        begun = sa.select(vacations).where(_v.begin_ms <= now_ms).order_by(_v.begin_ms)
        found = await self._store.rows(begun)
        return [(row.user, Vacation(row.from_ms, row.until_ms)) for row in found]

    async def begin_vacation(self, user: int, vacation: Vacation) -> None:
        """Note that a vacation has begun in all matches."""
        own = (_v.user == user) & (_v.from_ms == vacation.from_ms)
        await self._store.write(sa.update(vacations).where(own).values(begin_ms=sa.null()))

    async def end_vacation(self, user: int, vacation: Vacation, now_ms: int) -> None:
        """End a vacation, or delete one that has not begun."""
        own = (_v.user == user) & (_v.from_ms == vacation.from_ms)
        if vacation.from_ms > now_ms:
            await self._store.write(sa.delete(vacations).where(own))
        else:
            ended = {"until_ms": vacation.end(now_ms).until_ms, "begin_ms": sa.null()}
            await self._store.write(sa.update(vacations).where(own).values(ended))
