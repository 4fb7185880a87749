"""Games in which every seat hides three things, at once and in secret: what the toys share.

There may be any number of seats, dice, turns of two actions, and seats that are out.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar, cast

from games import core
from games.plain import plain_game, plain_rules
from games.submission import excerpt, tidy

HIDDEN = "?"
FIRST = core.Seat(0)
T = TypeVar("T", bound=tuple[Any, ...])


def put(values: T, seat: core.Seat, value: Any) -> T:
    """Return what every seat has, with another value for one of them."""
    changed = (value if at == seat else old for at, old in enumerate(values))
    return cast("T", tuple(changed))


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """A state. `layouts` are the secret, in a view "?" for what is hidden; `open` are the numbers,
    from 1, of what all have seen of each seat's things, in order; `counts` are scores or the like.
    `done` are the actions of the turn so far; `last` is the turn before, or why the seat `by` left;
    `gone` are the seats that are out, in order. Without a die thrown (0) chance is to act."""

    layouts: tuple[str, ...]
    open: tuple[str, ...]
    counts: tuple[int, ...]
    die: int
    mover: core.Seat = FIRST
    by: core.Seat = FIRST
    done: str = ""
    last: str = ""
    gone: tuple[core.Seat, ...] = ()
    end: core.Over | None = None

    @property
    def turn(self) -> core.Turn:
        hiding = frozenset(core.Seat(n) for n, layout in enumerate(self.layouts) if not layout)
        if self.end or hiding:
            return self.end or core.Act(hiding, free=True)
        return (
            core.Act(frozenset({self.mover}), begun=bool(self.done))
            if self.die
            else core.Roll((3,))
        )


@dataclass(frozen=True, slots=True)
class ToyView(core.View):
    """A view of a table, whose layouts are what this seat may know of them."""

    table: Table

    @property
    def caps(self) -> tuple[str, ...]:
        """Return three signs per seat; none before it has set up."""
        return self.table.layouts

    @property
    def out(self) -> frozenset[core.Seat]:
        return frozenset(self.table.gone)


class Toy(ABC):
    """Both halves of such a game. An action is a layout, or a text that `lifts` lists."""

    info: ClassVar[core.Info]
    layouts: ClassVar[tuple[str, ...]]
    presets: ClassVar[Mapping[str, str]]
    die: ClassVar[int]
    words: ClassVar[str]
    """What an action can look like, as a regular expression."""

    @abstractmethod
    def lifts(self, view: ToyView, seat: core.Seat) -> list[str]: ...
    @abstractmethod
    def lifted(self, table: Table, seat: core.Seat, action: str) -> Table:
        """Return the table after an action, but for what a hidden thing decides."""

    @abstractmethod
    def decided(self, table: Table, seat: core.Seat, action: str) -> Table:
        """Return the table after `lifted` with what the thing lifted decides, and pass the turn."""

    @abstractmethod
    def foreseen(self, table: Table, seat: core.Seat) -> core.Turn: ...
    @abstractmethod
    def news(self, table: Table) -> Iterator[core.Event]: ...
    @abstractmethod
    def takeback_refusal(self, view: ToyView) -> str | None: ...
    @abstractmethod
    def facts(self, view: ToyView) -> dict[str, Any]: ...

    def initial(self, variant: str) -> Table:
        self.variant(variant)
        nothing = ("",) * self.info.seats
        return Table(nothing, nothing, (0,) * self.info.seats, self.die)

    def see(self, table: Table, seat: core.Seat | None) -> ToyView:
        over = table.end and all(table.layouts)
        return self._seen(table, seat, self.info.everybody if over else (seat,))

    def opened(self, table: Table) -> ToyView:
        return self._seen(table, None, self.info.everybody if all(table.layouts) else ())

    def _seen(
        self, table: Table, seat: core.Seat | None, known: Collection[core.Seat | None]
    ) -> ToyView:
        caps = tuple(
            "".join(
                sign if owner in known or str(number) in opened else HIDDEN
                for number, sign in enumerate(layout, start=1)
            )
            for owner, (layout, opened) in enumerate(zip(table.layouts, table.open, strict=True))
        )
        return ToyView(seat, table.turn, tuple(self.news(table)), replace(table, layouts=caps))

    def legal(self, view: ToyView) -> list[str]:
        if view.seat is None or not view.acting:
            return []
        return list(self.presets.values()) if view.free else self.lifts(view, view.seat)

    def check(self, view: ToyView, action: str) -> None:
        if view.seat is None or not view.acting:
            over = isinstance(view.turn, core.Over)
            raise core.OutOfTurn(core.Code.ALREADY_OVER if over else core.Code.NOT_YOUR_TURN)
        if action not in (self.layouts if view.free else self.lifts(view, view.seat)):
            raise core.IllegalAction(f"{self.info.id}.not_now")

    def preview(self, view: ToyView, action: str) -> ToyView:
        seat = view.seat
        if seat is None or not isinstance(view.turn, core.Act):
            raise core.OutOfTurn(core.Code.NOT_YOUR_TURN)
        if not view.free:
            table = self.lifted(view.table, seat, action)
            return replace(view, table=table, turn=self.foreseen(table, seat), news=())
        waiting = view.turn.seats - {seat}
        first = replace(self.initial(""), layouts=self.layouts[:1] * self.info.seats).turn
        turn = core.Act(waiting, free=True) if waiting else first
        return replace(self.drafted(view, action), turn=turn, news=())

    def after(self, table: Table, seat: core.Seat, action: str) -> Table:
        self.check(self.see(table, seat), action)
        if all(table.layouts):
            return self.decided(self.lifted(table, seat, action), seat, action)
        return replace(table, layouts=put(table.layouts, seat, action))

    def rolled(self, table: Table, faces: tuple[int, ...]) -> Table:
        return replace(table, die=faces[0])

    def drafted(self, view: ToyView, codes: str) -> ToyView:
        if view.seat is None:
            return view
        return replace(view, table=replace(view.table, layouts=put(view.caps, view.seat, codes)))

    def parse(self, view: ToyView, text: str) -> str:
        tidied = tidy(text)
        if tidied in self.layouts or re.fullmatch(self.words, tidied):
            return tidied
        raise core.NotationError(core.Code.UNREADABLE, text=excerpt(text), example=self.layouts[0])

    def write_action(self, action: str) -> str:
        return action

    def last(self, view: ToyView) -> tuple[core.Seat, str] | None:
        turn = view.table.done or view.table.last
        if not turn or turn in ("resign", "time"):
            return None
        return view.table.by, self.info.joint.join(turn) if self.info.joint else turn

    def path(self, action: str) -> tuple[core.Pick, ...]:
        return (action,)

    def weight(self, view: ToyView, action: str) -> int:
        return 0

    def cells(self, view: ToyView) -> dict[str, str]:
        """List the things that stand, without those of the seats that are out; at the end all."""
        over = isinstance(view.turn, core.Over)
        return {
            square: f"{seat}:{sign}"
            for seat, signs in enumerate(view.caps)
            if over or seat not in view.out
            for square, sign in zip(self.squares(core.Seat(seat)), signs, strict=False)
        }

    def diagram(self, view: ToyView) -> str:
        return "\n".join(signs or "..." for signs in reversed(view.caps))

    def variant(self, text: str) -> str:
        if text not in ("", "plain"):
            raise core.NotationError(core.Code.UNKNOWN_VARIANT, variant=excerpt(text))
        return "plain"

    def squares(self, seat: core.Seat) -> tuple[str, ...]:
        """Return `a1 a2 a3` for seat 0, `b1` … for seat 1."""
        return tuple(f"{'abcd'[seat]}{number}" for number in (1, 2, 3))

    def dump(self, table: Table) -> str:
        """Write `soo,oos,-,- 1,-,-,- 0,0,1,0 1 2 1 - b3 13 1:stars`, with "-" for nothing."""
        end = table.end
        fields = (
            ",".join(layout or "-" for layout in table.layouts),
            ",".join(numbers or "-" for numbers in table.open),
            ",".join(map(str, table.counts)),
            *map(str, (table.die, table.mover, table.by)),
            *(table.done or "-", table.last or "-", "".join(map(str, table.gone)) or "-"),
            f"{''.join(map(str, sorted(end.winners)))}:{end.reason}" if end else "-",
        )
        return " ".join(fields)

    def load(self, text: str) -> Table:
        match = re.fullmatch(self._form(), text, re.ASCII)
        bad = core.NotationError(core.Code.BAD_POSITION, text=excerpt(text))
        if not match:
            raise bad
        layouts, lifted, counts, die, mover, by, done, last, gone, end = match.groups()
        numbers = tuple(map(int, counts.split(",")))
        winners, _, reason = end.partition(":")
        scores = numbers if reason == "score" else ()
        won = frozenset(core.Seat(int(winner)) for winner in winners if winner != "-")
        table = Table(
            tuple(part.strip("-") for part in layouts.split(",")),
            tuple(part.strip("-") for part in lifted.split(",")),
            numbers,
            int(die),
            *(core.Seat(int(mover)), core.Seat(int(by)), done.strip("-"), last.strip("-")),
            tuple(core.Seat(int(sign)) for sign in gone.strip("-")),
            None if end == "-" else core.Over(won, reason, scores),
        )
        if not self.possible(table):
            raise bad
        return table

    def _form(self) -> str:
        """Return what a dumped table looks like, as a regular expression."""

        def each(part: str) -> str:
            return "(" + ",".join([f"(?:{part})"] * self.info.seats) + ")"

        seat, turn = f"[0-{self.info.seats - 1}]", "-|[123]{1,3}|resign|time|" + self.words
        layout, numbers = "|".join((*self.layouts, "-")), "-|[123]{1,3}"
        fields = (each(layout), each(numbers), each(r"\d"), "([0-3])", f"({seat})", f"({seat})")
        ends = ("(-|[123])", f"({turn})", f"(-|{seat}{{1,4}})", f"(-|{seat}{{0,2}}:[a-z_]+)")
        return " ".join((*fields, *ends))

    def possible(self, table: Table) -> bool:
        return all(len({*numbers}) == len(numbers) for numbers in (*table.open, table.gone))

    def disguises(self, table: Table, seat: core.Seat | None) -> Iterator[Table]:
        """Yield the same table with everything permuted that the seat cannot see."""
        for number, layout in enumerate(table.layouts):
            owner = core.Seat(number)
            if owner == seat or not layout or table.end:
                continue
            for other in self.layouts:
                if all(other[int(at) - 1] == layout[int(at) - 1] for at in table.open[owner]):
                    yield replace(table, layouts=put(table.layouts, owner, other))

    def rules(self) -> core.Rules[Table, str, ToyView]:
        kinds = sorted(set(self.layouts[0]))
        game: core.Game[str, ToyView] = replace(
            plain_game(self.info, self, self),
            pieces={code: core.Word(f"{self.info.id}.piece.{code}") for code in kinds},
            set_up=self._set_up(),
        )
        rules = plain_rules(
            game,
            self,
            initial=self.initial,
            view=self.see,
            after=self.after,
            ended=lambda table, end: replace(table, end=end),
            rolled=self.rolled,
        )
        return replace(rules, opened=self.opened)

    def _set_up(self) -> core.SetUp[ToyView]:
        layouts, presets = self.layouts, self.presets
        known = {*presets.values(), *(codes[::-1] for codes in presets.values())}
        unknown = [codes for codes in layouts if codes not in known] or layouts

        def read(text: str) -> str:
            codes = tidy(text)
            if set(codes) - set(layouts[0]):
                raise core.NotationError(
                    core.Code.UNREADABLE, text=excerpt(text), example=layouts[0]
                )
            return codes

        def faults(seat: core.Seat, codes: str) -> tuple[core.Event, ...]:
            return () if codes in layouts else (core.Event(f"{self.info.id}.bad_layout"),)

        def swapped(codes: str, one: int, other: int) -> str:
            changed = list(codes)
            changed[one], changed[other] = codes[other], codes[one]
            return "".join(changed)

        def hidden(view: ToyView) -> dict[str, int]:
            found = (square for square, cell in self.cells(view).items() if cell.endswith(HIDDEN))
            return {square: 3 * "abcd".index(square[0]) + int(square[1]) for square in found}

        return core.SetUp(
            presets=presets,
            squares=self.squares,
            random=lambda pick: layouts[pick(len(layouts))],
            varied=lambda pick: unknown[pick(len(unknown))],
            read=read,
            written=str,
            faults=faults,
            swapped=swapped,
            mirrored=lambda codes: codes[::-1],
            drafted=self.drafted,
            hidden=hidden,
        )
