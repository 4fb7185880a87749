"""The answers that several commands share: boards, panels, and what came of a turn."""

import asyncio
import logging
from dataclasses import replace
from typing import Any

import discord

from bot.matches.match.match import Match
from bot.matches.match.messages import AGAIN, CHANNEL
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import StaleRevision
from games.core import Event, Over, Seat
from render.draw import has_parts

from ..controls import panels
from ..controls.buttons import PressItem, button, link, on, rows
from ..controls.picker import Screen
from ..controls.pictures import after_text, in_letters
from ..controls.setup_panel import panel, ready_text
from ..messages.message import LONGEST_CONTENT
from ..words import answers, lines, list_lines, points_lines
from ..words.catalogue import Catalogue
from ..words.direction import mark_lines
from .places import can_thread
from .visits import Visit

log = logging.getLogger(__name__)

ROOM_FOR_FIGHTS = 900
"""The most characters that the fights so far take on the asker's own board."""
PATIENCE_S = 2
"""The time a private answer waits for the public messages."""
LATE = "board.later"
"""The texts about a board that has yet to come."""


async def reconcile(visit: Visit, match: Match) -> str:
    """Bring a match's messages up; return in words what stands in the way, or "". If Discord takes
    long the messages follow later, and the asker waits no longer; nor do they read of it if their
    board is up, or the match is held, which every private answer says."""
    visit.on(match)
    bringing = visit.desk.matches.followers.bringing(match.id)
    done, _ = await asyncio.wait({bringing}, timeout=PATIENCE_S)
    if not done and match.computing:
        return ""  # the next board comes with the computer's answer
    trouble = bringing.result() if done else Event(LATE, {"match": match.id})
    if trouble is None or match.held or (trouble.code == LATE and await is_board_up(visit, match)):
        return ""
    return visit.words.tell(trouble)


async def is_board_up(visit: Visit, match: Match) -> bool:
    """Tell whether the match's board is up where it lives, as the match stands."""
    board = await visit.desk.matches.followers.open_message(match.id, CHANNEL)
    if board is None or board.channel != match.place or board.digest == AGAIN:
        return False
    return board.revision >= match.stand.revision


async def show_done(visit: Visit, match: Match, done: str) -> None:
    """Bring a match's messages up, then say what has been done, and where it goes on."""
    trouble = await reconcile(visit, match)
    await visit.show(done, trouble, view=await onward(visit, match))


async def show_match(visit: Visit, match: Match) -> None:
    """Bring a match's messages up; tell the asker when something stands in the way."""
    if trouble := await reconcile(visit, match):
        await visit.add(trouble)


async def own_picture(visit: Visit, seen: ReaderView, **how: Any) -> discord.File:
    """Draw what the asker may see of a match as they want it; `how` is as `Studio.own` has it."""
    return await visit.desk.studio.own(seen, visit.words, visit.reader.person, **how)


async def show_screen(visit: Visit, seen: ReaderView, screen: Screen) -> None:
    """Show a step of a picker or panel with the picture that belongs to it."""
    picture = await own_picture(visit, seen, picked=screen.picked)
    content = screen.content if screen.picked else begin(visit, seen, screen.content)
    await visit.show(content, file=picture, view=screen.view)


def begin(visit: Visit, seen: ReaderView, content: str) -> str:
    """Begin with the board in words, for whoever wants text first."""
    if not visit.reader.person.preferences.text_first:
        return content
    return after_text(seen, content, visit.words, LONGEST_CONTENT)


async def show_letters(
    visit: Visit,
    seen: ReaderView,
    view: discord.ui.View,
    note: str = "",
    file: discord.File | None = None,
) -> None:
    """Show a board in letters and in words; what is too long for one message in a second."""
    letters, described = in_letters(seen, visit.words)
    said = lines.own_board(seen, visit.words, drawn=False)
    content = mark_lines("\n".join(filter(None, (note, said, letters))))
    whole = f"{content}\n{mark_lines(described)}"
    apart = len(whole) > LONGEST_CONTENT  # a large board and all its pieces in words
    content = content if apart else whole
    fights = await visit.desk.matches.reading.fights(seen.match.id, visit.user, visit.key)
    room = LONGEST_CONTENT - len(content) - 1
    await visit.show(content, answers.fights(fights, visit.words, room), file=file, view=view)
    if apart:
        await visit.add(described)


