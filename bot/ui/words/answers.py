"""Answers in words to what a reader asks about a match, from that reader's own view alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeAlias, get_args

from bot.matches.match.due import pause_ends_ms
from bot.matches.match.match import Match
from bot.matches.match.reader_view import Fight, ReaderView, Taken
from bot.matches.match.refusals import Code, Refusal
from games.grid import no_square
from games.submission import excerpt
from render.draw import reading_view
from render.words import capital

from . import lines, times
from .catalogue import Catalogue
from .direction import mark_lines

Question: TypeAlias = Literal[
    "square", "can", "touches", "pieces", "taken", "goal", "played", "clock"
]
QUESTIONS: tuple[Question, ...] = get_args(Question)
OF_SQUARES: tuple[Question, ...] = QUESTIONS[:3]
"""The questions about one square."""
LONGEST = 1900
"""The most characters of an answer; the title of its match stands before it."""
LAST_TURNS = 6
"""The number of turns told to a spectator who does not say since when."""


def answer(seen: ReaderView, question: Question, square: str, words: Catalogue) -> str:
    """Answer a question about the position. Raises Refusal or NotationError for its square."""
    if seen.view.free:
        return words("ask.setting_up")
    about = reading_view(seen.view, words)
    said: Iterable[str]
    if question in OF_SQUARES:
        said = _of_square(seen, question, _square(seen, square, words), words)
    elif question == "pieces":
        said = about.pieces()
    elif question == "taken":
        said = about.describe_captures()
    else:
        said = about.goal()
    return cut(words("alt.join").join(said))


def everything(seen: ReaderView, square: str, words: Catalogue) -> str:
    """Answer all questions about one square together. Raises Refusal or NotationError."""
    if seen.view.free:
        return words("ask.setting_up")
    name = _square(seen, square, words)
    facts: dict[str, None] = {}  # two questions may be answered alike
    for question in OF_SQUARES:
        facts |= dict.fromkeys(_of_square(seen, question, name, words))
    return cut(words("alt.join").join(facts))


def squares(seen: ReaderView, words: Catalogue) -> tuple[str, ...]:
    return reading_view(seen.view, words).names


def tag(seen: ReaderView, square: str, words: Catalogue) -> str:
    return reading_view(seen.view, words).at(square)


def _of_square(seen: ReaderView, question: Question, name: str, words: Catalogue) -> Iterator[str]:
    about = reading_view(seen.view, words)
    if question == "can":
        yield from about.can(name)
    elif question == "touches":
        yield from about.touches(name)
    else:
        yield from about.square(name)
        yield from _hidden_lines(seen, name, words)


def _hidden_lines(seen: ReaderView, name: str, words: Catalogue) -> Iterator[str]:
    """Say what a hidden piece can be by public knowledge, and how the reader has marked it."""
    set_up = seen.game.set_up
    possible = set_up.possible if set_up else None
    if possible and (kinds := possible(seen.view, name)):
        named = words("alt.comma").join(words(seen.game.pieces[kind].code) for kind in kinds)
        yield words("ask.possible", kinds=named)
    if mark := dict(seen.notes).get(name):
        yield words("ask.marked", mark=mark)


def _square(seen: ReaderView, typed: str, words: Catalogue) -> str:
    """Return the square that is meant. Raises Refusal if none is named, NotationError off board."""
    name = "".join(excerpt(typed).split()).lower()
    if not name:
        raise Refusal(Code.WHICH_SQUARE)
    names = squares(seen, words)
    if name not in names:
        raise no_square(name, names)
    return name


def turns_played(
    seen: ReaderView, turns: Sequence[Taken], since: int | None, words: Catalogue
) -> str:
    """Tell the turns since one of them, else those since the reader's own last one, to spectators
    the last ones. Raises Refusal if there is none such."""
    if not turns:
        return words("history.no_moves")
    last = turns[-1].number
    if since is not None and not 1 <= since <= last:
        raise Refusal(Code.NO_SUCH_TURN, n=since, last=last)
    wanted = turns[-LAST_TURNS:] if seen.view.seat is None else seen.since or turns[-1:]
    if since is not None:
        wanted = [turn for turn in turns if turn.number >= since]
    shown, room = list[str](), LONGEST
    for taken in wanted:
        deed = lines.last_turn(replace(seen, view=taken.view), words)
        line = words("ask.turn", n=taken.number, deed=deed)
        room -= len(line) + 1
        if room < 0:
            shown.append(words("ask.more_turns", n=taken.number))
            break
        shown.append(line)
    return "\n".join(shown)


def clocks(match: Match, now_ms: int, words: Catalogue) -> str:
    """Say whose turn it is and how much time every player has."""
    if not match.running:
        return lines.result(match, words)
    acting = lines.names_of(match, (player for player in match.players if player.acting), words)
    said = [words("alt.news", saying=words("line.they_move", player=acting))]
    if not match.pace.timed:
        return words("alt.join").join((*said, words("match.no_clocks", match=match.id)))
    if match.paused:
        paused = words("time.paused", when=times.relative(pause_ends_ms(match)))
        said.append(words("alt.news", saying=capital(paused)))
    for player in match.players:
        name = {"player": lines.player(match, player.seat, words)}
        if player.out:
            said.append(words("ask.clock_out", **name))
        elif player.clock.down:
            said.append(words("ask.clock_down", **name))
        elif player.clock.deadline_ms is not None:
            left, when = player.clock.time_left(now_ms), player.clock.deadline_ms
            span = times.span(left, words)
            said.append(words("ask.clock_runs", left=span, when=times.relative(when), **name))
        elif player.person:
            span = times.span(player.clock.time_left(now_ms), words)
            said.append(words("ask.clock_waits", left=span, **name))
        if player.away_ms is not None:
            away = words("time.away", until=times.day(player.away_ms), **name)
            said.append(words("alt.news", saying=away))
    return words("alt.join").join(said)


def fights(known: Iterable[Fight], words: Catalogue, room: int) -> str:
    """List a reader's last fights, one small line each, as far as there is `room` in characters."""
    lines: list[str] = []
    room -= len(title_ := mark_lines(f"**{words('fights.title')}**"))
    for fight in reversed(tuple(known)):
        news = words("alt.semicolon").join(map(words.tell, fight.news))
        line = mark_lines(f"-# `{fight.turn}` {news}")
        room -= len(line) + 1
        if room < 0:
            break
        lines.insert(0, line)
    return "\n".join((title_, *lines)) if lines else ""


def cut(text: str, room: int = LONGEST) -> str:
    """Cut an answer where Discord takes no more."""
    return text if len(text) <= room else text[: room - 1] + "…"
