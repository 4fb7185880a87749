"""The two halves of a game put together from its rooms, with what is alike in all games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar, cast

from .core import Code, Event, Game, Info, OutOfTurn, Over, Pick, Roll, Rules, Seat, Turn, View
from .quitting import check_turn, quitting, was_broken_off
from .submission import check_faces

A = TypeVar("A")
V = TypeVar("V", bound=View)
Seen = TypeVar("Seen", bound=View, contravariant=True)


class Standing(Protocol):
    """A position, which knows whose turn it is."""

    @property
    def turn(self) -> Turn: ...


P = TypeVar("P", bound=Standing)


class Sight(Protocol[A, V]):
    """The room `view.py`: what each of these does is said in `Game`."""

    def legal(self, view: V, /) -> Sequence[A]: ...
    def check(self, view: V, action: A, /) -> None: ...
    def preview(self, view: V, action: A, /) -> V: ...
    def path(self, action: A, /) -> tuple[Pick, ...]: ...
    def weight(self, view: V, action: A, /) -> int: ...
    def takeback_refusal(self, view: V, /) -> str | None: ...


class Writing(Protocol[A, Seen]):
    """The room `notation.py`."""

    def parse(self, view: Seen, text: str, /) -> A: ...
    def write_action(self, action: A, /) -> str: ...
    def last(self, view: Seen, /) -> tuple[Seat, str] | None: ...
    def cells(self, view: Seen, /) -> dict[str, str]: ...
    def facts(self, view: Seen, /) -> dict[str, Any]: ...
    def diagram(self, view: Seen, /) -> str: ...
    def variant(self, text: str, /) -> str: ...


class Record(Protocol[P]):
    """What `notation.py` has for those who hold positions."""

    def dump(self, position: P, /) -> str: ...
    def load(self, text: str, /) -> P: ...


def no_refusal(view: View) -> str | None:
    """Return None: no turn shows anything that was hidden, and each may be taken back."""
    return None


@dataclass(frozen=True, slots=True)
class OpenView(View, Generic[P]):
    """A view of a game that hides nothing: the whole position, the same for all."""

    position: P


def open_sight(
    kind: Callable[[Seat | None, Turn, tuple[Event, ...], P], V],
    news: Callable[[P], tuple[Event, ...]],
    actions: Callable[[P], list[A]],
    after: Callable[[P, A], P],
) -> tuple[Callable[[P, Seat | None], V], Callable[[V], list[A]], Callable[[V, A], V]]:
    """Return `see`, `legal` and `preview` of a game that hides nothing, for its kind of views."""

    def see(position: P, seat: Seat | None) -> V:
        told = () if was_broken_off(position.turn) else news(position)
        return kind(seat, position.turn, told, position)

    def legal(view: Any) -> list[A]:
        return actions(view.position) if view.acting else []

    def preview(view: Any, action: A) -> V:
        return see(after(view.position, action), view.seat)

    return see, legal, preview


def checked(
    kind: Callable[[Seat, Turn, tuple[Event, ...], P], V],
    check: Callable[[V, A], None],
    after: Callable[[P, A], P],
) -> Callable[[P, Seat, A], P]:
    """Return what applies an action of such a game: after a check, without the news."""

    def apply(position: P, seat: Seat, action: A) -> P:
        check(kind(seat, position.turn, (), position), action)
        return after(position, action)

    return apply


def plain_game(info: Info, view: Sight[A, V], notation: Writing[A, V], **more: Any) -> Game[A, V]:
    """Return the public half of a game; `more` is what only some games have."""
    return Game(
        info=info,
        legal=view.legal,
        check=view.check,
        preview=view.preview,
        parse=notation.parse,
        format=notation.write_action,
        path=view.path,
        weight=view.weight,
        last=notation.last,
        cells=notation.cells,
        facts=notation.facts,
        diagram=notation.diagram,
        takeback_refusal=view.takeback_refusal,
        variant=notation.variant,
        **more,
    )


def plain_rules(
    game: Game[A, V],
    notation: Record[P],
    *,
    initial: Callable[[str], P],
    view: Callable[[P, Seat | None], V],
    after: Callable[[P, Seat, A], P],
    ended: Callable[[P, Over], P] = lambda position, end: replace(cast(Any, position), end=end),
    rolled: Callable[[P, tuple[int, ...]], P] | None = None,
) -> Rules[P, A, V]:
    """Return the rules of a game that is lost by whoever gives it up or runs out of time.

    `after` raises as `Rules.apply` does; `ended` returns the position with this end. `rolled` is
    handed faces that suit the turn; it is None where there are no dice.
    """

    def turn(position: P) -> Turn:
        return position.turn

    def roll(position: P, faces: tuple[int, ...]) -> P:
        turn = position.turn
        if rolled is None or not isinstance(turn, Roll):
            raise OutOfTurn(Code.ALREADY_OVER if isinstance(turn, Over) else Code.NOT_YOUR_TURN)
        check_faces(turn.sides, faces)
        return rolled(position, faces)

    def lapse(position: P, seat: Seat) -> P:
        check_turn(position.turn, seat)
        return ended(position, quitting(game.info, position.turn, frozenset({seat}), "time"))

    def forfeit(position: P, seats: frozenset[Seat], reason: str) -> P:
        return ended(position, quitting(game.info, position.turn, seats, reason))

    return Rules(
        game=game,
        initial=initial,
        turn=turn,
        view=view,
        apply=after,
        roll=roll,
        lapse=lapse,
        forfeit=forfeit,
        dump=notation.dump,
        load=notation.load,
    )
