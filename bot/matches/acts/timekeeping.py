"""What time does to matches: flags, reminders, forgotten matches; and what players do about it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from games.clock import DAY, HOUR, MINUTE
from games.core import Entry, GameError, Over, Seat, Turn
from games.quitting import WITHOUT_RESULT, CallingOff

from ..match.change import Change
from ..match.due import CLOSABLE_MS, Due, DueKind, next_due, quiet_since
from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping, PingKind
from ..match.players import Person, Player
from ..match.refusals import Code, Refusal, StaleRevision, Stopped
from ..referee import RACES, Happening, Referee, Step
from ..store.rows import Stored
from ..store.schedule import Times
from ..views import loaded
from .offers import MORE_MS, check_more_time
from .opening import Opening
from .playing import Playing
from .replacing import Replacing
from .vacations import Vacations

log = logging.getLogger(__name__)

PAGE = 100
"""How many matches are asked for at once."""
MOST_AT_ONCE = 12
"""How many things are done in one match before it waits for the next round."""
LOOKED_MS = HOUR
"""Who has played or looked so shortly before is not reminded."""
SAME_LOOK_MS = 10 * MINUTE
AWAITED_MS = DAY
"""For how long an opponent must be awaited before one may leave without a result."""


class RollCall(Protocol):
    """Who knows whether players are still there."""

    async def present(self, match: Match, user: int) -> bool | None:
        """Whether a player is on the match's server; None where that cannot be told."""