async def show_board(
    visit: Visit, match: Match, *, below: Seat | None = None, public: bool = False
) -> None:
    """Show a match to the asker alone, a set-up in its panel, their own side below unless `below`
    names another; `public` is the spectators' view."""
    matches = visit.desk.matches
    if match.direct and match.held and visit.direct:  # whose messages may be open again
        await matches.holding.try_again(match.id)
    seen = await matches.see(match.id, None if public else visit.user, key=visit.key)
    if seen.view.seat is not None:
        await matches.clocks.look(match, visit.user)
    await show_seen(visit, seen, below=below, public=public)


async def show_seen(
    visit: Visit,
    seen: ReaderView,
    *,
    below: Seat | None = None,
    public: bool = False,
    note: str = "",
) -> None:
    """Show what the asker may see of a match, as `show_board` does; a `note` comes first."""
    if seen.view.free and seen.view.seat is not None and not public:
        await show_panel(visit, await visit.desk.matches.setting_up.see(seen.match.id, visit.user))
        return
    words = visit.words
    side = (seen.view.seat or Seat(0)) if below is None else below
    spoken = visit.reader.person.preferences.text_first
    items = _buttons(seen, side, public, words, spoken=spoken)
    if not public and may_thread(visit, seen.match):
        items.append(button(words("button.thread"), on(seen.match, "thread"), row=1))
    view = rows(*items)
    if public:
        picture = await visit.desk.studio.public(seen, words, visit.reader.theme)
        await visit.show(begin(visit, seen, lines.own_board(seen, words)), file=picture, view=view)
        return
    picture = await own_picture(visit, seen, below=side)
    change = await own_change(visit, seen.match)
    if spoken:
        await show_letters(visit, seen, view, "\n".join(filter(None, (note, change))), picture)
        return
    fights = await visit.desk.matches.reading.fights(seen.match.id, visit.user, visit.key)
    parts = (
        note,
        lines.own_board(seen, words),
        change,
        answers.fights(fights, words, ROOM_FOR_FIGHTS),
    )
    await visit.show(*parts, file=picture, view=view)


def _buttons(
    seen: ReaderView, below: Seat, public: bool, words: Catalogue, *, spoken: bool
) -> list[PressItem]:
    text = [button(words("button.text"), on(seen.match, "text"))]
    text = panels.ask(seen.match, words) if spoken else text
    if public:
        return [button(words("button.share"), on(seen.match, "share")), *text]
    label = words("button.flip" if len(seen.match.players) == 2 else "button.turn_board")
    flip = button(label, on(seen.match, "turn", str(next_below(seen.match, below))))
    items = [*panels.move(seen, words, discord.ButtonStyle.secondary), flip]
    if has_parts(seen.match.terms.game):
        items.append(button(words("button.zoom"), on(seen.match, "zoom", str(seen.view.seat or 0))))
    items += [*panels.mark(seen, words), *panels.hint(seen, words), *text]
    return items + ([] if seen.view.seat is None else panels.rehome(seen.match, words))


def may_thread(visit: Visit, match: Match) -> bool:
    """Tell whether one who plays by letter may ask for a thread here, whoever is on this server."""
    asked, own = visit.interaction, match.seat_of(visit.user) is not None
    here = visit.desk.matches.servers.of(asked.guild_id)
    return own and match.may_move_in and here.place != "here" and can_thread(asked)


def next_below(match: Match, seat: Seat) -> Seat:
    """Return the seat that comes below when the board is turned: of two the other one."""
    return Seat((seat + 1) % len(match.players))


