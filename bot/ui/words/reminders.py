"""The text of a ping: what is awaited of whom, in which match, and where to press."""

from typing import assert_never

from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage
from bot.matches.match.ping import Ping

from . import lines, times
from .catalogue import Catalogue


def ping(
    match: Match,
    owed: Ping,
    words: Catalogue,
    there: PostedMessage | None,
    *,
    name: str,
    blind: bool = False,
) -> str:
    """Write a ping about a match as it stands, leading to a message; nothing hidden is in it.
    `name` mentions its reader, "" in a direct message; one who is `blind` cannot look where the
    match is played, and reads how to play on without."""
    parts = [name, _text(match, owed, words)]
    if blind:
        parts.append(words("ping.no_look") if match.running else "")
    elif there:
        address = lines.message_url(match.terms.guild, there.channel, there.message)
        parts.append(f"[{words('list.go')}]({address})")
    elif match.running:
        parts.append(words("ping.no_board"))
    return lines.dotted(*parts)


def _text(match: Match, owed: Ping, words: Catalogue) -> str:
    title = lines.title(match, words)
    seat = match.seat_of(owed.user)
    player = None if seat is None else match.players[seat]
    match owed.kind:
        case "turn":
            code = "ping.set_up" if match.stand.phase == "setting_up" else "ping.turn"
            return words(code, title=title)
        case "reminder":
            deadline = player.clock.deadline_ms if player else None
            if deadline is None:
                return words("ping.turn", title=title)
            return words("ping.reminder", title=title, when=times.relative(deadline))
        case "notice" if player and player.missed and not player.clock.down:
            return words("ping.missed", title=title, n=player.missed)
        case "notice":
            return words("ping.notice", title=title)
        case "flag":
            down = [player for player in match.players if player.clock.down]
            return words("ping.flag", title=title, player=lines.names_of(match, down, words))
        case "challenge":
            return words(
                "ping.challenge", title=title, host=lines.player_name(match.terms.host.name)
            )
        case "offer":
            by = match.offer
            asking = [match.players[by.seat]] if by else []
            return words("ping.offer", title=title, player=lines.names_of(match, asking, words))
        case "end":
            result = lines.result(match, words)
            if not match.begun:
                return words("ping.not_begun", title=title)
            if match.unrated == "struck":
                return words("ping.struck", title=title)
            for holder in match.players:
                if match.running and (left := holder.substitution) and left.person.id == owed.user:
                    return words(
                        "ping.replaced", title=title, player=lines.player(match, holder.seat, words)
                    )
            return words("ping.end", title=title, result=result)
        case "grant":
            return words("ping.grant", title=title)
        case "follow":
            return words("ping.follow", title=title)
        case "vacation":
            if player is None or player.away_ms is None:
                return words("ping.vacation_over", title=title)
            return words("ping.vacation", title=title, until=times.date(player.away_ms))
        case _:
            assert_never(owed.kind)
