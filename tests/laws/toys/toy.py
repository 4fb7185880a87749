"""Games in which every seat hides three things, at once and in secret: what the toys share."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar, cast

from games.core import (
    Act,
    Code,
    Event,
    Game,
    IllegalAction,
    Info,
    NotationError,
    OutOfTurn,
    Over,
    Pick,
    Rules,
    Seat,
    SetUp,
    Turn,
    View,
    Word,
)
from games.plain import plain_game, plain_rules
from games.submission import excerpt, tidy

HIDDEN = "?"
T = TypeVar("T", bound=tuple[Any, ...])


def put(values: T, seat: Seat, value: Any) -> T:
    """Return what every seat has, with another value for one of them."""
    changed = (value if at == seat else old for at, old in enumerate(values))
    return cast("T", tuple(changed))


@dataclass(frozen=True, slots=True, repr=False)
class Hiding(ABC):
    """A state. `layouts` are the secret, `open` the numbers, from 1, of what all have seen of each
    seat's things, in order."""

    layouts: tuple[str, ...]
    open: tuple[str, ...]
    mover: Seat = Seat(0)  # noqa: RUF009 - a number
    end: Over | None = None

    @property
    def turn(self) -> Turn:
        hiding = frozenset(Seat(n) for n, layout in enumerate(self.layouts) if not layout)
        return self.end or (Act(hiding, free=True) if hiding else self.going_on)

    @property
    @abstractmethod
    def going_on(self) -> Turn:
        """Return the turn once all things are hidden."""


@dataclass(frozen=True, slots=True)
class HidingView(View):
    """`caps` holds three signs per seat, "?" for what is hidden; none before it has set up."""

    caps: tuple[str, ...]


S = TypeVar("S", bound=Hiding)
V = TypeVar("V", bound=HidingView)


