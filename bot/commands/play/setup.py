"""The set-up of hidden pieces: `/match setup`, the panel behind Set up, and Ready."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from discord import app_commands

from bot.matches.acts.setting_up import LONGEST_NAME, RANDOM
from bot.matches.match.ids import MatchId
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.replies import show_panel, show_screen, show_sealed
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import Window, on
from bot.ui.controls.setup_panel import well_known
from games.core import IllegalAction

from ..group import MATCH, command
from ..options import find_match, fitting, matches_here

LONGEST_PASTE = 200


@command(MATCH, match=matches_here)
async def setup(
    interaction: Interaction, layout: str | None = None, match: str | None = None
) -> None:
    """Open the panel, perhaps with another layout on it."""
    visit = await interaction.client.visit(interaction)
    current = await visit.find(match, acting=True)
    if layout:
        await lay_out(visit, current.id, layout)
    else:
        await open_panel(visit, current.id)


@setup.autocomplete("layout")
async def layouts(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    desk = interaction.client.desk
    asking, matches = await desk.reader(interaction), desk.matches
    try:
        match = await find_match(interaction, acting=True)
    except Refusal:
        return []
    set_up = matches.game(match).set_up
    presets = (*set_up.presets, RANDOM) if set_up else ()
    named = [(asking.words(f"layout.{name}"), name) for name in presets]
    named += [(name, name) for name in await matches.people.layouts(interaction.user.id)]
    return fitting(named, typed)


async def open_panel(visit: Visit, match: MatchId) -> None:
    await show_panel(visit, await visit.desk.matches.setting_up.see(match, visit.user))


async def lay_out(visit: Visit, match: MatchId, name: str) -> None:
    await show_panel(visit, await visit.desk.matches.setting_up.lay(match, visit.user, name))


@asynccontextmanager
async def as_shown(visit: Visit) -> AsyncIterator[None]:
    """Bring up a panel that shows an older draft, before the refusal is told."""
    try:
        yield
    except Refusal as refusal:
        if refusal.event.code == Code.DRAFT_CHANGED:
            await open_panel(visit, visit.press.match)
        raise


@verb("setup", Answer.PRIVATE)
async def set_up(visit: Visit) -> None:
    await open_panel(visit, visit.press.match)


@verb("setup_again", Answer.IN_PLACE)
async def back(visit: Visit) -> None:
    await open_panel(visit, visit.press.match)


@verb("lay", Answer.IN_PLACE)
async def lay(visit: Visit) -> None:
    await lay_out(visit, visit.press.match, visit.press.value or RANDOM)


@verb("shuffle", Answer.IN_PLACE)
async def shuffle(visit: Visit) -> None:
    await lay_out(visit, visit.press.match, RANDOM)


@verb("mirror", Answer.IN_PLACE)
async def mirror(visit: Visit) -> None:
    setting_up = visit.desk.matches.setting_up
    await show_panel(visit, await setting_up.mirror(visit.press.match, visit.user))


@verb("swap", Answer.IN_PLACE)
async def swap(visit: Visit) -> None:
    """Take the first square of a swap, or the second."""
    setting_up, match, square = visit.desk.matches.setting_up, visit.press.match, visit.press.value
    stamp, _, first = visit.press.text.partition(" ")
    async with as_shown(visit):
        if first:
            await show_panel(visit, await setting_up.swap(match, visit.user, first, square, stamp))
        else:
            await show_panel(visit, await setting_up.draft(match, visit.user, stamp), square)


@verb("paste", Answer.AT_ONCE)
async def paste(visit: Visit) -> None:
    await ask(visit, "paste", "pasted", LONGEST_PASTE)


@verb("pasted", Answer.IN_PLACE)
async def paste_layout(visit: Visit) -> None:
    await lay_out(visit, visit.press.match, visit.press.value)


@verb("save", Answer.AT_ONCE)
async def save(visit: Visit) -> None:
    await ask(visit, "save", "saved", LONGEST_NAME, visit.press.text)


@verb("saved", Answer.IN_PLACE)
async def save_draft(visit: Visit) -> None:
    """Save the draft under the name written into that window."""
    press, setting_up = visit.press, visit.desk.matches.setting_up
    async with as_shown(visit):
        seen = await setting_up.save(press.match, visit.user, press.value, press.text)
    await show_panel(visit, seen)


async def ask(visit: Visit, what: str, then: str, longest: int, text: str = "") -> None:
    """Open a window, unless nothing is being set up any more."""
    match, words = await visit.match(), visit.words
    await visit.desk.matches.setting_up.draft(match.id, visit.user)
    title, label = words(f"setup.{what}"), words(f"setup.{what}_label")
    written = on(match, then, text)
    await visit.open_window(Window(title, label, written, longest))


@verb("ready", Answer.IN_PLACE)
async def ready(visit: Visit) -> None:
    """Seal the draft, an unchanged preset only after a question; boards say only who is ready."""
    press, setting_up = visit.press, visit.desk.matches.setting_up
    stamp, _, sure = press.text.partition(" ")
    try:
        async with as_shown(visit):
            seen = await setting_up.ready(
                visit.key, press.match, visit.user, stamp, confirmed=bool(sure)
            )
    except IllegalAction as error:
        await visit.add(visit.words("setup.not_legal", fault=visit.words.tell(error.event)))
        return
    if seen.layout is not None:
        await show_screen(visit, seen, well_known(seen, visit.words))
    else:
        await show_sealed(visit, seen)
