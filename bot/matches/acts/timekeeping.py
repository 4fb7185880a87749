"""The course of time: flags, reminders, forgotten matches; and the players' answers to them."""

import logging
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace

from games.clock import HOUR, MINUTE

from ..match.due import Due, pending
from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping
from ..match.players import Player
from ..match.refusals import Code, Refusal, StaleRevision, Stopped
from ..match.shards import WHOLE, Shards
from ..referee import Referee
from ..store.rows import Stored
from ..store.schedule import Schedule
from ..transition import Happening, Transition
from .endings import against, call_off, let_lapse, pings_to
from .holding import Holding
from .leaving import Leaving
from .offers import MORE_MS, check_more_time
from .opening import Opening
from .vacations import Vacations

log = logging.getLogger(__name__)

PAGE = 100
"""The number of matches asked for at once."""
MOST_AT_ONCE = 12
"""The most things done in one match before it waits for the next round."""
LOOKED_MS = HOUR
"""A player who has played or looked within this time is not reminded."""
FIRST_TURN_MS = 72 * HOUR
"""The least time for their first turn that people have who were drawn."""
SAME_LOOK_MS = 10 * MINUTE


@dataclass(frozen=True, slots=True)
class Timekeeping:
    """Does what is due in matches, and takes the players' answers to it."""

    _referee: Referee
    _schedule: Schedule
    _opening: Opening
    _vacations: Vacations
    _leaving: Leaving
    _holding: Holding

    # --------------------------------------------------------- what time does

    async def heartbeat(self, now_ms: int, shards: Shards = WHOLE) -> int:
        """Note that people can be heard by these shards; return the most ms that clocks got back.
        At the start it comes before anything else: no flag falls by an outage."""
        lost = await self._schedule.beat(now_ms, shards)
        for shard, ms in lost.items():
            if ms:
                log.warning("shard %d of %d: clocks get %d s back", shard, shards.of, ms // 1000)
        return max(lost.values(), default=0)

    async def due(self, now_ms: int) -> int:
        """Do all that is due by now; return the number of matches concerned."""
        return sum([count async for count in self.pages(now_ms)])

    async def pages(self, now_ms: int, shards: Shards = WHOLE) -> AsyncGenerator[int]:
        """Do what is due where these shards hear people; yield each page's number of matches."""
        await self._vacations.begin_due(now_ms)
        last, full = None, True
        while full:
            page = await self._schedule.due(now_ms, last, PAGE, shards)
            for _, match in page:
                try:
                    await self._settle(MatchId(match), now_ms)
                except Stopped as stopped:  # nobody's clock can be held against them
                    self._referee.followers.kick(stopped.match)
                except Exception:  # one match keeps no other waiting; the next round tries again
                    log.exception("match=%s: what is due waits", match)
            last, full = page[-1] if page else None, len(page) == PAGE
            yield len(page)

    async def waiting(self, now_ms: int, limit: int) -> list[tuple[int, str]]:
        """List the matches in which something is due by now, each after the time it became so."""
        return await self._schedule.due(now_ms, None, limit, self._schedule.shards)

    async def _settle(self, match: MatchId, now_ms: int) -> None:
        before: Stored | None = None
        for done in range(MOST_AT_ONCE):
            before = before or await self._referee.load(match)
            due = min(pending(before.match), key=lambda due: due.at_ms, default=None)
            if due is None or due.at_ms > now_ms:
                if not done:  # an outage has put it off: note when it is due now
                    await self._referee.commit(before, self._referee.amend(before, before.match))
                return
            step = await self._step(before, due, now_ms)
            before = await self._referee.commit(before, step) if step else None

    async def _step(self, before: Stored, due: Due, now_ms: int) -> Transition | None:
        """Make the step to one thing that is due; None if the match is to be loaded again."""
        match = before.match
        if due.kind == "expire":
            try:
                await self._opening.withdraw(match.id)
            except Refusal:
                log.info("match=%s has begun as it was to expire", match.id)
            return None
        if due.kind == "resume":
            return self._resume(before, now_ms)
        if due.kind == "retry":
            return await self._holding.note_attempt(before)
        if due.seat is None:
            return call_off(self._referee, before, "unfinished", by_itself=True)
        player = match.players[due.seat]
        if due.kind in ("remind", "flag"):
            present = await self._leaving.present(match, player)
            asked = self._leaving.roll_call is not None
            if asked and (await self._referee.load(match.id)).match != match:
                return None  # something has happened while Discord was asked
            teams, flag = self._referee.info(match).teams, due.kind == "flag"
            fled = match.stand.phase == "setting_up" or (
                flag and self._leaving.has_fled(match, player)
            )
            if present is False and teams and fled:
                await self._leaving.note_departure(match.id, player.human.id, late=True)
                return None
            marked = _mark_absence(player, present, now_ms, flag=flag)
            if marked != player:  # for the board to say
                return self._referee.amend(before, match.with_player(marked))
        match due.kind:
            case "remind":
                return await self._remind(before, player, now_ms)
            case "return":
                return self._vacations.come_back(before, player)
            case "decide":
                return let_lapse(self._referee, before, player, by_itself=True)
            case _:
                return await self._flag(before, player, now_ms)

    def _resume(self, before: Stored, now_ms: int) -> Transition:
        """Let the clocks go on after a pause, and tell those whose turn it is as their reminder."""
        step = self._referee.happen(before, (("start", None, 0),))
        match = step.change.after
        told = {player.seat: player.human.id for player in match.players if player.clock.running}
        players = tuple(
            replace(player, reminded_ms=now_ms) if player.seat in told else player
            for player in match.players
        )
        pings = pings_to(match, told.values(), "reminder", now_ms)
        return step.writing(after=replace(match, players=players), pings=pings)

    async def _flag(self, before: Stored, player: Player, now_ms: int) -> Transition | None:
        """Let a player's flag fall, unless an automatic vacation begins."""
        referee, match, user = self._referee, before.match, player.human.id
        first = match.options.drawn and not match.all_moved
        lenient = not match.options.strict and not first
        if lenient and await self._vacations.automatic(before.people[user]):
            await self._schedule.owe(Ping(match.id, user, "vacation", match.stand.revision, now_ms))
            return None
        fallen: Happening = ("flag", player.seat, 0)
        if not match.all_moved:
            off = call_off(referee, before, "not_begun", (fallen,), by_itself=True)
            return off.writing(unwanted=(user, None))
        info = referee.rules_of(match.terms).game.info
        if info.version != match.terms.version:
            return call_off(referee, before, "unfinished", (fallen,), by_itself=True)
        step = let_lapse(referee, before, player, (fallen,), by_itself=True)
        if info.lapses or match.options.strict:
            return step
        others = [rival.person.id for rival in against(referee, match, player.seat) if rival.person]
        notice = pings_to(match, [user], "notice", now_ms)
        pings = (*notice, *pings_to(match, others, "flag", now_ms))
        return referee.happen(before, (fallen,), match).writing(pings=pings)

    async def _remind(self, before: Stored, player: Player, now_ms: int) -> Transition:
        match, user = before.match, player.human.id
        if is_first_turn(match, player):
            return self._referee.happen(before, (("time", player.seat, MORE_MS),), match)
        step = self._referee.amend(before, match.with_player(replace(player, reminded_ms=now_ms)))
        if await self._schedule.active_ms(user) > now_ms - LOOKED_MS:
            return step
        return step.writing(pings=pings_to(match, [user], "reminder", now_ms))

    # ------------------------------------------------- what players do about it

    async def look(self, match: Match, user: int) -> None:
        """Note that a user looks at a board, and so is not reminded in the next hour. A failure to
        write that down does not keep them from looking."""
        now, seat = self._referee.now(), match.seat_of(user)
        if seat is None or (match.players[seat].seen_ms or 0) >= now - SAME_LOOK_MS:
            return
        try:
            await self._schedule.look(match.id, user, now)
        except Exception as failure:
            log.warning("match=%s: a look is not noted: %s", match.id, type(failure).__name__)

    async def give(self, key: int, match: MatchId, user: int, revision: int | None = None) -> Match:
        """Give a day to an opponent who has less, or whose flag has fallen. Raises Refusal."""

        async def give(before: Stored) -> Transition:
            at = self._referee.later(before.match)
            acting = [
                opponent for opponent in self._opponents(before, user, revision) if opponent.acting
            ]
            if not acting:
                raise Refusal(Code.TIME_ENOUGH, match=match)
            needy = min(acting, key=lambda player: player.clock.time_left(at))
            check_more_time(before.match, needy.seat, at)
            return self._referee.happen(before, (("time", needy.seat, MORE_MS),), before.match)

        return (await self._referee.attempt(match, key, give)).match

    async def take_win(
        self, key: int, match: MatchId, user: int, revision: int | None = None
    ) -> Match:
        """Take the win over an opponent whose flag has fallen. Raises Refusal."""

        async def take(before: Stored) -> Transition:
            fallen = self._fallen_opponent(before, user, revision)
            self._referee.check_version(before)
            return let_lapse(self._referee, before, fallen)

        return (await self._referee.attempt(match, key, take)).match

    async def excuse(
        self, key: int, match: MatchId, user: int, revision: int | None = None
    ) -> Match:
        """Call the match off once an opponent's flag has fallen: nobody wins. Raises Refusal."""

        async def excuse(before: Stored) -> Transition:
            self._fallen_opponent(before, user, revision)
            return call_off(self._referee, before, "excused")

        return (await self._referee.attempt(match, key, excuse)).match

    def _fallen_opponent(self, before: Stored, user: int, revision: int | None) -> Player:
        """Find the opponent whose flag has fallen. Raises Refusal if there is none."""
        for opponent in self._opponents(before, user, revision):
            if opponent.clock.down:
                return opponent
        raise Refusal(Code.NO_FLAG, match=before.match.id)

    def _opponents(self, before: Stored, user: int, revision: int | None) -> list[Player]:
        """List the opponents whose flags a player may decide about at a revision (None: now)."""
        match = before.match
        match.check_running()
        own = match.living(user).seat
        if revision not in (None, match.stand.revision):
            raise StaleRevision(match.id)
        return against(self._referee, match, own)


def is_first_turn(match: Match, player: Player) -> bool:
    """Tell whether it is the first turn of somebody who was drawn, and not long enough yet."""
    if not match.options.drawn or player.acted_ms is not None:
        return False
    others = (other.acted_ms or 0 for other in match.others(player.seat))
    began_ms = max(match.begun_ms or 0, *others)
    return (player.clock.deadline_ms or 0) < began_ms + FIRST_TURN_MS


def _mark_absence(player: Player, present: bool | None, now_ms: int, *, flag: bool) -> Player:
    """Mark a player as absent or back, by whether they are on the server (None: not known). Absent
    players are not reminded; with two players the clock decides."""
    if present and player.absence == "left":
        return replace(player, absence=None)
    if present is False:
        return replace(
            player,
            absence=player.absence or "left",
            reminded_ms=player.reminded_ms if flag else now_ms,
        )
    return player
