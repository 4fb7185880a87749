"""Moves: `/move`, and the picker behind Move."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import assert_never

from discord import app_commands

from bot.matches.acts.playing import Tried
from bot.matches.match.choices import Choice, choices, read_beginning, suggestions
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Code, Refusal, Stopped
from bot.ui.answers.client import Interaction
from bot.ui.answers.errors import answer_error
from bot.ui.answers.replies import show_moved_on, show_played, show_screen, show_sealed
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import LIST, NO_MATCH, Press, button, choose, on, rows
from bot.ui.controls.picker import Picks, choosing, confirming, earlier, whole_choice
from bot.ui.controls.picker_options import tell
from bot.ui.words import lines
from games.core import Code as Core
from games.core import GameError, IllegalAction, OutOfTurn, read_pick
from games.submission import excerpt
from games.wording import plain

from ..group import anywhere, command
from ..options import (
    LONGEST_CHOICE,
    MOST_CHOICES,
    choice,
    describe,
    find_match,
    matches_here,
)

ALONE = re.compile(r"(?:^|[\s,;，；、])[^\W\d_]\d{1,2}\W*$")
"""The end of a text that may be only the beginning of an action: a square by itself."""


@anywhere
@command(match=matches_here)
async def move(interaction: Interaction, move: str, match: str | None = None) -> None:
    visit, text = await interaction.client.visit(interaction), plain(move)
    if visit.direct and not match:
        listed = await visit.desk.matches.list_matches(visit.user, "turn", None)
        waiting = [match for match in listed if match.seat_of(visit.user) in match.to_act]
        if len(waiting) > 1:
            await show_waiting(visit, waiting, text)
            return
    await take(visit, await visit.find(match, acting=True), text)


async def show_waiting(visit: Visit, waiting: Sequence[Match], text: str) -> None:
    """Ask in which of several matches a written turn is to be played. Raises Refusal for a turn
    too long to be kept in an id."""
    matches, words = visit.desk.matches, visit.words
    named = {
        Press(match.id, match.stand.revision, "written", text).id("m"): describe(
            match, matches.game(match).info, words
        )
        for match in waiting
    }
    if max(map(len, named)) > LONGEST_CHOICE:
        raise Refusal(Code.SEVERAL_HERE, matches=", ".join(f"`{match.id}`" for match in waiting))
    listed = choose(Press(NO_MATCH, 0, LIST, "written"), named, words("list.choose"))
    await visit.show(words("move.which", move=excerpt(text)), view=rows(listed))


@verb("written", Answer.IN_PLACE)
async def play_written(visit: Visit) -> None:
    await take(visit, await visit.match(), visit.press.text)


async def take(visit: Visit, current: Match, text: str) -> None:
    """Play a written turn, or show how far it goes."""
    async with another_try(visit):
        matches, ask = visit.desk.matches, visit.reader.person.preferences.confirm
        if current.stand.phase == "playing" and ALONE.search(text):
            await matches.arrive(current.id, visit.key)
            if half := read_beginning(
                await matches.see(current.id, visit.user, key=visit.key), text
            ):
                draft = Picks(half.seen.draft, half.picks)
                await show_begun(visit, half.seen, half.choices, draft, half.text)
                return
        tried = await matches.playing.try_turn(
            visit.key, current.id, visit.user, text, ask_before_irreversible=ask
        )
        await show_tried(visit, tried)


@move.autocomplete("move")
async def legal_moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """List the asker's legal moves, best guesses first, each with a few plain words."""
    matches, key = interaction.client.desk.matches, interaction.id
    try:
        match = await find_match(interaction, acting=True)
        _, people = await matches.arrive(match.id, key)
        seen = await matches.see(match.id, interaction.user.id, key=key)
        fitting = suggestions(seen, typed, MOST_CHOICES)
    except (Refusal, GameError):
        return []
    words = (await interaction.client.desk.reader(interaction, people)).words
    return [choice(lines.dotted(text, tell(option, words)), text) for text, option in fitting]


@asynccontextmanager
async def another_try(visit: Visit) -> AsyncIterator[None]:
    """Put Move under the refusal of a turn, if the asker is the one to take it."""
    try:
        yield
    except Stopped:
        raise
    except (GameError, Refusal) as refused:
        match = await visit.match()
        seat = match.seat_of(visit.user)
        if match.stand.phase != "playing" or seat is None or not match.players[seat].acting:
            raise
        move = button(visit.words("button.move"), on(match, "move"))
        await answer_error(visit.interaction, refused, visit.words, rows(move))


