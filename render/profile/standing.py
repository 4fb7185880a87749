"""What a profile says of a person, game by game, and how it is said in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..look import Look
from ..words import LONGEST, SPOKEN_NAME, together

Sign: TypeAlias = Literal["won", "drawn", "lost"]
MOST_SIGNS = 10
LEAST_STREAK = 3
"""The fewest wins in a row that are worth a word."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person stands in a game.

    `rating` is None while only they themselves may see it; nothing but that is then said. `last`
    are their last results, the latest at the end. `since` is the day of the first. `left` counts
    the matches they have left before the end, which count for nobody. `latest_ms` is when the last
    result was, which is not said either of who is new.
    """

    game: str
    rating: int | None = None
    deviation: int = 0
    unsure: bool = False
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last: tuple[Sign, ...] = ()
    streak: int = 0
    running: int = 0
    since: str = ""
    left: int = 0
    latest_ms: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """A person by name, and where they stand in the games they have rated matches in. `firsts` are
    sentences about what they have done for the first time. Their account's `handle` is drawn where
    the name cannot be."""

    name: str
    places: tuple[Place, ...]
    firsts: tuple[str, ...] = ()
    handle: str = ""


def standing(place: Place, look: Look) -> str:
    """Write a rating: 1512 ± 95, with a question mark while it is not sure."""
    if place.rating is None:
        return look.words("profile.new")
    sure = f"{place.rating} ± {place.deviation}"
    return f"{sure} ?" if place.unsure else sure


def score(place: Place) -> str:
    """Write wins, draws and losses: 12–3–4."""
    return f"{place.wins}–{place.draws}–{place.losses}"


def further(place: Place, look: Look) -> Iterator[str]:
    """Say what else there is about a game, the most pleasing first."""
    words = look.words
    if place.streak >= LEAST_STREAK:
        yield words("profile.streak", n=place.streak)
    if place.running:
        yield words("profile.running", n=place.running)
    if place.left:
        yield words("profile.left", n=place.left)
    if place.since:
        yield words("profile.since", date=place.since)


def alt_text(profile: Profile, look: Look) -> str:
    """Write the alt text of a profile: of as many games as there is room for."""
    for most in range(len(profile.places), -1, -1):
        text = together(describe(profile, look, most), look)
        if len(text) < LONGEST:
            break
    return text


def describe(profile: Profile, look: Look, most: int | None = None) -> Iterator[str]:
    """Say all of a profile, game by game; of `most` games, those played last, if that is given."""
    words, comma, places = look.words, look.words("alt.comma"), profile.places
    latest = sorted(places, key=lambda place: -place.latest_ms)[:most]
    yield words("profile.alt", name=profile.name[:SPOKEN_NAME])
    for place in filter(latest.__contains__, places):
        game, rating = words(f"{place.game}.name"), standing(place, look)
        if place.rating is None:
            yield words("profile.place_new", game=game, rating=rating)
            continue
        last = " ".join(words(f"profile.sign.{result}") for result in place.last)
        rest = comma.join(further(place, look))
        yield words(
            "profile.place", game=game, rating=rating, score=score(place), last=last, rest=rest
        )
    if unnamed := len(places) - len(latest):
        yield words("profile.more", n=unnamed)
    if profile.firsts:
        yield words("alt.news", saying=words("alt.semicolon").join(profile.firsts))
