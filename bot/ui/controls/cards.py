"""The card of a match that has not begun: who is asked, who sits where, and how to sit down."""

from collections.abc import Iterator

import discord

from bot.matches.match.match import Match
from bot.matches.match.players import Invitation, NamedPerson
from games.core import Info, Seat

from ..words import lines, points_lines, times
from ..words.catalogue import Catalogue
from .buttons import Press, PressItem, button, rows
from .panels import GREEN, GREY, explaining

SHORT_NAME = 20
"""The most characters of the host's name on a button."""


def card(match: Match, info: Info, words: Catalogue) -> str:
    """Write the card: who plays what on which side; later, what became of it."""
    game = words(f"{match.terms.game}.name")
    head = f"**{game}** · `{match.id}` · {lines.variant(match, words)}"
    kind = f"{match.terms.game}.kind"
    explained = kind in words and (match.stand.phase == "open" or match.alone)
    parts = [head, words(kind)] if explained else [head]
    if match.stand.phase == "open":
        return "\n".join((*parts, *_invitation(match, info, words)))
    if not match.begun:
        code = "card.expired" if match.updated_ms >= times.expires_ms(match) else "card.closed"
        parts.append(words(code, people=lines.people(match, info, words)))
        if match.closer:
            parts.append(lines.closing(match.closer, match.closer_reason, words))
        return "\n".join(parts)
    parts.append(words("card.begun", people=lines.people(match, info, words)))
    parts.append(points_lines.counting(match, words))
    if match.options.where == "thread" and match.place != match.terms.channel:
        parts.append(words("card.where", place=lines.place(match.place)))
    return "\n".join((*parts, *map(lines.small, lines.substitutions(match, words))))


def _invitation(match: Match, info: Info, words: Catalogue) -> Iterator[str]:
    host = lines.player_name(lines.name_of(match.terms.host, words))
    asked = " ".join(_guest(match, person, words) for person in match.called)
    machines = [place.who for place in match.invitations if place.who and not place.person]
    computers = dict.fromkeys(lines.who(machine, words) for machine in machines)
    if match.complete and computers:
        yield words("card.computer", host=host, computers=words("alt.comma").join(computers))
    elif not match.complete:
        code = "challenge" if asked else "open_seat"
        yield words(f"card.{code}", host=host, opponent=asked)
    yield from _seats(match, info, words) if table_for_more(match) else [_first(match, words)]
    yield times.turn_time(match, words)
    yield points_lines.counting(match, words)
    if match.complete:
        return
    people = [lines.player_name(person.name) for person in match.called]
    people += [words("card.anybody")] * bool(match.free_places)
    awaited = words("card.waiting", people=words("alt.comma").join(people), host=host)
    expiry = words("card.expires", when=times.relative(times.expires_ms(match)))
    yield words("alt.join").join((awaited, expiry)) if match.terms.host.name else expiry


def _guest(match: Match, person: NamedPerson, words: Catalogue) -> str:
    """Mention somebody who is challenged; by letter, which may not know them, by name."""
    return lines.who(person, words) if match.letters else lines.mention(person.id)


def _first(match: Match, words: Catalogue) -> str:
    wanted = match.invitations[0].wanted
    choice = "random" if wanted is None else "second" if wanted else "first"
    host = lines.player_name(lines.name_of(match.terms.host, words))
    return words(f"card.seat_{choice}", host=host)


def table_for_more(match: Match) -> bool:
    return len(match.invitations) > 2


# ---------------------------------------------------------------- a table for more than two


def _seats(match: Match, info: Info, words: Catalogue) -> Iterator[str]:
    """Write a line for every team: who has sat down, who is asked, and what is open."""
    for team in info.teams or (info.everybody,):
        members = sorted((place for place in match.invitations if _seat(place) in team), key=_seat)
        if not members:
            continue
        if _is_by_lot(match):
            host = lines.player_name(lines.name_of(match.terms.host, words))
            code = "card.with_host" if members[0].place == 0 else "card.against_host"
            sitting = words("alt.comma").join(_sitting(match, member, words) for member in members)
            yield words(code, host=host, people=sitting)
        else:
            yield lines.DOT.join(
                f"**{lines.side(match, _seat(member), words)}** {_sitting(match, member, words)}"
                for member in members
            )
    if _is_by_lot(match):
        yield words("card.table_drawn" if info.teams else "card.seat_random")


def _is_by_lot(match: Match) -> bool:
    return match.invitations[0].wanted is None


def _seat(one: Invitation) -> Seat:
    """Return the seat of a place; where lots turn the table, it counts from the host's."""
    return Seat(one.place) if one.wanted is None else one.wanted


def _sitting(match: Match, one: Invitation, words: Catalogue) -> str:
    if one.who is None:
        return words("card.place_open")
    if one.person is None or one.accepted:
        return f"{lines.who(one.who, words)} ✓"
    return words("card.place_asked", player=_guest(match, one.person, words))


# ------------------------------------------------------------------------- buttons


def on_card(match: Match, info: Info, words: Catalogue) -> discord.ui.View:
    """Lay out Accept and Decline for those challenged, Join for all, the host's Cancel, Rules; by
    letter only what its reader can press."""
    if match.complete:  # against computers, or of players whom a program seats
        return rows(*explaining(match.terms.game, words))

    def item(label: str, verb: str, style: discord.ButtonStyle = GREY, text: str = "") -> PressItem:
        return button(words(f"button.{label}"), Press(match.id, 0, verb, text), style)

    own, host = match.reader and match.reader.id, match.terms.host.id
    called = {person.id for person in match.called}
    asked = own in called if own else bool(called)
    sits = any(place.accepted and place.person for place in match.invitations[1:])
    items = [item("accept", "join", GREEN)] if asked else []
    if own is None and table_for_more(match):
        items += _open_places(match, info, words)
    elif own is None and match.free_places:
        items.append(item("join", "join", GREEN))
    if asked or (sits and own != host):
        items.append(item("decline" if asked else "leave_table", "decline"))
    if own in (None, host):
        items.append(item("cancel", "cancel"))
    return rows(*items, item("rules", "rules", text=match.terms.game))


def _open_places(match: Match, info: Info, words: Catalogue) -> list[PressItem]:
    """Offer Join for every open seat or, where lots seat the players, for every team."""
    host = lines.sanitize(lines.name_of(match.terms.host, words), SHORT_NAME)
    own = info.team(_seat(match.invitations[0]))
    places: dict[str, list[str]] = {}
    for invitation in sorted(match.invitations, key=_seat):
        if invitation.who is None:
            seat = _seat(invitation)
            beside = "with" if seat in own else "against"
            where = {} if _is_by_lot(match) else {"side": lines.side(match, seat, words)}
            code = f"button.join_{beside}" if where else f"button.sit_{beside}"
            label = words(code if info.teams else "button.join", host=host, **where)
            places.setdefault(label, []).append(str(invitation.place))
    return [
        button(label, Press(match.id, 0, "join", " ".join(open_)), GREEN)
        for label, open_ in places.items()
    ]
