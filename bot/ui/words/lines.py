"""Sentences of matches: the line above a board, cards, lists, results."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from discord.utils import escape_markdown, escape_mentions

from bot.matches.match.due import NOTHING, Given
from bot.matches.match.layout import BLANKS
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson, Player, Who
from bot.matches.match.reader_view import ReaderView, Taken
from games.core import Act, Event, Info, Over, Seat
from games.quitting import BY_NO_TURN, was_broken_off
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
    """Return the name of a person as they chose it; a former player and a stranger have none."""
    if person.is_deleted:
        return words("player.former")
    return person.name or words("player.stranger")


def place(channel: int) -> str:
    return f"<#{channel}>"


def message_url(guild: int | None, channel: int, message: int) -> str:
    return f"https://discord.com/channels/{guild or '@me'}/{channel}/{message}"


def side(match: Match, seat: int, words: Catalogue) -> str:
    return words(f"{match.terms.game}.seat.{seat}")


def title(match: Match, words: Catalogue, *more: str) -> str:
    """Write a match's id and game, and more about it: `K7Q2` Murus Gallicus · …"""
    return dotted(f"`{match.id}` {words(f'{match.terms.game}.name')}", *more)


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
    """Mention these players; computers, and in letters all, by name."""
    return " ".join(
        mention(holder.person.id)
        if holder.person and not holder.person.is_deleted and not match.letters
        else player(match, holder.seat, words)
        for holder in players
    )


def substitutions(match: Match, words: Catalogue) -> Iterator[str]:
    for holder in match.players:
        if holder.substitution:
            absent = player_name(name_of(holder.substitution.person, words))
            turn = words("line.turn_number", n=holder.substitution.turn)
            name = player(match, holder.seat, words)
            yield words("line.substitution", player=name, absent=absent, turn=turn)


def dotted(*parts: str) -> str:
    """Put what there is to say into one line."""
    return DOT.join(filter(None, parts))


def small(*parts: str) -> str:
    """Put what there is to say into one small line, "" where there is nothing."""
    said = dotted(*parts)
    return f"-# {said}" if said else ""


def effects(news: Iterable[Event], words: Catalogue) -> str:
    """Say what a turn does, without what the news say to the player to move next."""
    events = (event for event in news if f"{event.code}_you" not in words)
    return words("alt.semicolon").join(map(words.tell, events))


def call(seen: ReaderView, words: Catalogue, player: str) -> str:
    """Call a player to act, with what the news tell them: a roll, the right to change sides."""
    told = _told_next(seen, words)
    if told:
        return words(f"{told.code}_you", **told.args, player=player)
    return words("line.set_up" if seen.view.free else "line.your_move", player=player)


def awaited(seen: ReaderView, words: Catalogue) -> str:
    """Say to the others who is to act, and what the news tell that player."""
    acting = (player for player in seen.match.players if player.acting)
    code = "line.they_set_up" if seen.view.free else "line.they_move"
    return dotted(words(code, player=names_of(seen.match, acting, words)), _announce(seen, words))


def _announce(seen: ReaderView, words: Catalogue) -> str:
    told = _told_next(seen, words)
    return words.tell(told) if told else ""


def _told_next(seen: ReaderView, words: Catalogue) -> Event | None:
    last = seen.view.news[-1] if seen.view.news else None
    calls = last and isinstance(seen.view.turn, Act) and f"{last.code}_you" in words
    return last if calls else None


def names_of(match: Match, players: Iterable[Player], words: Catalogue) -> str:
    return words("alt.comma").join(player(match, holder.seat, words) for holder in players)


def material(seen: ReaderView, words: Catalogue) -> str:
    """Say what both sides have left, once a turn has been taken, in games that count it."""
    count = seen.game.material
    return words.tell(count(seen.view)) if count and seen.last else ""


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
    news = tuple(event for event in seen.view.news if not shows(seen.view, event))
    return last_turn(replace(seen, view=replace(seen.view, news=news)), words)


def _notation(seen: ReaderView, words: Catalogue) -> str:
    if seen.last is None:
        return ""
    seat, text = seen.last
    computers = [seated.seat for seated in seen.match.players if seated.computer]
    naming = side if len(computers) > 1 and seat in computers else player
    return f"{naming(seen.match, seat, words)} {chips(seen.game.info, text)}"


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
    by = words("over.closed_by", closer=player_name(name_of(closer, words)))
    return words("line.told", deed=by, news=escape(sanitize(why, LONGEST_REASON))) if why else by


