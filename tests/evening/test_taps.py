"""The few taps it takes to play: from the public board's Move button to the turn played."""

import random

import pytest
from simcord import InteractionResult

from bot.matches.match.choices import choices
from bot.matches.match.reader_view import ReaderView
from tests.families import listed
from tests.samples import chosen, sampled

from . import dark
from .conftest import Evening, Lots, labels, options, press, refused, said, shown_by
from .four import Table, table
from .taps import tapped
from .test_moves import SHORT_GAME

__all__ = ["table"]

BUTTONS = 20


@pytest.fixture
def lots() -> Lots:
    """Return the same chance every time."""
    return random.Random(5).randbytes


def written(*actions: tuple[object, ...]) -> str:
    """Write a turn by the picks of its actions, as `tapped` takes it."""
    return "|".join(" ".join(map(str, path)) for path in actions)


def firsts(now: ReaderView) -> int:
    """Count the choices at the first step."""
    return len({choice.path[0] for choice in choices(now)})


async def longest(evening: Evening, rng: random.Random) -> str:
    """Return some turn that takes every step: no piece of it has only one move."""
    now, done, draft = await evening.seen(), [], ""
    while not now.complete:
        open_ = choices(now)
        pieces = [one.path[0] for one in open_]
        several = [one for one in open_ if len(one.path) == 1 or pieces.count(one.path[0]) > 1]
        one = rng.choice(several or open_)
        done.append(one.path)
        draft = now.game.info.joint.join(filter(None, (draft, one.text)))
        now = await evening.seen(draft)
    return written(*done)


@pytest.mark.parametrize(
    ("game", "variant", "before", "few", "taps"),
    chosen(listed("facts", "TAPS"), lambda case: case[1] not in ("advanced", "size-4")),
)
async def test_a_turn_takes_few_taps(
    evening: Evening, game: str, variant: str, before: str, few: bool, taps: int
) -> None:
    rng = random.Random(5)
    if game == "junqi-dark":
        await dark.play(evening)
    else:
        await evening.begin(game=game, variant=variant)
    if before:
        await evening.move(evening.livia, choices(await evening.seen())[0].text)
    now = await evening.seen()
    assert (firsts(now) <= BUTTONS) == few
    assert await tapped(evening, evening.to_move(now), await longest(evening, rng)) == taps


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant", "turns", "most"), [*listed("facts", "MOST_TAPS")])
async def test_no_turn_takes_more_taps(
    evening: Evening, game: str, variant: str, turns: int, most: int
) -> None:
    """Play chance turns through the picker; in flip while pieces can be turned up."""
    rng = random.Random(7)
    await evening.begin(game=game, variant=variant)
    taps = []
    for _ in range(turns):
        now = await evening.seen()
        taps.append(await tapped(evening, evening.to_move(now), await longest(evening, rng)))
    assert max(taps) <= most, taps


async def test_a_piece_is_turned_up_or_moved_by_one_choice_in_a_list(evening: Evening) -> None:
    await evening.begin(game="junqi-flip")
    rng = random.Random(3)
    while True:
        now = await evening.seen()
        if moves := [one for one in choices(now) if len(one.path) == 2]:
            break
        flip = rng.choice(choices(now)).text
        await evening.move(evening.to_move(now), flip)
    opened = await evening.to_move(now).click(evening.board(), label="Move")
    assert set(options(opened)) == {" ".join(map(str, one.path)) for one in choices(now)}
    assert await tapped(evening, evening.to_move(now), written(moves[0].path)) == 3


@pytest.mark.slow
async def test_turning_up_one_of_the_last_pieces_takes_three_taps(evening: Evening) -> None:
    await evening.begin(game="junqi-flip")
    rng = random.Random(2)
    while firsts(now := await evening.seen()) > BUTTONS:
        flips = [one for one in choices(now) if len(one.path) == 1 or one.weight]
        await evening.move(evening.to_move(now), rng.choice(flips).text)
        assert (await evening.seen()).match.stand.revision > now.match.stand.revision
    flip = next(one for one in choices(now) if len(one.path) == 1)
    assert await tapped(evening, evening.to_move(now), written(flip.path)) == 3


async def test_a_piece_with_one_move_needs_no_target(evening: Evening) -> None:
    await dark.play(evening)
    now = await evening.seen()
    paths = [one.path for one in choices(now)]
    pieces = [path[0] for path in paths]
    stuck = next(
        name
        for name, cell in now.game.cells(now.view).items()
        if cell[:2] == "0:" and cell[2] not in "LF" and name not in {*pieces, "b1", "d1"}
    )
    answer = refused(await evening.livia.slash(evening.channel, "move", move=stuck))
    assert f"Nothing on `{stuck}` can move now" in answer
    only = next(path for path in paths if pieces.count(path[0]) == 1)
    opened = await evening.livia.click(evening.board(), label="Move")
    assert f"{only[0]}-{only[1]}" in labels(opened)
    assert await tapped(evening, evening.livia, written(only)) == 3


@pytest.mark.slow
async def test_a_turn_of_four_takes_three_taps_or_with_a_target_four(table: Table) -> None:
    await table.sit()
    await table.set_up()
    for who, targets, taps in ((table.livia, [1], 3), (table.brennus, range(2, BUTTONS), 4)):
        paths = [one.path for one in choices(await table.seen())]
        pieces = [path[0] for path in paths]
        turn = next(path for path in paths if pieces.count(path[0]) in targets)
        assert await tapped(table, who, written(turn)) == taps


