"""Computers at the table: wherever one is to act, it is asked, and its turn is played.

Nothing is stored: a computer that is to act at a revision can be asked again after a restart. Its
answer goes through the same door as a person's turn; if it comes too late, because something was
taken back or the match is over, it is dropped.
"""

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core import GameError, Seat, View
from players.core import Budget, Choice, turn_seed
from players.library import RANDOM

from ..acts.offers import Offers
from ..acts.playing import Playing
from ..ledger import Messages, Snapshot
from ..match.due import quiet_since
from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import Offer
from ..match.refusals import Refusal
from ..referee import Referee
from ..store.rows import Stored
from ..views import load
from .thinkers import Thinkers, Unasked

log = logging.getLogger(__name__)

DELAY_MS = (2000, 4000)
"""The time between a person's turn and the answer: never less, and more only if the computer is
still thinking. Its thinking time would give hidden pieces away."""
CONTENT = 0.45
"""A computer accepts a draw when it expects no more than this."""
HOPELESS = 0.03
"""A computer that may resign does when it expects no more than this."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A seat's thought: the serial of the match it is about, and the task."""

    serial: int
    task: asyncio.Task[None]


class Computers:
    """Takes the turns of all seats that computers hold, and answers the offers made to them."""

    def __init__(
        self, referee: Referee, playing: Playing, offers: Offers, thinkers: Thinkers
    ) -> None:
        self._referee = referee
        self._playing = playing
        self._offers = offers
        self._thinkers = thinkers
        self._thoughts: dict[tuple[MatchId, Seat], Thought] = {}
        self._closed = False

    def thinks(self, match: MatchId) -> bool:
        """Tell whether a computer is thinking in this match."""
        return any(key[0] == match for key in self._thoughts)

    async def ponder(self, match: MatchId, longest_s: float) -> None:
        """Wait until computers have thought in this match, for `longest_s` seconds at most."""
        if tasks := [thought.task for key, thought in self._thoughts.items() if key[0] == match]:
            await asyncio.wait(tasks, timeout=longest_s)

    def levels(self, game: str) -> int:
        """Return the number of levels the computer has in a game; 0: it cannot play it."""
        player = self._referee.players.get(game)
        return player.highest if player else 0

    async def reconcile(self, watched: Snapshot, messages: Messages) -> None:
        """Let every computer think that is to act or to answer; drop thoughts that are in vain."""
        self._ponder(watched.match)

    def _ponder(self, match: Match) -> None:
        for player in match.players:
            if player.computer is None:
                continue
            asked = self._offers.asks(match, player.seat)
            key, wanted = (match.id, player.seat), match.running and (player.acting or asked)
            known = self._thoughts.get(key)
            if known and (known.serial > match.serial or (wanted and known.serial == match.serial)):
                continue
            if known:
                known.task.cancel()
                del self._thoughts[key]
            if wanted and not self._closed:
                name = f"think {match.id} {player.seat}"
                task = asyncio.create_task(self._act(match.id, player.seat), name=name)
                self._thoughts[key] = Thought(match.serial, task)
                task.add_done_callback(lambda done, key=key: self._forget(key, done))  # type: ignore[misc]

    def _forget(self, key: tuple[MatchId, Seat], task: asyncio.Task[None]) -> None:
        known = self._thoughts.get(key)
        if known and known.task is task:
            del self._thoughts[key]

    async def wake(self) -> None:
        """Ask wherever a computer is to act but does not think, as after a restart."""
        for match in await self._referee.store.computing():
            try:
                self._ponder((await self._referee.load(match)).match)
            except Exception:  # one match keeps no other waiting
                log.exception("match=%s: its computer waits", match)

    async def close(self) -> None:
        """Stop thinking; the next start asks again."""
        self._closed = True
        tasks = [thought.task for thought in self._thoughts.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---------------------------------------------------------------- one thought

    async def _act(self, match: MatchId, seat: Seat) -> None:
        """Do the next thing a seat is to do; whatever fails, the next round tries again."""
        try:
            stored = await self._renew(await self._referee.load(match), seat)
            if stored is None or not stored.match.running:
                return
            if self._offers.asks(stored.match, seat) and (offer := stored.match.offer):
                accept = await self._accepts(stored, seat, offer)
                await self._offers.reply(match, seat, offer, accept)
            elif stored.match.players[seat].acting:
                await self._turn(stored, seat)
        except Unasked:
            log.info("match=%s seat=%d: nobody can think of it now", match, seat)
        except Refusal as refusal:  # others were faster
            log.info("match=%s seat=%d: %s", match, seat, refusal.event.code)
        except Exception as failure:  # its text might tell what is hidden
            log.error("match=%s seat=%d: %s", match, seat, type(failure).__name__)

    async def _turn(self, stored: Stored, seat: Seat) -> None:
        match, revision = stored.match, stored.match.stand.revision
        choice = await self._choice(stored, seat)
        await asyncio.sleep(self._delay_ms(match) / 1000)
        if match.options.resigns and choice.value <= HOPELESS and len(match.players) == 2:
            try:
                return await self._playing.give_up(match.id, seat, revision)
            except GameError:
                log.info("match=%s seat=%d: too early to resign", match.id, seat)
        try:
            await self._playing.answer(stored, seat, choice.text)
        except GameError as refused:
            log.error("match=%s seat=%d: %s", match.id, seat, refused.event.code)
            await self._playing.answer(stored, seat, self._plain(stored, seat))

    async def _choice(self, stored: Stored, seat: Seat) -> Choice:
        """Let the computer choose; where it fails, return a plain turn. Raises Unasked."""
        past = (await self._referee.course(stored.match)).views(seat)
        try:
            return await self._choose(stored, past, seat)
        except Unasked:
            raise
        except Exception as failure:  # a match goes on whatever becomes of a worker
            name = type(failure).__name__
            log.error("match=%s seat=%d: no answer: %s", stored.match.id, seat, name)
            return Choice(self._plain(stored, seat), 0.5)

    async def _choose(
        self, stored: Stored, past: Sequence[View], seat: Seat, *, soon: bool = False
    ) -> Choice:
        """Return the computer's choice at the last of these views; if it is wanted `soon`, that of
        Expert in place of Master."""
        match, computer = stored.match, stored.match.players[seat].computer
        player = self._referee.players[match.terms.game]
        level = computer.level if computer else 1
        budget = player.budget(past[-1], min(level, len(player.levels)) if soon else level)
        return await self._thinkers.choose(
            match.terms.game, past, budget, _seed(stored, seat), match=match.id
        )

    async def _accepts(self, stored: Stored, seat: Seat, offer: Offer) -> bool:
        """Tell whether an offer is accepted: a draw if the computer expects no more of the game,
        and anything else at once. One that plays on for a person guards their game: it gives no
        turn and no time back, and calls the match off only as it would accept a draw. Out of turn
        it holds what it expected of its last one; Master does not think about it for long."""
        substitutes = stored.match.players[seat].substitution is not None
        if substitutes and offer.kind in ("takeback", "time"):
            return False
        if offer.kind != "draw" and not (offer.kind == "cancel" and substitutes):
            return True
        views = (await self._referee.course(stored.match)).views(seat)
        acting = [number for number, view in enumerate(views) if view.acting and not view.free]
        if not acting:
            return False
        past = views[: acting[-1] + 1]
        stand = replace(stored.match.stand, revision=acting[-1])
        then = replace(stored, match=replace(stored.match, stand=stand))
        return (await self._choose(then, past, seat, soon=True)).value <= CONTENT

    async def _renew(self, stored: Stored, seat: Seat) -> Stored | None:
        """Return the match, or seat today's version in place of an older one and return None."""
        match, game = stored.match, stored.match.terms.game
        held = match.players[seat].computer if match.begun else None
        if held is None:
            return None
        today = self._referee.computer(game, min(held.level, self.levels(game)))
        if today == held:
            return stored
        renewed = replace(match.players[seat], who=today, since=match.stand.revision)
        step = self._referee.amend(stored, match.with_player(renewed))
        await self._referee.commit(stored, step)  # which asks again
        return None

    def _delay_ms(self, match: Match) -> int:
        """Return how many milliseconds the turn waits: 0 if no person waits for it."""
        living = any(player.person and not player.out for player in match.players)
        if match.stand.phase == "setting_up" or not living:
            return 0
        least, most = DELAY_MS
        lot = hashlib.sha256(f"{match.id} {match.stand.revision}".encode()).digest()
        wanted = least + int.from_bytes(lot[:4], "big") % (most - least + 1)
        return min(most, max(0, quiet_since(match) + wanted - self._referee.now()))

    def _plain(self, stored: Stored, seat: Seat) -> str:
        """Return some legal turn, by the turn's seed and so the same at every attempt."""
        rules = self._referee.rules(stored.match.terms.game)
        view = rules.view(load(rules, stored), seat)
        return RANDOM[stored.match.terms.game](view, (view,), Budget(1), _seed(stored, seat)).text


def _seed(stored: Stored, seat: Seat) -> int:
    """Return the seed by which a seat's next turn is chosen."""
    match = stored.match
    return turn_seed(stored.seed, match.id, match.terms.salt or "", seat, match.stand.revision)
