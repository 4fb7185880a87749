"""Questions about a match: `/match ask`, and Ask under Text, in every game and both languages."""

import random
from itertools import product

import pytest
from simcord import InteractionResult

from bot.ui.words.answers import OF_SQUARES, QUESTIONS
from games.clock import HOUR
from games.core import AnyRules
from games.library import GAMES
from games.rulebook import RULES
from tests.samples import chosen

from . import dark
from .conftest import IN_BOTH, Evening, labels, options, press, refused, said, select_id, shown_by
from .four import Table
from .phone import plain
from .test_computers import alone, any_turn, deploy
from .test_settings import field

CENTRE = "c2"


def begun_with(rules: AnyRules) -> bool:
    """Tell whether pieces stand on the board, or are hidden, before the first turn."""
    game = rules.game
    if game.info.secrets:
        return True
    view = rules.view(rules.initial(game.info.variants[0]), None)
    return any(cell not in ("", ".") for cell in game.cells(view).values())


BARE = [game for game, rules in RULES.items() if not begun_with(rules)]
"""The games that begin without any piece on the board."""
QUICK = ("junqi-dark", *BARE)
"""The games tried every time; tests/render/test_reading.py asks all of them."""


async def asked(evening: Evening, **more: object) -> str:
    answer = await evening.livia.slash(evening.channel, "match ask", **more)
    assert answer.ephemeral
    return said(answer)


@IN_BOTH
@pytest.mark.parametrize("game", chosen(sorted(GAMES), lambda game: game in QUICK))
async def test_every_question_is_answered_in_every_game(evening: Evening, game: str) -> None:
    await alone(evening, game, seat="first")
    await deploy(evening)
    await evening.move(evening.livia, await any_turn(evening, random.Random(game)))
    square = "i9" if game == "junqi-four" else CENTRE
    for question in QUESTIONS:
        told = await asked(evening, question=question, square=square)
        head, *answer = told.splitlines()
        assert evening.id() in head
        assert answer
        assert square in told or question not in OF_SQUARES
    assert square in await asked(evening, square=square)


@IN_BOTH
async def test_who_has_no_piece_yet_is_told_so_plainly(evening: Evening) -> None:
    for game, (seat, told) in product(
        BARE,
        (
            ("first", "ask.empty_board"),
            ("second", "ask.no_pieces"),
        ),
    ):
        evening.room()
        await alone(evening, game, seat=seat)
        answer = await asked(evening, question="pieces")
        assert plain(answer.splitlines()[-1]) == plain(evening.words(told))


async def test_text_may_come_first_and_ask_stands_under_it(evening: Evening) -> None:
    await evening.begin(pace="quick", moves="a1-a3 a7-a5")
    livia, text = evening.livia, await evening.press(evening.livia, evening.board(), "Text")
    assert labels(text) == ["Move", "Ask"]
    panel = await livia.slash(evening.channel, "match settings")
    await press(livia, panel, "Boards as text first: off")
    mine = await evening.press(livia, evening.board(), "My board")
    assert (said(mine), labels(mine)) == (said(text), ["Move", "Flip", "Ask"])
    opened = await press(livia, mine, "Move")
    *_, question = said(opened).splitlines()
    assert said(opened).replace(question, "").strip() in said(text)
    assert "`b1-b3`" in said(await press(livia, opened, "b1", "b3", "Confirm b1-b3"))
    past = await livia.slash(evening.channel, "match history", turn=2)
    assert "7 . t t t t t t t 7" in said(past)
    await evening.agree("takeback")
    shown = await press(livia, mine, "Ask")
    assert shown.ephemeral
    assert list(options(shown)) == [topic for topic in QUESTIONS if topic not in OF_SQUARES]

    async def choose(question: str) -> InteractionResult:
        id_ = select_id(shown_by(shown), "asked")
        return await evening.livia.select(shown_by(shown), [question], custom_id=id_)

    assert "Yours: tower b1, c1" in said(await choose("pieces"))
    assert "Nothing can be taken next turn." in said(await choose("taken"))
    assert "Gauls: the nearest tower, on b7, is 6 rows" in said(await choose("goal"))
    assert said(await choose("played")).endswith("\n2. Brennus `a7-a5`: wall on a6, wall on a5")
    assert "Livia to move. Livia has " in said(await choose("clock"))
    window = await press(evening.livia, shown, "About a square")
    answer = await evening.livia.submit_modal(window, {field(window): "B1"})
    assert "b1: tower, yours." in said(answer)


async def test_refusals_say_what_to_do_next(evening: Evening) -> None:
    no = refused(await evening.livia.slash(evening.channel, "match ask"))
    assert "You have no match here." in no
    await evening.begin()
    no = refused(await evening.livia.slash(evening.channel, "match ask", question="can"))
    assert "Name the square you mean" in no
    no = refused(await evening.livia.slash(evening.channel, "match ask", square="z9"))
    assert no == "There is no square “z9” on this board; the nearest: h7."
    assert "Nothing is ever taken" not in await asked(evening, question="taken")
    await evening.play("a1-a3 a7-a5 h1-h3 h7-h5")
    told = (await asked(evening, since=3)).splitlines()[1:]
    assert [line.split(":")[0] for line in told] == ["3. Livia `h1-h3`", "4. Brennus `h7-h5`"]
    no = refused(await evening.livia.slash(evening.channel, "match ask", since=9))
    assert no == "Turn 9 has not been played here; the last one is 4. Choose a number from 1 to 4."


@pytest.mark.slow
async def test_squares_are_suggested_with_what_the_asker_may_know(evening: Evening) -> None:
    await dark.play(evening)
    found = await evening.livia.autocomplete(evening.channel, "match ask", "square", "a1")
    named = {choice["value"]: choice["name"] for choice in found}
    assert named["a12"] == "a12 (hidden piece, Blue)"
    assert "yours" in named["a1"]
    told = await asked(evening, square="a12")
    assert "a12: hidden piece, Blue." in told
    assert "By what everybody has seen it can be: " in told
    watching = await evening.mara.slash(
        evening.channel, "match ask", square="a1", match=evening.id()
    )
    assert "a1: hidden piece, Red." in said(watching)


@pytest.mark.slow
async def test_clocks_are_told_seat_by_seat(table: Table) -> None:
    await table.sit(pace="quick")
    await table.set_up()
    table.time.ahead += HOUR
    told = await asked(table, question="clock")
    assert told.count(" has ") == 4
    assert "Livia to move." in told
    text = said(await table.press(table.mara, table.board(), "Text"))
    assert "\nSouth (Livia), West (Brennus), North (Mara), East (Quintus).\n" in text
