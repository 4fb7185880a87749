"""The private picker: choose a piece, choose where, see the result, confirm or go back.

All a picker knows is in its custom ids, so it survives a restart: the actions already chosen, the
picks of the next one, and the page of a long list, written `a1,b2|f4|0`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.matches.choices import Choice, choices
from bot.matches.seen import Seen
from games.core import Pick, Word, read_pick
from games.grid import natural

from . import lines
from .buttons import PressButton, button, on, rows, select
from .catalogue import Catalogue

MOST_OPTIONS = 25
LONGEST_OPTION = 100
MORE = "+"
"""The value of the option that turns the page."""


@dataclass(frozen=True, slots=True)
class Draft:
    """How far somebody has come: whole actions, then the picks of the next one."""

    actions: str = ""
    picks: tuple[Pick, ...] = ()
    page: int = 0

    @classmethod
    def read(cls, text: str) -> Draft:
        actions, _, rest = text.partition("|")
        picks, _, page = rest.partition("|")
        return cls(
            actions, tuple(map(read_pick, picks.split())), int(page) if page.isdecimal() else 0
        )

    def __str__(self) -> str:
        return f"{self.actions}|{' '.join(map(str, self.picks))}|{self.page}"

    def picked(self, value: str) -> Draft:
        """One pick further, or one page."""
        if value == MORE:
            return Draft(self.actions, self.picks, self.page + 1)
        return Draft(self.actions, (*self.picks, read_pick(value)))

    def with_action(self, text: str, joint: str) -> Draft:
        """One whole action further."""
        return Draft(f"{self.actions}{joint}{text}" if self.actions else text)


@dataclass(frozen=True, slots=True)
class Screen:
    """One step of the picker: what it says and offers. `picked` is marked in the picture."""

    content: str
    view: discord.ui.View
    picked: tuple[Pick, ...] = ()


def chosen(seen: Seen, draft: Draft) -> Choice | None:
    """The action whose every part has been picked."""
    return next((choice for choice in choices(seen) if choice.path == draft.picks), None)


def choosing(seen: Seen, draft: Draft, words: Catalogue) -> Screen:
    """The next pick of an action."""
    depth = len(draft.picks)
    open_ = [choice for choice in choices(seen) if choice.path[:depth] == draft.picks]
    if not open_:  # picks that lead nowhere: begin this action again
        return choosing(seen, Draft(draft.actions), words)
    options = _options(seen, open_, depth, words)
    if depth == 0 or all(option.value.isdecimal() for option in options):
        options.sort(key=lambda option: (option.label == option.value, *natural(option.value)))
    pages = [options]
    if len(options) > MOST_OPTIONS:
        size = MOST_OPTIONS - 1
        pages = [options[start : start + size] for start in range(0, len(options), size)]
    page = pages[draft.page % len(pages)]
    if len(pages) > 1:
        number = draft.page % len(pages) + 1
        label = words("picker.more", page=number, pages=len(pages))
        page = [*page, discord.SelectOption(label=label, value=MORE)]
    own = f"{seen.match.terms.game}.pick"
    what = own if own in words else "picker.what"
    asked = words("picker.where" if depth else what)
    items: list[discord.ui.Item[Any]] = [_offer(seen, draft, open_, page, asked, words)]
    if depth or draft.actions:
        items.append(_back(seen, draft, words))
    told = [lines.title(seen.match, words)]
    picks = " ".join(named(pick, words) for pick in draft.picks)
    told += [f"`{part}`" for part in (draft.actions, picks) if part]
    return Screen(lines.DOT.join((*told, asked)), rows(*items), draft.picks)


def _offer(
    seen: Seen,
    draft: Draft,
    open_: list[Choice],
    page: list[discord.SelectOption],
    asked: str,
    words: Catalogue,
) -> discord.ui.Item[Any]:
    """A list to pick from; where only one action is possible, that as one button."""
    if len(open_) > 1:
        return select(on(seen.match, "pick", str(draft)), page, asked)
    only = Draft(draft.actions, open_[0].path)
    label = lines.DOT.join(part for part in (open_[0].text, tell(open_[0], words)) if part)
    return button(label, on(seen.match, "at", str(only)), discord.ButtonStyle.primary)


def confirming(
    seen: Seen, draft: Draft, before: Draft, words: Catalogue, *, lost: bool = False
) -> Screen:
    """The result of a whole turn, to be confirmed or taken back; `before` is one pick earlier.

    `lost` warns that the turn would lose the match.
    """
    yes = button(
        words("button.confirm", action=seen.draft),
        on(seen.match, "go", seen.draft),
        discord.ButtonStyle.success,
    )
    back = button(words("button.back"), on(seen.match, "at", str(before)))
    news = lines.effects(seen.view.news, words, tell=words.foretell)
    asked = words("picker.lost" if lost else "picker.sure")
    told = (lines.title(seen.match, words), f"`{seen.draft}`", news, asked)
    return Screen(lines.DOT.join(part for part in told if part), rows(yes, back))


def named(pick: Pick, words: Catalogue) -> str:
    """A pick as people read it."""
    return words(pick.code) if isinstance(pick, Word) else pick


def _back(seen: Seen, draft: Draft, words: Catalogue) -> PressButton:
    before = Draft(draft.actions, draft.picks[:-1]) if draft.picks else Draft()
    return button(words("button.back"), on(seen.match, "at", str(before)))


def _options(
    seen: Seen, open_: list[Choice], depth: int, words: Catalogue
) -> list[discord.SelectOption]:
    """What can be picked next: a piece by its name, a last pick by what it does."""
    branches: dict[Pick, list[Choice]] = {}
    for choice in open_:
        branches.setdefault(choice.path[depth], []).append(choice)
    options = []
    for pick, leaves in branches.items():
        if len(leaves) == 1 and len(leaves[0].path) == depth + 1:
            label, told = leaves[0].text, tell(leaves[0], words)
        else:
            label = lines.DOT.join(
                filter(None, (named(pick, words), _piece(seen, str(pick), words)))
            )
            told = words("picker.moves", n=len(leaves))
        options.append(
            discord.SelectOption(
                label=label, value=str(pick), description=told[:LONGEST_OPTION] or None
            )
        )
    return options


def _piece(seen: Seen, square: str, words: Catalogue) -> str:
    """The piece on a square by code and name, "9 Field Marshal"; "" where pieces have no codes."""
    code = seen.game.cells(seen.view).get(square, "").partition(":")[2][:1]
    word = seen.game.pieces.get(code)
    return f"{code} {words(word.code)}" if word else ""


def tell(choice: Choice, words: Catalogue) -> str:
    """What an action would do, in a few words."""
    mark = f"{words('picker.wins')} " if choice.weight > 1 else ""
    return mark + lines.effects(choice.news, words, tell=words.foretell)
