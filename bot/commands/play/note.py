"""Note, under a past board: what its writer alone reads, until they publish it after the end."""

from dataclasses import replace

from bot.matches.match.remarks import LONGEST_NOTE
from bot.ui.answers.past import show, show_moves, spot_of
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import Window, number_in, on
from bot.ui.controls.history_panel import sure_to_publish
from bot.ui.words import lines


@verb("note", Answer.AT_ONCE)
async def note(visit: Visit) -> None:
    """Open a window for the asker's note on the turn that is shown."""
    past, spot, _ = await spot_of(visit, visit.press.text.partition(" ")[2])
    words, number = visit.words, past.steps[spot.place].number
    own = await visit.desk.matches.noting.own(past.match.id, visit.user)
    written = next((note.text for note in own if note.turn == number), "")
    title, label = words("history.note_title", n=number), words("history.note_label")
    press = on(past.match, "noted", f"{number} {spot.written}")
    await visit.open_window(Window(title, label, press, LONGEST_NOTE, written))


@verb("noted", Answer.IN_PLACE)
async def keep_note(visit: Visit) -> None:
    turn, _, where = visit.press.text.partition(" ")
    past, spot, notes = await spot_of(visit, where)
    match, text = past.match.id, visit.press.value
    number = await visit.desk.matches.noting.note(match, visit.user, number_in(turn), text)
    if past.steps[spot.place].number != number:
        spot = replace(spot, place=past.place(number))
    await show(visit, past, spot, notes)


@verb("publish", Answer.IN_PLACE)
async def publish(visit: Visit) -> None:
    past, spot, _ = await spot_of(visit, visit.press.text)
    own = await visit.desk.matches.noting.own(past.match.id, visit.user)
    title, name = lines.title(past.match, visit.words), lines.player_name(visit.named.name)
    asked = visit.words("history.publish_sure", title=title, n=len(own), name=name)
    await visit.show(asked, view=sure_to_publish(past, spot, visit.words))


@verb("publish_all", Answer.IN_PLACE)
async def publish_all(visit: Visit) -> None:
    """Let everybody read the asker's notes, and show the moves with them."""
    past, spot, _ = await spot_of(visit, visit.press.text)
    await visit.desk.matches.noting.publish(past.match.id, visit.named)
    await show_moves(visit, past, spot)
