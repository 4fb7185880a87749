"""The set-up panel: the reader's own pieces as a draft, and everything that can be done to it. The
draft is in the database; a custom id holds its stamp and the first square of a swap."""

from collections.abc import Iterable, Mapping

import discord

from bot.matches.match.layout import Layout
from bot.matches.match.reader_view import ReaderView
from games.core import AnyGame, Event, Seat, SetUp, View
from games.fairness import spell

from ..words import lines
from ..words.catalogue import Catalogue
from ..words.evidence_lines import spell_layout
from .buttons import Press, button, choose, on, rows, select
from .picker import Screen
from .pictures import layout_title

MOST_FAULTS = 6
GREEN = discord.ButtonStyle.success


def panel(seen: ReaderView, kept: Mapping[str, str], words: Catalogue, picked: str = "") -> Screen:
    """Show the draft and its choices; after Ready, the seal. `picked` is half of a swap."""
    seat, layout, set_up = seen.view.seat, seen.layout, seen.game.set_up
    if seat is None or layout is None or set_up is None:
        return Screen(lines.title(seen.match, words, words("setup.sealed")), rows())
    wrong = set_up.faults(seat, layout.codes)
    head = lines.title(seen.match, words, lines.player_name(layout_title(layout, words)))
    content = "\n".join((head, *_state(wrong, words, picked)))
    view = _swapping(seen, layout, set_up, words, picked) if picked else None
    view = view or _controls(seen, layout, set_up, kept, words)
    return Screen(content, view, (picked,) * bool(picked))


def ready_text(seen: ReaderView, seal: str, words: Catalogue) -> str:
    """Tell the reader that they are ready, with the seal of their layout."""
    return f"{lines.title(seen.match, words, words('setup.sealed'))}\n-# `{spell(seal)}`"


def well_known(seen: ReaderView, words: Catalogue) -> Screen:
    """Ask whether to seal an unchanged, well-known preset all the same."""
    layout, set_up = seen.layout, seen.game.set_up
    name = layout and set_up and set_up.preset(layout.codes)
    if layout is None or name is None:
        raise ValueError("only a preset is well known")
    asked = words("setup.well_known", name=words(f"layout.{name}"))
    sure = button(
        words("setup.ready_anyway"), on(seen.match, "ready", f"{layout.stamp} sure"), GREEN
    )
    back = button(words("button.back"), on(seen.match, "setup_again"))
    return Screen(lines.title(seen.match, words, asked), rows(sure, back))


def _state(wrong: tuple[Event, ...], words: Catalogue, picked: str) -> Iterable[str]:
    if picked:
        yield words("setup.swap_with", square=picked)
    if not wrong:
        yield words("setup.legal")
        return
    yield words("setup.problems", n=len(wrong))
    yield from (f"- {words.tell(fault)}" for fault in wrong[:MOST_FAULTS])
    if len(wrong) > MOST_FAULTS:
        yield words("setup.more_problems", n=len(wrong) - MOST_FAULTS)


def _swapping(
    seen: ReaderView, layout: Layout, set_up: SetUp[View], words: Catalogue, picked: str
) -> discord.ui.View:
    pieces = _pieces(seen, layout, set_up, words)
    others = {square: name for square, name in pieces.items() if square != picked}
    asked = words("setup.swap_with", square=picked)
    return rows(
        choose(on(seen.match, "swap", f"{layout.stamp} {picked}"), others, asked),
        button(words("button.back"), on(seen.match, "setup_again")),
    )


def _controls(
    seen: ReaderView, layout: Layout, set_up: SetUp[View], kept: Mapping[str, str], words: Catalogue
) -> discord.ui.View:
    def press(verb: str, text: str = "") -> Press:
        return on(seen.match, verb, text)

    pieces = _pieces(seen, layout, set_up, words)
    return rows(
        select(press("lay"), _layouts(seen.game, set_up, kept, words), words("setup.choose")),
        choose(press("swap", layout.stamp), pieces, words("setup.swap")),
        button(words("setup.mirror"), press("mirror")),
        button(words("layout.random"), press("shuffle")),
        button(words("setup.paste"), press("paste")),
        button(words("setup.save"), press("save", layout.stamp)),
        button(words("setup.ready"), press("ready", layout.stamp), GREEN),
    )


def _layouts(
    game: AnyGame, set_up: SetUp[View], kept: Mapping[str, str], words: Catalogue
) -> list[discord.SelectOption]:
    presets = [
        discord.SelectOption(
            label=words(f"layout.{name}"), value=name, description=words(f"layout.idea.{name}")
        )
        for name in set_up.presets
    ]
    own = [
        discord.SelectOption(label=name, value=name, description=spell_layout(game, codes, words))
        for name, codes in kept.items()
    ]
    return [*presets, *own]


def _pieces(
    seen: ReaderView, layout: Layout, set_up: SetUp[View], words: Catalogue
) -> dict[str, str]:
    codes = zip(set_up.squares(seen.view.seat or Seat(0)), layout.codes, strict=True)
    return {square: f"{square} · {kind_name(seen.game, code, words)}" for square, code in codes}


def kind_name(game: AnyGame, code: str, words: Catalogue) -> str:
    """Name a kind of piece: "Field Marshal (9)"."""
    word = game.pieces.get(code)
    return words(word.code) if word else code
