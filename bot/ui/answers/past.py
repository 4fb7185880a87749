"""What a walk through a match answers with: a past board, or a page of its moves."""

from bot.matches.match.history import Angle, History, Step
from bot.matches.match.match import Match
from render.draw import describe
from render.look import Look

from ..controls.history_panel import LAST, Spot, under_board, under_moves
from ..controls.pictures import diagram, look
from ..words import history_lines, lines
from ..words.answers import LONGEST, cut
from .visits import Visit

ROUND_S, ROUNDS = 2, 300
"""The time between two reports of progress, and the most: Discord takes answers for 15 minutes."""


async def read(visit: Visit, match: Match, angle: Angle | None) -> History:
    """Read the past of a match as the asker may see it. Raises Refusal."""
    return await visit.desk.matches.reading.history(match.id, visit.user, angle, visit.key)


async def read_shared(visit: Visit, match: Match, spot: Spot) -> History:
    """Read what spectators saw of a match, or after the end, where that is wanted, all of it."""
    reading = visit.desk.matches.reading
    past = await reading.history(match.id, None, "public", visit.key)
    if spot.angle == "open" and "open" in past.angles:
        past = await reading.history(match.id, None, "open", visit.key)
    return past


async def spot_of(visit: Visit, written: str) -> tuple[History, Spot, list[str]]:
    """Read where a button leads, and what there is to say about it. Raises Refusal. Past turns do
    not change, so that old buttons lead there; only a takeback may have removed them."""
    spot = Spot.read(written)
    past = await read(visit, await visit.match(), spot.angle)
    place = past.nearest(spot.place)
    notes = [visit.words("history.shorter")] if spot.place != LAST and place < spot.place else []
    return past, Spot(place, past.angle, spot.text), notes


async def show(visit: Visit, past: History, spot: Spot, notes: list[str]) -> None:
    """Show a step in a picture or in letters, with these notes and the asker's on its turn."""
    words, step = visit.words, past.steps[spot.place]
    kept = await visit.desk.matches.noting.own(past.match.id, visit.user)
    notes += [history_lines.note_line(note, words) for note in kept if note.turn == step.number]
    headline = history_lines.headline(past, step, words)
    view = under_board(past, spot, words)
    if spot.text:
        await visit.show(in_letters(visit, past, step, (headline, *notes)), view=view)
        return
    wanted = own_look(visit, past, step, past=not step.view.free)
    turn = history_lines.where(past, step, words)
    picture = await visit.desk.studio.past(past, step, wanted, turn, words)
    await visit.show(headline, *notes, file=picture, view=view)


def own_look(visit: Visit, history: History, step: Step, *, past: bool = True) -> Look:
    """Look at a step as the asker wants it, their own side below."""
    seat, person = step.view.seat, visit.reader.person
    return look(
        history.step_for_reader(step),
        visit.words,
        visit.reader.theme,
        below=history.match.faces if seat is None else seat,
        private=seat is not None,
        codes=seat is not None and person.preferences.codes,
        past=past,
    )


def in_letters(visit: Visit, past: History, step: Step, above: tuple[str, ...]) -> str:
    """Write a past board in words, and below them in monospaced letters while there is room."""
    words, seen = visit.words, past.step_for_reader(step)
    wanted = look(seen, words, visit.reader.theme, past=not step.view.free)
    text = cut("\n".join((*above, describe(step.view, wanted))))
    for part in diagram(past.game, step.view, words):
        if len(text) + 1 + len(part) > LONGEST:
            break
        text = f"{text}\n{part}"
    return text


async def show_moves(visit: Visit, past: History, spot: Spot) -> None:
    """Show the page of moves on which a step stands, with the asker's and the published notes."""
    words, matches, over = visit.words, visit.desk.matches, past.match.stand.outcome is not None
    found = await matches.analysing.find(past.match) if over else None
    grades = {turn.number: turn.grade for turn in found.turns} if found else {}
    noting = matches.noting
    own = [note for note in await noting.own(past.match.id, visit.user) if note.writer is None]
    notes = (*own, *await noting.read_published(past.match))
    pages = history_lines.pages(past, grades, words, notes)
    number = history_lines.page_of(pages, spot.place)
    head = lines.title(past.match, words, words("history.moves", n=number + 1, total=len(pages)))
    publishable = over and not past.match.letters and bool(own)
    view = under_moves(past, spot, pages, number, words, publishable=publishable)
    await visit.show(head, pages[number].text, view=view)
