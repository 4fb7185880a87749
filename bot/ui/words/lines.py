"""Sentences of matches: the line above a board, cards, lists, results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, get_args

from discord.utils import escape_markdown, escape_mentions

from bot.matches.match.layout import BLANKS
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson, Player, Who
from bot.matches.match.reader_view import Fight, ReaderView
from games.core import Act, Event, Info, Over, Seat, View
from games.quitting import BY_ALL, WITHOUT_RESULT, GivingUp, Leaving
from render.words import ending

from . import times
from .catalogue import Catalogue

LONGEST_NAME = 40
LONGEST_IN_TITLE = 24
NAMELESS = "?"
QUITTING = frozenset((*get_args(GivingUp), *get_args(Leaving), *BY_ALL, *WITHOUT_RESULT, "time"))
"""The ends that no turn has brought about."""
MOST_TOLD = 6
"""How many turns before the last a message tells one by one."""
DOT = " · "
BETWEEN = " – "
WITH = " + "


def plain(name: str) -> str:
    """A person's name that cannot mention, format or stretch anything."""
    return escape_mentions(escape_markdown(visible(name, LONGEST_NAME))).replace("<", "\\<")


def visible(name: str, longest: int) -> str:
    """A name without signs that turn or hide the text around them; never empty."""
    shown = " ".join("".join(c for c in name if c.isprintable() and c not in BLANKS).split())
    shown = shown if len(shown) <= longest else shown[: longest - 1] + "…"
    return shown or NAMELESS


def mention(user: int) -> str:
    return f"<@{user}>"


def place(channel: int) -> str:
    """A link to a channel or thread."""
    return f"<#{channel}>"


def jump(guild: int | None, channel: int, message: int) -> str:
    """The address of a message."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def side(match: Match, seat: int, words: Catalogue) -> str:
    """What a seat is called in its game."""
    return words(f"{match.terms.game}.seat.{seat}")


def title(match: Match, words: Catalogue) -> str:
    """`K7Q2` Murus Gallicus."""
    return f"`{match.id}` {words(f'{match.terms.game}.name')}"


def player(match: Match, seat: int, words: Catalogue) -> str:
    """The player's name, or the seat's before the match has begun."""
    return plain(name(match, seat, words)) if match.begun else side(match, seat, words)


def name(match: Match, seat: int, words: Catalogue, *, drawn: bool = False) -> str:
    """The name of a seat's player; several computers go by their side.

    In a picture, where they are `drawn`, computers have shorter names.
    """
    who = match.players[seat].who
    if isinstance(who, NamedPerson):
        return who.name
    kind = "computer.drawn" if drawn else "computer"
    levels = [one.computer.level for one in match.players if one.computer]
    if len(levels) == 1:
        return words(f"{kind}.name", level=level(who, words))
    said = {"side": side(match, seat, words), "level": level(who, words)}
    differ = len(set(levels)) > 1 and not drawn
    return words("computer.one_of_levels" if differ else f"{kind}.one_of", **said)


def score(value: float) -> str:
    """An expected score as people read it: 62 %."""
    return f"{round(100 * min(1.0, max(0.0, value)))} %"


def level(computer: Computer, words: Catalogue) -> str:
    """What a computer's level is called: Club."""
    return words(f"computer.level.{computer.level}")


def who(one: Who, words: Catalogue) -> str:
    """A person by name, a computer by its level."""
    if isinstance(one, NamedPerson):
        return plain(one.name)
    return words("computer.name", level=level(one, words))


def called(match: Match, players: Iterable[Player], words: Catalogue) -> str:
    """Mentions of these players; computers by name."""
    return " ".join(
        mention(one.person.id) if one.person else player(match, one.seat, words) for one in players
    )


def reliefs(match: Match, words: Catalogue) -> Iterator[str]:
    """Who plays for whom, and since when."""
    for one in match.players:
        if one.substitution:
            names = {
                "player": player(match, one.seat, words),
                "absent": plain(one.substitution.person.name),
            }
            yield words("line.relief", turn=_numbered(match, one.substitution.turn, words), **names)


def effects(
    news: Iterable[Event], words: Catalogue, *, tell: Callable[[Event], str] | None = None
) -> str:
    """What a turn has done, without what the news say to whoever is to move next.

    `tell` is how an event is put in words: as what happened unless said otherwise.
    """
    told = (event for event in news if f"{event.code}_you" not in words)
    return words("alt.semicolon").join(map(tell or words.tell, told))


