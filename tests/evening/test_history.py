"""Walking through a match: History, Replay, and what is shared and linked on the way."""

import io
import random
import re
from itertools import product
from typing import Any

import pytest
from PIL import Image
from simcord import InteractionResult, MemberActor

from games.library import GAMES
from render.frame import TOP, WIDTH
from tests.samples import FULL, sampled

from .conftest import IN_BOTH, Evening, items, labels, options, press, said, shown_by
from .dark import play as play_dark
from .four import Table
from .test_computers import alone, any_turn, deploy, play_some
from .test_settings import field
from .test_taps import SHORT_GAME

OPEN = "every piece, once the match has ended"
WAY = ["First", "Back", "Forward", "Last", "Board in the channel"]
LISTED = ["Go to", "Moves", "Text", "Note", "Animation", "Share"]

FOR_TWO = sorted(name for name, game in GAMES.items() if not game.info.teams)


async def history(evening: Evening, who: MemberActor, **options: Any) -> InteractionResult:
    shown = await who.slash(evening.channel, "match history", **options)
    assert shown.ephemeral
    return shown


def alt(result: InteractionResult) -> str:
    """Return the alt text of the only picture."""
    (picture,) = shown_by(result).message.attachments
    return picture.description or ""


def squares_of(picture: bytes | Image.Image) -> bytes:
    """Return the board of a picture, without what stands above and below it."""
    image = Image.open(io.BytesIO(picture)) if isinstance(picture, bytes) else picture
    return image.convert("RGB").crop((0, TOP, WIDTH, image.height - 90)).tobytes()


def usable(result: InteractionResult) -> list[str]:
    """List the buttons that can be pressed."""
    shown = [item for item in items(result) if not item.get("disabled")]
    return [item["label"] for item in shown if "label" in item]


def turn(result: InteractionResult) -> str:
    """Return which turn is shown."""
    found = re.search(r"\*\*(.+?)\*\*", said(result))
    assert found
    return found[1]


@pytest.mark.slow
async def test_buttons_and_numbers_walk_through_a_match_in_one_message(evening: Evening) -> None:
    assert "You have no match here" in said(await history(evening, evening.mara))
    await evening.begin(moves="a1-a3 a7-a5 b1-b3")
    for who in (evening.livia, evening.mara):
        opened = await history(evening, who)
        assert turn(opened) == "Turn 2 of 3"
        assert "Brennus `a7-a5`" in said(opened)
        assert labels(shown_by(opened)) == WAY
        assert list(options(opened).values()) == LISTED
        assert alt(opened).startswith("Turn 2 of 3. ")
    now, seen = opened, []
    for label in ("Forward", "Back", "Back", "First", "Forward", "Last"):
        now = await press(evening.mara, now, label)
        assert shown_by(now).message.id == shown_by(opened).message.id
        seen.append(turn(now))
    assert seen == [
        "Turn 3 of 3",
        "Turn 2 of 3",
        "Turn 1 of 3",
        "Before the first turn",
        "Turn 1 of 3",
        "Turn 3 of 3",
    ]
    assert usable(now)[:3] == ["First", "Back", "Last"]
    assert usable(await press(evening.mara, now, "First"))[:2] == ["Forward", "Last"]
    assert evening.channel.history()[-1].id == evening.board().id
    assert turn(await history(evening, evening.livia, turn=2)) == "Turn 2 of 3"
    far = await history(evening, evening.livia, turn=99)
    assert turn(far) == "Turn 3 of 3"
    assert "99" in said(far)
    opened = await history(evening, evening.livia)
    exact = {"1": "Turn 1 of 3", " 0 ": "Before the first turn"}
    for written in (*exact, "99", "-1", "seven", "@here", "٣"):
        asked = await press(evening.livia, opened, "Go to")
        there = await evening.livia.submit_modal(asked, {field(asked): written})
        assert turn(there) == exact.get(written, turn(there))
        assert ("this is the nearest" in said(there)) == (written == "99")
        assert ("Write a number from 0 to 3" in said(there)) == (written not in (*exact, "99"))
    more = await evening.livia.click(evening.board(), label="More")
    assert turn(await press(evening.livia, more, "History")) == "Turn 2 of 3"
    await evening.agree("cancel")
    for who in (evening.livia, evening.mara):
        again = await evening.press(who, evening.board(), "Replay")
        assert again.ephemeral
        assert turn(again) == "Turn 1 of 3"
        end = await press(who, again, "Last")
        assert turn(end) == "After turn 3 of 3"
        assert "Called off" in said(end)
        assert said(await press(who, end, "Moves")).splitlines()[-1] == "Called off: nobody won"