def board(
    seen: ReaderView,
    words: Catalogue,
    given: Given = NOTHING,
    notified: Iterable[NamedPerson] = (),
    earlier: Sequence[Taken] = (),
    more: Sequence[str] = (),
    below: Sequence[str] = (),
) -> str:
    """Write the three rows that a phone has above a public board: whose turn it is, what happened
    (also in `earlier` turns, for which no board was posted, or in the round), how much time is
    left, and what there is `more`; at the end it mentions those `notified`. Some lines stand
    `below`. Words are spared for what the picture shows, and for what the alt text has besides: the
    game's name, the turn's number."""
    match, turn = seen.match, seen.view.turn
    naming = _naming(match, words)
    if isinstance(turn, Over):
        silent = len(match.players) > 2 and was_broken_off(turn)
        deeds = [words("line.later", n=len(earlier))] if earlier else []
        deeds += [] if silent else [_notation(seen, words)]
        users = " ".join(mention(person.id) for person in notified if not person.is_deleted)
        head = dotted(f"**{result(match, words)}**", f"`{match.id}`", *deeds, users, *more)
        return "\n".join(filter(None, (head, *below)))
    told = max(earlier, seen.since[:-1], key=len)
    told = told[1:] if seen.since and told[0].own else told  # the board before this one tells it
    acting = [player for player in match.players if player.acting]
    fallen = [*times.fallen_flags(match, seen.game.info, words, naming)]
    under = [*filter(None, (*below, *fallen, small(*substitutions(match, words))))]
    news = [*times.news(match, words, naming, given)]
    deeds = _each(seen, () if under else told, words, _undrawn_turn, 2)
    head = dotted(
        _call(seen, mentions(match, acting, words), words),
        f"`{match.id}`",
        *_rewind_warning(match, words),
        *([] if fallen or (under and news) else deeds),
        *([] if fallen else news),
        *times.clocks(match, words, naming),
        *more,
    )
    return "\n".join((head, *under))


def _naming(match: Match, words: Catalogue) -> times.Naming:
    return lambda holder: player(match, holder.seat, words)


def turns_since(seen: ReaderView, words: Catalogue, earlier: Sequence[Taken] = ()) -> str:
    """Say what was played on the board before this one: somebody's own turn, of which this one
    tells the rest, else the `earlier` turns and the last."""
    if earlier and earlier[0].own:
        seen, earlier = replace(seen, view=earlier[0].view), ()
    told, most = (earlier, 0) if earlier else (seen.since[:-1], MOST_TOLD)
    deeds = _each(seen, told, words, _played_line, most)
    turns = words("alt.semicolon").join(filter(None, deeds))
    return title(seen.match, words, turns)


def _each(
    seen: ReaderView,
    earlier: Sequence[Taken],
    words: Catalogue,
    describe: Callable[[ReaderView, Catalogue], str],
    most: int = MOST_TOLD,
) -> list[str]:
    """Describe these turns and the last one by one, with their numbers where these are known; of
    the earlier ones at `most` so many, and count the others."""
    skipped, last = len(earlier) - most, seen.since[-1:]
    told = earlier[max(0, skipped) :]
    deeds = [describe(replace(seen, view=turn.view), words) for turn in told]
    deeds.append(describe(seen, words))
    if last:
        numbered = zip((*told, *last), deeds, strict=True)
        deeds = [words("ask.turn", n=turn.number, deed=deed) for turn, deed in numbered]
    return [words("line.later", n=skipped), *deeds] if skipped > 0 else deeds


def _played_line(seen: ReaderView, words: Catalogue) -> str:
    match, outcome = seen.match, seen.match.stand.outcome
    if match.stand.taken_back:
        return words("line.undone")
    if outcome and outcome.reason in BY_NO_TURN:
        return result(match, words)
    if seen.view.free:
        return ""
    return _notation(seen, words) or effects(seen.view.news, words)


def _rewind_warning(match: Match, words: Catalogue) -> list[str]:
    """Warn that the board has gone back: what is told after it is older."""
    return [words("line.taken_back")] * match.stand.taken_back


def _call(seen: ReaderView, called: str, words: Catalogue) -> str:
    """Call the player to move, or say that a computer thinks."""
    if seen.view.free or not seen.match.computing:
        return call(seen, words, called)
    thinks = words("computer.thinking", player=called)
    return dotted(thinks, _announce(seen, words))


def own_board(seen: ReaderView, words: Catalogue, *, drawn: bool = True) -> str:
    """Write the line above a player's private board, which is spared what one `drawn` shows."""
    match, turn = seen.match, seen.view.turn
    if isinstance(turn, Over):
        state = result(match, words)
    elif seen.view.acting:
        state = call(seen, words, player(match, seen.view.seat or Seat(0), words))
    else:
        state = awaited(seen, words)
        if seen.view.seat in seen.view.out:
            state = words("alt.semicolon").join((words("line.you_are_out"), state))
    deeds = _each(seen, seen.since[:-1], words, _undrawn_turn if drawn else last_turn)
    naming = _naming(match, words)
    parts = [state, *_rewind_warning(match, words), *deeds]
    parts += ["" if drawn else material(seen, words), *times.clocks(match, words, naming)]
    fallen = times.fallen_flags(match, seen.game.info, words, naming)
    return "\n".join((title(match, words, *parts), *fallen))


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
