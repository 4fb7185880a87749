"""Quartet: four seats in two teams, for the laws; partners sit opposite, 0 and 2, 1 and 3.

Every seat hides a star and two stones under three caps, at once and in secret. Then they act in
turn, clockwise: a seat lifts a cap of an enemy, or waits, twice at most. A seat whose star is
found is out, and so is one that resigns or runs out of time; the rest of its caps are taken away
unseen, and the partner plays on. A team wins when both seats of the other team are out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

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
    Turn,
    View,
    Word,
)
from games.quitting import BY_ALL, broken_off, check_lapse, quitting
from games.submission import excerpt, tidy

from .three import HIDDEN, canonical, disguised, pieces, put, set_up, squares

SEATS = tuple(map(Seat, range(4)))
STAR, WAIT = "s", "wait"
LAYOUTS = ("soo", "oso", "oos")
PRESETS = {"left": "soo", "right": "oos"}
WAITS = 2
INFO = Info(
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
Four: TypeAlias = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """The table; `layouts` are secret, `lifted` the numbers of the caps lifted, in order.

    `gone` are the seats that are out, in order; `last` is the deed of the seat `by`: the cap it
    lifted, "wait", "resign" or "time".
    """

    layouts: Four = ("", "", "", "")
    lifted: Four = ("", "", "", "")
    waits: tuple[int, ...] = (0, 0, 0, 0)
    mover: Seat = SEATS[0]
    gone: tuple[Seat, ...] = ()
    by: Seat = SEATS[0]
    last: str = ""
    end: Over | None = None

    @property
    def turn(self) -> Turn:
        if self.end:
            return self.end
        if all(self.layouts):
            return Act(frozenset({self.mover}))
        return Act(frozenset(seat for seat in SEATS if not self.layouts[seat]), free=True)


@dataclass(frozen=True, slots=True)
class QuartetView(View):
    """`caps` holds three signs per seat, "?" for what is hidden; none before it has set up."""

    caps: Four
    lifted: Four
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


# ------------------------------------------------------------------------- views


def see(table: Table, seat: Seat | None) -> QuartetView:
    over = table.end and all(table.layouts)
    return shown(table, seat, SEATS if over else (seat,))


def opened(table: Table) -> QuartetView:
    return shown(table, None, SEATS if all(table.layouts) else ())


def shown(table: Table, seat: Seat | None, seats: Collection[Seat | None]) -> QuartetView:
    caps = Table().layouts
    for owner in SEATS:
        known = "123" if owner in seats else table.lifted[owner]
        signs = enumerate(table.layouts[owner], start=1)
        shown = "".join(sign if str(number) in known else HIDDEN for number, sign in signs)
        caps = put(caps, owner, shown)
    news, gone, by = tuple(_news(table)), table.gone, table.by
    return QuartetView(
        seat, table.turn, news, caps, table.lifted, table.waits, gone, by, table.last
    )


def _news(table: Table) -> Iterator[Event]:
    if not table.last or broken_off(table.turn, BY_ALL):
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


def legal(view: QuartetView) -> list[str]:
    if view.seat is None or not view.acting:
        return []
    if view.free:
        return list(PRESETS.values())
    enemies = INFO.everybody - INFO.team(view.seat) - view.out
    caps = (square for owner in sorted(enemies) for square in squares(owner))
    standing = [square for square in caps if square[1] not in view.lifted[cap(square)[0]]]
    return standing + [WAIT] * (view.waits[view.seat] < WAITS)


def check(view: QuartetView, action: str) -> None:
    if not view.acting:
        over = isinstance(view.turn, Over)
        raise OutOfTurn(Code.ALREADY_OVER if over else Code.NOT_YOUR_TURN)
    if action not in (LAYOUTS if view.free else legal(view)):
        raise IllegalAction("quartet.not_now")


def preview(view: QuartetView, action: str) -> QuartetView:
    seat = view.seat
    if seat is None or not isinstance(view.turn, Act):
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    if view.free:
        waiting = view.turn.seats - {seat}
        turn = Act(waiting, free=True) if waiting else Act(frozenset({SEATS[0]}))
        return replace(drafted(view, action), turn=turn, news=())
    turn = Act(frozenset({following(seat, view.out)}))
    done = replace(view, turn=turn, news=(), by=seat, last=action)
    if action == WAIT:
        return done
    owner, number = cap(action)
    return replace(done, lifted=put(view.lifted, owner, view.lifted[owner] + str(number)))


def takeback_refusal(view: QuartetView) -> str | None:
    """Refuse unless the seat waited: a lifted cap cannot be unseen."""
    return None if view.last == WAIT else "quartet.seen"


def following(seat: Seat, out: frozenset[Seat]) -> Seat:
    """Return the next seat, clockwise, that is still in."""
    clockwise = [Seat((seat + step) % 4) for step in (1, 2, 3, 4)]
    return next(one for one in clockwise if one not in out)


# ------------------------------------------------------------------------- turns


def initial(variant: str) -> Table:
    canonical(variant)
    return Table()


def apply(table: Table, seat: Seat, action: str) -> Table:
    check(see(table, seat), action)
    if not all(table.layouts):
        return replace(table, layouts=put(table.layouts, seat, action))
    after = replace(table, by=seat, last=action)
    if action == WAIT:
        waits = tuple(count + (one == seat) for one, count in enumerate(table.waits))
        return passed(replace(after, waits=waits))
    owner, number = cap(action)
    after = replace(after, lifted=put(table.lifted, owner, table.lifted[owner] + str(number)))
    found = table.layouts[owner][number - 1] == STAR
    return passed(replace(after, gone=(*after.gone, owner)) if found else after, "stars")


def passed(table: Table, reason: str = "") -> Table:
    """Pass the turn, unless the seats that are out now end the game."""
    out = frozenset(table.gone)
    for team in INFO.teams:
        if team <= out:
            return replace(table, end=Over(INFO.everybody - team, reason))
    kept = table.mover not in out and table.by != table.mover
    return table if kept else replace(table, mover=following(table.mover, out))


def lapse(table: Table, seat: Seat) -> Table:
    check_lapse(table.turn, seat)
    return _left(table, seat, "time")


def forfeit(table: Table, seats: frozenset[Seat], reason: str) -> Table:
    end = quitting(INFO, table.turn, seats, reason)
    if seats == INFO.everybody:
        return replace(table, end=end)
    (seat, *others) = seats
    if others or seat in table.gone:
        raise IllegalAction(Code.NO_SUCH_SEAT, seat=",".join(map(str, sorted(seats))))
    return _left(table, seat, "resign")


def _left(table: Table, seat: Seat, why: str) -> Table:
    """Let a seat leave the game, which cannot begin without it."""
    if not all(table.layouts):
        return replace(table, end=Over(frozenset(), "cancelled"))
    return passed(replace(table, gone=(*table.gone, seat), by=seat, last=why), why)


def roll(table: Table, faces: tuple[int, ...]) -> Table:
    raise OutOfTurn(Code.ALREADY_OVER if table.end else Code.NOT_YOUR_TURN)


# ---------------------------------------------------------------------- notation


def parse(view: QuartetView, text: str) -> str:
    tidied = tidy(text)
    if tidied in LAYOUTS or tidied == WAIT or re.fullmatch("[a-d][123]", tidied):
        return tidied
    raise NotationError(Code.UNREADABLE, text=excerpt(text), example="b2")


def last(view: QuartetView) -> tuple[Seat, str] | None:
    return (view.by, view.last) if view.last and view.last not in ("resign", "time") else None


def path(action: str) -> tuple[Pick, ...]:
    return (Word("quartet.wait") if action == WAIT else action,)


def cells(view: QuartetView) -> dict[str, str]:
    """List the caps that stand, without those of the seats that are out; at the end all."""
    return {
        square: f"{seat}:{sign}"
        for seat in SEATS
        for square, sign in zip(squares(seat), view.caps[seat], strict=False)
        if seat not in view.gone or isinstance(view.turn, Over)
    }


def facts(view: QuartetView) -> dict[str, Any]:
    return {"lifted": list(view.lifted), "waits": list(view.waits), "out": list(view.gone)}


def diagram(view: QuartetView) -> str:
    return "\n".join(f"{'abcd'[seat]} {view.caps[seat] or '...'}" for seat in reversed(SEATS))


def dump(table: Table) -> str:
    """Write `soo,oos,- … 1,- 0,0,1,0 2 13 1 b3 1:stars`, with "-" for nothing."""
    end = "-"
    if table.end:
        end = f"{''.join(map(str, sorted(table.end.winners)))}:{table.end.reason}"
    fields = (
        ",".join(one or "-" for one in table.layouts),
        ",".join(one or "-" for one in table.lifted),
        ",".join(map(str, table.waits)),
        str(table.mover),
        "".join(map(str, table.gone)) or "-",
        str(table.by),
        table.last or "-",
        end,
    )
    return " ".join(fields)


_SIGNS = r"(?:(?:soo|oso|oos|-),){3}(?:soo|oso|oos|-)"
_POSITION = re.compile(
    rf"({_SIGNS}) ((?:(?:[123]{{1,3}}|-),){{3}}(?:[123]{{1,3}}|-)) ((?:[012],){{3}}[012])"
    r" ([0-3]) (-|[0-3]{1,4}) ([0-3]) (-|wait|resign|time|[a-d][123]) (-|([0-3]{0,2}):([a-z_]+))"
)


def load(text: str) -> Table:
    match = _POSITION.fullmatch(text)
    bad = NotationError(Code.BAD_POSITION, text=excerpt(text))
    if not match:
        raise bad
    layouts, lifted = (_read_four(match[number]) for number in (1, 2))
    gone = tuple(Seat(int(sign)) for sign in match[5].strip("-"))
    end = None
    if match[8] != "-":
        end = Over(frozenset(Seat(int(sign)) for sign in match[9]), match[10])
    table = Table(
        layouts,
        lifted,
        tuple(map(int, match[3].split(","))),
        Seat(int(match[4])),
        gone,
        Seat(int(match[6])),
        match[7].strip("-"),
        end,
    )
    if not _possible(table):
        raise bad
    return table


def _read_four(text: str) -> Four:
    one, two, three, four = (part.strip("-") for part in text.split(","))
    return one, two, three, four


def _possible(table: Table) -> bool:
    """Tell whether caps and seats fit: only seats that are out have had their star lifted."""
    out = frozenset(table.gone)
    if not all(table.layouts):
        return not out and not table.last and not any(table.lifted)
    if any(len(set(numbers)) < len(numbers) for numbers in (*table.lifted, table.gone)):
        return False
    found = {
        seat for seat in SEATS if str(table.layouts[seat].index(STAR) + 1) in table.lifted[seat]
    }
    running = table.mover not in out and not any(team <= out for team in INFO.teams)
    return found <= out and (running or table.end is not None)


# -------------------------------------------------------------------- setting up


def drafted(view: QuartetView, codes: str) -> QuartetView:
    return view if view.seat is None else replace(view, caps=put(view.caps, view.seat, codes))


def disguises(table: Table, seat: Seat | None) -> Iterator[Table]:
    return disguised(table, seat, LAYOUTS, table.lifted)


QUARTET: Game[str, QuartetView] = Game(
    info=INFO,
    legal=legal,
    check=check,
    preview=preview,
    parse=parse,
    format=str,
    path=path,
    weight=lambda view, action: int(action != WAIT and not view.free),
    last=last,
    cells=cells,
    facts=facts,
    diagram=diagram,
    takeback_refusal=takeback_refusal,
    variant=canonical,
    pieces=pieces("quartet", LAYOUTS),
    set_up=set_up("quartet", LAYOUTS, PRESETS, drafted, cells),
)
"""An action is a layout ("oso"), a cap ("b2") or "wait"."""
QUARTET_RULES: Rules[Table, str, QuartetView] = Rules(
    game=QUARTET,
    initial=initial,
    turn=lambda table: table.turn,
    view=see,
    apply=apply,
    roll=roll,
    lapse=lapse,
    forfeit=forfeit,
    dump=dump,
    load=load,
    opened=opened,
)
