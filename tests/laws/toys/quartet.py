"""Quartet: four seats in two teams, for the laws; partners sit opposite, 0 and 2, 1 and 3.

Every seat hides a star and two stones under three caps, at once and in secret. Then they act in
turn, clockwise: a seat lifts a cap of an enemy, or waits, twice at most. A seat whose star is
found is out, and so is one that resigns or runs out of time; the rest of its caps are taken away
unseen, and the partner plays on. A team wins when both seats of the other team are out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.core import Act, Code, Event, IllegalAction, Info, NotationError, Over, Pick, Seat, Word
from games.quitting import BY_ALL, check_lapse, quitting, was_broken_off
from games.submission import excerpt

from .toy import Hiding, HidingView, Toy, end_text, put, read_end

SEATS = tuple(map(Seat, range(4)))
STAR, WAIT = "s", "wait"
WAITS = 2
_SIGNS = r"(?:(?:soo|oso|oos|-),){3}(?:soo|oso|oos|-)"
_POSITION = re.compile(
    rf"({_SIGNS}) ((?:(?:[123]{{1,3}}|-),){{3}}(?:[123]{{1,3}}|-)) ((?:[012],){{3}}[012])"
    r" ([0-3]) (-|[0-3]{1,4}) ([0-3]) (-|wait|resign|time|[a-d][123]) (-|[0-3]{0,2}:[a-z_]+)"
)


@dataclass(frozen=True, slots=True, repr=False)
class Table(Hiding):
    """The table. `gone` are the seats that are out, in order; `last` is the deed of the seat `by`:
    the cap it lifted, "wait", "resign" or "time"."""

    waits: tuple[int, ...] = (0, 0, 0, 0)
    gone: tuple[Seat, ...] = ()
    by: Seat = SEATS[0]
    last: str = ""

    @property
    def going_on(self) -> Act:
        return Act(frozenset({self.mover}))


@dataclass(frozen=True, slots=True)
class QuartetView(HidingView):
    lifted: tuple[str, ...]
    waits: tuple[int, ...]
    gone: tuple[Seat, ...]
    by: Seat
    last: str

    @property
    def out(self) -> frozenset[Seat]:
        return frozenset(self.gone)


def cap(square: str) -> tuple[Seat, int]:
    """Return the owner of a cap, and its number, from 1."""
    return Seat("abcd".index(square[0])), int(square[1])


def following(seat: Seat, out: frozenset[Seat]) -> Seat:
    """Return the next seat, clockwise, that is still in."""
    clockwise = [Seat((seat + step) % 4) for step in (1, 2, 3, 4)]
    return next(one for one in clockwise if one not in out)


class _Quartet(Toy[Table, QuartetView]):
    info = Info(
        id="quartet",
        version=1,
        seats=4,
        variants=("plain",),
        designer="nobody",
        source="tests",
        secrets=True,
        private=True,
        teams=(frozenset(SEATS[::2]), frozenset(SEATS[1::2])),
    )
    layouts = ("soo", "oso", "oos")
    presets = {"left": "soo", "right": "oos"}  # noqa: RUF012
    words = "wait|[a-d][123]"

    def initial(self, variant: str) -> Table:
        self.variant(variant)
        return Table(("",) * 4, ("",) * 4)

    def shown(self, table: Table, seat: Seat | None, caps: tuple[str, ...]) -> QuartetView:
        news = () if was_broken_off(table.turn, BY_ALL) else tuple(_news(table))
        facts = table.open, table.waits, table.gone, table.by, table.last
        return QuartetView(seat, table.turn, news, caps, *facts)

    def lifts(self, view: QuartetView, seat: Seat) -> list[str]:
        enemies = self.info.everybody - self.info.team(seat) - view.out
        caps = (square for owner in sorted(enemies) for square in self.squares(owner))
        standing = [square for square in caps if square[1] not in view.lifted[cap(square)[0]]]
        return standing + [WAIT] * (view.waits[seat] < WAITS)

    def foreseen(self, view: QuartetView, seat: Seat, action: str) -> QuartetView:
        turn = Act(frozenset({following(seat, view.out)}))
        done = replace(view, turn=turn, news=(), by=seat, last=action)
        if action == WAIT:
            return done
        owner, number = cap(action)
        return replace(done, lifted=put(view.lifted, owner, view.lifted[owner] + str(number)))

    def lifted(self, table: Table, seat: Seat, action: str) -> Table:
        after = replace(table, by=seat, last=action)
        if action == WAIT:
            return self.passed(replace(after, waits=put(table.waits, seat, table.waits[seat] + 1)))
        owner, number = cap(action)
        after = replace(after, open=put(table.open, owner, table.open[owner] + str(number)))
        found = table.layouts[owner][number - 1] == STAR
        return self.passed(replace(after, gone=(*after.gone, owner)) if found else after, "stars")

    def passed(self, table: Table, reason: str = "") -> Table:
        """Pass the turn, unless the seats that are out now end the game."""
        out = frozenset(table.gone)
        for team in self.info.teams:
            if team <= out:
                return replace(table, end=Over(self.info.everybody - team, reason))
        kept = table.mover not in out and table.by != table.mover
        return table if kept else replace(table, mover=following(table.mover, out))

    def lapse(self, table: Table, seat: Seat) -> Table:
        check_lapse(table.turn, seat)
        return self._left(table, seat, "time")

    def forfeit(self, table: Table, seats: frozenset[Seat], reason: str) -> Table:
        end = quitting(self.info, table.turn, seats, reason)
        if seats == self.info.everybody:
            return replace(table, end=end)
        (seat, *others) = seats
        if others or seat in table.gone:
            raise IllegalAction(Code.NO_SUCH_SEAT, seat=",".join(map(str, sorted(seats))))
        return self._left(table, seat, "resign")

    def _left(self, table: Table, seat: Seat, why: str) -> Table:
        """Let a seat leave the game, which cannot begin without it."""
        if not all(table.layouts):
            return replace(table, end=Over(frozenset(), "cancelled"))
        return self.passed(replace(table, gone=(*table.gone, seat), by=seat, last=why), why)

    def takeback_refusal(self, view: QuartetView) -> str | None:
        """Refuse unless the seat waited: a lifted cap cannot be unseen."""
        return None if view.last == WAIT else "quartet.seen"

    def weight(self, view: QuartetView, action: str) -> int:
        return int(action != WAIT and not view.free)

    def last(self, view: QuartetView) -> tuple[Seat, str] | None:
        return (view.by, view.last) if view.last and view.last not in ("resign", "time") else None

    def path(self, action: str) -> tuple[Pick, ...]:
        return (Word("quartet.wait") if action == WAIT else action,)

    def cells(self, view: QuartetView) -> dict[str, str]:
        """List the caps that stand, without those of the seats that are out; at the end all."""
        over = isinstance(view.turn, Over)
        caps = super().cells(view).items()
        return {at: sign for at, sign in caps if over or cap(at)[0] not in view.gone}

    def facts(self, view: QuartetView) -> dict[str, Any]:
        return {"lifted": list(view.lifted), "waits": list(view.waits), "out": list(view.gone)}

    def dump(self, table: Table) -> str:
        """Write `soo,oos,- … 1,- 0,0,1,0 2 13 1 b3 1:stars`, with "-" for nothing."""
        fields = (
            ",".join(layout or "-" for layout in table.layouts),
            ",".join(one or "-" for one in table.open),
            ",".join(map(str, table.waits)),
            str(table.mover),
            "".join(map(str, table.gone)) or "-",
            str(table.by),
            table.last or "-",
            end_text(table.end),
        )
        return " ".join(fields)

    def load(self, text: str) -> Table:
        match = _POSITION.fullmatch(text)
        bad = NotationError(Code.BAD_POSITION, text=excerpt(text))
        if not match:
            raise bad
        layouts, lifted, waits, mover, gone, by, last, end = match.groups()
        table = Table(
            tuple(part.strip("-") for part in layouts.split(",")),
            tuple(part.strip("-") for part in lifted.split(",")),
            Seat(int(mover)),
            read_end(end),
            tuple(map(int, waits.split(","))),
            tuple(Seat(int(sign)) for sign in gone.strip("-")),
            Seat(int(by)),
            last.strip("-"),
        )
        if not self._possible(table):
            raise bad
        return table

    def _possible(self, table: Table) -> bool:
        """Tell whether caps and seats fit: only seats that are out have had their star lifted."""
        out = frozenset(table.gone)
        if not all(table.layouts):
            return not out and not table.last and not any(table.open)
        if any(len(set(numbers)) < len(numbers) for numbers in (*table.open, table.gone)):
            return False
        stars = {seat: str(table.layouts[seat].index(STAR) + 1) for seat in SEATS}
        found = {seat for seat, star in stars.items() if star in table.open[seat]}
        running = table.mover not in out and not any(team <= out for team in self.info.teams)
        return found <= out and (running or table.end is not None)


def _news(table: Table) -> Iterator[Event]:
    if not table.last:
        return
    by: dict[str, str | int | Word] = {"side": Word(f"quartet.seat.{table.by}")}
    if table.last == WAIT:
        yield Event("quartet.waited", by)
    elif table.last in ("resign", "time"):
        yield Event("quartet.left", by)
    else:
        owner, number = cap(table.last)
        piece = table.layouts[owner][number - 1]
        name = Word(f"quartet.piece.{piece}")
        yield Event("quartet.lifted", {**by, "square": table.last, "name": name})
        if piece == STAR:
            yield Event("quartet.left", {"side": Word(f"quartet.seat.{owner}")})


_QUARTET = _Quartet()
disguises = _QUARTET.disguises
QUARTET_RULES = replace(
    _QUARTET.rules(_QUARTET.game()), lapse=_QUARTET.lapse, forfeit=_QUARTET.forfeit
)
"""An action is a layout ("oso"), a cap ("b2") or "wait"."""
