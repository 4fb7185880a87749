"""Sentences of where people stand: leaderboards, seasons, and two people who have met."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from bot.people.points.firsts import Firsts
from bot.people.points.leaderboards import Page, Placed
from bot.people.points.profiles import Results, Together
from bot.people.points.seasons import Season
from bot.people.points.standing import Standing
from bot.people.points.tour import TourSeason, begins_ms, fortnight_at, kind_of
from render.profile.standing import MOST_SIGNS, Place

from .catalogue import Catalogue
from .lines import dotted, player_name
from .points_lines import doubt
from .times import relative


def place(
    game: str, standing: Standing, results: Results, running: int, left: int, now: int, *, own: bool
) -> Place:
    """Say where a person stands in a game; others read no numbers of who is new there."""
    if not own and not standing.known:
        return Place(game)
    grown = standing.at(now)
    return Place(
        game,
        standing.shown,
        round(grown.deviation),
        not grown.is_established,
        standing.wins,
        standing.draws,
        standing.losses,
        tuple(reversed(results.results[:MOST_SIGNS])),
        results.streak,
        running,
        datetime.fromtimestamp(results.since_ms / 1000, UTC).date().isoformat(),
        left,
        standing.updated_ms,
    )


def firsts(one: Firsts, words: Catalogue) -> Iterator[str]:
    """Say what somebody has done for the first time, and how often they were in time."""
    comma = words("alt.comma")
    if one.games:
        yield words("firsts.games", games=comma.join(words(f"{game}.name") for game in one.games))
    if one.levels:
        yield words("firsts.levels", levels=comma.join(map(str, one.levels)))
    if one.milestone:
        yield words("firsts.finished", n=str(one.milestone))
    if one.season:
        yield words("firsts.season", season=season(one.season, words))
    if one.timed:
        yield words("firsts.kept", kept=str(one.kept), timed=str(one.timed))


def season(one: Season | TourSeason, words: Catalogue) -> str:
    if isinstance(one, TourSeason):
        last = datetime.fromtimestamp(one.until_ms / 1000, UTC).date()
        return words("tour.until", day=last.isoformat())
    return words(f"ranks.season_{one.quarter}", year=one.year)


def everywhere(own: tuple[int, int, int] | None, words: Catalogue) -> str:
    """Say somebody's place in the Tour of all servers, without a word of anybody else."""
    if own is None:
        return words("tour.none")
    place, points, people = own
    return words(
        "tour.everywhere", place=place, people=people, points=words("tour.points", n=points)
    )


def on_tour(code: str, now_ms: int, words: Catalogue) -> str:
    """Say what the Tour plays now, and until when."""
    at = fortnight_at(now_ms)
    game = words(f"{kind_of(at).partition(' ')[0]}.name")
    return words(code, game=game, ends=relative(begins_ms(at + 1)))


def ranks(page: Page, title: str, words: Catalogue, room: str = "ranks") -> str:
    """Write a page of a leaderboard, with the reader's own place below, and how it is sorted."""
    lines = [title, *(_line(placed, words) for placed in page.placed)]
    if page.own and page.own not in page.placed:
        lines += ["…", _line(page.own, words)]
    lines.append(words(f"{room}.sorted" if page.placed else f"{room}.nobody"))
    return "\n".join(lines)


def _line(one: Placed, words: Catalogue) -> str:
    standing = one.standing
    if isinstance(standing, int):
        points = words("tour.points", n=standing)
        return f"{one.place}\\. **{player_name(one.name)}** · {points}"
    rating = words.apart(f"{standing.shown} ± {standing.deviation:.0f}{doubt(standing)}")
    played = words("ranks.played", n=standing.games)
    return f"{one.place}\\. **{player_name(one.name)}** · {rating} · {played}"


def meetings(
    names: tuple[str, str],
    pools: Iterable[tuple[str, Sequence[Together], str]],
    words: Catalogue,
) -> Iterator[str]:
    """Say the score of two people in every game, and who begins there next, by name."""
    one, other = map(player_name, names)
    for pool, found, due in pools:
        count = Counter(each.result for each in found)
        score = words(
            "together.score",
            game=words(f"{pool}.name"),
            one=one,
            wins=count["won"],
            losses=count["lost"],
            other=other,
        )
        drawn = words("together.draws", n=count["drawn"]) if count["drawn"] else ""
        begins = words("together.begins", player=player_name(due)) if due else ""
        yield f"- {dotted(score, drawn, begins)}"