async def test_a_match_is_walked_by_words_and_led_back_to_messages(evening: Evening) -> None:
    await evening.begin(moves="a1-a3 a7-a5 b1-b3")
    now = await press(evening.mara, await history(evening, evening.mara, turn=0), "Text")
    for number in range(1, 4):
        assert not shown_by(now).message.attachments
        assert "```" in said(now)
        now = await press(evening.mara, now, "Forward")
        assert turn(now) == f"Turn {number} of 3"
    headline, told, fence, *board = said(now).splitlines()
    assert re.match(r"`\w+` Murus Gallicus · \*\*Turn 3 of 3\*\* · Livia `b1-b3`: ", headline)
    assert told.startswith("Gauls (Brennus) to move. Romans, stones left 16: wall ")
    assert (fence, board[0].split()) == ("```", [*"abcdefgh"])
    assert board[-1].startswith("-# Capital letters are Roman")
    asked = await press(evening.mara, now, "Go to")
    assert "```" in said(await evening.mara.submit_modal(asked, {field(asked): "3"}))
    assert alt(await press(evening.mara, now, "Picture")).startswith("Turn 3 of 3. ")
    boards = evening.channel.history()[-4:]
    opened = await history(evening, evening.mara)
    listed = await press(evening.mara, opened, "Moves")
    found = re.findall(
        r"^\*\*\[(\d)\]\(https://discord.com/channels/\d+/\d+/(\d+)\)", said(listed), re.M
    )
    assert found == [(str(n), str(board.id)) for n, board in enumerate(boards)][1:]
    assert "Livia `a1-a3`" in said(listed)
    assert turn(await press(evening.mara, listed, "Board")) == "Turn 2 of 3"
    address = re.search(r'"url": "(\S+)"', str(shown_by(opened).components).replace("'", '"'))
    assert address
    assert address[1].endswith(str(boards[2].id))
    shared = [said(await press(evening.mara, opened, "Share")) for _ in range(8)]
    assert "offers and shared boards for this turn" in shared[-1]
    head = "Mara shows a past board\n"
    posted = [message for message in evening.channel.history() if message.content.startswith(head)]
    assert 0 < len(posted) < 8
    for message in posted:
        assert "Brennus `a7-a5`" in message.content
        assert not message.mentions
        (picture,) = message.attachments
        assert (picture.description or "").startswith("Turn 2 of 3. ")


async def test_rolls_stand_before_their_turn_and_with_no_resignation(evening: Evening) -> None:
    await evening.begin(game="diablo")
    await evening.move(evening.livia, await any_turn(evening, random.Random(4)))
    await evening.move(evening.brennus, await any_turn(evening, random.Random(4)))
    listed = await press(evening.mara, await history(evening, evening.mara, turn=2), "Moves")
    assert len(re.findall(r"^\S+ \w+ [⚀-⚅]{2} `", said(listed), re.M)) == 2
    await evening.resign(evening.livia)
    last = await history(evening, evening.mara)
    assert turn(last) == "After turn 2 of 2"
    assert re.search("[⚀-⚅]", said(last)) is None
    assert re.search("[⚀-⚅]{2}", said(await press(evening.mara, last, "Back")))


async def test_old_buttons_lead_to_their_turn_or_to_the_last(evening: Evening) -> None:
    await evening.begin(moves="a1-a3 a7-a5 b1-b3")
    old = await history(evening, evening.livia, turn=3)
    older = await history(evening, evening.livia, turn=1)
    await evening.move(evening.brennus, "b7-b5")
    assert turn(await press(evening.livia, older, "Forward")) == "Turn 2 of 4"
    await evening.agree("takeback")
    await evening.move(evening.livia, "c1-c3")
    listed = await press(evening.mara, await history(evening, evening.mara), "Moves")
    assert "b1-b3" not in said(listed)
    *_, counted, newest = said(listed).splitlines()
    assert counted == "-# (2 turns taken back here)"
    assert "`c1-c3`" in newest
    there = await press(evening.livia, old, "Text")
    assert turn(there) == "Turn 3 of 3"
    assert "`c1-c3`" in said(there)
    await evening.agree("takeback")
    shorter = await press(evening.livia, there, "Picture")
    assert turn(shorter) == "Turn 2 of 2"
    assert "Turns have been taken back since" in said(shorter)


@pytest.mark.slow
async def test_a_long_note_leaves_the_words_of_a_large_board_whole(table: Table) -> None:
    await table.sit()
    await table.set_up()
    opened = await history(table, table.brennus, turn=0)
    text = said(await press(table.brennus, opened, "Text"))
    window = await press(table.brennus, opened, "Note")
    await table.brennus.submit_modal(window, {field(window): "n" * 300})
    noted = said(await press(table.brennus, await history(table, table.brennus, turn=0), "Text"))
    assert "```" in text
    assert "```" not in noted
    headline, *told = text.partition("\n```")[0].splitlines()
    assert noted.splitlines() == [headline, f"✎ {'n' * 300}", *told]


@pytest.mark.slow
@IN_BOTH
async def test_where_all_see_alike_it_is_said_that_nothing_can_be_opened(evening: Evening) -> None:
    alike = evening.words("history.all_alike")
    for game in ("murus", "junqi-flip"):
        await evening.begin_anew(game=game)
        await evening.move(evening.livia, await any_turn(evening, random.Random(1)))
        await evening.agree("cancel")
        for who in (evening.livia, evening.mara):
            assert alike in said(await history(evening, who, view="open", turn=1))
            assert alike not in said(await history(evening, who, view="public", turn=1))


