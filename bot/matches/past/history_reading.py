"""The past of a match, turn by turn: what its readers saw then, and after the end what was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.core import Entry, Seat, View
from games.submission import read_faces

from ..course import LogSpan, MatchCourse
from ..match.history import Angle, History, Step
from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import NamedPerson
from ..match.reader_view import Fight, Taken
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
                _last_posted(posted, since, revisions[stretch.end]),
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
        course = await self._referee.course(current)
        views = course.views(current.seat_of(reader))
        turns = (stretch for stretch in course.stretches() if stretch.kind in ("act", "lapse"))
        return tuple(Taken(turn.number, views[turn.first + 1]) for turn in turns)

    async def round(self, match: Match, since: int) -> tuple[View, ...]:
        """List the public views after each turn taken since a revision, without the last; none if
        anything but turns has happened."""
        course = await self._referee.course(match)
        number = course.count - since
        if number < 2:
            return ()
        lines, views = course.lines[-number:], course.views(None)[-number:]
        if len(lines) < number:  # some were taken back
            return ()
        turns = [view for line, view in zip(lines, views, strict=True) if line.kind == "act"]
        return tuple(view for view in turns[:-1] if not view.free)


def _angles(match: Match, held: Tenure | None, course: MatchCourse) -> tuple[Angle, ...]:
    """List the angles of a reader. A match that ended during its set-up shows no layout."""
    over = match.stand.outcome is not None
    if over and all(view.free for view in course.views(None)[:-1]):
        return ("public",)
    mine: tuple[Angle, ...] = () if held is None else ("mine",)
    return ("public", *mine, *(("open",) if over and course.hides else ()))


def _last_posted(
    posted: Mapping[int, tuple[int, int]], since: int, revision: int
) -> tuple[int, int] | None:
    return next((posted[one] for one in range(revision, since, -1) if one in posted), None)


def _faces(lines: Sequence[Entry], step: LogSpan) -> tuple[int, ...]:
    """Return what was rolled for a turn; what is no turn had no use for it."""
    before = lines[step.first - 1] if step.first and step.kind != "forfeit" else None
    return read_faces(before.text) if before is not None and before.kind == "roll" else ()
