"""Private marks on hidden pieces: `/match mark`, and the Mark button on one's own board."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.matches.model import Code, MatchId, Refusal, Seen
from bot.matches.setups import hidden_pieces as hidden
from bot.ui import lines
from bot.ui.buttons import Press, PressSelect, button, numbered, rows, select
from bot.ui.catalogue import Catalogue
from bot.ui.desk import Handler, Interaction
from bot.ui.translator import ENGLISH
from games.grid import natural
from games.junqi.board import CODES
from games.junqi.codes import piece_word

from .board import show_seen
from .group import match as group
from .options import MOST_CHOICES, choice, matches_here

NOTHING = "-"
"""The choice that takes a mark away."""


@group.command(name="mark", description=ENGLISH("command.match.mark.description"))
@app_commands.describe(
    square=ENGLISH("command.match.mark.square.description"),
    guess=ENGLISH("command.match.mark.guess.description"),
    match=ENGLISH("command.match.mark.match.description"),
)
async def mark(interaction: Interaction, square: str, guess: str, match: str | None = None) -> None:
    """Note what an enemy's piece may be; only the asker ever sees it."""
    desk = interaction.client.desk
    await interaction.response.defer(ephemeral=True)
    found = await desk.find(interaction, match)
    seen = await desk.matches.mark(found.id, interaction.user.id, square, code_of(guess))
    await show_marked(interaction, seen, square.strip().lower())


@mark.autocomplete("square")
async def squares(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Where hidden pieces of the enemy stand."""
    desk = interaction.client.desk
    try:
        named = getattr(interaction.namespace, "match", None)
        found = await desk.find(interaction, named)
        seen = await desk.matches.see(found.id, interaction.user.id)
    except Refusal:
        return []
    marked = dict(seen.notes)
    wanted = typed.strip().casefold()
    fitting = [square for square in hidden(seen.view) if wanted in square]
    return [choice(f"{at} {marked.get(at, '')}".strip(), at) for at in fitting][:MOST_CHOICES]


@mark.autocomplete("guess")
async def guesses(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Every kind of piece, and no mark."""
    words = (await interaction.client.desk.reader(interaction)).words
    wanted = typed.strip().casefold()
    return [choice(name, code) for name, code in kinds(words) if wanted in name.casefold()]


mark.autocomplete("match")(matches_here)


def kinds(words: Catalogue) -> list[tuple[str, str]]:
    """What a piece may be, in words, with its code."""
    named = [(f"{code} {words(f'junqi.piece.{code}')}", code) for code in CODES]
    return [*named, (words("mark.nothing"), NOTHING)]


def code_of(guess: str) -> str:
    return "" if guess == NOTHING else guess


async def choose_piece(interaction: Interaction, pressed: Press) -> None:
    """The Mark button: which piece. From here on it goes by its number, for it may move."""
    seen, words = await _seen(interaction, pressed)
    marked, pieces = dict(seen.notes), hidden(seen.view)
    options = [
        discord.SelectOption(label=f"{at} {marked.get(at, '')}".strip(), value=str(pieces[at]))
        for at in sorted(pieces, key=natural)
    ]
    asked = words("mark.which")
    await _ask(interaction, seen, words, select(_press(seen, "marked"), options, asked), asked)


async def choose_guess(interaction: Interaction, pressed: Press) -> None:
    """A piece chosen: what it may be."""
    seen, words = await _seen(interaction, pressed)
    piece = numbered(pressed.values[0] if pressed.values else "")
    square = next((at for at, one in hidden(seen.view).items() if one == piece), None)
    if square is None:
        raise Refusal(Code.PIECE_GONE)
    options = [discord.SelectOption(label=name, value=code) for name, code in kinds(words)]
    asked = words("mark.what", square=square)
    chosen = select(_press(seen, "guessed", str(piece)), options, asked)
    await _ask(interaction, seen, words, chosen, asked)


async def guess_made(interaction: Interaction, pressed: Press) -> None:
    """The guess chosen."""
    await interaction.response.defer()
    guess = code_of(pressed.values[0] if pressed.values else NOTHING)
    matches, match = interaction.client.desk.matches, MatchId(pressed.match)
    piece = numbered(pressed.text)
    seen = await matches.mark_piece(match, interaction.user.id, piece, guess)
    (square,) = (at for at, number in hidden(seen.view).items() if number == piece)
    await show_marked(interaction, seen, square)


async def show_marked(interaction: Interaction, seen: Seen, square: str) -> None:
    """Say what is marked now, above the board with it."""
    words = (await interaction.client.desk.reader(interaction)).words
    mark = dict(seen.notes).get(square, "")
    name = piece_word(mark[:1])
    note = words("mark.made" if mark else "mark.gone", square=square, name=name)
    await show_seen(interaction, seen, note=note)


async def _seen(interaction: Interaction, pressed: Press) -> tuple[Seen, Catalogue]:
    desk = interaction.client.desk
    await interaction.response.defer()
    seen = await desk.matches.markable(MatchId(pressed.match), interaction.user.id)
    return seen, (await desk.reader(interaction)).words


async def _ask(
    interaction: Interaction,
    seen: Seen,
    words: Catalogue,
    item: PressSelect,
    asked: str,
) -> None:
    back = button(words("button.back"), _press(seen, "turn", str(seen.view.seat or 0)))
    content = lines.DOT.join((lines.title(seen.match, words), asked))
    await interaction.edit_original_response(content=content, view=rows(item, back))


def _press(seen: Seen, verb: str, text: str = "") -> Press:
    return Press(seen.match.id, seen.match.revision, verb, text)


VERBS: dict[str, Handler] = {
    "mark": choose_piece,
    "marked": choose_guess,
    "guessed": guess_made,
}
