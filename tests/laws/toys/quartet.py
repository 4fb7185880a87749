"""Quartet: four seats in two teams, for the laws; partners sit opposite, 0 and 2, 1 and 3.

Every seat hides a star and two stones under three caps, at once and in secret. Then they act in
turn, clockwise: a seat lifts a cap of an enemy, or waits, twice at most. A seat whose star is
found is out, and so is one that resigns or runs out of time; the rest of its caps are taken away
unseen, and the partner plays on. A team wins when both seats of the other team are out.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.core import Act, Code, Event, IllegalAction, Info, Over, Pick, Seat, Turn, Word
from games.quitting import BY_ALL, check_turn, quitting, was_broken_off

from .toy import Table, Toy, ToyView, put

SEATS = tuple(map(Seat, range(4)))
STAR, WAIT = "s", "wait"
WAITS = 2


def cap(square: str) -> tuple[Seat, int]:
    """Return the owner of a cap, and its number, from 1."""
    return Seat("abcd".index(square[0])), int(square[1])


def following(seat: Seat, out: frozenset[Seat]) -> Seat:
    """Return the next seat, clockwise, that is still in."""
    clockwise = [Seat((seat + step) % 4) for step in (1, 2, 3, 4)]
    return next(other for other in clockwise if other not in out)


class _Quartet(Toy):
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
    die = 1

    def lifts(self, view: ToyView, seat: Seat) -> list[str]:
        enemies = self.info.everybody - self.info.team(seat) - view.out
        caps = (square for owner in sorted(enemies) for square in self.squares(owner))
        standing = [square for square in caps if square[1] not in view.table.open[cap(square)[0]]]
        return standing + [WAIT] * (view.table.counts[seat] < WAITS)

    def lifted(self, table: Table, seat: Seat, action: str) -> Table:
        after = replace(table, by=seat, last=action)
        if action == WAIT:
            return replace(after, counts=put(table.counts, seat, table.counts[seat] + 1))
        owner, number = cap(action)
        return replace(after, open=put(table.open, owner, table.open[owner] + str(number)))

    def foreseen(self, table: Table, seat: Seat) -> Turn:
        return Act(frozenset({following(seat, frozenset(table.gone))}))

    def decided(self, table: Table, seat: Seat, action: str) -> Table:
        if action == WAIT:
            return self.passed(table)
        owner, number = cap(action)
        found = table.layouts[owner][number - 1] == STAR
        return self.passed(replace(table, gone=(*table.gone, owner)) if found else table, "stars")

    def passed(self, table: Table, reason: str = "") -> Table:
        """Pass the turn, unless the seats that are out now end the game."""
        out = frozenset(table.gone)
        for team in self.info.teams:
            if team <= out:
                return replace(table, end=Over(self.info.everybody - team, reason))
        kept = table.mover not in out and table.by != table.mover
        return table if kept else replace(table, mover=following(table.mover, out))

    def lapse(self, table: Table, seat: Seat) -> Table:
        check_turn(table.turn, seat)
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

    def takeback_refusal(self, view: ToyView) -> str | None:
        """Refuse unless the seat waited: a lifted cap cannot be unseen."""
        return None if view.table.last == WAIT else "quartet.seen"

    def weight(self, view: ToyView, action: str) -> int:
        return int(action != WAIT and not view.free)

    def path(self, action: str) -> tuple[Pick, ...]:
        return (Word("quartet.wait") if action == WAIT else action,)

    def facts(self, view: ToyView) -> dict[str, Any]:
        table = view.table
        return {"lifted": list(table.open), "waits": list(table.counts), "out": list(table.gone)}

    def possible(self, table: Table) -> bool:
        """Tell whether caps and seats fit: only seats that are out have had their star lifted."""
        out = frozenset(table.gone)
        if not all(table.layouts):
            return not out and not table.last and not any(table.open)
        stars = {seat: str(table.layouts[seat].index(STAR) + 1) for seat in SEATS}
        found = {seat for seat, star in stars.items() if star in table.open[seat]}
        running = table.mover not in out and not any(team <= out for team in self.info.teams)
        fit = found <= out and (running or table.end is not None)
        return fit and bool(table.die) and super().possible(table)

    def news(self, table: Table) -> Iterator[Event]:
        if not table.last or was_broken_off(table.turn, BY_ALL):
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
QUARTET_RULES = replace(_QUARTET.rules(), lapse=_QUARTET.lapse, forfeit=_QUARTET.forfeit)
"""An action is a layout ("oso"), a cap ("b2") or "wait"."""