class Timekeeping:
    """Everybody's time."""

    roll_call: RollCall | None = None

    def __init__(
        self,
        referee: Referee,
        times: Times,
        opening: Opening,
        playing: Playing,
        vacations: Vacations,
        replacing: Replacing,
    ) -> None:
        self._referee = referee
        self._times = times
        self._opening = opening
        self._playing = playing
        self._vacations = vacations
        self._replacing = replacing

    # --------------------------------------------------------- what time does

    async def heartbeat(self, now_ms: int) -> int:
        """Note that the bot is ready, once a minute; how much every running clock got back.

        At the start it comes before anything else: nobody's flag falls by an outage.
        """
        lost = await self._times.beat(now_ms)
        if lost:
            log.warning("an outage of %d s is given back to every clock", lost // 1000)
        return lost

    async def due(self, now_ms: int) -> int:
        """Do all that is due by now; in how many matches there was something."""
        await self._vacations.begin_due(now_ms)
        found, last = 0, None
        while page := await self._times.due(now_ms, last, PAGE):
            for _, match in page:
                try:
                    await self._settle(MatchId(match), now_ms)
                except Stopped as stopped:  # nobody's clock can be held against them
                    self._referee.followers.kick(stopped.match)
                except Exception:  # one match keeps no other waiting; the next round tries again
                    log.exception("match=%s: what is due waits", match)
            found, last = found + len(page), page[-1]
        return found

    async def _settle(self, match: MatchId, now_ms: int) -> None:
        """Do what is due in a match, one thing after the other."""
        for done in range(MOST_AT_ONCE):
            before = await self._referee.load(match)
            due = next_due(before.match, now_ms)
            if due is None:
                if not done:  # an outage has put it off: note when it is due now
                    await self._referee.commit(self._referee.alter(before, before.match, None))
                return
            await self._do(before, due, now_ms)

    async def _do(self, before: Stored, due: Due, now_ms: int) -> None:
        """Do one thing that is due; if somebody gets in between, the match is looked at again."""
        match = before.match
        if due.kind == "expire":
            try:
                await self._opening.withdraw(match.id)
            except Refusal:
                log.info("match=%s has begun as it was to expire", match.id)
            return
        if due.seat is None:
            await self._make(self._called_off(before, "unfinished", None))
            return
        player = match.players[due.seat]
        looked = due.kind in ("remind", "flag")
        present = await self._present(match, player) if looked else None
        if looked and (await self._referee.load(match.id)).match != match:
            return  # something has happened while Discord was asked
        if present and player.deserted == "left":
            await self._note(before, replace(player, deserted=None))
            return
        if present is False and await self._settled_absence(before, player, due.kind, now_ms):
            return
        match due.kind:
            case "remind":
                await self._referee.commit(await self._reminded(before, player, now_ms))
            case "return":
                await self._referee.commit(self._vacations.returned(self._referee, before, player))
            case "decide":
                await self._make(self._lapsed(before, player, None))
            case _:
                await self._flag(before, player, now_ms)

    async def _present(self, match: Match, player: Player) -> bool | None:
        """Whether a player who is still in is on the server; None where that cannot be told."""
        if self.roll_call is None or player.out or player.person is None:
            return None
        return await self.roll_call.present(match, player.person.id)

    async def _settled_absence(
        self, before: Stored, player: Player, kind: DueKind, now_ms: int
    ) -> bool:
        """Whether a reminder or a flag of a player who has left the server is dealt with by that.

        With partners the flag is their escape. Nobody is reminded who is not there; with two
        players the clock decides.
        """
        match, flag = before.match, kind == "flag"
        teams = self._referee.rules(match.terms.game).game.info.teams
        if teams and (flag or match.stand.phase == "setting_up"):
            await self.gone(match.id, player.human.id, late=True)
            return True
        reminded_ms = player.reminded_ms if flag else now_ms
        marked = replace(player, deserted="left", reminded_ms=reminded_ms)
        if marked == player:
            return False
        await self._note(before, marked)
        return True

    async def _note(self, before: Stored, player: Player) -> bool:
        """Note what has become of a player's presence, for the board to say."""
        altered = before.match.with_player(player)
        return await self._referee.commit(self._referee.alter(before, altered, None))

    async def _flag(self, before: Stored, player: Player, now_ms: int) -> None:
        """A player's time has run out."""
        match, user = before.match, player.human.id
        if not match.terms.strict and await self._vacations.automatic(user, now_ms):
            ping = Ping(match.id, user, "vacation", match.stand.revision, now_ms)
            await self._times.owe(ping)
            return
        fallen: Happening = ("flag", player.seat, 0)
        if not match.all_moved:
            await self._make(self._called_off(before, "not_begun", None, (fallen,)))
            return
        info = self._referee.rules(match.terms.game).game.info
        lapses = info.lapses
        if info.version != match.terms.version:
            await self._make(self._called_off(before, "unfinished", None, (fallen,)))
            return
        lapsed = self._lapsed(before, player, None, (fallen,), now_ms)
        loses = not lapses or _has_lost(lapsed.change.after, player.seat)
        if loses and await self._times.has_lost(user, match.id):
            await self._make(self._called_off(before, "absent", None, (fallen,)))
        elif lapses or match.terms.strict:
            await self._make(lapsed)
        else:
            waiting = match.with_player(replace(player, lost_ms=now_ms))
            against = _against(self._referee, match, player.seat)
            pings = (
                Ping(match.id, user, "notice", match.stand.revision, now_ms),
                *_told(match, (one.person.id for one in against if one.person), "flag", now_ms),
            )
            await self._referee.commit(
                self._referee.happen(before, (fallen,), None, waiting, pings)
            )

    async def _reminded(self, before: Stored, player: Player, now_ms: int) -> Change:
        match = before.match
        active = await self._times.active_ms(player.human.id)
        pings = _told(match, [player.human.id], "reminder", now_ms)
        change = self._referee.alter(
            before, match.with_player(replace(player, reminded_ms=now_ms)), None
        )
        return change if active > now_ms - LOOKED_MS else replace(change, pings=pings)

    def _called_off(
        self,
        before: Stored,
        reason: CallingOff,
        key: int | None,
        clock: tuple[Happening, ...] = (),
    ) -> Step:
        """The step by which a match ends without a result, told to everybody if nobody did it."""
        rules = self._referee.rules(before.match.terms.game)
        state = rules.forfeit(loaded(rules, before), rules.game.info.everybody, reason)
        match = before.match
        people = () if key is not None else (one.id for one in match.people)
        return self._referee.advance(
            before,
            state,
            (Entry("forfeit", None, reason),),
            key=key,
            clock=clock,
            pings=_told(match, people, "end", self._referee.later(match), 1),
        )

    def _lapsed(
        self,
        before: Stored,
        player: Player,
        key: int | None,
        clock: tuple[Happening, ...] = (),
        lost_ms: int | None = None,
    ) -> Step:
        """The step by which a seat's turn runs out, whatever that costs by the rules of the game.

        If it ends the match without anybody's doing, everybody is told; else only that player is.
        """
        match, rules = before.match, self._referee.rules(before.match.terms.game)
        state = rules.lapse(loaded(rules, before), player.seat)
        lines = (Entry("lapse", player.seat, ""),)
        step = self._referee.advance(before, state, lines, key=key, clock=clock)
        after, at = step.change.after, self._referee.later(match)
        over = isinstance(rules.turn(state), Over)
        if lost_ms is not None and _has_lost(after, player.seat):
            after = after.with_player(replace(after.players[player.seat], lost_ms=lost_ms))
        pings: tuple[Ping, ...] = ()
        if key is None:
            people = [one.id for one in match.people] if over else [player.human.id]
            kind: PingKind = "end" if over else "notice"
            pings = _told(match, people, kind, at, after.stand.revision - match.stand.revision)
        return Step(replace(step.change, after=after, pings=pings), step.state)

    async def _make(self, step: Step) -> bool:
        return await self._referee.commit(step.change, step.state)

    # ------------------------------------------------- what players do about it

    async def look(self, match: MatchId, user: int) -> None:
        """Note that a user looks at a board: players who do are not reminded in the next hour.

        Where nothing can be written, boards can be looked at all the same.
        """
        now = self._referee.now()
        try:
            await self._times.look(match, user, now, now - SAME_LOOK_MS)
        except Exception as failure:
            log.warning("match=%s: a look is not noted: %s", match, type(failure).__name__)

    async def give(self, key: int, match: MatchId, user: int, revision: int | None = None) -> Match:
        """Give an opponent 24 hours more, which can be done while less than a day is left.

        One whose flag has fallen goes on with them. Raises Refusal.
        """
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            if before.repeated:
                return before.match
            before.match.check_running()
            own = before.match.living(user).seat
            if revision not in (None, before.match.stand.revision):
                raise StaleRevision(match)
            at = self._referee.later(before.match)
            against = [one for one in _against(self._referee, before.match, own) if one.acting]
            if not against:
                raise Refusal(Code.TIME_ENOUGH, match=match)
            needy = min(against, key=lambda one: one.clock.left(at))
            check_more_time(before.match, needy.seat, at)
            altered = before.match.with_player(replace(needy, lost_ms=None))
            more: Happening = ("time", needy.seat, MORE_MS)
            change = self._referee.happen(before, (more,), key, altered)
            if await self._referee.commit(change):
                return change.after
        raise StaleRevision(match)

    async def take_win(
        self, key: int, match: MatchId, user: int, revision: int | None = None
    ) -> Match:
        """Take the win over an opponent whose flag has fallen. Raises Refusal."""
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            if before.repeated:
                return before.match
            before.match.check_running()
            own = before.match.living(user).seat
            if revision not in (None, before.match.stand.revision):
                raise StaleRevision(match)
            against = _against(self._referee, before.match, own)
            fallen = [one for one in against if one.clock.down]
            if not fallen:
                raise Refusal(Code.NO_FLAG, match=match)
            self._referee.check_version(before)
            step = self._lapsed(before, fallen[0], key)
            if await self._make(step):
                return step.change.after
        raise StaleRevision(match)

    async def leave(self, key: int, match: MatchId, user: int) -> Match:
        """Leave without a result, where nobody is held. Raises Refusal.

        That is in a set-up; against computers alone, unless one plays on for somebody; before one
        may resign, once an opponent has been awaited for a day; and in a match without clocks,
        after a week without a turn.
        """
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            if before.repeated:
                return before.match
            step = self._called_off(before, self._may_leave(before, user), key)
            if await self._make(step):
                return step.change.after
        raise StaleRevision(match)

    async def close(self, key: int, match: MatchId, closer: Person) -> Match:
        """Call a match off for whoever manages the place it has taken. Raises Refusal.

        Not one's own with hidden pieces: nobody may end that for having seen enough.
        """
        for _ in range(RACES):
            before = await self._referee.load(match, key)
            now = before.match
            if before.repeated:
                return now
            if now.stand.phase == "open":
                return await self._opening.withdraw(match, closer)
            now.check_running()
            private = self._referee.rules(now.terms.game).game.info.private
            left = {one.relief.person.id for one in now.players if one.relief}
            if private and (now.seat_of(closer.id) is not None or closer.id in left):
                raise Refusal(Code.OWN_SECRETS, match=match)
            step = self._called_off(before, "closed", key)
            after = replace(step.change.after, closer=closer)
            step = Step(replace(step.change, after=after), step.state)
            if await self._make(step):
                return step.change.after
        raise StaleRevision(match)

    async def muster(self, match: MatchId, user: int) -> bool:
        """See who of a match has left the server or is back, the asker among them.

        Whether it is the asker's own seat that was deserted and is no longer.
        """
        for _ in range(RACES):
            before = await self._referee.load(match)
            now = before.match
            players = [await self._mustered(now, player, user) for player in now.players]
            own = now.seat_of(user)
            back = own is not None and players[own] != now.players[own]
            if tuple(players) == now.players or not now.running:
                return False
            after = replace(now, players=tuple(players))
            if await self._referee.commit(self._referee.alter(before, after, None)):
                return back
        return False

    async def _mustered(self, match: Match, player: Player, user: int) -> Player:
        """A player who has left, or is there again: who asks, is."""
        if player.person is None or player.out or not match.running:
            return player
        if player.person.id == user:
            return replace(player, deserted=None)
        present = await self._present(match, player)
        if present is False:
            return replace(player, deserted="left")
        back = present and player.deserted == "left"
        return replace(player, deserted=None) if back else player

    async def gone(self, match: MatchId, user: int, *, late: bool = False) -> Match:
        """A player has left the server, as is found when their turn, reminder or flag is due.

        With partners that is an escape, though not before their flag would fall (`late`) if it
        left nobody a result and somebody can play on for them; with two players their clock
        decides, and nothing happens.
        """
        for _ in range(RACES):
            before = await self._referee.load(match)
            before.match.check_running()
            player = before.match.player_of(user)
            rules = self._referee.rules(before.match.terms.game)
            if not rules.game.info.teams or player.out:
                return before.match
            if before.match.stand.phase == "setting_up":
                step = self._called_off(before, "left", None)
            else:
                state = rules.forfeit(loaded(rules, before), frozenset({player.seat}), "escape")
                if not late and self._waits(before.match, player, rules.turn(state)):
                    marked = replace(player, deserted="left")
                    if marked == player or await self._note(before, marked):
                        return before.match
                    continue
                lines = (Entry("forfeit", player.seat, "escape"),)
                step = self._referee.advance(before, state, lines, key=None)
                over = isinstance(rules.turn(state), Over)
                told = [one.id for one in before.match.people if one.id != user and over]
                at = self._referee.later(before.match)
                pings = _told(before.match, told, "end", at, 1)
                step = Step(replace(step.change, pings=pings), step.state)
            if await self._make(step):
                return step.change.after
        raise StaleRevision(match)

    def _waits(self, match: Match, player: Player, end: Turn) -> bool:
        """Whether an escape that would leave nobody a result waits for the flag."""
        void = isinstance(end, Over) and end.reason in WITHOUT_RESULT
        others = any(one.person and one != player for one in match.remaining)
        begun = match.all_moved and player.clock.running
        return void and others and begun and self._replacing.possible(match)

    async def check_leave(self, match: MatchId, user: int) -> CallingOff:
        """How the match would end if a player left it now. Raises Refusal."""
        return self._may_leave(await self._referee.load(match), user)

    def _may_leave(self, before: Stored, user: int) -> CallingOff:
        match = before.match
        match.check_running()
        player, waited = match.player_of(user), self._referee.later(match) - quiet_since(match)
        alone = len(match.people) == 1 and not any(one.relief for one in match.players)
        if match.stand.phase == "setting_up" or alone:
            return "left"
        if not match.pace.timed and waited >= CLOSABLE_MS:
            return "unfinished"
        held = self._held(before, player)
        if held and not player.acting and self._awaited(match) >= AWAITED_MS:
            return "left"
        raise Refusal(Code.STAY, match=match.id)

    def _held(self, before: Stored, player: Player) -> bool:
        """Whether it is too early to resign."""
        try:
            self._playing.forfeit(before, player.seat, "resign", None)
        except GameError:
            return not player.out
        return False

    def _awaited(self, match: Match) -> int:
        """For how long somebody's turn has been awaited."""
        return self._referee.later(match) - match.updated_ms


def _has_lost(match: Match, seat: Seat) -> bool:
    """Whether a match has ended with this seat among those who have lost."""
    return match.players[seat].result == "lost"


def _against(referee: Referee, match: Match, seat: Seat) -> list[Player]:
    """The living players of the other sides."""
    team = referee.rules(match.terms.game).game.info.team(seat)
    return [one for one in match.players if one.seat not in team and not one.out]


def _told(
    match: Match, users: Iterable[int], kind: PingKind, at_ms: int, lines: int = 0
) -> tuple[Ping, ...]:
    """One ping each, about the match as it is after so many more lines."""
    revision = match.stand.revision + lines
    return tuple(Ping(match.id, user, kind, revision, at_ms) for user in dict.fromkeys(users))
