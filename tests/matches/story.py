"""A story of a club in words: who does what, one deed after the other, as in

    begin ponte; Ann moves b7; wait 24; Bob offers.offer draw; Ann offers.answer draw yes 1

A verb is the name of what the service does (`offers.offer` is `Matches.offers.offer`); its match is
the last one of the story unless it is named by its number (`#0`). What the interaction, the match,
the person and the server give is filled in, the words that follow are the rest.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson, Offer, Substitute
from games.clock import HOUR
from games.core import Seat

from .absences import BY_PERSON, absent, at_four
from .club import ANN, BOB, CID, DAN, GUILD, Club
from .rated import EVA, FIN, HAL, played

PEOPLE = {person.name: person for person in (ANN, BOB, CID, DAN, EVA, FIN, HAL)}
SCENES: dict[str, Callable[[Club], Awaitable[Match]]]
SCENES = {"absent": absent, "at_four": at_four, "rated": played}
ACTORS = ("user", "manager", "reader")
"""The parameters that are the id of whoever does something."""

DEEDS = (
    "moves a1-a3",
    "playing.resign",
    *(f"offers.offer {kind}" for kind in ("draw", "cancel", "takeback", "pause", "time")),
    "offers.answer draw yes 0",
    "clocks.give",
    "clocks.excuse",
    "clocks.take_win",
    "leaving.leave",
)
"""What is for players alone, while a match runs."""


@dataclass
class Story:
    """A story as far as it has been told."""

    club: Club
    matches: list[Match] = field(default_factory=list)
    offer: Offer | None = None
    """The last offer that stood."""

    async def tell(self, story: str) -> None:
        for deed in filter(None, map(str.strip, story.split(";"))):
            await self.do(deed)

    async def do(self, deed: str) -> object:
        """Do one deed; return what it gives."""
        names, verb, *words = deed.split() if deed[0].isupper() else ["", *deed.split()]
        done: object = None
        for name in names.split(","):
            done = await self.act(PEOPLE.get(name), verb, words)
            if isinstance(done, Match) and done.id not in [match.id for match in self.matches]:
                self.matches.append(done)
        return done

    async def act(self, who: NamedPerson | None, verb: str, words: list[str]) -> object:
        """Do what a verb and the words after it mean."""
        club = self.club
        terms = dict(word.split("=") for word in words if "=" in word and verb != "sql")
        if verb in SCENES:
            return await SCENES[verb](club)
        if verb in ("open", "begin"):
            game = "murus" if not words or "=" in words[0] else words[0]
            first, *others = map(_who, terms.pop("with", "Bob").split(","))
            if verb == "open":
                return await club.open(game, first, *others, **_terms(terms))
            return await club.begin(game, opponent=first, **_terms(terms))
        if verb == "wait":
            club.clock.time += int(words[0]) * HOUR
            await club.matches.clocks.due(club.clock.time)
            return None
        if verb == "allow":
            figures = {name: int(figure) for name, figure in terms.items()}
            attention = club.matches.attention
            attention.allowance = replace(attention.allowance, **figures)
            return None
        if verb == "sql":
            await club.run(" ".join(words))
            return None
        match = await self._match(words)
        if who and match and verb == "moves":
            return await club.act(match, who, words[0], *map(int, words[1:]))
        if who and match and verb == "lays":
            return await club.ready(match, who, layout=words[0])
        asked = attrgetter(verb)(club.matches)
        return await asked(**self._given(asked, who, match, words, terms))

    async def _match(self, words: list[str]) -> Match | None:
        """Read the match that is meant, and take its number out of the words."""
        (number,) = [word for word in words if word.startswith("#")] or ["#-1"]
        words[:] = [word for word in words if word != number]
        if not self.matches:
            return None
        match = await self.club.matches.match(self.matches[int(number[1:])].id)
        self.offer = match.offer or self.offer
        return match

    def _given(
        self,
        asked: Callable[..., object],
        who: NamedPerson | None,
        match: Match | None,
        words: list[str],
        terms: dict[str, str],
    ) -> dict[str, Any]:
        """Fill in the parameters of what is asked."""
        rest, given = [word for word in words if "=" not in word], dict[str, Any]()
        for name, parameter in inspect.signature(asked).parameters.items():
            kind = str(parameter.annotation)
            if parameter.kind == parameter.VAR_KEYWORD:
                given |= terms
            elif name in terms:
                given[name] = int(terms[name])
            elif name == "key" and parameter.default is parameter.empty:
                given[name] = self.club.keys()
            elif kind == "MatchId":
                given[name] = match.id if match else MatchId("NONE")
            elif kind == "Match":
                given[name] = match
            elif kind == "Offer":
                given[name] = self.offer
            elif name == "guild":
                given[name] = GUILD
            elif kind.startswith("NamedPerson"):
                given[name] = who
            elif name in ACTORS:
                given[name] = who and who.id
            elif rest:
                given[name] = _read(rest.pop(0), kind)
        return given


def _read(word: str, kind: str) -> object:
    """Read what a word stands for, in a parameter of some kind."""
    if kind.startswith("Substitute"):
        seat, level = word.split(":") if ":" in word else ("0", word)
        return BY_PERSON if word == "person" else Substitute(Seat(int(seat)), int(level))
    if kind.startswith("bool"):
        return word == "yes"
    if kind.startswith("Collection"):
        return [int(word)]
    if kind.startswith("int"):
        return PEOPLE[word].id if word in PEOPLE else int(word)
    return word


def _terms(words: dict[str, str]) -> dict[str, Any]:
    terms: dict[str, Any] = dict(words)
    for name in {"strict", "hints"} & terms.keys():
        terms[name] = terms[name] == "yes"
    if "channel" in terms:
        terms["channel"] = int(terms["channel"])
    if "host" in terms:
        terms["host"] = PEOPLE[terms["host"]]
    return terms


def _who(name: str) -> NamedPerson | Computer | None:
    """Read who is invited: somebody, anybody, or a computer of a level (`1`)."""
    return Computer(int(name)) if name.isdigit() else PEOPLE.get(name)