def calling(seen: ReaderView, words: Catalogue, form: Literal["you", "they", "own"]) -> str:
    """What the news say to whoever is to move: a roll, the right to change sides; else "".

    It is said to them before all ("you"), of them to others ("they"), or to them alone ("own").
    """
    last = seen.view.news[-1] if seen.view.news else None
    if last is None or not isinstance(seen.view.turn, Act) or f"{last.code}_{form}" not in words:
        return ""
    acting = [one for one in seen.match.players if one.acting]
    said = called if form == "you" else names_of
    return words(f"{last.code}_{form}", **last.args, player=said(seen.match, acting, words))


def names_of(match: Match, players: Iterable[Player], words: Catalogue) -> str:
    """The names of some players."""
    return words("alt.comma").join(player(match, one.seat, words) for one in players)


def material(seen: ReaderView, words: Catalogue) -> str:
    """What both sides have left, once a turn has been taken and where it is counted."""
    count = seen.game.material
    return words.tell(count(seen.view)) if count and seen.last else ""


def fights(found: Iterable[Fight], words: Catalogue, room: int) -> str:
    """A reader's fights, one small line each, as many of the last ones as there is room for."""
    told: list[str] = []
    room -= len(title_ := f"**{words('fights.title')}**")
    for fight in reversed(tuple(found)):
        news = words("alt.semicolon").join(map(words.tell, fight.news))
        line = f"-# `{fight.turn}` {news}"
        room -= len(line) + 1
        if room < 0:
            break
        told.insert(0, line)
    return "\n".join((title_, *told)) if told else ""


def deed(seen: ReaderView, words: Catalogue) -> str:
    """The last turn: who, in notation, in plain words; "" before the first.

    What the call to the player to move already says (a roll) is left out.
    """
    news = effects(seen.view.news, words)
    last = seen.last
    if last is None:
        return news
    seat, text = last
    who = words("line.deed", player=player(seen.match, seat, words), action=text)
    return words("line.told", deed=who, news=news) if news else who


def result(match: Match, words: Catalogue) -> str:
    """How an ended match ended, with the players' names."""
    outcome = match.stand.outcome
    if outcome is None:
        return ""
    won, lost = (
        words("alt.comma").join(
            player(match, one.seat, words) for one in match.players if one.result == result
        )
        for result in ("won", "lost")
    )
    if match.closer:
        return words("over.closed_by", closer=plain(match.closer.name))
    code = ending(outcome.reason, len(match.players), words)
    return words(code, winner=won, loser=lost)


def board(
    seen: ReaderView,
    words: Catalogue,
    given_ms: int = 0,
    told: Iterable[NamedPerson] = (),
    earlier: Sequence[View] = (),
) -> str:
    """The line above a public board: whose turn first, what happened, how much time there is.

    `earlier` are the public views of the turns no board was posted for.

    `given_ms` is what the one to move has been given beyond their own time. At the end it names
    those who are to be `told` of it.
    """
    match, turn = seen.match, seen.view.turn
    deeds = _each(seen, earlier, words, deed)
    if isinstance(turn, Over):
        parts = [f"**{result(match, words)}**", title(match, words), *deeds]
        parts += [material(seen, words), " ".join(mention(person.id) for person in told)]
    else:
        acting = [one for one in match.players if one.acting]
        awaited = called(match, acting, words)
        parts = [_call(seen, awaited, words), title(match, words)]
        if not seen.view.free:
            parts.append(_number(seen, words))
        parts += [_taken_back(match, words), *deeds, material(seen, words)]
        parts += [*_clocks(match, words), *times.news(match, words, given_ms)]
    line = DOT.join(part for part in parts if part)
    return "\n".join((line, *reliefs(match, words), *_fallen(seen, words)))


def _clocks(match: Match, words: Catalogue) -> Iterator[str]:
    return times.clocks(match, words, lambda one: player(match, one.seat, words))


def _fallen(seen: ReaderView, words: Catalogue) -> Iterator[str]:
    match, info = seen.match, seen.game.info
    return times.fallen(match, info, words, lambda one: player(match, one.seat, words))


def passed(seen: ReaderView, words: Catalogue, earlier: Sequence[View] = ()) -> str:
    """What is left above the board before this one: what was played on it.

    `earlier` are the public views of the turns before the last.
    """
    turns = _each(seen, earlier, words, _passed)
    said = words("alt.semicolon").join(filter(None, turns))
    return DOT.join(filter(None, (title(seen.match, words), said)))


