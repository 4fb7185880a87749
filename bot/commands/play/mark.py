"""Private marks on hidden pieces: `/match mark`, and the Mark button under a private board."""

from collections.abc import Sequence

from discord import app_commands

from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Code, Refusal
from bot.matches.past.marks import hidden_pieces, read_guess, useful_guesses
from bot.ui.answers.client import Interaction
from bot.ui.answers.replies import show_seen
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import PressItem, button, choose, on, read_number, rows
from bot.ui.controls.setup_panel import kind_name
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue
from games.core import AnyGame, Seat
from games.grid import natural

from ..group import MATCH, command
from ..options import MOST_CHOICES, choice, find_view, matches_here

NOTHING = "-"
"""The choice that takes a mark away."""


@command(MATCH, match=matches_here)
async def mark(interaction: Interaction, square: str, guess: str, match: str | None = None) -> None:
    """Note what an enemy's piece might be; only the asker ever sees it."""
    visit = await interaction.client.visit(interaction)
    current, code = await visit.find(match), code_of(guess)
    seen = await visit.desk.matches.marking.mark(current.id, visit.user, square, code)
    await show_marked(visit, seen, square.strip().lower())


@mark.autocomplete("square")
async def squares(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    seen = await find_view(interaction)
    if seen is None:
        return []
    marked = dict(seen.notes)
    wanted = typed.strip().casefold()
    fitting = [square for square in hidden_pieces(seen.game, seen.view) if wanted in square]
    return [choice(f"{at} {marked.get(at, '')}".strip(), at) for at in fitting][:MOST_CHOICES]


@mark.autocomplete("guess")
async def guesses(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """List every kind that the piece can be, bounds of its rank, and no mark."""
    seen = await find_view(interaction)
    if seen is None:
        return []
    square = str(getattr(interaction.namespace, "square", None) or "").strip().lower()
    words = (await interaction.client.desk.reader(interaction)).words
    wanted = typed.strip().casefold()
    possible = kinds(seen, square if square in hidden_pieces(seen.game, seen.view) else "", words)
    return [choice(*pair) for pair in possible if wanted in " ".join(pair).casefold()]


def kinds(seen: ReaderView, square: str, words: Catalogue) -> list[tuple[str, str]]:
    """List in words, with codes, what a square's piece may be; without a square any piece."""
    guesses = useful_guesses(seen, square) if square else seen.game.pieces
    possible = [(in_words(seen.game, guess, words), guess) for guess in guesses]
    return [*possible, (words("mark.nothing"), NOTHING)]


def in_words(game: AnyGame, guess: str, words: Catalogue) -> str:
    """Put a kept guess into words: "Field Marshal (9)", "at least Colonel (5)"."""
    name = kind_name(game, guess[:1], words)
    bounds = {"+": "mark.at_least", "-": "mark.at_most"}
    return words(bounds[guess[1]], name=name) if guess[1:] else name


def code_of(guess: str) -> str:
    """Return a guess as it is kept; "" takes a mark away."""
    return "" if guess == NOTHING else guess


@verb("mark", Answer.IN_PLACE)
async def choose_piece(visit: Visit) -> None:
    """Ask which piece to mark. From here on its number stands for it, because it may move."""
    seen = await visit.desk.matches.marking.see(visit.press.match, visit.user)
    asked, marked, lists = visit.words("mark.which"), dict(seen.notes), []
    owners = by_owner(seen)
    for owner, pieces in owners.items():
        named = {
            str(pieces[at]): f"{at} {marked.get(at, '')}".strip()
            for at in sorted(pieces, key=natural)
        }
        title = whose(seen, owner, visit.words) if len(owners) > 1 else asked
        lists.append(choose(on(seen.match, "marked", str(owner)), named, title))
    await ask(visit, seen, lists, asked)


def by_owner(seen: ReaderView) -> dict[Seat, dict[str, int]]:
    """Group the hidden pieces by seat, then by square, each with its number for life."""
    cells = seen.game.cells(seen.view)
    owners: dict[Seat, dict[str, int]] = {}
    for at, piece in hidden_pieces(seen.game, seen.view).items():
        owners.setdefault(Seat(read_number(cells[at].partition(":")[0]) or 0), {})[at] = piece
    return dict(sorted(owners.items()))


def whose(seen: ReaderView, owner: Seat, words: Catalogue) -> str:
    """Name the owner of a list's pieces: South (Livia)."""
    name = lines.sanitize(lines.name(seen.match, owner, words), lines.LONGEST_NAME)
    return words("alt.who", side=lines.side(seen.match, owner, words), name=name)


@verb("marked", Answer.IN_PLACE)
async def choose_guess(visit: Visit) -> None:
    seen = await visit.desk.matches.marking.see(visit.press.match, visit.user)
    piece, pieces = read_number(visit.press.value), hidden_pieces(seen.game, seen.view)
    square = next((at for at, number in pieces.items() if number == piece), None)
    if square is None:
        raise Refusal(Code.PIECE_GONE)
    named = {code: name for name, code in kinds(seen, square, visit.words)}
    asked = visit.words("mark.what", square=square)
    await ask(visit, seen, [choose(on(seen.match, "guessed", str(piece)), named, asked)], asked)


@verb("guessed", Answer.IN_PLACE)
async def guess_made(visit: Visit) -> None:
    guess, piece = code_of(visit.press.value or NOTHING), read_number(visit.press.text)
    seen = await visit.desk.matches.marking.mark_piece(visit.press.match, visit.user, piece, guess)
    pieces = hidden_pieces(seen.game, seen.view)
    (square,) = (at for at, number in pieces.items() if number == piece)
    await show_marked(visit, seen, square)


async def show_marked(visit: Visit, seen: ReaderView, square: str) -> None:
    """Say what is marked now, above the board with the mark."""
    mark = dict(seen.notes).get(square, "")
    name = in_words(seen.game, read_guess(seen.game, mark.rstrip("?")) or "", visit.words)
    note = visit.words("mark.made" if mark else "mark.gone", square=square, name=name)
    await show_seen(visit, seen, note=note)


async def ask(visit: Visit, seen: ReaderView, lists: Sequence[PressItem], asked: str) -> None:
    """Ask for the next step of marking, with the way back to the board."""
    back = button(visit.words("button.back"), on(seen.match, "turn", str(seen.view.seat or 0)))
    await visit.show(lines.title(seen.match, visit.words, asked), view=rows(*lists, back))
