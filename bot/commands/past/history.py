"""Walks through a match turn by turn: `/match history`, History, Replay, and boards of analysis."""

from bot.matches.match.history import ANGLES, Angle
from bot.matches.match.match import Match
from bot.ui.answers.client import Interaction
from bot.ui.answers.past import read, read_shared, show, show_moves, spot_of
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import Window, number_in, on, read_number
from bot.ui.controls.history_panel import Spot
from bot.ui.controls.pictures import look
from bot.ui.words import history_lines, lines
from bot.ui.words.translator import choices

from ..group import MATCH, command
from ..options import past_matches

LONGEST_NUMBER = 5


@command(MATCH, view=choices("choice.angle.{}", ANGLES), match=past_matches)
async def history(
    interaction: Interaction,
    match: str | None = None,
    turn: int | None = None,
    view: str | None = None,
) -> None:
    """Show a match as it stood after a turn, with the way to all others."""
    visit = await interaction.client.visit(interaction)
    current = await visit.find(match, past=True)
    angle = next((angle for angle in ANGLES if angle == view), None)
    await show_turn(visit, current, turn, angle)


@verb("history", Answer.PRIVATE)
async def look_back(visit: Visit) -> None:
    await show_turn(visit, await visit.match(), None, None)


@verb("replay", Answer.PRIVATE)
async def replay(visit: Visit) -> None:
    """Walk through an ended match from its first turn on."""
    await show_turn(visit, await visit.match(), 1, None)


@verb("reread", Answer.PRIVATE)
async def reread(visit: Visit) -> None:
    await show_turn(visit, await visit.find(visit.press.value), 1, None)


@verb("after", Answer.PRIVATE)
async def after(visit: Visit) -> None:
    """Show the board after a turn that an analysis has named."""
    await show_turn(visit, await visit.match(), number_in(visit.press.text), None)


async def show_turn(visit: Visit, match: Match, turn: int | None, angle: Angle | None) -> None:
    """Open the past at a turn, by default where it usually opens; say what is left out once."""
    past = await read(visit, match, angle)
    notes = []
    if not past.whole:
        notes.append(visit.words("history.not_whole", match=match.id))
    elif past.angle == "mine" and await has_marks(visit, match):
        notes.append(visit.words("history.no_marks"))
    if past.whole and angle == "open" and past.angle != "open":
        notes.append(visit.words("history.all_alike"))
    place = past.usual if turn is None else past.place(turn)
    if turn is not None and past.whole and past.steps[place].number != turn:
        notes.append(visit.words("history.nearest", n=turn))
    text = visit.reader.person.preferences.text_first
    await show(visit, past, Spot(place, past.angle, text), notes)


async def has_marks(visit: Visit, match: Match) -> bool:
    matches = visit.desk.matches
    if matches.game(match).set_up is None or match.seat_of(visit.user) is None:
        return False
    return bool((await matches.see(match.id, visit.user, key=visit.key)).notes)


@verb("walk", Answer.IN_PLACE)
async def walk(visit: Visit) -> None:
    """Show another step in the same private message."""
    await show(visit, *await spot_of(visit, visit.press.text.partition(" ")[2]))


@verb("walk_to", Answer.AT_ONCE)
async def walk_to(visit: Visit) -> None:
    past, spot, _ = await spot_of(visit, visit.press.text.partition(" ")[2])
    words, press = visit.words, on(past.match, "walked_to", spot.written)
    label = words("history.go_label", total=past.total)
    window = Window(words("history.button.go"), label, press, LONGEST_NUMBER)
    await visit.open_window(window)


@verb("walked_to", Answer.IN_PLACE)
async def go_to_turn(visit: Visit) -> None:
    """Show the turn whose number was written into that window, or the nearest."""
    past, spot, notes = await spot_of(visit, visit.press.text)
    number = read_number(visit.press.value.strip())
    if number is None:
        notes = [f"-# {visit.words('history.go_label', total=past.total)}"]
    else:
        spot = Spot(past.place(number), spot.angle, spot.text)
        if past.steps[spot.place].number != number:
            notes = [visit.words("history.nearest", n=number)]
    await show(visit, past, spot, notes)


@verb("moves", Answer.IN_PLACE)
async def moves(visit: Visit) -> None:
    """List the moves in pages, beginning with the one on which the step stands."""
    past, spot, _ = await spot_of(visit, visit.press.text.partition(" ")[2])
    await show_moves(visit, past, spot)


@verb("share_turn", Answer.SHARED)
async def share_turn(visit: Visit) -> None:
    """Show the spectators' board of a turn, or after the end the open one, to all here."""
    spot, desk = Spot.read(visit.press.text), visit.desk
    match = await visit.match()
    past = await read_shared(visit, match, spot)
    step = past.steps[past.nearest(spot.place)]
    words = desk.languages.public(match)
    turn = history_lines.where(past, step, words)
    shown = words("history.shared", player=lines.player_name(visit.named.name))
    theme = desk.studio.usual(match.terms.guild)
    wanted = look(past.step_for_reader(step), words, theme, below=match.faces, past=True)
    picture = await desk.studio.past(past, step, wanted, turn, words)
    await visit.show(shown, history_lines.headline(past, step, words), file=picture)
