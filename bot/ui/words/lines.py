"""Sentences of matches: the line above a board, cards, lists, results."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal

from discord.utils import escape_markdown, escape_mentions

from bot.matches.match.due import NOTHING, Given
from bot.matches.match.layout import BLANKS
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson, Player, Who
from bot.matches.match.reader_view import Fight, ReaderView, Taken
from games.core import Act, Event, Info, Over, Seat
from games.quitting import BY_NO_TURN
from games.submission import actions
from render.draw import shows
from render.words import ending, last_opponent

from . import times
from .catalogue import Catalogue

LONGEST_NAME = 40
LONGEST_REASON = 200
LONGEST_IN_TITLE = 24
NAMELESS = "?"
MOST_TOLD = 6
"""The most turns before the last that a message tells one by one."""
MOST_CALLED = 2
"""The most players called at once by a line that has room for more than their names."""
JOINER = "\u200d"
_EMOJI = "[\u2190-\u27bf\u2900-\u2bff\ufe0f\U0001f000-\U0001faff]"
_STRAY = re.compile(f"(?<!{_EMOJI}){JOINER}|{JOINER}(?!{_EMOJI})")
"""A joiner that joins no two emoji."""
DOT = " · "
BETWEEN = " – "
WITH = " + "


def player_name(name: str) -> str:
    """Write a person's name so that it cannot mention, format or stretch anything."""
    return escape(sanitize(name, LONGEST_NAME))


def escape(text: str) -> str:
    """Write what a person has written so that it cannot mention or format anything."""
    return escape_mentions(escape_markdown(text)).replace("<", "\\<")


def sanitize(name: str, longest: int) -> str:
    """Strip a name of signs that turn or hide the text around them, except between emoji; it is
    never empty. One written from right to left is isolated, so that numbers beside it stay."""
    plain = (c for c in name if (c.isprintable() and c not in BLANKS) or c == JOINER)
    shown = " ".join(_STRAY.sub("", "".join(plain)).split())
    shown = shown if len(shown) <= longest else _STRAY.sub("", shown[: longest - 1]) + "…"
    turns = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in shown)
    return f"\u2068{shown}\u2069" if turns else shown or NAMELESS


def mention(user: int) -> str:
    return f"<@{user}>"


def name_of(person: NamedPerson, words: Catalogue) -> str:
    """Return the name of a person as they chose it; a former player has none."""
    return words("player.former") if person.is_deleted else person.name


def place(channel: int) -> str:
    return f"<#{channel}>"


def message_url(guild: int | None, channel: int, message: int) -> str:
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def side(match: Match, seat: int, words: Catalogue) -> str:
    return words(f"{match.terms.game}.seat.{seat}")


def title(match: Match, words: Catalogue, *more: str) -> str:
    """Write a match's id and game, and more about it: `K7Q2` Murus Gallicus · …"""
    return DOT.join(filter(None, (f"`{match.id}` {words(f'{match.terms.game}.name')}", *more)))


def player(match: Match, seat: int, words: Catalogue) -> str:
    """Name a seat's player, or the seat before the match has begun."""
    return player_name(name(match, seat, words)) if match.begun else side(match, seat, words)


def name(match: Match, seat: int, words: Catalogue, *, drawn: bool = False) -> str:
    """Name a seat's player; several computers go by their side, and have shorter names `drawn`."""
    who = match.players[seat].who
    if isinstance(who, NamedPerson):
        return name_of(who, words)
    kind = "computer.drawn" if drawn else "computer"
    levels = [other.computer.level for other in match.players if other.computer]
    if len(levels) == 1:
        return words(f"{kind}.name", level=level(who, words))
    code = "computer.one_of_levels" if len(set(levels)) > 1 and not drawn else f"{kind}.one_of"
    return words(code, side=side(match, seat, words), level=level(who, words))


def score(value: float) -> str:
    """Write an expected score as people read it: 62 %."""
    return f"{round(100 * min(1.0, max(0.0, value)))} %"


