"""Lines from right to left: marks at their starts, and around what stands from left to right."""

import pytest

from bot.host.proofreading import Fault, faults
from bot.matches.match.reader_view import Fight
from bot.ui.words.answers import fights
from bot.ui.words.catalogue import Catalogue, catalogue
from bot.ui.words.direction import mark_lines
from games.core import Event, Word

PATTERNS = {
    "seat": "الغال",
    "won": "فاز {winner} في `{match}`: 24 ساعة، [هنا]({link})، {/move}",
    "list": "- {n} %\n-# سطر",
    "bare": "{first} : {second}",
}
WORDS = Catalogue("ar", PATTERNS)


@pytest.mark.parametrize(
    ("code", "args", "text"),
    [
        ("seat", {}, "\u200fالغال"),
        (
            "won",
            {"winner": "Livia (+16)", "match": "K7Q2", "link": "https://x.y/1-2"},
            "\u200fفاز \u2066Livia (+16)\u2069 في \u2066`K7Q2`\u2069: \u206624\u2069 ساعة، "
            "[هنا](https://x.y/1-2)، \u2066</move:7>\u2069",
        ),
        ("list", {"n": 50}, "- \u200f\u206650\u2069 %\n-# \u200fسطر"),
        ("bare", {"first": 5, "second": 3}, "5 : 3"),
        ("bare", {"first": Word("seat"), "second": 3}, "\u200fالغال : 3"),
    ],
)
def test_what_stands_from_left_to_right_is_kept_apart(
    code: str, args: dict[str, str | int | Word], text: str
) -> None:
    assert WORDS.mentioning(lambda name: f"</{name}:7>")(code, **args) == text


def test_a_name_from_right_to_left_is_not_turned() -> None:
    said = WORDS("won", winner="\u2068محمد\u2069", match="K7Q2", link="x")
    assert said.startswith("\u200fفاز \u2068محمد\u2069 في ")


def test_all_lines_of_a_message_begin_alike_but_those_of_a_board() -> None:
    board = "```\n8 w . .\n```"
    assert mark_lines(f"\u200fالدور\n`K7Q2` Livia\n- x\n{board}") == (
        f"\u200fالدور\n\u200f\u2066`K7Q2`\u2069 Livia\n- \u200fx\n{board}"
    )
    assert mark_lines("\u200fلعب Livia <@7>") == "\u200fلعب Livia \u2066<@7>\u2069"
    assert mark_lines("\u200fالدور.") == "\u200fالدور.\u200f"
    for text in ("Livia 5–3 `a1`", mark_lines("\u200fالدور `a1`")):
        assert mark_lines(text) == text
    assert len(mark_lines("\u200f" + "ا\n" * 999)) <= 2000


def test_what_fills_a_message_leaves_room_for_its_marks() -> None:
    told = Event("murus.walls_stay", {"square": "b1"})
    known = [Fight("a1xb1", (told,))] * 99
    for locale in ("ar", "en"):
        said = fights(known, catalogue(locale), 2000)
        assert 1800 < len(said) <= 2000
        assert mark_lines(said) == said


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("الرصيد {a}/{b}", [Fault.TURNED]),
        ("الرصيد +{a}، {b}", [Fault.TURNED]),
        ("الرصيد \u2066{a}/{b}\u2069", []),
        ("الرصيد `{a}/{b}`", []),
        ("{a} → {b}", []),
    ],
)
def test_a_translation_hears_which_signs_would_turn_round(pattern: str, found: list[Fault]) -> None:
    told = faults("ar", {"common": [("x", pattern)]}, {"common": [("x", "{a} of {b}")]})
    assert [fault for _, fault in told] == found


def test_languages_from_left_to_right_have_no_marks() -> None:
    for locale in ("en", "zh-CN", "zh-TW"):
        assert "\u200f" not in catalogue(locale)("match.no_board")
        assert "\u2066" not in catalogue(locale)("match.no_board")