@pytest.mark.slow
async def test_an_ended_match_is_found_by_lists_and_its_moves_come_marked_in_pages(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.begin(moves=SHORT_GAME)
    moves = await press(evening.livia, await history(evening, evening.livia), "Moves")
    assert re.search("` ?[?]", said(moves)) is None
    analysed = await evening.press(evening.livia, evening.board(), "Analysis")
    named = re.findall(r"^\[(\d+)\]\(\S+\)\. \w+ `\S+`: ", said(analysed), re.M)
    assert named
    moves = await press(evening.livia, await history(evening, evening.livia), "Moves")
    marked = re.findall(
        r"^\*\*\[(\d+)\]\(\S+\)\*\* \w+ (?:`\S+` ?)+ (?:\?!|\?\?|\?)$", said(moves), re.M
    )
    assert {*named} <= {*marked}
    monkeypatch.setattr("bot.ui.words.history_lines.LONGEST_PAGE", 600)
    for who in (evening.brennus, evening.mara):
        assert turn(await history(evening, who)) == "Turn 15 of 15"
    listed = await evening.livia.slash(evening.channel, "match list", scope="finished")
    again = await evening.livia.select(shown_by(listed), [evening.id()], custom_id="s:-:0:reread")
    assert again.ephemeral
    assert turn(again) == "Turn 1 of 15"
    found = await evening.livia.autocomplete(evening.channel, "match history", "match", "")
    assert [choice["value"] for choice in found] == [evening.id()]
    page = await press(evening.livia, await history(evening, evening.livia, turn=1), "Moves")
    numbers: list[str] = []
    for count in range(1, 9):
        assert f"moves, page {count} of" in said(page)
        assert len(said(page).partition("\n")[2]) <= 600
        numbers += re.findall(r"^\*\*\[?(\d+)", said(page), re.M)
        if "Later" not in usable(page):
            break
        page = await press(evening.livia, page, "Later")
    assert numbers == [str(number) for number in range(1, 16)]
    assert count > 2
    assert f"page {count - 1} of {count}" in said(await press(evening.livia, page, "Earlier"))
    last = await press(evening.livia, await history(evening, evening.livia), "Moves")
    assert f"page {count} of {count}" in said(last)


# -------------------------------------------------------------------------- secrets


@pytest.mark.slow
async def test_past_boards_show_no_marks_and_watchers_backs_until_the_end(evening: Evening) -> None:
    await play_dark(evening)
    for who in (evening.livia, evening.brennus):
        await evening.move(who, await any_turn(evening, random.Random(1)))
    plain = await history(evening, evening.livia, turn=1)
    assert "marks" not in said(plain)
    squares = await evening.livia.autocomplete(evening.channel, "match mark", "square", "")
    await evening.livia.slash(evening.channel, "match mark", square=squares[0]["value"], guess="L")
    marked = await history(evening, evening.livia, turn=1)
    assert "past boards show none" in said(marked)
    assert alt(marked) == alt(plain)
    assert "past boards" not in said(await press(evening.livia, marked, "Forward"))
    assert "still being played" in said(await history(evening, evening.mara, view="open"))
    assert "Only its players can do that" in said(await history(evening, evening.mara, view="mine"))
    before = await history(evening, evening.mara, turn=1)
    assert OPEN not in options(before).values()
    await evening.agree("draw")
    public = await history(evening, evening.mara, turn=1, match=evening.id())
    assert alt(public).replace("Turn 1 of 2", "") == alt(before).replace("Turn 1 of 2", "")
    assert list(options(public).values()) == [*LISTED, OPEN]
    covered = alt(public)
    opened = await press(evening.mara, public, OPEN)
    assert "hidden" in covered
    assert "hidden" not in alt(opened)
    assert list(options(opened).values()) == [*LISTED, "as everybody saw it"]
    await press(evening.mara, opened, "Share")
    (picture,) = evening.channel.history()[-1].attachments
    assert (picture.description or "") == alt(opened)


# ------------------------------------------------------------------- the same picture


@pytest.mark.parametrize(("seed", "game"), sampled(product(range(20), FOR_TWO), 2))
async def test_every_past_picture_is_the_one_the_channel_had_then(
    evening: Evening, game: str, seed: int
) -> None:
    await alone(evening, game)
    await deploy(evening)
    await play_some(evening, (200 if FULL else 80) if seed else 6, random.Random(seed))
    posted = {}
    for board in evening.channel.history():
        for picture in board.attachments:
            if picture.filename.startswith(f"{game}-"):
                posted[board.id] = await picture.read()
    past = await evening.client.desk.matches.reading.history(
        (await evening.match()).id, evening.livia.id, "public"
    )
    now = await history(evening, evening.livia, turn=0, view="public")
    compared = 0
    for step in past.steps:
        (picture,) = shown_by(now).message.attachments
        if step.posted and step.posted[1] in posted:
            assert squares_of(await picture.read()) == squares_of(posted[step.posted[1]])
            compared += 1
        if "Forward" in usable(now):
            now = await press(evening.livia, now, "Forward")
    assert compared > 2