async def test_squares_stand_as_on_the_board_and_open_the_picker(evening: Evening) -> None:
    await evening.begin(game="diablo", variant="size-6")
    opened = await evening.livia.click(evening.board(), label="Move")
    assert "First turn: one move, with either die" in said(opened)
    await evening.move(evening.livia, choices(await evening.seen())[-1].text)
    opened = await evening.brennus.click(evening.board(), label="Move")
    shown = labels(opened)
    takes = [label for label in shown if "×" in label]
    assert takes
    others = [label for label in shown if "×" not in label]
    assert shown == sorted(takes, reverse=True) + sorted(others, reverse=True)
    assert "× captures" in said(opened)
    first = choices(await evening.seen())[0].text
    then = choices(await evening.seen(first))
    square = next(one.path[0] for one in then if [o.path[0] for o in then].count(one.path[0]) > 1)
    half = await evening.brennus.slash(evening.channel, "move", move=f"{first} {square}")
    assert f"`{first} {square}` is only the beginning" in refused(half)
    assert f"`{first}` · `{square}` · Choose where" in said(half)


@pytest.mark.slow
async def test_many_files_are_offered_in_lists(evening: Evening) -> None:
    """Try more than twenty: the largest board of Diablo."""
    await evening.begin(game="diablo", variant="size-26")
    opened = await evening.livia.click(evening.board(), label="Move")
    assert list(options(opened)) == [chr(ord("a") + number) for number in range(26)]
    ids = [item["custom_id"] for row in shown_by(opened).components for item in row["components"]]
    assert len(set(ids)) == len(ids) == 2
    inside = await evening.livia.select(shown_by(opened), ["z"], custom_id=ids[1])
    assert "Choose the square" in said(inside)
    assert "z2 ×" in labels(inside)


async def old_list(
    evening: Evening, opened: InteractionResult, picks: str, value: str
) -> InteractionResult:
    """Choose from a list that stands under an earlier answer."""
    stored = evening.env.backend.get_message(evening.channel.id, shown_by(opened).id)
    custom_id = f"s:{evening.id()}:0:pick:{picks}"
    option = {"label": value, "value": value}
    listed = {"type": 3, "custom_id": custom_id, "options": [option]}
    stored.components = [{"type": 1, "components": [listed]}]
    return await evening.livia.select(shown_by(opened), [value], custom_id=custom_id)


async def test_one_square_opens_the_picker_there(evening: Evening) -> None:
    for game, text in (("murus", "D1"), ("junqi-dark", ""), ("diablo", "a1")):
        evening.room()
        if game == "junqi-dark":
            await dark.play(evening)
            paths = [one.path[0] for one in choices(await evening.seen())]
            text = str(next(path for path in paths if paths.count(path) > 1))
        else:
            await evening.begin(game=game)
        half = await evening.livia.slash(evening.channel, "move", move=text)
        assert f"`{text.lower()}` is only the beginning of a turn" in refused(half)
        assert "Choose where" in said(half)
        assert labels(half)[-1] == "Back"
        if game == "murus":
            assert labels(half) == ["b3", "d3", "f3", "Back"]
        assert (await evening.seen()).match.stand.turns == 0


@pytest.mark.parametrize(
    ("game", "text", "answer"),
    sampled(
        [
            ("murus", "d4", "There is nothing on d4"),
            ("junqi-dark", "b1", "The Flag never moves"),
            ("murus", "z9", "There is no square “z9”"),
            ("murus", "d7", "is your opponent's"),
            ("diablo", "b1", "is your opponent's"),
            ("junqi-dark", "a12", "The piece on a12 is not yours"),
            ("junqi-dark", "b3", "There is nothing on b3"),
        ],
        3,
    ),
)
async def test_one_square_where_nothing_can_move_is_explained(
    evening: Evening, game: str, text: str, answer: str
) -> None:
    if game == "junqi-dark":
        await dark.play(evening)
    else:
        await evening.begin(game=game)
    assert answer in refused(await evening.livia.slash(evening.channel, "move", move=text))


async def test_a_flip_is_played_at_once_for_who_wants_no_questions(evening: Evening) -> None:
    await evening.begin(game="junqi-flip")
    asked = await evening.livia.slash(evening.channel, "move", move="a6")
    assert "`a6` · turn up · Play this?" in refused(asked)
    assert (await evening.seen()).match.stand.turns == 0
    await press(evening.livia, asked, "Confirm a6")
    assert (await evening.seen()).match.stand.turns == 1
    panel = await evening.brennus.slash(evening.channel, "match settings")
    await press(evening.brennus, panel, "Ask me to confirm moves: on")
    assert "you played `b6`" in await evening.move(evening.brennus, "b6")


async def test_a_winning_turn_is_announced(evening: Evening) -> None:
    await evening.begin()
    await evening.play(SHORT_GAME.rsplit(" ", 1)[0])
    opened = await evening.livia.click(evening.board(), label="Move")
    assert "-# ★ wins" in said(opened)
    assert "★" in labels(opened)[0]
    path = next(one.path for one in choices(await evening.seen()) if one.weight > 1)
    where = await press(evening.livia, opened, f"{path[0]} ★")
    assert "wins: " in said(where)
    sure = await press(evening.livia, where, f"{path[1]} ★")
    assert "This wins the match. Play it?" in said(sure)
    first = (await evening.livia.autocomplete(evening.channel, "move", "move", ""))[0]
    assert "wins: " in first["name"]
