"""Three guided turns of each game: press what is shown, and see what it does.

No match is behind them. All that a press knows is in its custom id, `murus 1 2`: the game, which
turn, counted from 0, and how many of its picks have been made.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.controls.buttons import NO_MATCH, Press, button, number_in, rows
from bot.ui.controls.picker_options import pick_label
from bot.ui.words.pages import Lesson, lessons
from games.core import Pick, View
from games.submission import split
from render.library import DRAWINGS
from render.look import Look


@dataclass(frozen=True, slots=True)
class Step:
    """A board of a guided turn, what is picked on it, and what is to be picked next, if anything
    is."""

    view: View
    picked: tuple[Pick, ...] = ()
    following: Pick | None = None


@verb("show_me", Answer.PRIVATE)
async def begin(visit: Visit) -> None:
    await show(visit, visit.press.text, 0, 0)


@verb("lesson", Answer.IN_PLACE)
async def go_on(visit: Visit) -> None:
    game, number, made = (*visit.press.text.split(), "", "", "")[:3]
    await show(visit, game, number_in(number), number_in(made))


async def show(visit: Visit, game: str, number: int, made: int) -> None:
    """Show a guided turn after some of its picks, with the next pick and the way to the next guided
    turn or, from the last, to how a turn is made. Raises Refusal for one that is not there."""
    known, words = lessons().get(game, ()), visit.words
    if number >= len(known):
        raise Refusal(Code.OLD_BUTTON)
    lesson, last = known[number], number + 1 == len(known)
    boards = [*steps(visit.desk.matches, game, lesson)]
    step = boards[min(made, len(boards) - 1)]
    ended = step.following is None
    look = Look(words, visit.reader.theme, below=lesson.seat, private=True, picked=step.picked)
    file = await visit.desk.studio.picture(step.view, look, f"{game}-lesson-{number + 1}.png")
    spoken = file.description if visit.reader.person.preferences.text_first else ""
    side = DRAWINGS[type(step.view)].liveries(step.view, "light")[lesson.seat].word
    title = words("lesson.title", n=number + 1, of=len(known), side=words(side.code))
    told = words(f"{game}.lesson.{number + 1}{'_done' if ended else ''}")

    def at(number: int, made: int) -> Press:
        return Press(NO_MATCH, 0, "lesson", f"{game} {number} {made}")

    items = []
    if step.following is not None:
        items.append(button(pick_label(step.following, words), at(number, made + 1), panels.BLUE))
    if last:
        items.append(button(words("button.how"), Press(NO_MATCH, 0, "how", game)))
    else:
        label, style = ("onward", panels.BLUE) if ended else ("skip", panels.GREY)
        items.append(button(words(f"button.{label}"), at(number + 1, 0), style))
    await visit.show(spoken or "", title, told, file=file, view=rows(*items))


def steps(matches: Matches, name: str, lesson: Lesson) -> Iterator[Step]:
    """List the boards of a guided turn, from its position to what has come of it."""
    game, view = matches.games[name], matches.example(name, lesson.position, lesson.seat)
    for part in split(game, lesson.turn):
        action = game.parse(view, part)
        picks = game.path(action)
        yield from (Step(view, picks[:made], pick) for made, pick in enumerate(picks))
        view = game.preview(view, action)
    yield Step(matches.example(name, lesson.position, lesson.seat, lesson.turn))