async def show_tried(visit: Visit, tried: Tried) -> None:
    """Show what came of a written or picked turn: played, only begun, or to be confirmed first."""
    seen = tried.seen
    match tried.outcome:
        case "played" if seen.match.begun and seen.match.stand.turns == 0 and seen.game.set_up:
            await show_sealed(visit, seen)
        case "played":
            await show_played(visit, seen)
        case "incomplete":
            await show_begun(visit, seen, choices(seen), Picks(seen.draft), seen.draft)
        case "unconfirmed":
            await show_screen(visit, seen, confirming(seen, Picks(), visit.words))
        case _:
            assert_never(tried.outcome)


async def show_begun(
    visit: Visit, seen: ReaderView, known: tuple[Choice, ...], draft: Picks, text: str
) -> None:
    """Show the picker at the point a written turn has reached."""
    screen = choosing(seen, known, draft, visit.words)
    note = visit.words("move.begun", action=text)
    await show_screen(visit, seen, replace(screen, content=f"{note}\n{screen.content}"))


@verb("move", Answer.PRIVATE)
async def open_picker(visit: Visit) -> None:
    """Show the asker's own board with the first choice below it, behind Move."""
    await visit.desk.matches.clocks.look(await visit.match(), visit.user)
    await show_draft(visit, Picks())


@verb("at", Answer.IN_PLACE)
async def go_back(visit: Visit) -> None:
    """Go to the step that a button of the picker names in its id."""
    async with another_try(visit):
        await show_draft(visit, Picks.read(visit.press.text))


@verb("try", Answer.IN_PLACE)
async def try_out(visit: Visit) -> None:
    """Show what a turn of a hint would do, to be confirmed or not."""
    await show_draft(visit, Picks(visit.press.text), ask=True)


@verb("pick", Answer.IN_PLACE)
async def pick(visit: Visit) -> None:
    async with another_try(visit):
        await show_draft(visit, next_step(visit))


@verb("turn_up", Answer.IN_PLACE)
async def turn_up(visit: Visit) -> None:
    """Turn up the piece chosen in a list that says so: no result could be shown before."""
    async with another_try(visit):
        await show_draft(visit, next_step(visit), ask=False)


@verb("go", Answer.IN_PLACE)
async def confirm(visit: Visit) -> None:
    async with another_try(visit):
        await submit(visit, visit.press.match, visit.press.text)


def next_step(visit: Visit) -> Picks:
    """Return the step that a choice in a list leads to."""
    return Picks.read(visit.press.text).add(*map(read_pick, visit.press.value.split(" ")))


async def show_draft(visit: Visit, draft: Picks, *, ask: bool | None = None) -> None:
    """Show the step a draft has reached; play a whole one unless the player wants to be asked, or
    this `ask`s."""
    match = await visit.match()
    stale = match.stand.revision != visit.press.revision
    if visit.press.verb == "move" or not stale:  # an open picker is brought up at any turn
        check_turn(match, visit.user)
    if stale:
        await show_moved_on(visit, match)
        return
    if match.stand.phase == "setting_up":
        raise IllegalAction(Core.SET_UP_FIRST)
    matches = visit.desk.matches
    seen = await matches.see(match.id, visit.user, draft.actions, visit.key)
    known, before = choices(seen), Picks()
    done = whole_choice(known, draft)
    if done is not None:
        before = earlier(known, draft) or before
        draft = draft.with_action(done.text, seen.game.info.joint)
        seen = await matches.see(match.id, visit.user, draft.actions, visit.key)
        known = choices(seen)
    if not seen.complete:
        await show_screen(visit, seen, choosing(seen, known, draft, visit.words))
    elif seen.loses or (visit.reader.person.preferences.confirm if ask is None else ask):
        await show_screen(visit, seen, confirming(seen, before, visit.words))
    else:
        await submit(visit, match.id, draft.actions)


async def submit(visit: Visit, match: MatchId, text: str) -> None:
    """Play a picked turn; if the board has moved on meanwhile, show that instead."""
    revision = visit.press.revision
    try:
        tried = await visit.desk.matches.playing.try_turn(
            visit.key, match, visit.user, text, revision, confirmed=True
        )
    except Refusal as refusal:
        if refusal.event.code not in (Code.MOVED_ON, Code.NOT_RUNNING):
            raise
        await show_moved_on(visit, await visit.match())
    else:
        await show_tried(visit, tried)


def check_turn(match: Match, user: int) -> None:
    """Raise unless the match runs and waits for this user."""
    if not match.running:
        raise OutOfTurn(Core.ALREADY_OVER)
    if not match.living(user).acting:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
