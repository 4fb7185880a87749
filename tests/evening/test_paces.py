"""The pace of a match: chosen with `/match new`, said on its card, kept by a rematch."""

import re

import pytest

from bot.ui.words.catalogue import catalogue
from games.clock import DAY, HOUR, PACES, Pace

from .conftest import Env, Evening, Match, MatchId, Settings, labels, press, refused, said

WEEK_S = 7 * 24 * 3600


async def match_of(evening: Evening, text: str) -> Match:
    return await evening.client.desk.matches.match(MatchId(text.split("`")[1]))


@pytest.mark.parametrize("locale", ["en", "zh-CN"])
@pytest.mark.parametrize("pace", [pace for pace in PACES.values() if pace.timed])
def test_the_choices_say_what_the_paces_are(locale: str, pace: Pace) -> None:
    numbers = [
        int(digits) for digits in re.findall(r"\d+", catalogue(locale)(f"choice.pace.{pace.name}"))
    ]
    if pace.increment_ms:
        assert numbers == [
            span // HOUR for span in (pace.start_ms, pace.increment_ms, pace.most_ms)
        ]
    else:
        assert numbers == [pace.start_ms // DAY]


async def test_a_match_has_the_normal_pace_unless_another_is_chosen(evening: Evening) -> None:
    asked = await evening.livia.context_menu(evening.channel, "Challenge", evening.brennus)
    await press(evening.livia, asked, "Diablo", "Post")
    for card in (
        evening.channel.history()[0].content,
        said(await evening.new(evening.livia, opponent=evening.brennus, seat="first")),
    ):
        assert "Time: normal (48 h + 24 h per turn, max 96 h)." in card
        assert "Strict" not in card
        match = await match_of(evening, card)
        assert (match.options.pace, match.options.strict) == ("normal", False)
        when = match.terms.created_ms // 1000 + WEEK_S
        assert f"only Livia can cancel. This card expires <t:{when}:R>." in card


async def test_pace_and_strictness_are_chosen_said_and_kept_by_a_rematch(evening: Evening) -> None:
    await evening.begin(pace="3d", strict=True)
    assert "begun" in evening.channel.history()[0].content
    await evening.resign(evening.livia)
    again = said(await evening.livia.click(evening.board(), label="Rematch"))
    assert "Time: 3 days for every turn. Strict: whoever runs out of time loses at once." in again
    match = await match_of(evening, again)
    assert (match.options.pace, match.options.strict) == ("3d", True)


async def test_where_nobody_loses_by_time_a_match_cannot_be_strict(evening: Evening) -> None:
    for wanted in (
        {"game": "junqi-dark"},
        {"game": "junqi-flip", "pace": "quick"},
        {"pace": "none"},
    ):
        answer = refused(await evening.new(evening.livia, strict=True, **wanted))
        assert "This match cannot be strict" in answer
        assert "Switch “Strict clock” off." in answer
        assert "Join" in labels(await evening.new(evening.livia, **wanted))


async def test_on_a_chinese_server_the_card_speaks_of_time_in_chinese(
    env: Env, settings: Settings
) -> None:
    evening = Evening(env, settings, "zh-CN")
    card = said(await evening.new(evening.livia, pace="slow", strict=True))
    assert (
        "用时：慢（起始 72 小时，每手加 48 小时，最多 168 小时）。严格计时：超时立即判负。" in card
    )
    assert ":R>失效。" in card
