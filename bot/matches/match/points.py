"""What a match has to say to its points: the case it makes, and how it has ended for whom."""

from collections.abc import Collection, Iterable, Sequence

from bot.people.points.counts import Case, why_uncounted
from bot.people.points.standing import Pool, RatedEnd, RatedPlayer, Reason, Result, share
from games.clock import DAY
from games.core import Entry, Info

from .match import Match
from .players import Player

STRIKE_MS = 30 * DAY
"""The time after its end in which a match can be taken out of the points."""


def pool(match: Match) -> Pool:
    """Return the pool in which a match counts: its game on the server where it was opened."""
    return Pool(match.terms.game, match.terms.guild or 0)


def reason_not_to_count(
    before: Match, after: Match, lines: Collection[Entry], info: Info
) -> str | None:
    """Tell why a match does not count after a change; None if it does or still may."""
    if after.unrated is not None or not after.begun:
        return after.unrated
    outcome = after.stand.outcome
    return why_uncounted(
        Case(
            replaced=replaced_player(before, after) is not None,
            escaped=escaper(after, lines) is not None,
            ended=outcome.reason if outcome else "",
            turns=_turns(after, lines),
        ),
        info,
    )


def replaced_player(before: Match, after: Match) -> Player | None:
    """Return the player whose seat has just been taken over, if any, as they sat there."""
    pairs = zip(before.players, after.players, strict=False)
    return next((was for was, now in pairs if was.since != now.since), None)


def escaper(after: Match, lines: Iterable[Entry]) -> Player | None:
    """Return the player who has just left a partner behind and so ended a match for nobody."""
    fled = [line.seat for line in lines if (line.kind, line.text) == ("forfeit", "escape")]
    void = after.stand.outcome is None or not after.stand.outcome.winners
    return after.players[fled[0]] if void and fled and fled[0] is not None else None


def _turns(match: Match, lines: Iterable[Entry]) -> int:
    """Count the turns really taken."""
    return match.stand.turns - sum(line.kind == "lapse" for line in lines)


def finish(before: Match, after: Match, lines: Collection[Entry], info: Info) -> RatedEnd | None:
    """Return the end of a match that counts, if a change has brought it about. Whoever escapes, or
    is replaced when their time was up, loses alone, and the others play for nothing."""
    if before.unrated is not None or not before.begun:
        return None
    taken, fled = replaced_player(before, after), escaper(after, lines)
    if taken is not None and not (taken.absence == "missed" or taken.clock.down):
        return None
    left = taken or fled
    if left is not None:
        over = why_uncounted(Case(ended="time", turns=_turns(after, lines)), info)
        if left.person is None or over:
            return None
        results: list[Result | None] = [
            "lost" if player.seat == left.seat else None for player in before.players
        ]
        reason: Reason = "replaced" if taken else "escaped"
        return _finish(after, before.players, results, reason, info)
    if after.unrated is not None or not after.stand.outcome or before.stand.outcome:
        return None
    return _finish(after, after.players, [player.result for player in after.players], "ended", info)


def _finish(
    match: Match,
    players: Sequence[Player],
    results: Sequence[Result | None],
    reason: Reason,
    info: Info,
) -> RatedEnd:
    return RatedEnd(
        match.id,
        pool(match),
        part(match.nth, results, info),
        match.clock_ms if reason == "replaced" else match.updated_ms,
        reason,
        tuple(
            RatedPlayer(player.seat, player.human.id, min(info.team(player.seat)), result)
            for player, result in zip(players, results, strict=True)
        ),
    )


def part(nth: int, results: Collection[Result | None], info: Info) -> float:
    """Return how much counts of the n-th result of two opponents: in some games no draw does."""
    return 0.0 if info.free_draws and "drawn" in results else share(nth)
