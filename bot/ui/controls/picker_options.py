"""The choices at a step of the picker: their labels, their order, their signs."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.matches.match.choices import Choice
from bot.matches.match.reader_view import ReaderView
from games.core import Pick, Word
from games.grid import natural

from ..words import lines
from ..words.catalogue import Catalogue

_SQUARE = re.compile(r"[x*+]?([a-z]\d{1,2})")
"""A square as it is picked, perhaps with the sign of what happens there."""
_KINDS = {"x": "take", "*": "take_two", "+": "merge"}
SHORT_NAME = 3
"""The length up to which a piece's name, as in Chinese, is as quickly read as its code."""


@dataclass(frozen=True, slots=True)
class Option:
    """A thing to choose: the picks it makes, its label, its sign in words, and the square it stands
    for ("" for a word); `count` actions begin with it, and `effect` is what its only one does."""

    picks: tuple[Pick, ...]
    label: str
    sign: str = ""
    weight: int = 0
    square: str = ""
    effect: str = ""
    count: int = 1


def steps(
    seen: ReaderView, open_: Iterable[Choice], depth: int, words: Catalogue, *, few: int
) -> list[Option]:
    """List the next picks, the likeliest first. Where there are at most `few`, or where names are
    short, pieces are called by name."""
    branches: dict[Pick, list[Choice]] = {}
    for choice in open_:
        branches.setdefault(choice.path[depth], []).append(choice)
    short = len(branches) > few
    return [_step(seen, leaves, depth, words, short) for leaves in branches.values()]


def in_rows(seen: ReaderView, options: Iterable[Option]) -> list[Option]:
    """Order options as buttons: wins, words and captures first, then squares as on the reader's
    board."""
    way = directions(seen)

    def order(step: Option) -> tuple[object, ...]:
        where = _place(step.square, way) if step.square else natural(step.label)
        return step.weight < 2, bool(step.square), -step.weight, where

    return sorted(options, key=order)


def directions(seen: ReaderView) -> tuple[int, int]:
    """Return 1 or -1 for files (from left to right) and for ranks (from below): -1 where the
    reader's own board has them turned."""
    quarter = (seen.view.seat or 0) * 4 // len(seen.match.players)
    return -1 if quarter in (2, 3) else 1, -1 if quarter in (1, 2) else 1


def _place(square: str, way: tuple[int, int]) -> tuple[int, int]:
    files, ranks = way
    return files * ord(square[0]), ranks * int(square[1:])


def whole(seen: ReaderView, open_: Iterable[Choice], words: Catalogue) -> list[Option]:
    return [_step(seen, [choice], 0, words, short=True) for choice in open_]


def likeliest(
    seen: ReaderView, open_: Iterable[Choice], offered: list[Option], most: int, words: Catalogue
) -> list[Option]:
    """List the likeliest actions that are not `offered` whole, as many as `most` leaves room for
    beside those: with four players, they spare half of all turns a step. Their signs say enough."""
    known = {option.picks for option in offered}
    others = [choice for choice in open_ if choice.path not in known]
    added = whole(seen, others[: max(0, most - len(offered))], words)
    return [replace(option, effect="") for option in added]


def turns_up(seen: ReaderView, open_: Iterable[Choice]) -> bool:
    """Tell whether pieces can be turned up: then a turn is one square, or two."""
    single = any(len(choice.path) == 1 and _square(choice.path[0]) for choice in open_)
    return single and not seen.game.info.joint


def is_whole(option: Option) -> bool:
    """Tell whether one pick is a whole action, as it is for what can be turned up."""
    return option.count == len(option.picks) == 1


def on_pieces(seen: ReaderView, options: Iterable[Option]) -> bool:
    """Tell whether every option is a square with a piece on it, or begins with one."""
    cells = seen.game.cells(seen.view)
    return all(option.square in cells for option in options)


def in_lists(seen: ReaderView, options: Iterable[Option]) -> list[Option]:
    """Order options as in a list: wins first, then by squares as they run on the reader's board."""
    way = directions(seen)
    return sorted(
        options,
        key=lambda option: (option.weight < 2, _place(option.square, way), natural(option.label)),
    )


def _step(
    seen: ReaderView, leaves: list[Choice], depth: int, words: Catalogue, short: bool
) -> Option:
    first = leaves[0]
    pick, weight = first.path[depth], max(leaf.weight for leaf in leaves)
    square = _square(pick)
    only = len(leaves) == 1
    sign = _sign(seen, first.path[-1] if only else "", weight, words)
    if only and len(first.path) > depth + 1:
        label = (
            first.text if square else lines.DOT.join((_capital(pick_name(pick, words)), first.text))
        )
    elif only or not square:
        label = pick_label(pick, words)
    else:
        piece = _piece(seen, square, words, short)
        label = words("picker.piece", square=square, piece=piece) if piece else square
    return Option(
        first.path[depth:] if only else (pick,),
        f"{label} {sign.partition(' ')[0]}".strip(),
        sign,
        weight,
        square,
        tell(first, words) if only else "",
        len(leaves),
    )


def _sign(seen: ReaderView, last: Pick, weight: int, words: Catalogue) -> str:
    """Explain the sign of an action or several, "× captures"; "" for a plain one."""
    kind = _KINDS.get(str(last)[:1], "take" if weight else "")
    kind = "win" if weight > 1 else kind
    if not kind:
        return ""
    own = f"{seen.match.terms.game}.sign.{kind}"
    return words(own if own in words else f"picker.sign.{kind}")


def _square(pick: Pick) -> str:
    match = _SQUARE.fullmatch(pick) if isinstance(pick, str) else None
    return match[1] if match else ""


def _piece(seen: ReaderView, square: str, words: Catalogue, short: bool) -> str:
    """Name the piece on a square, "Field Marshal (9)", in `short` by code; "" without codes."""
    code = seen.game.cells(seen.view).get(square, "").partition(":")[2][:1]
    word = seen.game.pieces.get(code)
    if not word:
        return ""
    name = words(word.code)
    return code if short and len(name) > SHORT_NAME else name


def pick_name(pick: Pick, words: Catalogue) -> str:
    return words(pick.code) if isinstance(pick, Word) else pick


def pick_label(pick: Pick, words: Catalogue) -> str:
    """Name a pick on a button: a square without the sign of what happens there, or a word."""
    return _square(pick) or _capital(pick_name(pick, words))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def tell(choice: Choice, words: Catalogue) -> str:
    mark = f"{words('picker.wins')} " if choice.weight > 1 else ""
    return mark + lines.effects(choice.news, words)
