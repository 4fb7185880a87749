"""Guided turns: what is to be pressed is shown, and what it does."""

import re

import pytest

from bot.commands.lessons import steps
from bot.ui.controls.picker_options import pick_label
from bot.ui.words.catalogue import catalogue, locales
from bot.ui.words.pages import lessons, usual
from games.library import GAMES
from tests.drafts import plant

from .conftest import IN_BOTH, Evening, expect, labels, press, said, shown_by
from .phone import plain

LESSONS = 3
"""The guided turns of a game."""


@pytest.mark.whole
@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("game", GAMES)
async def test_the_words_name_what_is_to_be_pressed(
    evening: Evening, game: str, locale: str
) -> None:
    words = catalogue(locale)
    assert len(lessons()[game]) == LESSONS
    for number, lesson in enumerate(lessons()[game], 1):
        expect(words, f"{game}.lesson.{number}", f"{game}.lesson.{number}_done")
        named = re.findall(r"\*\*(.*?)\*\*", plain(words(f"{game}.lesson.{number}")))
        *before, after = steps(evening.client.desk.matches, game, lesson)
        following = [pick_label(step.following, words) for step in before if step.following]
        pressed = [plain(label) for label in following]
        assert [name for name in named if name in pressed] == pressed
        assert after.following is None


@IN_BOTH
@pytest.mark.parametrize("game", GAMES)
async def test_three_turns_are_tried_by_pressing_what_is_shown(evening: Evening, game: str) -> None:
    words = evening.words
    ask, skip, onward, how = evening.named("Show me", "Skip", "Next", "How to move")
    about = usual()[game].moving
    page = await evening.mara.slash(evening.channel, "match rules", game=game, topic=about)
    shown = await press(evening.mara, page, ask)
    assert shown.ephemeral
    pressed = 0
    for number, lesson in enumerate(lessons()[game], 1):
        assert str(number) in said(shown)
        last = number == LESSONS
        for step in steps(evening.client.desk.matches, game, lesson):
            text = f"{game}.lesson.{number}{'' if step.following else '_done'}"
            assert words(text) in said(shown)
            assert shown_by(shown).attachments[0].description
            following = how if last else skip if step.following else onward
            there = [pick_label(step.following, words)] if step.following else []
            assert labels(shown) == [*there, following]
            if there and pressed == 1:
                await evening.restart()
            if there or not last:
                shown = await press(evening.mara, shown, labels(shown)[0])
                pressed += 1


async def test_what_is_shown_can_be_skipped(evening: Evening) -> None:
    await evening.begin()
    shown = await press(evening.mara, evening.board(), "Show me")
    for number in (2, 3):
        shown = await press(evening.mara, shown, "Skip")
        assert f"{number} of 3" in said(shown)
    for old, told in (("2 9", "You have won"), ("0 1", "1 of 3")):
        plant(evening.env, shown_by(shown), stale := f"m:-:0:lesson:murus {old}", None)
        shown = await evening.mara.click(shown_by(shown), custom_id=stale)
        assert told in said(shown)
    for _ in range(2):
        shown = await press(evening.mara, shown, "Skip")
    shown = await press(evening.mara, shown, "How to move")
    assert "Distributing a tower" in said(shown)
    assert "**Move** under the board leads you through a turn" in said(shown)


async def test_whoever_wants_text_first_is_told_the_board(evening: Evening) -> None:
    await evening.begin()
    await evening.client.desk.matches.prefer(evening.mara.id, text_first=True)
    shown = await press(evening.mara, evening.board(), "Show me")
    assert said(shown).startswith(str(shown_by(shown).attachments[0].description))