def _each(
    seen: ReaderView,
    earlier: Sequence[View],
    words: Catalogue,
    said: Callable[[ReaderView, Catalogue], str],
) -> list[str]:
    """What is said of each of these turns and of the last; of all but a few, only how many."""
    skipped = len(earlier) - MOST_TOLD
    told = [words("line.later", n=skipped)] if skipped > 0 else []
    told += [said(replace(seen, view=view), words) for view in earlier[-MOST_TOLD:]]
    return [*told, said(seen, words)]


def _passed(seen: ReaderView, words: Catalogue) -> str:
    match, outcome, last = seen.match, seen.match.stand.outcome, seen.last
    if match.stand.taken_back:
        said = words("line.undone")
    elif outcome and outcome.reason in QUITTING:
        said = result(match, words)
    elif seen.view.free:
        said = ""
    elif last:
        said = words("line.played", player=player(match, last[0], words), action=last[1])
    else:
        said = effects(seen.view.news, words)
    return said


def _taken_back(match: Match, words: Catalogue) -> str:
    """A warning that the board has gone back: what is told after it is older."""
    return words("line.taken_back") if match.stand.taken_back else ""


def _number(seen: ReaderView, words: Catalogue) -> str:
    """Move 23, or what the game calls it."""
    return _numbered(seen.match, seen.view.number or seen.match.stand.turns + 1, words)


def _numbered(match: Match, number: int, words: Catalogue) -> str:
    own = f"{match.terms.game}.turn_number"
    return words(own if own in words else "line.move_number", n=number)


def _call(seen: ReaderView, awaited: str, words: Catalogue) -> str:
    """Whose move it is; after a roll, what they rolled."""
    if seen.view.free:
        return words("line.set_up", player=awaited)
    if seen.match.computing:
        thinks = words("computer.thinking", player=awaited)
        return DOT.join(filter(None, (thinks, calling(seen, words, "they"))))
    return calling(seen, words, "you") or words("line.your_move", player=awaited)


def own_board(seen: ReaderView, words: Catalogue) -> str:
    """The line above somebody's private board."""
    match, turn = seen.match, seen.view.turn
    if isinstance(turn, Over):
        state = result(match, words)
    elif seen.view.acting:
        usual = words("line.you_set_up" if seen.view.free else "line.you_move")
        state = calling(seen, words, "own") or usual
    else:
        waiting = sorted(turn.seats) if isinstance(turn, Act) else [Seat(0)]
        code = "line.they_set_up" if seen.view.free else "line.they_move"
        names = words("alt.comma").join(player(match, seat, words) for seat in waiting)
        state = calling(seen, words, "they") or words(code, player=names)
        if seen.view.seat in seen.view.out:
            state = words("alt.semicolon").join((words("line.you_are_out"), state))
    told = (deed(seen, words), material(seen, words), *_clocks(match, words))
    parts = (title(match, words), state, _taken_back(match, words), *told)
    return "\n".join((DOT.join(part for part in parts if part), *_fallen(seen, words)))


def people(match: Match, info: Info, words: Catalogue) -> str:
    """Livia – Brennus, Livia + Mara – Brennus + Mei; while it is open, the host and the guests."""
    if match.begun:
        found = {one.seat: player(match, one.seat, words) for one in match.players}
    else:
        found = {
            Seat(one.place): who(one.who, words) if one.who else words("card.anybody")
            for one in match.invitations
        }
    teams = info.teams or [frozenset({seat}) for seat in sorted(found)]
    return BETWEEN.join(WITH.join(found[seat] for seat in sorted(team)) for team in teams)


def variant(match: Match, words: Catalogue) -> str:
    """The variant's name."""
    return variant_name(match.terms.game, match.terms.variant, words)


def variant_name(game: str, text: str, words: Catalogue) -> str:
    """A variant's text in words: each of its parts by the catalogue, or as written."""
    parts = text.replace(" ", "+").split("+")
    return words("alt.comma").join(_part(game, part, words) for part in parts)


def _part(game: str, part: str, words: Catalogue) -> str:
    """A name or an option by the catalogue, with its number if it has one; else as written."""
    key, _, value = part.partition("=")
    if f"{game}.variant.{part}" in words:
        return words(f"{game}.variant.{part}")
    if f"{game}.option.{key}" in words and value.isdecimal():
        return words(f"{game}.option.{key}", n=int(value))
    return part


def names(match: Match, players: Iterable[Player], words: Catalogue) -> str:
    """Names for a thread's title."""
    found = (name(match, one.seat, words) for one in players)
    return BETWEEN.join(visible(one, LONGEST_IN_TITLE) for one in found)
