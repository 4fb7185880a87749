"""Sentences about the past of a match: where one stands in it, and its moves in pages."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.matches.match.history import History, Step
from bot.matches.match.remarks import LONGEST_NOTE, Note
from games.core import Over

from . import lines
from .catalogue import Catalogue

LONGEST_PAGE = 1900
MOST_ON_A_TURN = 1700
"""The most characters of a turn and the notes on it, unless the first note alone is longer."""
SIGNS = {"inaccurate": "?!", "mistake": "?", "blunder": "??"}
"""The marks of turns that an analysis finds fault with, by their grades."""
DICE = "⚀⚁⚂⚃⚄⚅"


def where(history: History, step: Step, words: Catalogue) -> str:
    """Say which turn a step is: "Turn 14 of 52"."""
    total = history.total
    match step.kind:
        case "start":
            return words("history.start")
        case "forfeit":
            return words("history.after", n=step.number, total=total)
        case _:
            return words("history.turn", n=step.number, total=total)


def headline(history: History, step: Step, words: Catalogue) -> str:
    """Write the line above a past board: which turn it is, and what happened in it."""
    over = isinstance(step.view.turn, Over)
    return lines.title(
        history.match,
        words,
        f"**{where(history, step, words)}**",
        dice(step),
        _step_line(history, step, words),
        lines.result(history.match, words) if over else "",
    )


def dice(step: Step) -> str:
    """Draw what was rolled for a turn: ⚂⚄; numbers that no usual die has are written."""
    return "".join(DICE[face - 1] if face <= len(DICE) else f"({face})" for face in step.faces)


def _step_line(history: History, step: Step, words: Catalogue) -> str:
    """Describe a turn in its notation and in words; what is no turn in words alone."""
    if step.kind == "start":
        return ""
    if step.kind == "act":
        return lines.last_turn(history.step_for_reader(step), words)
    return _event_line(history, step, words)


def _event_line(history: History, step: Step, words: Catalogue) -> str:
    """Say what has happened that is no turn; of an end only who went out by it."""
    before = history.steps[max(0, history.steps.index(step) - 1)]
    ended = step.kind == "forfeit" and isinstance(step.view.turn, Over)
    is_news = not ended or len(step.view.out) > len(before.view.out)
    return lines.effects(step.view.news, words) if is_news else ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of moves, and the place of the first step on it."""

    text: str
    first: int


def note_line(note: Note, words: Catalogue) -> str:
    """Write down a note; one that is published stands under the name of its writer."""
    text = lines.escape(lines.sanitize(note.text, LONGEST_NOTE))
    if note.writer is None:
        return f"✎ {text}"
    return words("history.note_of", name=lines.player_name(note.writer.name), text=text)


def pages(
    history: History, grades: Mapping[int, str], words: Catalogue, notes: Iterable[Note] = ()
) -> tuple[Page, ...]:
    """List the moves page by page, with the way to the message of each turn, the `grades` of an
    analysis by the numbers of turns, and `notes` below the last step of their turn."""
    found: list[Page] = []
    for place, text in enumerate(_moves(history, grades, tuple(notes), words)):
        if found and len(found[-1].text) + len(text) + 1 <= LONGEST_PAGE:
            found[-1] = Page("\n".join(filter(None, (found[-1].text, text))), found[-1].first)
        else:
            found.append(Page(text, place))
    if not any(page.text for page in found):
        return (Page(words("history.no_moves"), 0),)
    return tuple(found)


def page_of(pages: tuple[Page, ...], place: int) -> int:
    """Return the number, from 0, of the page on which a step stands."""
    return max(number for number, page in enumerate(pages) if page.first <= max(place, 0))


def _moves(
    history: History, grades: Mapping[int, str], notes: Collection[Note], words: Catalogue
) -> Iterator[str]:
    """Write down each step, the first as nothing but what was noted or taken back after it."""
    last = {step.number: step for step in history.steps}
    for step in history.steps:
        written = [] if step.kind == "start" else [_move(history, step, grades, words)]
        if step.kind == "act" and isinstance(step.view.turn, Over):
            written.append(lines.result(history.match, words))
        if step.undone:
            written.append(words("history.undone", n=step.undone))
        about = [note for note in notes if note.turn == step.number and last[step.number] is step]
        yield "\n".join((*written, *_note_lines(about, sum(map(len, written)), words)))


def _note_lines(notes: Sequence[Note], length: int, words: Catalogue) -> Iterator[str]:
    """Write down the notes on a turn that fit on a page with it, and count those that do not."""
    for number, note in enumerate(notes):
        text = note_line(note, words)
        length += len(text) + 1
        if length > MOST_ON_A_TURN:
            yield words("history.more_notes", n=len(notes) - number)
            return
        yield text


def _move(history: History, step: Step, grades: Mapping[int, str], words: Catalogue) -> str:
    number, match = str(step.number), history.match
    if step.posted:
        number = f"[{number}]({lines.message_url(match.terms.guild, *step.posted)})"
    last = history.game.last(step.view) if step.kind == "act" else None
    if last is None:
        sentence = _event_line(history, step, words)
        if isinstance(step.view.turn, Over):
            sentence = "\n".join(filter(None, (sentence, lines.result(match, words))))
        return sentence if step.kind == "forfeit" else f"**{number}** {sentence}"
    seat, text = last
    action = " ".join(filter(None, (dice(step), lines.chips(history.game.info, text))))
    move = f"**{number}** {lines.player(match, seat, words)} {action}"
    return f"{move} {SIGNS.get(grades.get(step.number, ''), '')}".rstrip()
