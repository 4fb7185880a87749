"""The one place that decides who may do what in a match, and who may see what of it.

Whatever changes a match takes the Discord interaction's id as its `key`: a second call with the
same key changes nothing and returns what stands. Refusals are `Refusal`, or the engines' own
`GameError`; after either nothing has changed.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping

from games import fairness
from games.core import AnyRules, Event, Info, Seat, View
from games.record import Holder, Person, Record
from games.rulebook import RULES
from games.verify import verify

from .cards import Cards
from .model import Choice, Code, Match, MatchId, Preferences, Refusal, Scope, Seen, Shown
from .referee import seat_of
from .seeing import seen, suggestions
from .setups import SetUps
from .store.private import Notes
from .store.store import Store

CARD_GRACE_MS = 60_000
"""How long an open match may lack its card before the card counts as lost."""
LETTER_GRACE_MS = 86_400_000
"""How long after the end of a match its last letters are tried again."""


def epoch_ms() -> int:
    """The time of day everything here counts in."""
    return time.time_ns() // 1_000_000


class Matches(Cards, SetUps):
    """All matches of one store. `changed` is told of every commit a board or card should show."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int] = epoch_ms,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        rulebook: Mapping[str, AnyRules] = RULES,
    ) -> None:
        super().__init__(store, now, entropy, rulebook)
        self.notes = Notes(store)

    def games(self) -> tuple[Info, ...]:
        """The games that can be played."""
        return tuple(rules.game.info for rules in self._rulebook.values())

    def info(self, game: str) -> Info:
        """What a game is like; raises Refusal for one nobody knows."""
        found: Info = self._rules(game).game.info
        return found

    def example(self, game: str, position: str, seat: int | None) -> View:
        """A position that belongs to no match, as a seat sees it; for the pages of the rules.

        Raises NotationError for a line the game cannot read.
        """
        rules = self._rules(game)
        view: View = rules.view(rules.load(position), None if seat is None else Seat(seat))
        return view

    async def match(self, match: MatchId) -> Match:
        """The public part of a match."""
        return (await self._load(match)).match

    async def see(self, match: MatchId, reader: int | None, draft: str = "") -> Seen:
        """A begun match as one reader may see it; who does not play in it sees what spectators see.

        With a draft, the view after it and the actions that may follow; only for the seat to act.
        """
        stored = await self._load(match)
        if stored.match.salt is None:
            raise Refusal(Code.NOT_RUNNING, match=match)
        return await self.noted(seen(self._rules(stored.match.game), stored, reader, draft), reader)

    async def suggest(self, match: MatchId, reader: int, typed: str) -> list[tuple[str, Choice]]:
        """What the reader may be writing: the next action of each turn, with the turn so far.

        Of a turn of several actions those that are whole already are kept as they are. Raises
        Refusal.
        """
        stored = await self._load(match)
        if stored.match.salt is None:
            raise Refusal(Code.NOT_RUNNING, match=match)
        return suggestions(self._rules(stored.match.game), stored, reader, typed)

    async def seals(self, match: MatchId) -> dict[int, str]:
        """The published seals of a match's secret layouts, by seat."""
        return {one.seat: one.seal for one in await self._store.seals(match)}

    async def layouts(self, match: MatchId) -> dict[int, tuple[str, bool]]:
        """The secret layouts of an ended match by seat, and whether each is the one sealed."""
        ended = await self.record(match)
        made = {line.entry.seat: line.entry.text for line in reversed(ended.log)}
        return {
            one.seat: (
                made[Seat(one.seat)],
                fairness.seal(match, one.seat, one.nonce, made[Seat(one.seat)]) == one.seal,
            )
            for one in ended.seals
        }

    async def list(
        self,
        user: int,
        scope: Scope,
        channel: int | None,
        limit: int = 25,
        guild: int | None = None,
    ) -> tuple[Match, ...]:
        """A user's matches, or those of a place; the longest waiting first, ended ones last first.

        "open" are the cards the user could join in the server, or without one in the channel.
        """
        return await self._store.listed(scope, user, channel, guild, limit)

    async def here(self, user: int | None, channel: int) -> tuple[Match, ...]:
        """The running matches that live or were opened in a channel, the user's own first."""
        found = await self._store.running_at(channel)
        return tuple(sorted(found, key=lambda one: user is None or one.seat_of(user) is None))

    async def record(self, match: MatchId) -> Record:
        """All there is to an ended match, its seed included; not a word before the end."""
        stored = await self._load(match)
        ended, players = stored.match, [player for player in stored.match.seats if player]
        if ended.outcome is None:
            raise Refusal(Code.NOT_OVER, match=match)
        return Record(
            match=ended.id,
            game=ended.game,
            version=stored.version,
            variant=ended.variant,
            seats=tuple((Holder(Person(str(one.id), one.name)),) for one in players),
            host=seat_of(ended, ended.host.id),
            seat_choice=ended.seat_choice,
            commitment=ended.commitment,
            seed=stored.seed,
            salt=ended.salt,
            log=await self._store.lines(match),
            result=ended.outcome,
            seals=await self._store.seals(match),
        )

    async def verify(self, match: MatchId) -> tuple[Event, ...]:
        """What of an ended match cannot be recomputed from its record; nothing if all is true."""
        return verify(await self.record(match), self._rulebook)

    # -------------------------------------------------------- messages, settings

    async def shown(self, match: MatchId, audience: str) -> Shown | None:
        """The message that shows a match to an audience."""
        return await self._store.shown(match, audience)

    async def show(self, shown: Shown) -> None:
        """Remember which message now shows a match to an audience."""
        await self._store.show(shown)

    async def behind(self) -> tuple[Match, ...]:
        """Matches with a message to post or to bring up: an old or missing board, a stale card.

        Running ones without a home are among them, and open ones that never got their card.
        """
        return await self._store.behind(self._now() - CARD_GRACE_MS)

    async def private(self) -> tuple[Match, ...]:
        """The matches whose players get boards in direct messages, till shortly after the end."""
        ids = [game.id for game in self.games() if game.private]
        return await self._store.lettered(ids, self._now() - LETTER_GRACE_MS)

    async def preferences(self, user: int) -> Preferences:
        """What a user has settled, else the defaults."""
        return await self._store.preferences(user)

    async def prefer(self, user: int, **changes: str | bool | None) -> Preferences:
        """Change some of a user's preferences, by their names."""
        if changes:
            await self._store.prefer(user, changes)
        return await self._store.preferences(user)