class Toy(ABC, Generic[S, V]):
    """Both halves of such a game. An action is a layout, or a text that `lifts` lists."""

    info: ClassVar[Info]
    layouts: ClassVar[tuple[str, ...]]
    presets: ClassVar[Mapping[str, str]]
    words: ClassVar[str]
    """What an action can look like, as a regular expression; the first word is the example."""

    @abstractmethod
    def initial(self, variant: str) -> S: ...
    @abstractmethod
    def shown(self, state: S, seat: Seat | None, caps: tuple[str, ...]) -> V: ...
    @abstractmethod
    def lifts(self, view: V, seat: Seat) -> list[str]: ...
    @abstractmethod
    def lifted(self, state: S, seat: Seat, action: str) -> S: ...
    @abstractmethod
    def foreseen(self, view: V, seat: Seat, action: str) -> V: ...
    @abstractmethod
    def takeback_refusal(self, view: V) -> str | None: ...
    @abstractmethod
    def last(self, view: V) -> tuple[Seat, str] | None: ...
    @abstractmethod
    def facts(self, view: V) -> dict[str, Any]: ...
    @abstractmethod
    def dump(self, state: S) -> str: ...
    @abstractmethod
    def load(self, text: str) -> S: ...

    def see(self, state: S, seat: Seat | None) -> V:
        over = state.end and all(state.layouts)
        return self._seen(state, seat, self.info.everybody if over else (seat,))

    def opened(self, state: S) -> V:
        return self._seen(state, None, self.info.everybody if all(state.layouts) else ())

    def _seen(self, state: S, seat: Seat | None, known: Collection[Seat | None]) -> V:
        caps = tuple(
            "".join(
                sign if owner in known or str(number) in opened else HIDDEN
                for number, sign in enumerate(layout, start=1)
            )
            for owner, (layout, opened) in enumerate(zip(state.layouts, state.open, strict=True))
        )
        return self.shown(state, seat, caps)

    def legal(self, view: V) -> list[str]:
        if view.seat is None or not view.acting:
            return []
        return list(self.presets.values()) if view.free else self.lifts(view, view.seat)

    def check(self, view: V, action: str) -> None:
        if view.seat is None or not view.acting:
            over = isinstance(view.turn, Over)
            raise OutOfTurn(Code.ALREADY_OVER if over else Code.NOT_YOUR_TURN)
        if action not in (self.layouts if view.free else self.lifts(view, view.seat)):
            raise IllegalAction(f"{self.info.id}.not_now")

    def preview(self, view: V, action: str) -> V:
        seat = view.seat
        if seat is None or not isinstance(view.turn, Act):
            raise OutOfTurn(Code.NOT_YOUR_TURN)
        if not view.free:
            return self.foreseen(view, seat, action)
        waiting = view.turn.seats - {seat}
        first = replace(self.initial(""), layouts=self.layouts[:1] * self.info.seats).turn
        turn = Act(waiting, free=True) if waiting else first
        return replace(self.drafted(view, action), turn=turn, news=())

    def after(self, state: S, seat: Seat, action: str) -> S:
        self.check(self.see(state, seat), action)
        if all(state.layouts):
            return self.lifted(state, seat, action)
        return replace(state, layouts=put(state.layouts, seat, action))

    def drafted(self, view: V, codes: str) -> V:
        return view if view.seat is None else replace(view, caps=put(view.caps, view.seat, codes))

    def parse(self, view: V, text: str) -> str:
        tidied = tidy(text)
        if tidied in self.layouts or re.fullmatch(self.words, tidied):
            return tidied
        raise NotationError(Code.UNREADABLE, text=excerpt(text), example=self.layouts[0])

    def write_action(self, action: str) -> str:
        return action

    def path(self, action: str) -> tuple[Pick, ...]:
        return (action,)

    def weight(self, view: V, action: str) -> int:
        return 0

    def cells(self, view: V) -> dict[str, str]:
        return {
            square: f"{seat}:{sign}"
            for seat, signs in enumerate(view.caps)
            for square, sign in zip(self.squares(Seat(seat)), signs, strict=False)
        }

    def diagram(self, view: V) -> str:
        return "\n".join(signs or "..." for signs in reversed(view.caps))

    def variant(self, text: str) -> str:
        if text not in ("", "plain"):
            raise NotationError(Code.UNKNOWN_VARIANT, variant=excerpt(text))
        return "plain"

    def squares(self, seat: Seat) -> tuple[str, ...]:
        """Return `a1 a2 a3` for seat 0, `b1` … for seat 1."""
        return tuple(f"{'abcd'[seat]}{number}" for number in (1, 2, 3))

    def disguises(self, state: S, seat: Seat | None) -> Iterator[S]:
        """Yield the same state with everything permuted that the seat cannot see."""
        for number, layout in enumerate(state.layouts):
            owner = Seat(number)
            if owner == seat or not layout or state.end:
                continue
            for other in self.layouts:
                if all(other[int(at) - 1] == layout[int(at) - 1] for at in state.open[owner]):
                    yield replace(state, layouts=put(state.layouts, owner, other))

    def game(self) -> Game[str, V]:
        kinds = sorted(set(self.layouts[0]))
        return replace(
            plain_game(self.info, self, self),
            pieces={code: Word(f"{self.info.id}.piece.{code}") for code in kinds},
            set_up=self._set_up(),
        )

    def rules(self, game: Game[str, V]) -> Rules[S, str, V]:
        rules = plain_rules(
            game,
            self,
            initial=self.initial,
            view=self.see,
            after=self.after,
            ended=lambda state, end: replace(state, end=end),
            rolled=self.rolled,
        )
        return replace(rules, opened=self.opened)

    def rolled(self, state: S, faces: tuple[int, ...]) -> S:
        raise OutOfTurn(Code.NOT_YOUR_TURN)

    def _set_up(self) -> SetUp[V]:
        layouts, presets = self.layouts, self.presets
        known = {*presets.values(), *(codes[::-1] for codes in presets.values())}
        unknown = [codes for codes in layouts if codes not in known] or layouts

        def read(text: str) -> str:
            codes = tidy(text)
            if set(codes) - set(layouts[0]):
                raise NotationError(Code.UNREADABLE, text=excerpt(text), example=layouts[0])
            return codes

        def faults(seat: Seat, codes: str) -> tuple[Event, ...]:
            return () if codes in layouts else (Event(f"{self.info.id}.bad_layout"),)

        def swapped(codes: str, one: int, other: int) -> str:
            changed = list(codes)
            changed[one], changed[other] = codes[other], codes[one]
            return "".join(changed)

        def hidden(view: V) -> dict[str, int]:
            found = (square for square, cell in self.cells(view).items() if cell.endswith(HIDDEN))
            return {square: 3 * "abcd".index(square[0]) + int(square[1]) for square in found}

        return SetUp(
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


def end_text(end: Over | None) -> str:
    """Write `1:stars`, or "-" for none."""
    return f"{''.join(map(str, sorted(end.winners)))}:{end.reason}" if end else "-"


def read_end(text: str, scores: tuple[int, ...] = ()) -> Over | None:
    if text == "-":
        return None
    winners, _, reason = text.partition(":")
    kept = scores if reason == "score" else ()
    return Over(frozenset(Seat(int(winner)) for winner in winners), reason, kept)
