"""Sentences of matches: the line above a board, cards, lists, results."""

from __future__ import annotations

from discord.utils import escape_markdown, escape_mentions

from bot.matches.model import Match, Player, Seen
from games.core import Act, Over, Seat

from .catalogue import Catalogue

LONGEST_NAME = 40
DOT = " · "


def plain(name: str) -> str:
    """A person's name that cannot mention, format or stretch anything."""
    shown = "".join(c for c in name if c.isprintable())
    short = shown if len(shown) <= LONGEST_NAME else shown[: LONGEST_NAME - 1] + "…"
    return escape_mentions(escape_markdown(short)).replace("<", "\\<")


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
    return words(f"{match.game}.seat.{seat}")


def title(match: Match, words: Catalogue) -> str:
    """`K7Q2` Murus Gallicus."""
    return f"`{match.id}` {words(f'{match.game}.name')}"


def player(match: Match, seat: int, words: Catalogue) -> str:
    """The player's name, or the seat's while nobody has it."""
    who = match.seats[seat]
    return plain(who.name) if who else side(match, seat, words)


def deed(seen: Seen, words: Catalogue) -> str:
    """The last turn: who, in notation, in plain words; "" before the first.

    What the call to the one to move says already (a roll) is left out.
    """
    told = (event for event in seen.view.news if f"{event.code}_you" not in words)
    news = words("alt.semicolon").join(words.tell(event) for event in told)
    if seen.last is None:
        return news
    seat, text = seen.last
    who = words("line.deed", player=player(seen.match, seat, words), action=text)
    return words("line.told", deed=who, news=news) if news else who


def result(match: Match, words: Catalogue) -> str:
    """How an ended match ended, with the players' names."""
    outcome = match.outcome
    if outcome is None:
        return ""
    winner = loser = ""
    if outcome.winners:
        seat = min(outcome.winners)
        winner, loser = player(match, seat, words), player(match, 1 - seat, words)
    return words(f"over.{outcome.reason}", winner=winner, loser=loser)


def board(seen: Seen, words: Catalogue) -> str:
    """The line above a public board: whose turn first, then what happened."""
    match, turn = seen.match, seen.view.turn
    if isinstance(turn, Over):
        parts = [f"**{result(match, words)}**", title(match, words), deed(seen, words)]
    else:
        called = " ".join(
            mention(who.id) for seat, who in enumerate(match.seats) if who and seat in match.to_act
        )
        parts = [_call(seen, called, words), title(match, words)]
        if not seen.view.free:
            parts.append(_number(seen, words))
        parts += [_taken_back(match, words), deed(seen, words)]
    line = DOT.join(part for part in parts if part)
    if match.turns == 0 and match.salt:
        line += "\n" + words("line.salt", salt=match.salt)
    return line


def seal(match: Match, seat: int, code: str, words: Catalogue) -> str:
    """That a side is ready, with the seal of its layout."""
    return words("line.sealed", side=side(match, seat, words), seal=code)


def layout(match: Match, seat: int, text: str, sealed: bool, words: Catalogue) -> str:
    """What a side had set up, and that it is what was sealed."""
    codes = text.partition(" ")[2]
    said = "line.layout" if sealed else "line.other_layout"
    return words(said, side=side(match, seat, words), layout=codes)


def _taken_back(match: Match, words: Catalogue) -> str:
    """That the board has gone back; what is told after it is older."""
    return words("line.taken_back") if match.taken_back else ""


def _number(seen: Seen, words: Catalogue) -> str:
    """Move 23, or what the game calls it."""
    own, number = f"{seen.match.game}.turn_number", seen.view.number or seen.match.turns + 1
    return words(own if own in words else "line.move_number", n=number)


def _call(seen: Seen, called: str, words: Catalogue) -> str:
    """Whose move it is; after a roll, what they rolled."""
    if seen.view.free:
        return words("line.set_up", player=called)
    last = seen.view.news[-1] if seen.view.news else None
    if last and f"{last.code}_you" in words:
        return words(f"{last.code}_you", player=called, **last.args)
    return words("line.your_move", player=called)


