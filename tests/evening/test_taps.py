"""Moves: written with `/move`, or picked behind the Move button with few taps."""

import random
import re

import pytest
from simcord import InteractionResult, MemberActor

from bot.matches.match.choices import choices
from bot.matches.match.reader_view import ReaderView
from tests.drafts import plant
from tests.families import listed
from tests.samples import thinned

from . import dark
from .conftest import (
    Evening,
    Lots,
    button_ids,
    items,
    labels,
    options,
    press,
    refused,
    said,
    shown_by,
)
from .four import Table
from .taps import tapped

BUTTONS = 20


@pytest.fixture
def lots() -> Lots:
    """Return the same chance every time."""
    return random.Random(5).randbytes


def written(*actions: tuple[object, ...]) -> str:
    """Write a turn by the picks of its actions, as `tapped` takes it."""
    return "|".join(" ".join(map(str, path)) for path in actions)


def ids(shown: InteractionResult) -> list[str]:
    """List the ids of the buttons of an answer."""
    return [*button_ids(shown_by(shown)).values()]


def firsts(now: ReaderView) -> int:
    """Count the choices at the first step."""
    return len({choice.path[0] for choice in choices(now)})


async def longest(evening: Evening, rng: random.Random) -> str:
    """Return some turn that takes every step: no piece of it has only one move."""
    now, done, draft = await evening.seen(), [], ""
    while not now.complete:
        open_ = choices(now)
        pieces = [choice.path[0] for choice in open_]
        several = [move for move in open_ if len(move.path) == 1 or pieces.count(move.path[0]) > 1]
        one = rng.choice(several or open_)
        done.append(one.path)
        draft = now.game.info.joint.join(filter(None, (draft, one.text)))
        now = await evening.seen(draft)
    return written(*done)


