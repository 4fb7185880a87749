"""Flip Junqi: the state of a game, with what lies face down, and what changes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ...core import Act, IllegalAction, OutOfTurn, Over, Roll, Rules, Seat, Turn
from ...core import Code as Core
from ...submission import check_faces
from ..board import (
    CODES,
    COLOURS,
    COUNTS,
    ENGINEER,
    FLAG,
    GRID,
    HOMES,
    MINE,
    POINTS,
    SEATS,
    SET,
    STILL,
    Verdict,
)
from ..codes import Code, warning
from ..options import Options
from ..turns import (
    Missed,
    Missing,
    Move,
    check_lapse,
    eliminated,
    forgiven,
    given_up,
    one_more,
    other,
    too_long,
    too_many,
)
from ..writing import bad, counted, end_text, read_end, read_missed
from . import notation, view
from .game import FLIP_JUNQI
from .view import (
    DOWN,
    Action,
    Alive,
    Cell,
    Deed,
    Face,
    Flip,
    Flipped,
    FlipView,
    Noted,
    Strike,
    carried,
    count,
    enemy,
    landed,
    worker,
)


@dataclass(frozen=True, slots=True, repr=False)
class Hidden:
    """A piece lying face down; nobody may know which."""

    colour: str
    code: str


Board: TypeAlias = tuple[Face | Hidden | None, ...]

PACK = tuple(Hidden(colour, code) for colour in COLOURS for code in SET)
"""The 50 pieces in the order of a deal: red from the highest, then blue."""
DEAL = Roll(tuple(range(len(PACK), 1, -1)))
EVERYBODY: Alive = (tuple(COUNTS.values()), tuple(COUNTS.values()))
TURNS = tuple(Act(frozenset({seat})) for seat in SEATS)
DUMPED = 11
"""The parts of a position on one line."""


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """Everything, face-down pieces included; without a board before the deal.

    `flips` holds by seat the colour last turned up while the sides' colours are open.
    """

    options: Options
    board: Board = ()
    mover: Seat = SEATS[0]
    colours: tuple[str, str] = ("", "")
    flips: tuple[str, str] = ("", "")
    alive: Alive = EVERYBODY
    dead: tuple[Face, ...] = ()
    ply: int = 0
    quiet: int = 0
    missed: tuple[int, ...] = (0, 0)
    deeds: tuple[Deed, ...] = ()
    end: Over | None = None


def initial(variant: str) -> State:
    return State(notation.read_options(variant))


def turn(state: State) -> Turn:
    if state.end:
        return state.end
    return TURNS[state.mover] if state.board else DEAL


def see(state: State, seat: Seat | None) -> FlipView:
    options = state.options
    told = [*view.news(state.deeds, state.colours, options.missed_limit)]
    if state.deeds and not state.end:
        told += warning(Code.QUIET_FLIP, options.no_capture_limit, state.quiet)
    return FlipView(
        seat,
        turn(state),
        tuple(told),
        options,
        seen(state.board) or (None,) * len(GRID),
        state.colours,
        state.alive,
        state.dead,
        state.ply,
        state.quiet,
        state.missed,
        state.deeds,
    )


def apply(state: State, seat: Seat, action: Action) -> State:
    view.check(see(state, seat), action)
    return acted(state, seat, action)


def roll(state: State, faces: tuple[int, ...]) -> State:
    if state.board or state.end:
        raise OutOfTurn(Core.ALREADY_OVER if state.end else Core.NOT_YOUR_TURN)
    check_faces(DEAL.sides, faces)
    left = list(PACK)
    board: list[Face | Hidden | None] = [None] * len(GRID)
    for square, face in zip(POINTS, (*faces, 1), strict=True):
        board[square] = left.pop(face - 1)
    return replace(state, board=tuple(board))


def lapse(state: State, seat: Seat) -> State:
    check_lapse(turn(state), seat)
    state = replace(state, quiet=state.quiet + 1, deeds=())
    return _settled(_missed(state, seat, "time"))


def forfeit(state: State, seats: frozenset[Seat], reason: str) -> State:
    end = given_up(FLIP_JUNQI.info, turn(state), state.options, state.ply, seats, reason)
    return replace(state, end=end)


def dump(state: State) -> str:
    return " ".join(
        (
            state.options.text.replace(" ", "+"),
            str(state.mover),
            str(state.ply),
            str(state.quiet),
            ",".join(map(str, state.missed)),
            notation.colours_text(state.colours),
            notation.colours_text(state.flips),
            ",".join(_cell_text(at, cell) for at, cell in enumerate(state.board) if cell) or "-",
            notation.faces_text(state.dead),
            notation.deeds_text(state.deeds),
            end_text(state.end),
        )
    )


def load(text: str) -> State:
    parts = text.split()
    if len(parts) != DUMPED or parts[1] not in ("0", "1"):
        raise bad(text)
    board = _read_board(parts[7])
    state = State(
        options=notation.read_options(parts[0]),
        mover=Seat(int(parts[1])),
        ply=counted(parts[2]),
        quiet=counted(parts[3]),
        missed=read_missed(parts[4]),
        colours=notation.read_colours(parts[5]),
        flips=notation.read_colours(parts[6]),
        board=board,
        alive=_living(board) if board else EVERYBODY,
        dead=notation.read_faces(parts[8]),
        deeds=notation.read_deeds(parts[9]),
        end=read_end(parts[10]),
    )
    if not _possible(state):
        raise bad(text)
    return state


def seen(board: Board) -> tuple[Cell, ...]:
    """A board as everybody sees it."""
    return tuple([DOWN if isinstance(cell, Hidden) else cell for cell in board])


def _living(board: Board) -> Alive:
    """How many of every kind stand on a board."""
    tallies = {colour: dict.fromkeys(CODES, 0) for colour in COLOURS}
    for cell in board:
        if cell:
            tallies[cell.colour][cell.code] += 1
            for flag in cell.under if isinstance(cell, Face) else "":
                tallies[flag][FLAG] += 1
    red, blue = (tuple(tallies[colour].values()) for colour in COLOURS)
    return red, blue


def _possible(state: State) -> bool:
    """Whether no side has more pieces than a set; which they are, a position is free to say."""
    held = Counter(cell.colour for cell in (*state.board, *state.dead) if cell)
    decided = set(state.colours)
    if decided != {""} and decided != set(COLOURS):
        return False
    return all(count <= len(SET) for count in held.values())


def acted(state: State, seat: Seat, action: Action) -> State:
    """The state after a legal action and all that follows from it."""
    if isinstance(action, Flip):
        return _settled(_flipped(state, seat, action.square))
    return _settled(_moved(state, seat, action))


def _flipped(state: State, seat: Seat, square: int) -> State:
    """The state after a piece is turned up; while colours are open that may decide them (B3)."""
    hidden = state.board[square]
    if not isinstance(hidden, Hidden):
        raise IllegalAction(Code.FACE_UP, square=GRID.names[square])
    face = Face(hidden.colour, hidden.code)
    board = (*state.board[:square], face, *state.board[square + 1 :])
    turned = _turned(replace(state, board=board, quiet=0), seat)
    first = ""
    if not state.colours[0]:
        first = _decided(turned, seat, face)
        flips = list(state.flips)
        flips[seat] = face.colour
        turned = replace(turned, flips=("", "") if first else (flips[0], flips[1]))
    if first:
        turned = replace(turned, colours=(first, enemy(first)))
    return replace(turned, deeds=(Flipped(seat, square, face, first),))


def _decided(state: State, seat: Seat, face: Face) -> str:
    """The colour this flip gives to seat 0, or "" if it decides nothing yet.

    When nothing lies face down any more, the one who flips owns what he flips.
    """
    rule = state.options.colour_rule
    mine = {
        "opponent": enemy(face.colour),
        "own": face.colour,
        "two_same": face.colour if state.flips[seat] == face.colour else "",
        "first_engineer": face.colour if face.code == ENGINEER else "",
    }[rule]
    if not mine and not any(isinstance(cell, Hidden) for cell in state.board):
        mine = face.colour
    return mine if seat == SEATS[0] or not mine else enemy(mine)


def _turned(state: State, seat: Seat) -> State:
    """The turn passes on after a flip or a move."""
    missed = forgiven(state.missed, seat, state.options)
    return replace(state, mover=other(seat), ply=state.ply + 1, missed=missed)


def _moved(state: State, seat: Seat, move: Move) -> State:
    """The state after a legal move, what it met and what that changed."""
    face, there = state.board[move.origin], state.board[move.target]
    if not isinstance(face, Face):
        raise IllegalAction(Code.FLIP_FIRST, square=GRID.names[move.origin])
    met = Face(there.colour, there.code) if isinstance(there, Hidden) else there
    cells = [*state.board[: move.target], met, *state.board[move.target + 1 :]]
    if isinstance(there, Hidden) and met and not _fights(state, face, met):
        strike = Strike(seat, move, face, met=met, turned=True)
    else:
        strike = view.fight(seat, move, face, met, state.alive)
        cells = landed(cells, strike, state.options)
    board = tuple(cells)
    quiet = 0 if met else state.quiet + 1
    turned = _turned(replace(state, board=board, quiet=quiet), seat)
    return _counted(turned, strike, state.alive)


def _fights(state: State, face: Face, met: Face) -> bool:
    """Whether a piece just turned up by an attack on it is fought: no friend, no safe flag."""
    if met.colour == face.colour:
        return False
    return met.code != FLAG or view.refusal(face, met, state.alive, state.options) is None


def _counted(state: State, strike: Strike, before: Alive) -> State:
    """The dead are listed, and the flags that lie free, the workers and the mines told of."""
    fell: list[Face] = []
    if strike.verdict in (Verdict.BOTH, Verdict.DEFENDER):
        fell.append(replace(strike.face, under=""))
    met, taken = strike.met, None
    if met and strike.verdict in (Verdict.BOTH, Verdict.ATTACKER):
        captures = state.options.flag_goal == "capture"
        if met.code == FLAG and captures:
            taken = Over(frozenset({strike.seat}), "flag")
        if met.code != FLAG or captures:
            fell.append(replace(met, under=""))
    alive = _without(before, fell)
    deeds: list[Deed] = [strike]
    for colour in {face.colour: None for face in fell}:
        if worker(before, colour) != worker(alive, colour) != "":
            deeds.append(Noted(colour, "workers", worker(alive, colour)))
        if count(before, colour, MINE) and not count(alive, colour, MINE):
            deeds.append(Noted(colour, "mines"))
    move = strike.move
    for square in (move.origin, move.target):
        left = state.board[square]
        if isinstance(left, Face) and left.code == FLAG and left != met:
            free = left.colour + left.under
            deeds += (Noted(colour, "flag", GRID.names[square]) for colour in free)
    end = taken or state.end
    return replace(state, dead=(*state.dead, *fell), alive=alive, deeds=tuple(deeds), end=end)


def _without(alive: Alive, fell: Sequence[Face]) -> Alive:
    """The tallies with these pieces gone."""
    if not fell:
        return alive
    tallies = [list(side) for side in alive]
    for face in fell:
        tallies[COLOURS.index(face.colour)][CODES.index(face.code)] -= 1
    red, blue = map(tuple, tallies)
    return red, blue


def _missed(state: State, seat: Seat, kind: Missing) -> State:
    """A turn of this seat goes by; the last one it may miss loses."""
    missed = one_more(state.missed, seat)
    return replace(
        state,
        mover=other(seat),
        ply=state.ply + 1,
        missed=missed,
        deeds=(*state.deeds, Missed(seat, kind, missed[seat])),
        end=too_many(missed, seat, state.options),
    )


def _settled(state: State) -> State:
    """The state once an end is looked for, in the order of sections A5 and B7."""
    if state.end:
        return state
    if end := _carried_home(state) or _eliminated(state):
        return replace(state, end=end)
    options = state.options
    while not state.end:
        if end := too_long(options, state.quiet, state.ply):
            return replace(state, end=end)
        if _mobile(state, state.mover):
            return state
        if options.no_move == "lose":
            return replace(state, end=Over(frozenset({other(state.mover)}), "no_moves"))
        if not _mobile(state, other(state.mover)):
            return replace(state, end=Over(frozenset(), "deadlock"))
        state = _missed(replace(state, quiet=state.quiet + 1), state.mover, "stuck")
    return state


def _carried_home(state: State) -> Over | None:
    """The win of a worker on the enemy's flag in a headquarters of its own side."""
    if state.options.flag_goal == "capture":
        return None
    for seat in (other(state.mover), state.mover):
        for square in HOMES[seat]:
            cell = state.board[square]
            if not isinstance(cell, Face) or cell.colour != state.colours[seat]:
                continue
            if carried(cell, state.alive):
                return Over(frozenset({seat}), "flag_carried")
    return None


