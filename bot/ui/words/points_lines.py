"""Sentences of points: whether a match counts, why it does not, and what it has changed."""

from collections.abc import Iterable

from bot.matches.match.match import Match
from bot.matches.match.players import Strike
from bot.people.points.ratings import Change
from bot.people.points.standing import WHOLE, Standing
from games.core import Info
from games.quitting import WITHOUT_RESULT

from .catalogue import Catalogue
from .lines import DOT, LONGEST_REASON, escape, name_of, player_name, sanitize

ON_THE_WAY = ("replaced", "escaped", "struck")
"""The reasons for which a match that goes on has come to count for nothing."""


def counting(match: Match, words: Catalogue, strike: Strike | None = None) -> str:
    """Say whether a match counts for points, and how much of it, or why it does not."""
    if match.unrated is None:
        code = "points.rated" if match.nth <= WHOLE else "points.rated_part"
        return words(code, whole=WHOLE, nth=match.nth)
    if strike and strike.by:
        why = escape(sanitize(strike.reason or "", LONGEST_REASON))
        return words("points.struck_by", manager=player_name(name_of(strike.by, words)), reason=why)
    return words("points.unrated_because", reason=words(f"points.reason.{match.unrated}"))


def on_board(match: Match, words: Catalogue, *, wanted: bool, strike: Strike | None = None) -> str:
    """Say on a board whether its match counts, where that is `wanted`, and at the end why it does
    not: before, the card has that, and of a match with a computer or without result all. That it
    has come to count for nothing is said on all boards from then on."""
    outcome = match.stand.outcome
    if match.unrated == "computer" or (outcome and outcome.reason in WITHOUT_RESULT):
        return ""
    if outcome:
        return counting(match, words, strike) if match.unrated else ""
    wanted = wanted or match.unrated in ON_THE_WAY
    return words("points.unrated" if match.unrated else "points.rated") if wanted else ""


def points_line(match: Match, info: Info, changes: Iterable[Change], words: Catalogue) -> str:
    """Say what a match has changed: Livia 1528 (+16); "" if it has not. Whose numbers others do not
    see yet is new to them; where many have changed there is only room for how much."""
    shown = tuple(changes)
    if shown and _free(match, info):
        return words("points.free_draw")
    return DOT.join(_change(match, change, words, full=len(shown) < 3) for change in shown)


def own(match: Match, info: Info, changes: Iterable[Change], user: int, words: Catalogue) -> str:
    """Say to somebody what a match has changed for them, however new they are; "" if nothing."""
    mine = next((change for change in changes if change.person == user), None)
    if mine is None or _free(match, info):
        return ""
    return words("points.own", before=number(mine.before), after=number(mine.after))


def number(one: Standing) -> str:
    """Write a rating as a whole number, with a question mark while it is not sure."""
    return f"{one.shown}{doubt(one)}"


def doubt(one: Standing) -> str:
    """Write what follows a number that is not sure."""
    return "" if one.is_established else " ?"


def _free(match: Match, info: Info) -> bool:
    return info.free_draws and any(player.result == "drawn" for player in match.players)


def _change(match: Match, one: Change, words: Catalogue, *, full: bool) -> str:
    name = player_name(_name(match, one, words))
    if not one.after.known:
        return words("points.new", player=name)
    more = one.after.shown - one.before.shown
    change = f"{'+' if more > 0 else '−' if more else '±'}{abs(more)}"
    told = f"{number(one.after)} ({change})" if full else change
    return f"{name} {words.apart(told)}"


def _name(match: Match, one: Change, words: Catalogue) -> str:
    """Name the person of a change, who may have been replaced since."""
    for player in match.players:
        if player.person and player.person.id == one.person:
            return name_of(player.person, words)
        if player.substitution and player.substitution.person.id == one.person:
            return name_of(player.substitution.person, words)
    return ""