def own_board(seen: Seen, words: Catalogue) -> str:
    """The line above somebody's private board."""
    match, turn = seen.match, seen.view.turn
    if isinstance(turn, Over):
        state = result(match, words)
    elif seen.view.acting:
        state = words("line.you_set_up" if seen.view.free else "line.you_move")
    else:
        waiting = sorted(turn.seats) if isinstance(turn, Act) else [Seat(0)]
        code = "line.they_set_up" if seen.view.free else "line.they_move"
        names = words("alt.comma").join(player(match, seat, words) for seat in waiting)
        state = words(code, player=names)
    parts = (title(match, words), state, _taken_back(match, words), deed(seen, words))
    return DOT.join(part for part in parts if part)


def people(match: Match, words: Catalogue) -> str:
    """Livia – Brennus, or the host and the one challenged while it is open."""
    if match.status == "open" or not any(match.seats):
        other = plain(match.opponent.name) if match.opponent else words("card.anybody")
        return words("line.people", first=plain(match.host.name), second=other)
    first, second = (player(match, seat, words) for seat in (0, 1))
    return words("line.people", first=first, second=second)


def entry(match: Match, reader: int, words: Catalogue, *, set_up: bool = False) -> str:
    """One line of a list; `set_up` while the pieces of the match are."""
    if match.status == "open":
        state = words("list.open")
    elif match.status == "cancelled":
        state = words("list.cancelled")
    elif match.status == "over":
        state = result(match, words)
    elif match.seat_of(reader) in match.to_act:
        state = f"**{words('line.you_set_up' if set_up else 'line.you_move')}**"
    else:
        code = "line.they_set_up" if set_up else "line.they_move"
        state = words(code, player=player(match, min(match.to_act), words))
    where = place(match.home or match.channel)
    return DOT.join((title(match, words), people(match, words), state, where))


def variant(match: Match, words: Catalogue) -> str:
    """The variant's name."""
    return variant_name(match.game, match.variant, words)


def variant_name(game: str, text: str, words: Catalogue) -> str:
    """A variant's text in words: each of its parts by the catalogue, or as written."""
    return " + ".join(_part(game, part, words) for part in text.replace(" ", "+").split("+"))


def _part(game: str, part: str, words: Catalogue) -> str:
    """A name or an option by the catalogue, with its number if it has one; else as written."""
    key, _, value = part.partition("=")
    if f"{game}.variant.{part}" in words:
        return words(f"{game}.variant.{part}")
    if f"{game}.option.{key}" in words and value.isdecimal():
        return words(f"{game}.option.{key}", n=int(value))
    return part


def card(match: Match, words: Catalogue) -> str:
    """The challenge card: who, what, which side; then what became of it."""
    host = plain(match.host.name)
    head = f"**{words(f'{match.game}.name')}** · `{match.id}` · {variant(match, words)}"
    if match.status == "open":
        if match.opponent:
            call = words("card.challenge", host=host, opponent=mention(match.opponent.id))
        else:
            call = words("card.open_seat", host=host)
        choice = words(
            f"card.seat_{match.seat_choice}", host=host, side=_side_of_host(match, words)
        )
        return "\n".join((head, call, choice, words("card.seal", seal=match.commitment)))
    if match.status == "cancelled" and not any(match.seats):
        return "\n".join((head, words("card.closed", people=people(match, words))))
    lines = [head, words("card.begun", people=people(match, words))]
    if match.home and match.home != match.channel:
        lines.append(words("card.where", place=place(match.home)))
    return "\n".join((*lines, words("card.seal", seal=match.commitment)))


def _side_of_host(match: Match, words: Catalogue) -> str:
    return side(match, 0 if match.seat_choice == "first" else 1, words)


def names(players: tuple[Player | None, ...]) -> str:
    """Names for a thread's title."""
    return " – ".join(who.name[:24] for who in players if who)
