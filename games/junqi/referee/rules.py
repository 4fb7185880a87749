"""The rules of Junqi as one value, for those who hold positions, and what a seat may see."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol, TypeVar

from ...core import A, Event, Game, IllegalAction, Info, Over, Rules, Seat, V
from ...plain import Record, plain_rules
from ...quitting import check_turn, quitting
from ..board_shape import Ground
from ..codes import Code
from ..hidden import Action, Deploy, Strike, cover_pieces, retold
from ..hidden_view import HiddenView
from ..options import Options
from ..pieces import Move
from .position import HiddenPosition, JunqiPosition
from .turns import after_setup

D = TypeVar("D")
J = TypeVar("J", bound=JunqiPosition)
H = TypeVar("H", bound=HiddenPosition)
W = TypeVar("W", bound=HiddenView)


class Lines(Record[J], Protocol[J]):
    """The room `notation.py`."""

    def read_variant(self, text: str, /) -> Options: ...


class Turns(Protocol[J]):
    """The room `turns.py`."""

    def after(self, position: J, move: Move, /) -> J: ...
    def after_lapse(self, position: J, seat: Seat, /) -> J: ...


def junqi_rules(
    game: Game[A, V],
    notation: Lines[J],
    *,
    begun: Callable[[Options], J],
    view: Callable[[J, Seat | None], V],
    after: Callable[[J, A, Seat], J],
    lapsed: Callable[[J, Seat], J],
    rolled: Callable[[J, tuple[int, ...]], J] | None = None,
) -> Rules[J, A, V]:
    """Return the rules of a mode for two, in which a turn may be missed, and nobody may resign in
    the first turns. `after` and `lapsed` are handed what is legal."""

    def checked(position: J, seat: Seat, action: A) -> J:
        game.check(view(position, seat), action)
        return after(position, action, seat)

    def with_end(position: J, end: Over) -> J:
        return replace(position, end=end)

    def lapse(position: J, seat: Seat) -> J:
        check_turn(position.turn, seat)
        return lapsed(position, seat)

    def forfeit(position: J, seats: frozenset[Seat], reason: str) -> J:
        end = quitting(game.info, position.turn, seats, reason)
        left = position.options.resign_min_ply - position.tally.ply
        if reason == "resign" and left > 0:
            raise IllegalAction(Code.TOO_EARLY, n=left)
        return with_end(position, end)

    rules = plain_rules(
        game,
        notation,
        initial=lambda variant: begun(notation.read_variant(variant)),
        view=view,
        after=checked,
        ended=with_end,
        rolled=rolled,
    )
    return replace(rules, lapse=lapse, forfeit=forfeit)


def hidden_rules(
    game: Game[Action, W],
    ground: Ground,
    notation: Lines[H],
    turns: Turns[H],
    *,
    begun: Callable[[Options], H],
    shown: Callable[[H, Seat | None, frozenset[Seat]], W],
) -> Rules[H, Action, W]:
    """Return the rules of a mode with layouts. `shown` makes the view of a reader who knows the
    pieces of these seats."""

    def see(position: H, seat: Seat | None) -> W:
        return shown(position, seat, sight(position, seat, game.info))

    def opened(position: H) -> W:
        known = frozenset[Seat]() if position.deploying else game.info.everybody
        return shown(position, None, known)

    def after(position: H, action: Action, seat: Seat) -> H:
        if isinstance(action, Deploy):
            return after_setup(position, ground, seat, action.codes)
        return turns.after(position, action)

    rules = junqi_rules(
        game, notation, begun=begun, view=see, after=after, lapsed=turns.after_lapse
    )
    return replace(rules, opened=opened)


def sight(position: HiddenPosition, seat: Seat | None, info: Info) -> frozenset[Seat]:
    """Return the seats whose pieces a viewer knows; during the set-up only the viewer's own. A
    match that ends before all are ready shows no layout, for others have none to show."""
    own = frozenset(() if seat is None else (seat,))
    if position.deploying:
        return own
    if position.end or position.options.sight == "all":
        return info.everybody
    return own if seat is None or position.options.sight == "own" else info.team(seat)


def deeds_as_heard(
    deeds: Iterable[D], known: frozenset[Seat], shown: frozenset[int]
) -> tuple[D | Strike, ...]:
    """Return deeds as a reader hears of them who may know these pieces."""
    return tuple(retold(deed, known, shown) if isinstance(deed, Strike) else deed for deed in deeds)


def view_of(
    kind: Callable[..., W],
    position: HiddenPosition,
    seat: Seat | None,
    known: frozenset[Seat],
    news: Iterable[Event],
    *more: object,
) -> W:
    """Return the view of a reader who knows the pieces of these seats; `more` are the deeds and
    whatever else this kind of view has. That somebody is ready is news until all are."""
    tally, shown = position.tally, position.shown
    told = (event for event in news if position.deploying or event.code != Code.READY)
    return kind(
        seat,
        position.turn,
        tuple(told),
        position.options,
        tuple(cover_pieces(position.board, known, shown)),
        position.ready,
        tally.ply,
        tally.quiet,
        tally.missed,
        tuple(filter(None, cover_pieces(position.lost, known, shown))),
        position.revealed,
        *more,
    )
