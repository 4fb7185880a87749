"""The picture of a profile: a row a game, results told apart by shape, every name drawn safely."""

from dataclasses import replace
from itertools import combinations

import pytest

from bot.ui.words.catalogue import locales
from games.library import GAMES
from render.look import Theme
from render.painting.palette import palette
from render.profile.profile import profile, scene, sign
from render.profile.standing import Place, Profile, alt_text
from render.theme import TOKENS
from scripts.make_palettes import SAMPLE

from .sample import OPEN, THEMES, lines, reader
from .test_curve import LONG, box

BUDGET = 64
"""The most colours of a picture."""


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("theme", THEMES)
def test_every_game_has_a_row_with_rating_and_score(theme: Theme, locale: str) -> None:
    look = reader(theme, locale)
    written = lines(scene(SAMPLE, look))
    assert len(SAMPLE.places) == len(GAMES)
    for place in SAMPLE.places:
        assert look.words(f"{place.game}.name") in written
        assert f"{place.rating} ± {place.deviation}{' ?' if place.unsure else ''}" in written
        assert f"{place.wins}–{place.draws}–{place.losses}" in written


@pytest.mark.parametrize("theme", THEMES)
def test_its_colours_are_kept_exactly_within_the_budget(theme: Theme) -> None:
    colours = {f"#{r:02X}{g:02X}{b:02X}" for r, g, b in palette(f"profile-{theme}").colours}
    tokens = TOKENS[theme]
    assert colours >= {tokens.page, tokens.panel, tokens.ink, tokens.good, tokens.bad}
    assert len(colours) <= BUDGET


def test_results_differ_in_shape_and_not_by_colour_alone() -> None:
    won, drawn, lost = (
        [type(shape).__name__ for shape in sign(result, TOKENS["dark"])]
        for result in ("won", "drawn", "lost")
    )
    assert (won, drawn, lost) == (["Polygon"], ["Box", "Box"], ["Stroke"])


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("name", [*LONG, "军棋" * 20])
def test_no_words_run_into_each_other(name: str, locale: str) -> None:
    places = tuple(replace(place, streak=120, running=20, left=20) for place in SAMPLE.places)
    drawn = scene(Profile(name, places), reader("dark", locale))
    boxes = [box(word) for word in drawn.words]
    assert all(spot.left >= 0 and spot.right <= 784 for spot in boxes)
    for first, other in combinations(boxes, 2):
        apart = first.right <= other.left or other.right <= first.left
        assert apart or first.bottom <= other.top or other.bottom <= first.top


def test_a_line_without_room_for_all_of_it_ends_with_a_whole_part() -> None:
    look = reader()
    place = replace(SAMPLE.places[0], streak=12, running=2, left=2)
    drawn = lines(scene(Profile("Livia", (place,)), look))
    parts = [look.words("profile.streak", n=12), look.words("profile.running", n=2)]
    parts.append(look.words("profile.left", n=2))
    assert " · ".join(parts) in drawn


def test_a_name_that_cannot_be_drawn_gives_way_to_the_handle_or_a_word() -> None:
    look = reader()
    assert "kavitha" in lines(scene(Profile("கவிதா", (), handle="kavitha"), look))
    assert look.words("profile.unnamed") in lines(scene(Profile("ᚠᚢᚦ", ()), look))


@pytest.mark.parametrize("locale", locales())
def test_its_words_say_all_of_it(locale: str) -> None:
    look = reader("dark", locale)
    places = tuple(
        replace(place, wins=1234, draws=123, losses=1234, streak=999, left=20, rating=2345)
        for place in SAMPLE.places[:6]  # there is no room for all of more games
    )
    alt = profile(Profile("W" * 32, places), look).alt
    assert len(alt) <= 1024
    assert not alt.endswith("…")
    for part in ("2345 ± 140 ?", "1234–123–1234", look.words("profile.streak", n=999)):
        assert alt.count(part) == (1 if "?" in part else len(places))
    assert " ".join(look.words(f"profile.sign.{result}") for result in places[0].last) in alt


@pytest.mark.parametrize("locale", locales())
def test_where_room_is_short_its_words_name_the_games_played_last(locale: str) -> None:
    look, own = reader("dark", locale), replace(SAMPLE.places[0], wins=1234, streak=999, left=20)
    played = tuple(
        replace(own, game=f"{'Long ' * 12}{n}", rating=2000 + n, latest_ms=(3 * n) % 10)
        for n in range(10)
    )
    alt = alt_text(Profile("W" * 32, played, ("First wins: everything",)), look)
    assert len(alt) <= 1024
    assert alt.endswith("First wins: everything" + look.words("alt.news", saying=""))
    named = [place for place in played if f"{place.rating} ±" in alt]
    latest = sorted(played, key=lambda place: -place.latest_ms)[: len(named)]
    assert 3 <= len(named) < 10
    assert {place.rating for place in named} == {place.rating for place in latest}
    assert look.words("profile.more", n=10 - len(named)) in alt
    places = [alt.index(f"{place.rating} ±") for place in named]
    assert places == sorted(places)


def test_who_is_new_has_no_numbers_in_picture_and_words() -> None:
    place = Place(OPEN, None, 50, False, 77, 88, 99, ("won",), 66, 55, "2026-01-01")
    look, seen = reader(), Profile("Livia", (place,))
    said = "\n".join((*lines(scene(seen, look)), profile(seen, look).alt))
    assert look.words("profile.new") in said
    assert [digit for digit in "123456789" if digit in said] == []
