"""The private picker: choose a piece, choose where, see the result, confirm or go back.

All a picker knows is in its custom ids, so it survives a restart: the actions already chosen and
the picks of the next one, written `a1,b2|f4`. What is too much for buttons has the likeliest as
buttons and the rest in lists if it has pieces on it, and if not two steps: `c`, then `3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import filterfalse
from typing import Any

import discord

from bot.matches.match.choices import Choice
from bot.matches.match.reader_view import ReaderView
from games.core import Pick, read_pick

from ..words import lines
from ..words.catalogue import Catalogue
from .buttons import PressItem, button, on, rows, select
from .picker_options import (
    Option,
    directions,
    in_lists,
    in_rows,
    is_whole,
    likeliest,
    on_pieces,
    pick_name,
    steps,
    turns_up,
    whole,
)

IN_ROW = 5
LAST_ROW = 4
"""The row for Back, or the fifth row of choices where there is nothing to go back to."""
BESIDE_BOARD = 3 * IN_ROW
"""The buttons that leave the board in sight on a phone, unless there are more pieces to choose."""
MOST_OPTIONS = 25
MOST_LISTS = 4
MOST_LISTED = MOST_LISTS * MOST_OPTIONS
LONGEST_OPTION = 100
FEW = 8
"""The most choices that are also described one by one above the buttons."""


@dataclass(frozen=True, slots=True)
class Picks:
    """The picks so far: whole actions, then the picks of the next one."""

    actions: str = ""
    picks: tuple[Pick, ...] = ()

    @classmethod
    def read(cls, text: str) -> Picks:
        """Read an id; what stands behind a second bar only tells two lists apart."""
        actions, _, rest = text.partition("|")
        return cls(actions, tuple(map(read_pick, rest.partition("|")[0].split())))

    def __str__(self) -> str:
        return f"{self.actions}|{' '.join(map(str, self.picks))}"

    @property
    def file(self) -> str:
        """The file picked of a square whose rank is still to come, or ""."""
        last = str(self.picks[-1]) if self.picks else ""
        return last if _is_file(last) else ""

    @property
    def path(self) -> tuple[Pick, ...]:
        """The whole picks, as in `Game.path`."""
        whole: list[Pick] = []
        file = ""
        for pick in self.picks:
            if not _is_file(pick):
                whole.append(f"{file}{pick}" if file else pick)
            file = str(pick) if _is_file(pick) else ""
        return tuple(whole)

    @property
    def shown(self) -> tuple[Pick, ...]:
        """The picks to mark in the picture: the whole ones, and a file."""
        return (*self.path, self.file) if self.file else self.path

    def add(self, *picks: Pick) -> Picks:
        """Add picks; after a file the first of them is a rank, or a square on it."""
        first, *others = picks
        if self.file and isinstance(first, str):
            first = first.removeprefix(self.file)
        return Picks(self.actions, (*self.picks, first, *others))

    def back(self) -> Picks:
        return Picks(self.actions, self.picks[:-1])

    def with_action(self, text: str, joint: str) -> Picks:
        return Picks(f"{self.actions}{joint}{text}" if self.actions else text)


def _is_file(pick: Pick) -> bool:
    return isinstance(pick, str) and len(pick) == 1 and pick.isalpha()


@dataclass(frozen=True, slots=True)
class Screen:
    """A step of the picker: what it says and offers. `add` is marked in the picture."""

    content: str
    view: discord.ui.View
    picked: tuple[Pick, ...] = ()


def whole_choice(known: tuple[Choice, ...], draft: Picks) -> Choice | None:
    """Return the action whose every part has been picked, if there is one."""
    if draft.file:
        return None
    return next((choice for choice in known if choice.path == draft.path), None)


def earlier(known: tuple[Choice, ...], draft: Picks) -> Picks | None:
    """Return the last step that left a choice, where Back leads; None from the first one."""
    before = draft
    while before.picks:
        before = before.back()
        if _settle(known, before) != draft:
            return before
    return Picks() if draft.actions else None


def choosing(seen: ReaderView, known: tuple[Choice, ...], draft: Picks, words: Catalogue) -> Screen:
    """Offer the next pick of an action; `known` are all choices of the view."""
    draft = _settle(known, draft)
    open_ = _fitting(known, draft)
    if not open_ and draft.picks:  # picks that lead nowhere: begin this action again
        return choosing(seen, known, Picks(draft.actions), words)
    offered = steps(seen, open_, len(draft.path), words, few=FEW)
    turning = not draft.picks and turns_up(seen, open_)
    if turning and len(open_) <= MOST_LISTED:
        offered = whole(seen, open_, words)
    before, up = earlier(known, draft), list[Option]()
    free = LAST_ROW if before else LAST_ROW + 1
    if not draft.picks and seen.game.info.teams:
        most = min(free * IN_ROW, max(BESIDE_BOARD, len(offered) + IN_ROW))
        offered += likeliest(seen, open_, offered, most, words)
    many = len(offered) > free * IN_ROW
    listed = many and len(offered) <= MOST_LISTED and on_pieces(seen, offered)
    by_file = many and not listed and not draft.file
    if listed and turning:
        up, offered = in_lists(seen, filter(is_whole, offered)), [*filterfalse(is_whole, offered)]
    at_hand = _at_hand(len(offered), free - _count_lists(up)) if listed else 0
    order = in_lists if listed else in_rows
    likely, offered = order(seen, offered[:at_hand]), order(seen, offered[at_hand:])
    if by_file:
        offered = _by_file(offered, turned=directions(seen)[0] < 0)
    asked = _question(seen, draft, [*likely, *offered, *up], by_file, words)
    items: list[discord.ui.Item[Any]] = [_button(seen, draft, option, False) for option in likely]
    if listed or len(offered) > free * IN_ROW:
        more = words("button.more") if likely else ""
        items += _lists(seen, draft, offered, (asked, more), words)
        items += _lists(seen, draft, up, (asked, words("picker.turn_up")), words, "turn_up")
    else:
        items += (_button(seen, draft, option, len(offered) == 1) for option in offered)
    if before:
        items.append(_back(seen, before, words, LAST_ROW))
    picks = " ".join(pick_name(pick, words) for pick in draft.shown)
    done = [f"`{part}`" for part in (draft.actions, picks) if part]
    head = lines.title(seen.match, words, *done, asked)
    legend = _legend([*likely, *offered], 0 if draft.file else FEW)
    return Screen("\n".join((head, *legend)), rows(*items), draft.shown)


def confirming(seen: ReaderView, before: Picks, words: Catalogue) -> Screen:
    """Show the result of a whole turn, to be confirmed or undone; `before` is one pick earlier."""
    yes = button(
        words("button.confirm", action=seen.draft),
        on(seen.match, "go", seen.draft),
        discord.ButtonStyle.success,
    )
    news = lines.effects(seen.view.news, words)
    asked = words(f"picker.{'lost' if seen.loses else 'won' if seen.wins else 'sure'}")
    content = lines.title(seen.match, words, f"`{seen.draft}`", news, asked)
    return Screen(content, rows(yes, _back(seen, before, words)))


def _fitting(known: tuple[Choice, ...], draft: Picks) -> list[Choice]:
    depth = len(draft.path)
    return [
        choice
        for choice in known
        if choice.path[:depth] == draft.path
        and choice.path[depth:]
        and str(choice.path[depth]).startswith(draft.file)
    ]


def _settle(known: tuple[Choice, ...], draft: Picks) -> Picks:
    """Add every pick that leaves nothing to choose, short of a whole action."""
    open_ = _fitting(known, draft)
    picks = {choice.path[len(draft.path)] for choice in open_}
    if len(open_) < 2 or len(picks) > 1:
        return draft
    return _settle(known, draft.add(*picks))


def _at_hand(count: int, free: int) -> int:
    """Return how many of so many choices are buttons if lists have the others, in `free` rows."""
    ways = ((free - lists, lists) for lists in range(free + 1))
    return next(
        IN_ROW * rows for rows, lists in ways if IN_ROW * rows + MOST_OPTIONS * lists >= count
    )


def _count_lists(offered: Sequence[Option]) -> int:
    return -(-len(offered) // MOST_OPTIONS)


def _by_file(offered: list[Option], *, turned: bool) -> list[Option]:
    """Put the squares of a file into one option, from a on or, on a `turned` board, to a; what is
    no square stays as it is."""
    files: dict[str, list[Option]] = {}
    options = [option for option in offered if not option.square]
    for choice in offered:
        if choice.square:
            files.setdefault(choice.square[0], []).append(choice)
    for file, inside in sorted(files.items(), reverse=turned):
        best = max(inside, key=lambda option: option.weight)
        label = f"{file} {best.sign.partition(' ')[0]}".strip()
        count = sum(option.count for option in inside)
        several = Option((file,), label, best.sign, best.weight, file, count=count)
        options.append(several if len(inside) > 1 else inside[0])
    return options


def _question(
    seen: ReaderView, draft: Picks, offered: list[Option], by_file: bool, words: Catalogue
) -> str:
    """Ask for the next choice; first of all, say what is special about this turn."""
    game, picks = seen.match.terms.game, draft.path
    stage = f"{game}.stage.{seen.game.facts(seen.view).get('stage')}"
    last = picks[-1] if picks else None
    if draft.file:
        code = "picker.square"
    elif last is not None:
        code = "picker.where" if isinstance(last, str) else f"{last.code}_pick"
    elif not all(option.square for option in offered):
        code = "picker.do"
    else:
        code = f"{game}.pick" if f"{game}.pick" in words else "picker.what"
    parts = [words(stage)] if stage in words and not picks else []
    parts.append(words(code))
    if by_file:
        parts.append(words("picker.files"))
    return lines.DOT.join(parts)


def _legend(offered: list[Option], few: int) -> list[str]:
    """Say what the buttons do: those that capture, score or are among at most `few`, each by
    itself, then all the signs. Squares of a file say enough by themselves."""
    ends = [end for end in offered if end.effect and (end.weight or len(offered) <= few)]
    effects = [f"`{end.label}` {end.effect}" for end in ends if len(ends) <= FEW]
    signs = dict.fromkeys(option.sign for option in offered if option.sign)
    return [*effects, f"-# {lines.DOT.join(signs)}"] if signs else effects


def _button(seen: ReaderView, draft: Picks, step: Option, only: bool) -> PressItem:
    plain, blue = discord.ButtonStyle.secondary, discord.ButtonStyle.primary
    press = on(seen.match, "at", str(draft.add(*step.picks)))
    return button(step.label, press, blue if only or step.weight > 1 else plain)


def _lists(
    seen: ReaderView,
    draft: Picks,
    offered: list[Option],
    heads: tuple[str, str],
    words: Catalogue,
    verb: str = "pick",
) -> list[discord.ui.Item[Any]]:
    """Make lists of what is too much for buttons: pieces, more than twenty files, or ranks. Their
    `heads` are the question, and what stands instead where the likeliest are buttons."""
    items: list[discord.ui.Item[Any]] = []
    asked, more = heads
    for number in range(min(MOST_LISTS, _count_lists(offered))):
        part = offered[number * MOST_OPTIONS : (number + 1) * MOST_OPTIONS]
        options = [
            discord.SelectOption(
                label=pick.label[:LONGEST_OPTION],
                value=" ".join(map(str, pick.picks)),
                description=(pick.effect or words("picker.moves", n=pick.count))[:LONGEST_OPTION],
            )
            for pick in part
        ]
        ends = lines.BETWEEN.join(option.square or option.label for option in (part[0], part[-1]))
        parts = (more, ends if more or len(offered) > MOST_OPTIONS else "")
        head = lines.DOT.join(filter(None, parts)) or asked
        items.append(select(on(seen.match, verb, f"{draft}|{number}"), options, head))
    return items


def _back(seen: ReaderView, before: Picks, words: Catalogue, row: int | None = None) -> PressItem:
    return button(words("button.back"), on(seen.match, "at", str(before)), row=row)
