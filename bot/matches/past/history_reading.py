"""The past of a match, turn by turn: what its readers saw then, and after the end what was."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from games.core import Entry, Seat
from games.submission import read_faces

from ..course import LogSpan, MatchCourse
from ..match.history import Angle, History, Step
from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import NamedPerson
from ..match.reader_view import Fight, ReaderView, Taken
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.rows import Stored


@dataclass(frozen=True, slots=True)
class Tenure:
    """The seat that somebody plays, or played up to the revision `until`."""

    seat: Seat
    until: int | None = None

    def at(self, revision: int) -> bool:
        """Tell whether somebody who held the seat from the first saw what it saw then."""
        return self.until is None or revision <= self.until


class Reading:
    """Follows matches along their logs for whoever looks back; only views leave it."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee

    async def history(
        self, match: MatchId, user: int | None, angle: Angle | None = None, key: int | None = None
    ) -> History:
        """List the steps of a begun match as a reader may see them; `key` as for `Matches.see`.
        Without an `angle` players have their own (if replaced, up to then), all others the
        spectators'. Where nothing can be opened, "open" after the end is the usual one. Raises
        Refusal for an angle they may not have."""
        stored = await self._referee.load(match, key)
        current = stored.match
        current.check_begun()
        if current.stand.outcome is None and angle == "open":
            raise Refusal(Code.NOT_OVER, match=match)
        held = await self._find_seat(current, user)
        if angle == "mine" and held is None:
            raise Refusal(Code.NOT_A_PLAYER, match=match)
        if current.terms.version != self._referee.rules_of(current.terms).game.info.version:
            return self._last(stored, user)
        posted = await self._referee.store.message_of_revision(match)
        course = await self._referee.course(current)  # from here on nothing waits: it grows
        public = course.views(None)
        revisions = (0, *(revision + 1 for revision in course.revisions))
        angles = _angles(current, held, course)
        if angle == "open" and course.hides and angle not in angles:
            raise Refusal(Code.NEVER_SET_UP, match=match)
        wanted = angle if angle in angles else None
        wanted = wanted or ("mine" if "mine" in angles else "public")
        views = public
        if wanted == "open":
            views = course.open_views(current)
        elif wanted == "mine" and held is not None:
            own = zip(course.views(held.seat), public, revisions, strict=True)
            views = tuple(mine if held.at(then) else all_ for mine, all_, then in own)
        game = self._referee.rules(current.terms.game).game
        steps = [
            Step(
                stretch.number,
                stretch.kind,
                since := course.revisions[stretch.first] if stretch.kind != "start" else -1,
                revisions[stretch.end],
                views[stretch.end],
                _faces(course.lines, stretch) if not game.info.secrets else (),
                course.undone(stretch.end),
                next(filter(None, map(posted.get, range(revisions[stretch.end], since, -1))), None),
            )
            for stretch in course.stretches()
        ]
        return History(current, game, wanted, angles, tuple(steps))

    def _last(self, stored: Stored, user: int | None) -> History:
        """Show only how a match stands of which the rules are no longer kept."""
        seen = self._referee.for_reader(stored, user)
        stand, mine = stored.match.stand, seen.view.seat is not None
        step = Step(stand.turns, "act", stand.revision - 1, stand.revision, seen.view)
        angle: Angle = "mine" if mine else "public"
        return History(stored.match, seen.game, angle, (angle,), (step,), whole=False)

    async def _find_seat(self, match: Match, user: int | None) -> Tenure | None:
        """Find the seat of a reader who plays, or played until they were replaced."""
        if user is None:
            return None
        if (seat := match.seat_of(user)) is not None:
            return Tenure(seat)
        if all(player.substitution is None for player in match.players):
            return None
        for seat, holders in (await self._referee.holders(match)).items():
            for (_, who), (until, _) in pairwise(holders):
                if isinstance(who, NamedPerson) and who.id == user:
                    return Tenure(seat, until)
        return None

    # ------------------------------------------------------------- what it serves

    async def fights(self, match: MatchId, user: int, key: int | None = None) -> tuple[Fight, ...]:
        """List the fights of a player's pieces in a begun match, oldest first, by the player's own
        views alone; `key` as for `see`."""
        current = (await self._referee.load(match, key)).match
        game, seat = self._referee.rules(current.terms.game).game, current.seat_of(user)
        if game.fought is None or seat is None:
            return ()
        views = (await self._referee.course(current)).views(seat)
        met = ((game.last(then), game.fought(then, views[-1])) for then in views[1:])
        return tuple(Fight(last[1], news) for last, news in met if last and news)

    async def turns_that_count(
        self, match: MatchId, reader: int, key: int | None = None
    ) -> tuple[Taken, ...]:
        """List the turns of a begun match that still count, as one reader saw them, oldest first;
        what is set up in secret is no turn. `key` as for `Matches.see`."""
        current = (await self._referee.load(match, key)).match
        current.check_begun()
        return await self._turns(current, reader)

    async def add_turns(self, seen: ReaderView, reader: int | None) -> ReaderView:
        """Add the turns since the reader's own last one to what they see, where these may be more
        than one; a spectator has those since the last turn of whoever is to move."""
        match, number = seen.match, seen.view.number or 0
        skipping = len(match.players) > 2 or number > match.stand.turns + 1
        several = skipping or any(player.missed or player.substitution for player in match.players)
        kept = match.terms.version == self._referee.rules_of(match.terms).game.info.version
        if seen.draft or not (several and kept) or seen.view.free:
            return seen
        turns = await self._turns(match, reader)
        own = max((place for place, turn in enumerate(turns) if turn.own), default=-1)
        since = turns[own + 1 :]
        if seen.view.seat is None and not match.to_act:
            since = since[1 - len(match.players) :]
        return replace(seen, since=since) if len(since) > 1 else seen

    async def _turns(self, match: Match, reader: int | None) -> tuple[Taken, ...]:
        """List the turns as one reader saw them; "own" ones of the public are those of whoever is
        to move, and none of another person who has held the reader's seat."""
        course, held = await self._referee.course(match), None
        seat = None if reader is None else match.seat_of(reader)
        if seat is not None and match.players[seat].since:
            held = (await self._referee.holders(match))[seat]
        whose = match.to_act if seat is None else {seat}
        public, views, found = course.views(None), course.views(seat), list[Taken]()
        for turn in course.stretches():
            line = course.lines[turn.first] if turn.kind != "start" else None
            left = len(public[turn.end].out) > len(public[turn.first].out)
            if line and (line.kind in ("act", "lapse") or left):
                revision = course.revisions[turn.first]
                who = [computer for since, computer in held or () if since <= revision][-1:]
                mine = not who or (isinstance(who[0], NamedPerson) and who[0].id == reader)
                own = line.kind == "act" and line.seat in whose and mine
                found.append(Taken(turn.number, revision, views[turn.first + 1], own))
        return tuple(found)

    async def round(self, match: Match, since: int, reader: int | None = None) -> tuple[Taken, ...]:
        """List the turns since a revision, without the last, as one reader has seen them; none if
        some were taken back."""
        course = await self._referee.course(match)
        number = course.count - since
        if number < 2 or any(revision < since for revision in course.revisions[-number:]):
            return ()
        turns = await self._turns(match, reader)
        return tuple(turn for turn in turns if turn.revision >= since)[:-1]


def _angles(match: Match, held: Tenure | None, course: MatchCourse) -> tuple[Angle, ...]:
    """List the angles of a reader. A match that ended during its set-up shows no layout."""
    over = match.stand.outcome is not None
    if over and all(view.free for view in course.views(None)[:-1]):
        return ("public",)
    mine: tuple[Angle, ...] = () if held is None else ("mine",)
    return ("public", *mine, *(("open",) if over and course.hides else ()))


def _faces(lines: Sequence[Entry], step: LogSpan) -> tuple[int, ...]:
    """Return what was rolled for a turn; what is no turn had no use for it."""
    before = lines[step.first - 1] if step.first and step.kind != "forfeit" else None
    return read_faces(before.text) if before is not None and before.kind == "roll" else ()
