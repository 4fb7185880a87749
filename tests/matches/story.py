"""A story of a club in words: who does what, one deed after the other, as in

    begin; Ann moves a1-a3; wait 24; Bob offers.offer draw; Ann offers.answer draw yes 1

A verb is the name of what the service does (`offers.offer` is `Matches.offers.offer`); its match is
the last one of the story unless it is named by its number (`#0`). What the interaction, the match,
the person and the server give is filled in, the words that follow are the rest. Time passes in
hours or `m`inutes and `d`ays: with `wait` what is due is done, with `sleep` the bot is down.
"""

import inspect
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Any, TypeAlias

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson, Offer, Substitute, Who
from games.clock import DAY, HOUR, MINUTE
from games.core import Seat

from .absences import BY_PERSON, absent, at_four, at_table, begun, move
from .club import ANN, BOB, CHANNEL, CID, DAN, GUILD, Club
from .rated import EVA, FIN, GIL, HAL, played

MODERATOR = NamedPerson(909, "Mod")
PEOPLE = {person.name: person for person in (ANN, BOB, CID, DAN, EVA, FIN, GIL, HAL, MODERATOR)}
UNITS = {"": HOUR, "ms": 1, "m": MINUTE, "d": DAY}


async def from_lobby(club: Club) -> Match:
    """Open a match of Ann and Bob as the lobby does, in which no place is free."""
    proposal = Proposal("murus", ANN, (), None, CHANNEL)
    return await club.matches.opening.seat(proposal, [ANN, BOB])


SCENES: dict[str, Callable[[Club], Awaitable[Match]]]
SCENES = {scene.__name__: scene for scene in (begun, absent, at_four, at_table, from_lobby)}
SCENES["rated"] = played
Deed: TypeAlias = Callable[[Match, NamedPerson], Awaitable[object]]
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
        if verb in SCENES:
            return await SCENES[verb](club)
        if scene := {"begin": self._begin, "open": self._open, "sql": self._run}.get(verb):
            return await scene(words)
        if verb in ("wait", "sleep"):
            await self._pass(words[0], up=verb == "wait")
            return None
        terms = dict(word.split("=") for word in words if "=" in word)
        if verb == "allow":
            figures = {name: int(figure) for name, figure in terms.items()}
            attention = club.matches.attention
            attention.allowance = replace(attention.allowance, **figures)
            return None
        match = await self._match(words)
        if match and verb == "post":
            await club.post_card(match)
            return None
        if match and verb == "chance":
            return await club.step(match, random.Random(3))
        if match and verb == "flag":
            (fall,) = filter(None, (clock.deadline_ms for clock in match.clocks.seats))
            await self._pass(f"{fall - club.clock.time}ms")
            return None
        if who and match and verb == "moves":
            return await club.act(match, who, words[0], *map(int, words[1:]))
        if who and match and verb in ("lays", "rests", "agrees"):
            deeds: dict[str, Deed]
            deeds = {"lays": club.ready, "rests": partial(move, club), "agrees": club.answer}
            return await deeds[verb](match, who)
        asked = attrgetter(verb)(club.matches)
        return await asked(**self._given(asked, who, match, words, terms))

    async def _begin(self, words: list[str]) -> Match:
        game, (first, *_), terms = _terms(words)
        return await self.club.begin(game, opponent=first, **terms)

    async def _open(self, words: list[str]) -> Match:
        game, invited, terms = _terms(words)
        return await self.club.open(game, *invited, **terms)

    async def _run(self, words: list[str]) -> None:
        await self.club.run(" ".join(words))

    async def _pass(self, span: str, *, up: bool = True) -> None:
        """Let hours pass, or another unit; do what is due unless the bot is not `up`."""
        number, unit = re.fullmatch(r"(\d+)(\w*)", span).groups()  # type: ignore[union-attr]
        self.club.clock.time += int(number) * UNITS[unit]
        if up:
            await self.club.matches.clocks.due(self.club.clock.time)

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
            kind = re.sub(r"[\w.]+\.|'", "", inspect.formatannotation(parameter.annotation))
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
            elif name == "now_ms":
                given[name] = self.club.clock.time
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


def _terms(words: list[str]) -> tuple[str, list[Who | None], dict[str, Any]]:
    """Read the terms of a match: its game, who is invited (`with`), and all others."""
    games = [word for word in words if "=" not in word]
    terms: dict[str, Any] = dict(word.split("=") for word in words if "=" in word)
    for name in terms.keys() & {"strict", "hints"}:
        terms[name] = terms[name] == "yes"
    for name, read in ("channel", int), ("host", PEOPLE.__getitem__):
        if name in terms:
            terms[name] = read(terms[name])
    invited = [_who(name) for name in terms.pop("with", "Bob").split(",")]
    return games[0] if games else "murus", invited, terms


def _who(name: str) -> Who | None:
    """Read who is invited: somebody, anybody, or a computer of a level (`1`)."""
    return Computer(int(name)) if name.isdigit() else PEOPLE.get(name)
