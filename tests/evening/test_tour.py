"""The Tour: ticked on the panel of those who are ready, with a table under `/match stats`."""

import pytest

from bot.people.points.tour import begins_ms, fortnight_at, kind_of
from bot.people.wish import TOUR
from games.clock import DAY

from .conftest import IN_BOTH, Evening, labels, options, press, said, shown_by
from .managers import manager
from .phone import plain, rows
from .test_admin_config import panel, serve
from .test_ready import MEET, draw, ready, tick
from .test_times import seconds


@pytest.fixture(autouse=True)
def at_its_beginning(evening: Evening) -> None:
    """Go to the first fortnight to come in which Murus Gallicus is played."""
    at = fortnight_at(evening.time()) + 1
    while kind_of(at) != "murus basic":
        at += 1
    evening.time.ahead += begins_ms(at) - evening.time()


def game(evening: Evening) -> str:
    return evening.words(f"{kind_of(fortnight_at(evening.time())).partition(' ')[0]}.name")


@IN_BOTH
async def test_two_who_tick_it_play_its_game_and_the_table_has_them(evening: Evening) -> None:
    words, livia, brennus = evening.words, evening.livia, evening.brennus
    await serve(evening, manager(evening), "ready", evening.channel, ways=MEET)
    ends = begins_ms(fortnight_at(evening.time()) + 1) // 1000
    for who in (livia, brennus):
        ticked = await tick(who, await ready(evening, who), "kinds", TOUR)
        assert words("ready.tour", game=words("murus.name"), ends="|").split("|")[0] in said(ticked)
        assert seconds(said(ticked))[0] == ends
        assert words("tour.name") in options(ticked).values()
    empty = await evening.mara.slash(evening.channel, "match stats", view="tour")
    assert words("tour.nobody") in said(empty)
    assert words("tour.none") in said(empty)
    await draw(evening, livia, brennus)
    place = evening.channel.threads[-1]
    await press(brennus, await brennus.slash(place, "match resign"), words("button.resign"))
    await evening.follow()
    own = await brennus.slash(evening.channel, "match stats", view="tour")
    title, first, second, order, everywhere, now = said(own).splitlines()
    assert words("tour.name") in title
    assert plain(first).startswith("1\\. **Livia**")
    assert words("tour.points", n=3) in first
    assert plain(second).startswith("2\\. **Brennus**")
    assert order == words("tour.sorted")
    points = words("tour.points", n=1)
    assert everywhere == words("tour.everywhere", place=2, people=2, points=points)
    assert game(evening) in now
    assert max(len(rows(line)) for line in said(own).splitlines()) <= 3
    shared = await evening.press(brennus, own, "Share")
    assert not shared.ephemeral
    assert said(shared).splitlines() == [title, first, second, order]
    direct = await evening.users["Livia"].slash("match stats", view="tour")
    assert "Brennus" not in said(direct)
    points = words("tour.points", n=3)
    assert words("tour.everywhere", place=1, people=2, points=points) in said(direct)


async def test_another_fortnight_has_another_game_and_another_season_another_table(
    evening: Evening,
) -> None:
    first = game(evening)
    evening.time.ahead += 14 * DAY
    shown = await evening.livia.slash(evening.channel, "match ready")
    assert first != game(evening) in said(shown)
    board = await evening.livia.slash(evening.channel, "match stats", view="leaderboard")
    turned = await evening.livia.select(shown_by(board), [TOUR], custom_id="s:-:0:ranks_of")
    assert game(evening) in said(turned)
    (label,) = (name for name in labels(turned) if name.startswith("Until"))
    back = await evening.livia.click(shown_by(turned), label=label)
    assert label in said(back)
    assert game(evening) not in said(back)
    again = await evening.livia.click(shown_by(back), label=evening.words("ranks.to_now"))
    assert game(evening) in said(again)


async def test_the_managers_of_a_server_switch_it_off(evening: Evening) -> None:
    judith = manager(evening)
    on = f"{evening.words('tour.name')}: on"
    turned = await judith.click(await panel(evening, judith, *MEET), label=on)
    assert f"{evening.words('tour.name')}: off" in labels(turned)
    shown = await evening.livia.slash(evening.channel, "match ready")
    assert evening.words("tour.name") not in said(shown)
    assert evening.words("tour.name") not in options(shown).values()
    board = await evening.livia.slash(evening.channel, "match stats", view="leaderboard")
    assert TOUR not in options(board)