def level(computer: Computer, words: Catalogue) -> str:
    """Name a computer's level: Club."""
    return words(f"computer.level.{computer.level}")


def who(one: Who, words: Catalogue) -> str:
    if isinstance(one, NamedPerson):
        return player_name(name_of(one, words))
    return words("computer.name", level=level(one, words))


def mentions(match: Match, players: Iterable[Player], words: Catalogue) -> str:
    """Mention these players, computers by name."""
    return " ".join(
        mention(holder.person.id)
        if holder.person and not holder.person.is_deleted
        else player(match, holder.seat, words)
        for holder in players
    )


def substitutions(match: Match, words: Catalogue) -> Iterator[str]:
    for holder in match.players:
        if holder.substitution:
            names = {
                "player": player(match, holder.seat, words),
                "absent": player_name(name_of(holder.substitution.person, words)),
            }
            yield words(
                "line.substitution",
                turn=words("line.turn_number", n=holder.substitution.turn),
                **names,
            )


def effects(
    news: Iterable[Event], words: Catalogue, *, tell: Callable[[Event], str] | None = None
) -> str:
    """Say what a turn has done, without what the news say to the player to move next. `tell` puts
    an event into words, by default as something that has happened."""
    events = (event for event in news if f"{event.code}_you" not in words)
    return words("alt.semicolon").join(map(tell or words.tell, events))


def call_to_move(seen: ReaderView, words: Catalogue, form: Literal["you", "they", "own"]) -> str:
    """Say what the news tell the player to move (a roll, the right to change sides), else "": to
    them before all ("you"), of them to others ("they"), or to them alone ("own")."""
    last = seen.view.news[-1] if seen.view.news else None
    if last is None or not isinstance(seen.view.turn, Act) or f"{last.code}_{form}" not in words:
        return ""
    acting = [holder for holder in seen.match.players if holder.acting]
    naming = mentions if form == "you" else names_of
    return words(f"{last.code}_{form}", **last.args, player=naming(seen.match, acting, words))


def names_of(match: Match, players: Iterable[Player], words: Catalogue) -> str:
    return words("alt.comma").join(player(match, holder.seat, words) for holder in players)


def material(seen: ReaderView, words: Catalogue) -> str:
    """Say what both sides have left, once a turn has been taken, in games that count it."""
    count = seen.game.material
    return words.tell(count(seen.view)) if count and seen.last else ""


def fights(known: Iterable[Fight], words: Catalogue, room: int) -> str:
    """List a reader's last fights, one small line each, as far as there is `room` in characters."""
    lines: list[str] = []
    room -= len(title_ := f"**{words('fights.title')}**")
    for fight in reversed(tuple(known)):
        news = words("alt.semicolon").join(map(words.tell, fight.news))
        line = f"-# `{fight.turn}` {news}"
        room -= len(line) + 1
        if room < 0:
            break
        lines.insert(0, line)
    return "\n".join((title_, *lines)) if lines else ""


def chips(info: Info, turn: str) -> str:
    """Write a turn with a code mark for each action: rows break between marks, not within one."""
    return " ".join(f"`{action}`" for action in actions(info, turn))


def last_turn(seen: ReaderView, words: Catalogue) -> str:
    """Describe the last turn: its player, its notation, its plain words, but not what the call to
    the player to move already says (a roll); "" before the first."""
    news = effects(seen.view.news, words)
    if seen.last is None:
        return news
    taken = _notation(seen, words)
    return words("line.told", deed=taken, news=news) if news else taken


def _undrawn_turn(seen: ReaderView, words: Catalogue) -> str:
    """Describe the last turn above its picture, without the news that this shows."""
    view = seen.view
    news = tuple(event for event in view.news if not shows(view, event))
    return last_turn(replace(seen, view=replace(view, news=news)), words)


def _notation(seen: ReaderView, words: Catalogue, code: str = "line.deed") -> str:
    if seen.last is None:
        return ""
    seat, text = seen.last
    return words(code, player=player(seen.match, seat, words), action=chips(seen.game.info, text))