@pytest.mark.parametrize(
    ("game", "variant", "before", "few", "taps"), thinned(listed("facts", "TAPS"))
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


@pytest.mark.slow
async def test_a_piece_with_one_move_needs_no_target(evening: Evening) -> None:
    await dark.play(evening)
    now = await evening.seen()
    paths = [choice.path for choice in choices(now)]
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
async def test_a_likely_turn_of_four_takes_three_taps_and_the_least_likely_four(
    table: Table,
) -> None:
    await table.sit()
    await table.set_up()
    for who, at, taps in ((table.livia, 0, 3), (table.brennus, -1, 4)):
        paths = [choice.path for choice in choices(await table.seen())]
        pieces = {path[0] for path in paths}
        opened = await who.click(table.board(), label="Move")
        shown = min(25, max(15, len(pieces) + 5))  # more would hide the board on a phone
        assert len(labels(opened)) == shown < len(paths)
        assert {id_.rpartition("|")[2].split()[0] for id_ in ids(opened)} == pieces
        several = [path for path in paths if [p[0] for p in paths].count(path[0]) > 1]
        assert await tapped(table, who, written(several[at])) == taps


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
    square = next(tap.path[0] for tap in then if [o.path[0] for o in then].count(tap.path[0]) > 1)
    half = await evening.brennus.slash(evening.channel, "move", move=f"{first} {square}")
    assert f"`{first} {square}` is only the beginning" in refused(half)
    assert f"`{first}` · `{square}` · Choose where" in said(half)


@pytest.mark.slow
async def test_many_files_are_offered_in_lists(evening: Evening) -> None:
    """Try more than twenty: the largest board of Diablo."""
    await evening.begin(game="diablo", variant="size-26")
    opened = await evening.livia.click(evening.board(), label="Move")
    assert list(options(opened)) == [chr(ord("a") + number) for number in range(26)]
    ids = [item["custom_id"] for item in items(opened)]
    assert len(set(ids)) == len(ids) == 2
    inside = await evening.livia.select(shown_by(opened), ["z"], custom_id=ids[1])
    assert "Choose the square" in said(inside)
    taps = {choice.path[0] for choice in choices(await evening.seen())}
    shown = {label.rstrip(" ×…") for label in labels(inside)}
    assert shown - {"Back"} == {square for square in taps if str(square).startswith("z")}


async def old_list(
    evening: Evening, opened: InteractionResult, picks: str, value: str
) -> InteractionResult:
    """Choose from a list that stands under an earlier answer."""
    stored = evening.env.backend.get_message(evening.channel.id, shown_by(opened).id)
    custom_id = f"s:{evening.id()}:0:pick:{picks}"
    listed = {"type": 3, "custom_id": custom_id, "options": [{"label": value, "value": value}]}
    stored.components = [{"type": 1, "components": [listed]}]
    return await evening.livia.select(shown_by(opened), [value], custom_id=custom_id)


@pytest.mark.slow
async def test_one_square_opens_the_picker_there(evening: Evening) -> None:
    for game, text in (("murus", "D1"), ("junqi-dark", ""), ("diablo", "a1")):
        evening.room()
        if game == "junqi-dark":
            await dark.play(evening)
            paths = [choice.path[0] for choice in choices(await evening.seen())]
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


async def flips_and_moves(evening: Evening) -> MemberActor:
    """Turn pieces of flip Junqi up until some can move, and return who is to move."""
    await evening.begin(game="junqi-flip")
    rng = random.Random(3)
    while True:
        now = await evening.seen()
        if any(len(choice.path) == 2 for choice in choices(now)):
            return evening.to_move(now)
        await evening.move(evening.to_move(now), rng.choice(choices(now)).text)


@pytest.mark.slow
async def test_moves_are_buttons_where_pieces_are_turned_up_from_lists(evening: Evening) -> None:
    who = await flips_and_moves(evening)
    paths = {" ".join(map(str, choice.path)) for choice in choices(await evening.seen())}
    opened = await who.click(evening.board(), label="Move")
    assert {id_.rpartition("|")[2] for id_ in ids(opened)} == {p for p in paths if " " in p}
    assert {*options(opened)} == {path for path in paths if " " not in path}
    heads = [item["placeholder"] for item in items(opened) if "options" in item]
    assert [text.partition(" · ")[0] for text in heads] == ["Turn up at once"] * 2
    assert await tapped(evening, who, min(paths)) == 3
    await evening.begin_anew(game="junqi-flip")
    asked = await evening.livia.slash(evening.channel, "move", move="a6")
    assert "`a6` · turn up · Play this?" in refused(asked)
    assert (await evening.seen()).match.stand.turns == 0
    await press(evening.livia, asked, "Confirm a6")
    assert (await evening.seen()).match.stand.turns == 1
    panel = await evening.brennus.slash(evening.channel, "match settings")
    await press(evening.brennus, panel, "Ask me to confirm moves: on")
    assert not await evening.move(evening.brennus, "b6")


async def test_a_list_turns_up_once_and_an_older_one_still_asks(evening: Evening) -> None:
    await evening.begin(game="junqi-flip")
    livia, brennus = evening.livia, evening.brennus
    opened = [shown_by(await livia.click(evening.board(), label="Move")) for _ in range(4)]
    first, second = (item["custom_id"] for item in items(opened[0]))
    plant(evening.env, opened[3], older := first.replace("turn_up", "pick"), ["c2"])
    sure = await livia.select(opened[3], ["c2"], custom_id=older)
    assert "`c2` · turn up · Play this?" in said(sure)
    theirs = shown_by(await brennus.click(evening.board(), label="My board"))
    plant(evening.env, theirs, first, ["c1"])
    assert "not your turn" in refused(await brennus.select(theirs, ["c1"], custom_id=first))
    assert not said(await livia.select(opened[0], ["a1"], custom_id=first))
    assert "has moved on" in said(await livia.select(opened[1], ["e12"], custom_id=second))
    assert (await evening.match()).stand.turns == 1
    await evening.move(brennus, "c7")
    assert "has moved on" in said(await livia.select(opened[2], ["b1"], custom_id=first))
    again = shown_by(await livia.click(evening.board(), label="Move"))
    await evening.agree("cancel")
    over = await livia.select(again, ["b1"], custom_id=items(again)[0]["custom_id"])
    assert "has moved on" in said(over)
    assert (await evening.match()).stand.turns == 2


async def test_a_winning_turn_is_announced(evening: Evening) -> None:
    await evening.begin()
    await evening.play(SHORT_GAME.rsplit(" ", 1)[0])
    opened = await evening.livia.click(evening.board(), label="Move")
    assert "-# ★ wins" in said(opened)
    assert "★" in labels(opened)[0]
    path = next(choice.path for choice in choices(await evening.seen()) if choice.weight > 1)
    where = await press(evening.livia, opened, f"{path[0]} ★")
    assert "wins: " in said(where)
    sure = await press(evening.livia, where, f"{path[1]} ★")
    assert "This wins the match. Play it?" in said(sure)
    first = (await evening.livia.autocomplete(evening.channel, "move", "move", ""))[0]
    assert "wins: " in first["name"]


# ---------------------------------------------------------------------- moves, written and picked


SHORT_GAME = (
    "a1-c3 e7-c5 h1-f3 f7-h5 d1-f3 c7-a5 f3-d5 g7-e7 b1-b3 h7-f7 b2-b4 f7-h5 b3-d5 d7-b5 d5-f7"
)


async def test_written_moves_are_read_kindly_answered_alone_shown_to_all(evening: Evening) -> None:
    await evening.begin()
    assert not await evening.move(evening.livia, "a1-a3")
    board = evening.board()
    told, aim = board.content.splitlines()
    assert aim.startswith("You are the Gauls")
    line, _, time = told.rpartition(" · ")
    assert re.fullmatch(r"ends <t:\d+:R>", time)
    assert line == (f"<@{evening.brennus.id}>, your move · `{evening.id()}` · Livia `a1-a3`")
    assert [user.id for user in board.mentions] == [evening.brennus.id]
    await evening.begin_anew()
    for who, text, canonical in (
        (evening.livia, "A1 A3", "a1-a3"),
        (evening.brennus, "ｈ７－ｈ５", "h7-h5"),
        (evening.livia, " b1>b3 ", "b1-b3"),
        (evening.brennus, "g7g5", "g7-g5"),
        (evening.livia, "tower c1 to c3, please!", "c1-c3"),
        (evening.brennus, "请走Ｆ７到Ｆ５。", "f7-f5"),
        (evening.livia, "d1,d3", "d1-d3"),
    ):
        await evening.move(who, text)
        assert f"`{canonical}`" in evening.board().content


async def test_moves_are_offered_with_plain_words_and_found_by_typing(evening: Evening) -> None:
    await evening.begin()
    assert len(await evening.livia.autocomplete(evening.channel, "move", "move", "")) == 20
    offered = await evening.livia.autocomplete(evening.channel, "move", "move", "A1 c")
    assert [(choice["name"], choice["value"]) for choice in offered] == [
        ("a1-c3 · wall on b2, wall on c3", "a1-c3")
    ]
    assert await evening.brennus.autocomplete(evening.channel, "move", "move", "") == []
    assert await evening.mara.autocomplete(evening.channel, "move", "move", "") == []
    assert await evening.livia.autocomplete(evening.channel, "move", "move", "x" * 300) == []


async def test_a_match_elsewhere_is_named_by_its_id(evening: Evening) -> None:
    first = await evening.begin("thread")
    second = await evening.begin("thread")
    one, other = evening.id(first), evening.id(second)
    asked = await evening.livia.slash(evening.channel, "move", move="a1-a3")
    assert one in refused(asked)
    assert other in said(asked)
    offered = await evening.livia.autocomplete(evening.channel, "move", "match", "")
    assert {choice["value"] for choice in offered} == {one, other}
    done = await evening.livia.slash(evening.channel, "move", move="a1-a3", match=one.lower())
    assert f"`{one}`: you played" in said(done)
    assert labels(done) == ["Board", f"Next game: {other}"]
    assert not said(await evening.livia.slash(second, "move", move="b1-b3"))


async def test_a_move_is_picked_piece_target_result_confirm(evening: Evening) -> None:
    await evening.begin()
    opened = await evening.livia.click(evening.board(), label="Move")
    assert opened.ephemeral
    assert labels(opened) == [f"{file}1" for file in "abcdefgh"]
    assert "Choose a piece" in said(opened)
    where = await press(evening.livia, opened, "c1")
    assert labels(shown_by(where)) == ["a3", "c3", "e3", "Back"]
    assert "Choose where\n`a3` wall on b2, wall on a3\n`c3` wall on c2" in said(where)
    assert shown_by(where).attachments
    sure = await press(evening.livia, where, "e3")
    assert "`c1-e3` · wall on d2, wall on e3 · Play this?" in said(sure)
    assert labels(sure) == ["Confirm c1-e3", "Back"]
    assert len(evening.boards()) == 1
    back = await press(evening.livia, sure, "Back")
    assert labels(back) == ["a3", "c3", "e3", "Back"]
    again = await press(evening.livia, back, "Back")
    assert len(labels(again)) == 8
    sure = await press(evening.livia, again, "a1", "a3")
    assert not said(await press(evening.livia, sure, "Confirm a1-a3"))
    assert evening.board().content.startswith(f"<@{evening.brennus.id}>, your move")
    panel = await evening.brennus.slash(evening.channel, "match settings")
    await press(evening.brennus, panel, "Ask me to confirm moves: on")
    opened = await evening.brennus.click(evening.board(), label="Move")
    assert not said(await press(evening.brennus, opened, "a7", "a5"))
    boards = evening.boards()
    assert [bool(labels(board)) for board in boards] == [False, False, True]


async def test_a_stale_picker_and_a_stale_board_show_the_board_as_it_is(evening: Evening) -> None:
    await evening.begin()
    opened = await evening.livia.click(evening.board(), label="Move")
    sure = await press(evening.livia, opened, "a1", "a3")
    await evening.play("b1-b3 h7-h5")
    late = await press(evening.livia, sure, "Confirm a1-a3")
    assert "has moved on" in said(late)
    assert shown_by(late).attachments
    assert labels(shown_by(late)) == ["Move"]
    assert "Choose a piece" in said(await evening.livia.click(shown_by(late), label="Move"))
    assert len(evening.boards()) == 3
    await evening.begin_anew()
    old = evening.board()
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
    await evening.play("b1-b3 h7-h5")
    late = await evening.livia.click(evening.boards()[0], label="Move")
    assert old.id == evening.boards()[0].id
    assert "has moved on" in said(late)


async def test_the_whole_short_game_ends_in_a_breakthrough(evening: Evening) -> None:
    thread = await evening.begin("thread")
    await evening.play(SHORT_GAME, thread)
    end = evening.board(thread)
    assert end.content.startswith("**Livia won: breakthrough")
    assert "Livia `d5-f7`" in end.content
    assert [user.id for user in end.mentions] == [evening.brennus.id]
    assert labels(end) == ["Rematch", "Replay", "Analysis", "More", "Poster"]
    over = await evening.livia.slash(thread, "move", move="a1-a3")
    assert "You have no match here" in refused(over)
    assert "Livia won" in refused(await evening.brennus.slash(thread, "match board"))
