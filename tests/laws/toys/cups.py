"""Cups: a game with a secret, a die, a simultaneous turn and turns of two actions, for the laws.

Both seats hide the letters a, b, c under three cups, at once and in secret. Then they take turns: a
three-sided die is rolled, and the seat lifts two different cups of the other (the last one alone).
The cup of the die's number scores that number if it hides the letter of that number; the higher
score wins.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

from games.core import Act, Event, IllegalAction, Info, Over, Roll, Seat, Turn
from games.quitting import was_broken_off

from .toy import Table, Toy, ToyView, put


def other(seat: Seat) -> Seat:
    return Seat(1 - seat)


class _Cups(Toy):
    info = Info(
        id="cups",
        version=1,
        seats=2,
        variants=("plain",),
        designer="nobody",
        source="tests",
        joint=",",
        secrets=True,
        private=True,
    )
    layouts = tuple("".join(letters) for letters in permutations("abc"))
    presets = {"forward": "abc", "backward": "cba"}  # noqa: RUF012
    words = "[123]"
    die = 0

    def news(self, table: Table) -> Iterator[Event]:
        for cup in () if was_broken_off(table.turn) else table.done or table.last:
            letter = table.layouts[other(table.by)][int(cup) - 1]
            yield Event("cups.lifted", {"cup": cup, "letter": letter})

    def lifts(self, view: ToyView, seat: Seat) -> list[str]:
        return [cup for cup in "123" if cup not in view.table.open[other(seat)]]

    def lifted(self, table: Table, seat: Seat, action: str) -> Table:
        enemy = other(seat)
        opened = put(table.open, enemy, table.open[enemy] + action)
        return replace(table, open=opened, by=seat, done=table.done + action)

    def goes_on(self, table: Table, seat: Seat) -> bool:
        return len(table.done) < 2 and len(table.open[other(seat)]) < 3

    def foreseen(self, table: Table, seat: Seat) -> Turn:
        return Act(frozenset({seat}), begun=True) if self.goes_on(table, seat) else Roll((3,))

    def decided(self, table: Table, seat: Seat, action: str) -> Table:
        letter = table.layouts[other(seat)][int(action) - 1]
        hit = table.die == int(action) and letter == "abc"[table.die - 1]
        scores = put(table.counts, seat, table.counts[seat] + table.die * hit)
        table = replace(table, counts=scores)
        if self.goes_on(table, seat):
            return table
        if all(len(opened) == 3 for opened in table.open):
            winners = frozenset(Seat(n) for n in (0, 1) if scores[n] > scores[1 - n])
            return replace(table, end=Over(winners, "score", scores))
        return replace(table, mover=other(seat), die=0, done="", last=table.done)

    def takeback_refusal(self, view: ToyView) -> str | None:
        return "cups.seen"

    def facts(self, view: ToyView) -> dict[str, Any]:
        table = view.table
        return {"die": table.die, "scores": list(table.counts), "lifted": table.done}


_CUPS = _Cups()
disguises = _CUPS.disguises
CUPS_RULES = _CUPS.rules()
CUPS = CUPS_RULES.game
"""An action is a layout ("bca") or the number of a cup ("2")."""


def _hinted(table: Table, seat: Seat | None) -> ToyView:
    view = CUPS_RULES.view(table, seat)
    return replace(view, news=(*view.news, Event("cups.hint", {"of": table.layouts[1]})))


def _hinting(table: Table, seat: Seat, action: str) -> Table:
    if all(table.layouts) and action in _CUPS.layouts:
        hint = "cups.warm" if action == table.layouts[other(seat)] else "cups.cold"
        raise IllegalAction(hint)
    return CUPS_RULES.apply(table, seat, action)


LEAKY_NEWS = replace(CUPS_RULES, view=_hinted)
"""Rules that betray a hidden letter in a viewer's news."""
LEAKY_REFUSAL = replace(CUPS_RULES, apply=_hinting)
"""Rules that betray a hidden letter in the reason of a refusal."""
