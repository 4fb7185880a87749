"""Whom somebody does not want to play with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.people.person import Person

from ..match.players import NamedPerson
from ..match.refusals import Code, Refusal


def check_blocks(person: int, others: Iterable[NamedPerson], people: Mapping[int, Person]) -> None:
    """Raise Refusal if somebody is blocked by somebody they would play with, or blocks them.

    `people` has all of them. Who is blocked reads the same as who has challenged somebody too
    often.
    """
    named = {one.id: one.name for one in others if one.id != person}
    for by in named:
        if person in people[by].blocks:
            raise Refusal(Code.BLOCKED, name=named[by])
    for blocked in named.keys() & people[person].blocks:
        raise Refusal(Code.OWN_BLOCK, name=named[blocked])