def result(match: Match, words: Catalogue) -> str:
    """Say how a match ended, with the players' names; "" before the end."""
    outcome = match.stand.outcome
    if outcome is None:
        return ""
    won, lost = (
        words("alt.comma").join(
            player(match, holder.seat, words) for holder in match.players if holder.result == result
        )
        for result in ("won", "lost")
    )
    if match.closer:
        return closing(match.closer, match.closer_reason, words)
    lost = last_opponent(len(match.players), words) or lost
    return words(ending(outcome.reason, len(match.players), words), winner=won, loser=lost)


def closing(closer: NamedPerson, why: str | None, words: Catalogue) -> str:
    """Say who has closed a match, and for which reason if they gave one."""
    by, code = player_name(name_of(closer, words)), "over.closed_for" if why else "over.closed_by"
    return words(code, closer=by, reason=escape(sanitize(why or "", LONGEST_REASON)))


def board(
    seen: ReaderView,
    words: Catalogue,
    given: Given = NOTHING,
    notified: Iterable[NamedPerson] = (),
    earlier: Sequence[Taken] = (),
) -> str:
    """Write the line above a public board: whose turn it is, what happened (also in `earlier`
    turns, for which no board was posted, or in the round), how much time is left; at the end it
    mentions those `notified`. The line is spared the words for what the picture shows, and what
    the alt text has besides: the game's name, the turn's number."""
    match, turn = seen.match, seen.view.turn
    naming = _naming(match, words)
    told = max(earlier, seen.since[:-1], key=len)
    told = told[1:] if seen.since and told[0].own else told  # the board before this one tells it
    deeds = _each(seen, told, words, _undrawn_turn)
    if isinstance(turn, Over):
        parts = [f"**{result(match, words)}**", f"`{match.id}`", *deeds]
        parts += [" ".join(mention(person.id) for person in notified if not person.is_deleted)]
    else:
        acting = [player for player in match.players if player.acting]
        awaited = mentions(match, acting, words)
        parts = [_call(seen, awaited, words), f"`{match.id}`"]
        parts += [_rewind_warning(match, words), *deeds]
        parts += [*times.clocks(match, words, naming), *times.news(match, words, naming, given)]
    line = DOT.join(part for part in parts if part)
    fallen = times.fallen_flags(match, seen.game.info, words, naming)
    return "\n".join((line, *substitutions(match, words), *fallen))


def _naming(match: Match, words: Catalogue) -> times.Naming:
    return lambda holder: player(match, holder.seat, words)


def turns_since(seen: ReaderView, words: Catalogue, earlier: Sequence[Taken] = ()) -> str:
    """Say what was played on the board before this one, the `earlier` turns first, else those since
    the reader's own."""
    deeds = _each(seen, earlier or seen.since[:-1], words, _played_line)
    turns = words("alt.semicolon").join(filter(None, deeds))
    return DOT.join(filter(None, (title(seen.match, words), turns)))


def _each(
    seen: ReaderView,
    earlier: Sequence[Taken],
    words: Catalogue,
    describe: Callable[[ReaderView, Catalogue], str],
) -> list[str]:
    """Describe these turns and the last one by one, with their numbers where these are known; of
    more than a few earlier ones, count some."""
    skipped, told, last = len(earlier) - MOST_TOLD, earlier[-MOST_TOLD:], seen.since[-1:]
    parts = [words("line.later", n=skipped)] if skipped > 0 else []
    deeds = [describe(replace(seen, view=turn.view), words) for turn in told]
    deeds.append(describe(seen, words))
    if last:
        numbered = zip((*told, *last), deeds, strict=True)
        deeds = [words("ask.turn", n=turn.number, deed=deed) for turn, deed in numbered]
    return parts + deeds


