"""The sight of the second seat, who reads Chinese on an English server, and of all others."""

from io import BytesIO

import discord
import pytest

from bot.ui.controls.pictures import Studio
from bot.ui.words.catalogue import catalogue
from bot.ui.words.pages import pages
from games.library import GAMES
from tests.samples import sampled

from .bells import prefer
from .conftest import Evening, MemberActor, labels, press, refused, speak
from .dark import ready
from .eyes import Eyes
from .four import Table
from .manners import english
from .phone import CHINESE
from .test_economy import begin, time

pytestmark = pytest.mark.whole

__all__ = ["time"]


LIVIA, BRENNUS = 0, 1
OWN_NAME = "English"
"""The name of a language in every list of languages."""


@pytest.fixture
def eyes(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Eyes:
    """Let the server and Livia speak English, Brennus Chinese."""
    speak(monkeypatch, "zh-CN", {evening.brennus.id})
    return Eyes(evening, monkeypatch)


async def test_whoever_presses_for_the_first_time_is_written_to_in_their_own_language(
    evening: Evening, eyes: Eyes
) -> None:
    await evening.begin(game="junqi-dark")
    (letter,) = evening.letters("Brennus")
    assert "军棋暗棋" in letter.content


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paint nothing: what is asked for is enough."""

    async def draw_file(studio: Studio, how: object, name: str) -> discord.File:
        return discord.File(BytesIO(b"-"), filename=name)

    monkeypatch.setattr(Studio, "draw_file", draw_file)


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("game", sampled(sorted(GAMES), 2))
async def test_ones_own_past_is_seen_from_ones_own_seat_in_every_game(
    table: Table, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    eyes = Eyes(table, monkeypatch)
    await begin(table, game)
    for seat in range(GAMES[game].info.seats):
        who = table.people[seat]
        eyes.past.clear()
        shown = await who.slash(table.channel, "match history", turn=0)
        for label in ("Forward", "Last", "Back"):
            shown = await press(who, shown, label)
        assert len(eyes.past) == 4
        assert {(drawn.seat, drawn.look.below, drawn.look.private) for drawn in eyes.past} == {
            (seat, seat, True)
        }


@pytest.mark.usefixtures("unpainted")
async def test_the_rules_show_every_position_from_the_seat_it_is_of(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(evening, monkeypatch)
    listed = [page for of_game in pages().values() for page in of_game if page.position]
    for page in listed:
        shown = {"game": page.game, "topic": page.topic}
        await evening.mara.slash(evening.channel, "match rules", **shown)
    seen = [(drawn.seat, drawn.look.below, drawn.look.picked) for drawn in eyes.pages]
    assert seen == [(page.seat, page.seat or 0, page.picked) for page in listed]
    assert 1 in {page.seat for page in listed}, "the second seat has pages, too"


async def answered(evening: Evening, who: MemberActor) -> None:
    """Let Brennus look at everything there is."""
    for command, options in (
        ("match board", {}),
        ("match board", {"view": "text"}),
        ("match list", {}),
        ("match settings", {}),
        ("match rules", {"game": "junqi-dark"}),
        ("match mark", {"square": "a1", "guess": "9"}),
        ("help", {}),
        ("about", {}),
        ("move", {"move": "zz"}),
    ):
        assert (await who.slash(evening.channel, command, **options)).ephemeral
    for label in ("My board", "Text", "Offer", "More"):
        assert (await evening.press(who, evening.board(), label)).ephemeral
    await who.autocomplete(evening.channel, "move", "move", "")
    public = await who.slash(evening.channel, "match board", view="public")
    assert not (await press(who, public, "分享")).ephemeral
    await evening.users["Brennus"].click(evening.letters("Brennus")[-1], label="文字")


async def play_and_offer(evening: Evening) -> None:
    """Play a match of dark Junqi, with offers, to an agreed draw that Brennus verifies."""
    livia, brennus = evening.livia, evening.brennus
    await prefer(evening, brennus, theme="light")
    await evening.begin(game="junqi-dark")
    await ready(evening, brennus, "ambush")
    await ready(evening, livia)
    await evening.move(livia, "c5-c4")
    picker = await evening.press(brennus, evening.board(), "Move")
    await press(brennus, picker, labels(picker)[0])
    await answered(evening, brennus)
    offer = await evening.offer(evening.livia, "draw")
    await brennus.click(offer, label="Decline")
    assert not await evening.move(brennus, "c10-c9")
    for what in ("takeback", "draw"):
        offer = await evening.offer(brennus, what)
        await livia.click(offer, label="Accept")
    await evening.press(brennus, evening.board(), "Record")
    assert "属实" in refused(await evening.verify(brennus, evening.board()))


async def test_an_evening_of_dark_junqi_is_seen_from_each_seat_in_its_language(
    evening: Evening, eyes: Eyes
) -> None:
    await play_and_offer(evening)
    livia, brennus = evening.livia, evening.brennus
    readers = {None: "en", livia.id: "en", brennus.id: "zh-CN"}
    sent = eyes.sent()
    assert {picture.reader for picture in sent} == readers.keys()
    for seen in sent:
        for words in seen.words:
            wrong = english if readers[seen.reader] == "zh-CN" else CHINESE.findall
            assert not wrong(words.replace(OWN_NAME, "")), (seen.reader, words)

    seats = {LIVIA: livia.id, BRENNUS: brennus.id}
    for picture in eyes.drawn:
        look = picture.look
        (reader,) = {other.reader for other in sent if picture.alt in other.alts}
        if look.private:
            assert picture.seat is not None
            assert reader == seats[picture.seat]
        else:
            assert picture.seat is None
        assert (look.below, look.words.locale) == (picture.seat or 0, readers[reader])
        assert look.theme == ("light" if reader == brennus.id else "dark")
        assert look.names == look.spoken == ("Livia", "Brennus")
        assert (readers[reader] == "zh-CN") == bool(CHINESE.search(picture.alt))
        only_you = catalogue(readers[reader])("alt.only_you")
        assert picture.alt.startswith(only_you) == look.private

    assert [picture.mentions["parse"] for picture in sent if picture.mentions] == [[]] * sum(
        picture.mentions is not None for picture in sent
    )
    assert all(picture.mentions is not None for picture in sent if picture.content)
    assert [(picture.reader, picture.users) for picture in sent if picture.users] == [
        (None, users)
        for users in (
            [brennus.id],  # a challenge
            [livia.id, brennus.id],  # set up your pieces
            [livia.id],  # turn 1
            [brennus.id],  # turn 2
            [brennus.id],  # a draw is offered
            [livia.id],  # turn 3
            [livia.id],  # a takeback is asked for
            [brennus.id],  # turn 2 again
            [livia.id],  # a draw is offered again
            [brennus.id],  # the end
        )
    ]
