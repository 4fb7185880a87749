"""The rules of a game: `/match rules`, a page per topic with a picture."""

import discord
from discord import app_commands

from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.opening import begin, propose, show_taken
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.controls.buttons import NO_MATCH, Press, button, choose, rows
from bot.ui.words.pages import MOST_COMPLEX, Page, pages, usual
from bot.ui.words.translator import choices
from games.submission import excerpt
from render.look import Look

from .group import MATCH, command
from .options import fitting

FIRST_LEVEL, MASTER = 1, 6
"""The computer's level in a match that is begun from the rules, and that of Master."""


@command(MATCH, game=choices("{}.name", pages()))
async def rules(interaction: Interaction, game: str, topic: str = "") -> None:
    """Show the first page, or the one of a topic."""
    await show_page(await interaction.client.visit(interaction), page_of(game, topic))


@rules.autocomplete("topic")
async def topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    words = (await interaction.client.desk.reader(interaction)).words
    game = getattr(interaction.namespace, "game", None) or ""
    return fitting(((words(page.title), page.topic) for page in pages().get(game, ())), typed)


def page_of(game: str, topic: str) -> Page:
    """Return the page of a game's topic; without a topic, or with an unknown one, the first."""
    known = pages().get(game)
    if not known:
        raise Refusal(Code.UNKNOWN_GAME, game=excerpt(game))
    return next((page for page in known if page.topic == topic), known[0])


async def show_page(visit: Visit, page: Page, note: str = "") -> None:
    """Show title, text, any picture, and a select that leads to other topics; a `note` last."""
    words = visit.words
    title = f"**{words(f'{page.game}.name')} · {words(page.title)}**"
    about = [_about(page.game, visit)] if page == pages()[page.game][0] else []
    level = visit.desk.matches.computers.levels(page.game)
    master = "master" in page.scores and level >= MASTER
    top = words("rules.computer.master", **page.figures) if master else ""
    parts = (title, *about, words(page.text, top=top, **page.figures), note)
    await visit.show(*parts, file=await _picture(page, visit), view=_buttons(page, visit))


async def _picture(page: Page, visit: Visit) -> discord.File | None:
    if not page.position:
        return None
    desk = visit.desk
    view = desk.matches.example(page.game, page.position, page.seat)
    look = Look(
        visit.words,
        visit.reader.theme,
        below=page.seat or 0,
        private=page.private,
        picked=page.picked,
    )
    return await desk.studio.picture(view, look, f"{page.game}-{page.topic}.png")


def _about(game: str, visit: Visit) -> str:
    """Say for how many a game is, how long it takes, and how hard it is to learn."""
    words, about = visit.words, usual()[game]
    complexity = "●" * about.complexity + "○" * (MOST_COMPLEX - about.complexity)
    players = visit.desk.matches.games[game].info.seats
    return words("rules.about", players=players, n=about.turns, complexity=complexity)


def _buttons(page: Page, visit: Visit) -> discord.ui.View:
    """Lead to the other topics; from the aim and the computer's page into a match with it, and from
    the one about a turn to guided ones."""
    words, listed = visit.words, pages()[page.game]
    press = Press(NO_MATCH, 0, "page", page.game)
    topics = {page.topic: words(page.title) for page in listed}
    onward = listed[(listed.index(page) + 1) % len(listed)]
    following = Press(NO_MATCH, 0, "topic", f"{page.game} {onward.topic}")
    items = [button(words("button.page", title=words(onward.title)), following)]
    if page in (listed[0], listed[-1]) and visit.desk.matches.computers.levels(page.game):
        computer = Press(NO_MATCH, 0, "computer", page.game)
        items.insert(0, button(words("button.computer"), computer, panels.BLUE))
    if page.topic == usual()[page.game].moving:
        shown = Press(NO_MATCH, 0, "show_me", page.game)
        items.insert(0, button(words("button.show_me"), shown, panels.BLUE))
    return rows(choose(press, topics, words("rules.topics"), page.topic), *items)


@verb("page", Answer.IN_PLACE)
async def turn_page(visit: Visit) -> None:
    await show_page(visit, page_of(visit.press.text, visit.press.value))


@verb("topic", Answer.IN_PLACE)
async def next_page(visit: Visit) -> None:
    game, _, topic = visit.press.text.partition(" ")
    await show_page(visit, page_of(game, topic))


@verb("computer", Answer.AT_ONCE)
async def play_the_computer(visit: Visit) -> None:
    """Begin a match against the computer's first level, as `/match new` would."""
    try:
        await propose(visit, begin(visit, visit.press.text).but(level=FIRST_LEVEL), ())
    except Refusal as refusal:
        await show_taken(visit, refusal)


@verb("rules", Answer.PRIVATE)
async def rules_of(visit: Visit) -> None:
    """Answer Rules, under a board or in the More menu; its id names the game."""
    await show_page(visit, page_of(visit.press.text, ""))


@verb("how", Answer.PRIVATE)
async def how_to_move(visit: Visit) -> None:
    """Answer How to move: the page about a turn, and how one is given to the bot."""
    game = visit.press.text
    page = page_of(game, usual()[game].moving if game in usual() else "")
    await show_page(visit, page, visit.words("rules.how"))