def _played_line(seen: ReaderView, words: Catalogue) -> str:
    match, outcome = seen.match, seen.match.stand.outcome
    if match.stand.taken_back:
        return words("line.undone")
    if outcome and outcome.reason in BY_NO_TURN:
        return result(match, words)
    if seen.view.free:
        return ""
    return _notation(seen, words, "line.played") or effects(seen.view.news, words)


def _rewind_warning(match: Match, words: Catalogue) -> str:
    """Warn that the board has gone back: what is told after it is older."""
    return words("line.taken_back") if match.stand.taken_back else ""


def _call(seen: ReaderView, awaited: str, words: Catalogue) -> str:
    """Call the player to move; after a roll, with what they rolled."""
    if seen.view.free:
        crowded = len(seen.match.to_act) > MOST_CALLED
        return words("line.all_set_up" if crowded else "line.set_up", player=awaited)
    if seen.match.computing:
        thinks = words("computer.thinking", player=awaited)
        return DOT.join(filter(None, (thinks, call_to_move(seen, words, "they"))))
    return call_to_move(seen, words, "you") or words("line.your_move", player=awaited)


def own_board(seen: ReaderView, words: Catalogue, *, drawn: bool = True) -> str:
    """Write the line above a player's private board, which is spared what one `drawn` shows."""
    match, turn = seen.match, seen.view.turn
    if isinstance(turn, Over):
        state = result(match, words)
    elif seen.view.acting:
        usual = words("line.you_set_up" if seen.view.free else "line.you_move")
        state = call_to_move(seen, words, "own") or usual
    else:
        waiting = sorted(turn.seats) if isinstance(turn, Act) else [Seat(0)]
        code = "line.they_set_up" if seen.view.free else "line.they_move"
        names = words("alt.comma").join(player(match, seat, words) for seat in waiting)
        state = call_to_move(seen, words, "they") or words(code, player=names)
        if seen.view.seat in seen.view.out:
            state = words("alt.semicolon").join((words("line.you_are_out"), state))
    deeds = _each(seen, seen.since[:-1], words, _undrawn_turn if drawn else last_turn)
    parts = [title(match, words), state, _rewind_warning(match, words), *deeds]
    naming = _naming(match, words)
    parts += ["" if drawn else material(seen, words), *times.clocks(match, words, naming)]
    fallen = times.fallen_flags(match, seen.game.info, words, naming)
    return "\n".join((DOT.join(part for part in parts if part), *fallen))


def people(match: Match, info: Info, words: Catalogue) -> str:
    """Pair the players: Livia – Brennus, Livia + Mara – Brennus + Mei; before, those invited."""
    if match.begun:
        naming = {holder.seat: player(match, holder.seat, words) for holder in match.players}
    else:
        naming = {
            Seat(place.place): who(place.who, words) if place.who else words("card.anybody")
            for place in match.invitations
        }
    teams = info.teams or [frozenset({seat}) for seat in sorted(naming)]
    return BETWEEN.join(WITH.join(naming[seat] for seat in sorted(team)) for team in teams)


def variant(match: Match, words: Catalogue) -> str:
    return variant_name(match.terms.game, match.options.variant, words)


def variant_name(game: str, text: str, words: Catalogue) -> str:
    """Put a variant's text into words: each of its parts by the catalogue, or as written."""
    parts = text.replace(" ", "+").split("+")
    return words("alt.comma").join(_part(game, part, words) for part in parts)


def _part(game: str, part: str, words: Catalogue) -> str:
    """Name a part by the catalogue, an option with its number; else as written."""
    key, _, value = part.partition("=")
    if f"{game}.variant.{part}" in words:
        return words(f"{game}.variant.{part}")
    if f"{game}.option.{key}" in words and value.isdecimal():
        return words(f"{game}.option.{key}", n=int(value))
    return part


def names(match: Match, players: Iterable[Player], words: Catalogue) -> str:
    full = (name(match, player.seat, words) for player in players)
    return BETWEEN.join(sanitize(part, LONGEST_IN_TITLE) for part in full)
