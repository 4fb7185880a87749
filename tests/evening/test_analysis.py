"""Analysis under the last board: what each turn was worth, for all who ask."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.matches.machines.thinkers import Thinkers, Unanswered, Unasked
from games.core import View
from players.core import Choice

from .conftest import DAY, Evening, expect, labels, press, said, shown_by
from .test_replacing import search
from .test_taps import SHORT_GAME


def unlinked(shown: InteractionResult) -> str:
    """Return what an analysis says, without the way to the messages of its turns."""
    return re.sub(r"\[(\d+)\]\(\S+\)", r"\1", said(shown))


async def analysed(evening: Evening, who: MemberActor) -> InteractionResult:
    return await evening.press(who, evening.board(), "Analysis")


def described(shown: InteractionResult) -> str:
    (picture,) = shown_by(shown).message.attachments
    return picture.description or ""


class Judging:
    """Counts the turns that are judged, and breaks off before the one of a number."""

    def __init__(self) -> None:
        self.asked = 0
        self.failing: tuple[int, Exception] | None = None


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Judging:
    seen, judge = Judging(), Thinkers.judge

    async def counted(
        self: Thinkers, game: str, past: Sequence[View], *args: Any, **options: Any
    ) -> tuple[Choice, ...]:
        if seen.failing and seen.failing[0] == seen.asked:
            error, seen.failing = seen.failing[1], None
            raise error
        seen.asked += 1
        return await judge(self, game, past, *args, **options)

    monkeypatch.setattr(Thinkers, "judge", counted)
    return seen


async def test_the_curve_is_the_readers_own_and_names_turns_after_hints(evening: Evening) -> None:
    await evening.begin(hints=True)
    for number, move in enumerate(("a1-a3", "a7-a5", "b1-b3", "b7-b5", "c1-c3")):
        who = (evening.livia, evening.brennus)[number % 2]
        if number in (0, 3, 4):
            await who.slash(evening.channel, "match hint")
        await evening.move(who, move)
    await evening.resign(evening.brennus)
    for who, side, end in (
        (evening.livia, "Livia", 100),
        (evening.brennus, "Brennus", 0),
        (evening.mara, "Livia", 100),
    ):
        shown = await analysed(evening, who)
        assert shown.ephemeral
        assert re.search(r"Livia: good \d, inaccuracies \d, mistakes \d, blunders \d", said(shown))
        counts = said(shown).splitlines()[1:5]
        assert counts[0].startswith("Livia: good")
        assert counts[1] == "-# 2 turns after a hint: 1, 5"
        assert counts[2].startswith("Brennus: good")
        assert counts[3] == "-# 1 turn after a hint: 4"
        assert f"The curve shows {side}'s chances" in said(shown)
        assert described(shown).startswith(f"{side}'s chances, by turn: 0: 50 %")
        assert f"5: {end} %" in described(shown)


@pytest.mark.slow
async def test_after_a_restart_it_is_there_at_once_and_its_turns_open_as_their_reader_saw_them(
    evening: Evening, judging: Judging
) -> None:
    await evening.begin(moves=SHORT_GAME)
    before = await analysed(evening, evening.livia)
    asked = judging.asked
    await evening.restart()
    shown = await analysed(evening, evening.livia)
    assert (said(shown), described(shown)) == (said(before), described(before))
    assert ": 50 %" in described(await evening.press(evening.mara, evening.board(), "Poster"))
    assert judging.asked == asked
    named = re.findall(r"^(\d+)\. \w+ `(\S+)`: ", unlinked(shown), re.M)
    assert named
    assert labels(shown) == [f"After turn {number}" for number, _ in named]
    for number, text in named:
        for who in (evening.livia, evening.mara):
            board = await press(who, await analysed(evening, who), f"After turn {number}")
            assert board.ephemeral
            expect(said(board), f" · **Turn {number} of 15** · ", f"`{text}`")
            assert shown_by(board).message.attachments


@pytest.mark.slow
async def test_turns_are_numbered_as_on_the_boards(evening: Evening) -> None:
    await evening.begin(game="junqi-flip", pace="1d", moves="a1")
    await evening.move(evening.brennus, "a2")
    await evening.pass_time(DAY)
    assert "turn 4" in (evening.board().attachments[0].description or "")
    await evening.move(evening.brennus, "b1")
    await evening.agree("cancel")
    assert "4. Brennus `b1`" in unlinked(await analysed(evening, evening.livia))


async def test_a_turn_stands_under_the_name_of_whoever_took_it(evening: Evening) -> None:
    await search(evening, "3")
    await evening.follow()
    await evening.resign(evening.brennus)
    answer = unlinked(await analysed(evening, evening.mara))
    expect(answer, "Livia: good", "Computer (Club): good")
    expect(answer, "Computer (Club) for Livia since turn 3", "1. Livia `a1-a3`")


@pytest.mark.slow
async def test_an_analysis_broken_off_goes_on_where_it_was(
    evening: Evening, judging: Judging
) -> None:
    for failure, restarted in ((RuntimeError("broken"), False), (Unasked("M"), True)):
        await evening.begin_anew(moves="a1-a3 a7-a5 b1-b3")
        await (evening.agree("cancel") if restarted else evening.resign(evening.livia))
        judging.asked, judging.failing = 0, (2, failure)
        answer = said(await analysed(evening, evening.livia))
        assert "Only 2 of 3 turns so far. Press the button again" in answer
        if restarted:
            await evening.restart()
        told = said(await analysed(evening, evening.livia))
        assert "Only" not in told
        assert judging.asked == 3
        assert "blunders 0" in told
        assert "3. Livia `b1-b3`: blunder" not in told, "the end was none of the turn before it"


async def test_a_turn_without_an_answer_is_asked_about_again_by_another_version_alone(
    evening: Evening, judging: Judging
) -> None:
    await evening.begin(moves="a1-a3 a7-a5 b1-b3")
    await evening.agree("cancel")
    judging.failing = 1, Unanswered("M")
    first = said(await analysed(evening, evening.livia))
    assert "Brennus: good 0, inaccuracies 0, mistakes 0, blunders 0" in first
    assert said(await analysed(evening, evening.livia)) == first
    assert judging.asked == 2
    murus = evening.machines["murus"]
    evening.machines = {**evening.machines, "murus": replace(murus, version=murus.version + 1)}
    await evening.restart()
    for _ in range(2):
        assert said(await analysed(evening, evening.livia)) != first
        assert judging.asked == 5
    assert evening.stored("SELECT DISTINCT version FROM judgements") == [(murus.version + 1,)]