def _eliminated(state: State) -> Over | None:
    """The end once a side has nothing left in play that could ever move."""
    if not state.colours[0]:
        return None
    able = frozenset(
        seat
        for seat in SEATS
        if any(count(state.alive, state.colours[seat], code) for code in CODES if code not in STILL)
    )
    return eliminated(able, other(state.mover), state.options)


def _mobile(state: State, seat: Seat) -> bool:
    if any(isinstance(cell, Hidden) for cell in state.board):
        return True
    possible = view.actions(seen(state.board), state.colours[seat], state.alive, state.options)
    return next(possible, None) is not None


def _cell_text(at: int, cell: Face | Hidden) -> str:
    down = "#" if isinstance(cell, Hidden) else ""
    under = "".join(f"+{flag}" for flag in cell.under) if isinstance(cell, Face) else ""
    return f"{GRID.names[at]}:{down}{cell.colour}{cell.code}{under}"


def _read_board(text: str) -> Board:
    if text == "-":
        return ()
    board: list[Face | Hidden | None] = [None] * len(GRID)
    for part in text.split(","):
        name, _, piece = part.partition(":")
        at, face = GRID.square(name), notation.read_face(piece.removeprefix("#"))
        if board[at]:
            raise bad(part)
        board[at] = Hidden(face.colour, face.code) if piece.startswith("#") else face
    return tuple(board)


FLIP_RULES = Rules(
    game=FLIP_JUNQI,
    initial=initial,
    turn=turn,
    view=see,
    apply=apply,
    roll=roll,
    lapse=lapse,
    forfeit=forfeit,
    dump=dump,
    load=load,
)