async def show_part(visit: Visit, match: Match, part: Seat) -> None:
    """Show a seat's part of the board, enlarged, with the way to the others and back."""
    seen = await visit.desk.matches.see(match.id, visit.user, key=visit.key)
    if not has_parts(seen.match.terms.game):
        await show_seen(visit, seen)
        return
    if seen.view.seat is not None:
        await visit.desk.matches.clocks.look(match, visit.user)
    words, own = visit.words, seen.view.seat or Seat(0)
    picture = await own_picture(visit, seen, zoom=part)
    others = [
        button(lines.side(match, player.seat, words), on(match, "zoom", str(player.seat)))
        for player in match.players
        if player.seat != part
    ]
    whole = button(words("button.whole_board"), on(match, "turn", str(own)))
    view = rows(*others, whole, *panels.move(seen, words, discord.ButtonStyle.secondary))
    content = begin(visit, seen, lines.own_board(seen, words))
    await visit.show(content, file=picture, view=view)


async def show_panel(visit: Visit, seen: ReaderView, picked: str = "") -> None:
    """Show the asker's own pieces as they are set up, with all that can be done to them."""
    kept = await visit.desk.matches.people.layouts(visit.user)
    await show_screen(visit, seen, panel(seen, kept, visit.words, picked))


async def show_sealed(visit: Visit, seen: ReaderView) -> None:
    """Bring the public board up, then show the player who is ready what is sealed."""
    trouble = await reconcile(visit, seen.match)
    seals = await visit.desk.matches.evidence.seals(seen.match.id)
    ready = ready_text(seen, seals.get(seen.view.seat or Seat(0), ""), visit.words)
    picture = await own_picture(visit, seen)
    await visit.show(begin(visit, seen, ready), trouble, file=picture)


async def show_moved_on(visit: Visit, match: Match) -> None:
    """Say that a picker or board is stale, and show the current one."""
    seen = await visit.desk.matches.see(match.id, visit.user)
    note = visit.words.tell(StaleRevision(match.id).event)
    content = f"{note}\n{lines.own_board(seen, visit.words)}"
    await show_screen(visit, seen, Screen(content, rows(*panels.move(seen, visit.words))))


async def show_played(visit: Visit, seen: ReaderView) -> None:
    """Bring the public board up and take the picker away. Only what that board does not say, and to
    whoever wants text first what was played, is told to the player."""
    match, words = seen.match, visit.words
    log.info("turn match=%s revision=%d interaction=%d", match.id, match.stand.revision, visit.key)
    trouble, over = await reconcile(visit, match), isinstance(seen.view.turn, Over)
    change = await own_change(visit, match) if over else ""
    links = await onward(visit, match)
    person = visit.reader.person
    told = person.preferences.text_first or visit.desk.matches.people.untold(person)
    if not (trouble or change or links or told or match.held) and await visit.leave():
        return
    deed = f"`{seen.last[1] if seen.last else ''}`"
    if news := lines.effects(seen.view.news, words):
        deed = words("line.told", deed=deed, news=news)
    played = words("move.played", match=match.id, deed=deed)
    next_ = lines.result(match, words) if over else lines.awaited(seen, words)
    await visit.show(played, next_, change, trouble, view=links)


async def own_change(visit: Visit, match: Match) -> str:
    """Say to the asker what an ended match has changed for them."""
    changes = await visit.desk.matches.facts.own_changes(match)
    info = visit.desk.matches.game(match).info
    return points_lines.own(match, info, changes, visit.user, visit.words)


async def onward(visit: Visit, match: Match) -> discord.ui.View | None:
    """Link to the board just played on, unless it is here, and to the next match that waits for the
    asker."""
    links = []
    for shown, guild in await visit.desk.matches.onward(match.id, visit.user):
        other = shown.match != match.id
        if other or shown.channel != visit.channel:
            label = visit.words("button.next" if other else "button.board", match=shown.match)
            links.append(link(label, guild, shown.channel, shown.message))
    return rows(*links) if links else None


async def entry(visit: Visit, match: Match) -> str:
    """Describe a match in a list, with a link to its board, or to its card while it is open."""
    info = visit.desk.matches.game(match).info
    posted = await visit.desk.matches.followers.showing(match, visit.user)
    address = lines.message_url(match.terms.guild, posted.channel, posted.message) if posted else ""
    gone_ms = visit.desk.matches.clearing.soon(match)
    match = replace(match, reader=visit.reader.person).veiled
    return f"- {list_lines.entry(match, info, visit.user, visit.words, address, gone_ms)}"
