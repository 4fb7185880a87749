"""From a challenge or an open seat to a match that has begun, or has come to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games import fairness
from games.core import Info, Seat

from . import ids
from .model import Code, Match, MatchId, Player, Refusal, SeatChoice, Where
from .referee import Referee, seat_of
from .store.rows import Stored

MOST_OPEN = 10
"""How many open cards one host may have out."""
LENGTHS = (4, 4, 4, 4, 6, 6)
"""How long a match's name is at each try to find one that is free."""


class Cards(Referee):
    """Opening, joining, declining and cancelling matches."""

    async def open(
        self,
        key: int,
        host: Player,
        game: str,
        variant: str,
        opponent: Player | None,
        seat_choice: SeatChoice,
        guild: int | None,
        channel: int,
        where: Where,
        rematch_of: MatchId | None = None,
    ) -> Match:
        """Challenge somebody or, without an opponent, offer a seat to anybody.

        A match "here" takes its place from now on. An unreadable variant raises NotationError.
        """
        if done := await self._store.handled(key):
            return (await self._load(done)).match
        if opponent and opponent.id == host.id:
            raise Refusal(Code.YOURSELF)
        rules = self._rules(game)
        rules.initial(variant)
        if rematch_of is not None:
            await self._check_rematch(rematch_of, host.id)
        now, seed = self._now(), self._entropy(fairness.SEED_BYTES)
        card = Match(
            id=MatchId(""),
            game=game,
            variant=variant.strip() or rules.game.info.variants[0],
            status="open",
            host=host,
            opponent=opponent,
            seat_choice=seat_choice,
            seats=(None,) * rules.game.info.seats,
            guild=guild,
            channel=channel,
            where=where,
            home=channel if where == "here" else None,
            revision=0,
            to_act=frozenset(),
            outcome=None,
            commitment=fairness.commitment(seed),
            salt=None,
            created_ms=now,
            updated_ms=now,
            rematch_of=rematch_of,
        )
        return await self._insert(key, card, rules.game.info, seed)

    async def join(self, key: int, match: MatchId, player: Player) -> Match:
        """Accept a challenge or take an open seat: the match begins, chance first if it must."""
        before = await self._load(match, key)
        card = before.match
        if before.repeated:
            return card
        if card.status != "open":
            raise Refusal(Code.NOT_OPEN, match=match)
        if player.id == card.host.id and card.opponent:
            raise Refusal(Code.OWN_CHALLENGE, match=match, name=card.opponent.name)
        if player.id == card.host.id:
            raise Refusal(Code.OWN_MATCH, match=match)
        if card.opponent and card.opponent.id != player.id:
            raise Refusal(Code.NOT_CHALLENGED, match=match, name=card.opponent.name)
        rules, salt = self._rules(card.game), str(key)
        seats = (card.host, player) if _host_first(before, salt) else (player, card.host)
        begun = replace(card, opponent=player, seats=seats, salt=salt)
        step = self._settle(rules, replace(before, match=begun), rules.initial(card.variant))
        gone = Refusal(Code.NOT_OPEN, match=match)
        done = await self._commit(key, before, step.after, gone, step.entries, [player])
        return done or (await self._load(match)).match

    async def decline(self, key: int, match: MatchId, user: int) -> Match:
        """The one challenged would rather not."""
        return await self._close(key, match, user, Code.NOT_CHALLENGED)

    async def cancel(self, key: int, match: MatchId, user: int) -> Match:
        """The host takes an open card back."""
        return await self._close(key, match, user, Code.NOT_THE_HOST)

    async def settle_home(self, match: MatchId, home: int) -> Match:
        """Say which thread or channel the boards of a begun match go to from now on."""
        current = (await self._load(match)).match
        if current.salt is None:
            raise Refusal(Code.NOT_RUNNING, match=match)
        if current.home != home:
            other = await self._store.move(match, home)
            if other is not None:
                raise Refusal(Code.PLACE_TAKEN, match=other)
            self.changed(match)
        return replace(current, home=home)

    async def _insert(self, key: int, card: Match, info: Info, seed: bytes) -> Match:
        known = [card.host, card.opponent] if card.opponent else [card.host]
        for length in LENGTHS:
            named = replace(card, id=ids.fresh(self._entropy, length))
            stored = Stored(named, info.version, 0, "", seed)
            if await self._store.insert(key, stored, known, lambda them: _check_room(card, them)):
                return named
            if done := await self._store.handled(key):
                return (await self._load(done)).match
        raise RuntimeError("no free name for a match")

    async def _check_rematch(self, match: MatchId, host: int) -> None:
        before = (await self._load(match)).match
        seat_of(before, host)
        if before.status == "running":
            raise Refusal(Code.NOT_OVER, match=match)

    async def _close(self, key: int, match: MatchId, user: int, otherwise: Code) -> Match:
        before = await self._load(match, key)
        card = before.match
        if before.repeated:
            return card
        who = card.host if otherwise is Code.NOT_THE_HOST else card.opponent
        if who is None or who.id != user:
            raise Refusal(otherwise, match=match, name=who.name if who else "")
        if card.status != "open":
            raise Refusal(Code.NOT_OPEN, match=match)
        closed = replace(card, status="cancelled", updated_ms=self._now())
        gone = Refusal(Code.NOT_OPEN, match=match)
        done = await self._commit(key, before, replace(before, match=closed), gone)
        return done or (await self._load(match)).match


def _host_first(stored: Stored, salt: str) -> bool:
    match stored.match.seat_choice:
        case "first":
            return True
        case "second":
            return False
        case "random":
            both = Seat(0), Seat(1)
            return fairness.seats(stored.seed, stored.match.id, salt, both)[0] == 0


def _check_room(card: Match, others: Sequence[Match]) -> None:
    """Refuse a card that its host has out already, one whose place is taken, one too many."""
    cards = [one for one in others if one.status == "open" and one.host.id == card.host.id]
    for one in cards:
        same = one.game == card.game if card.opponent is None else True
        if one.channel == card.channel and one.opponent == card.opponent and same:
            raise Refusal(Code.OPEN_ALREADY, match=one.id)
    for one in others:
        if card.home is not None and one.home == card.home:
            raise Refusal(Code.PLACE_TAKEN, match=one.id)
        if card.rematch_of is not None and one.rematch_of == card.rematch_of:
            raise Refusal(Code.OPEN_ALREADY, match=one.id)
    if len(cards) >= MOST_OPEN:
        raise Refusal(Code.TOO_MANY, limit=MOST_OPEN)
