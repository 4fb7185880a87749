"""The catalogues: complete, alike, and knowing every code anything can say."""

import ast
import re
import sys
import tomllib
from enum import StrEnum
from pathlib import Path

import pytest
from discord import app_commands

from bot.app import COMMANDS
from bot.host.proofreading import faults
from bot.matches.match import refusals
from bot.ui.words.catalogue import DEFAULT, Catalogue, Pattern, catalogue, locales, parts, places
from games import core
from games.core import Event, Word
from games.library import GAMES
from games.records import clock_audit, json_reader, seat_audit, verify
from tests.families import mapped

ROOT = Path(__file__).parents[2]
CODES: list[type[StrEnum]] = [
    core.Code,
    refusals.Code,
    json_reader.Code,
    verify.Code,
    clock_audit.Code,
    seat_audit.Code,
    *dict.fromkeys(vars(sys.modules[game.check.__module__])["Code"] for game in GAMES.values()),
]
WORDS_OF_CODE = re.compile(r"^[a-z_]+(\.[a-z_]+)+$")


def test_english_and_chinese_in_both_scripts_are_there() -> None:
    assert {"en", "zh-CN", "zh-TW"} <= set(locales())


@pytest.mark.parametrize("locale", locales())
def test_a_catalogue_has_the_keys_files_places_and_plurals_of_the_english_one(locale: str) -> None:
    assert [*faults(locale, parts(locale), parts(DEFAULT))] == []


@pytest.mark.parametrize("locale", locales())
def test_commands_stand_in_places_of_their_own(locale: str) -> None:
    patterns = catalogue(locale).patterns
    assert [key for key, text in patterns.items() if re.search(r"`/\w|</", str(text))] == []
    named = {place for text in patterns.values() for place in places(text) if place[0] == "/"}
    listed = [value for module in COMMANDS for value in vars(module).values()]
    commands = {f"/{cmd.qualified_name}" for cmd in listed if isinstance(cmd, app_commands.Command)}
    assert {"/match new", "/move"} < named <= commands


@pytest.mark.parametrize("locale", locales())
def test_options_are_named_as_discord_shows_them(locale: str) -> None:
    words, texts = catalogue(locale), map(str, catalogue(locale).patterns.values())
    named = {
        option
        for text in texts
        for option in re.findall(r"(?:the option|选项|選項|الخيار) \u2066?`([^{}]+?)`", text)
    }
    options = (
        "admin.match.reason",
        "admin.people.match",
        "move.match",
        "match.ask.square",
    )
    assert named == {words(f"command.{option}.name") for option in options}


@pytest.mark.parametrize("locale", locales())
def test_no_text_names_an_option_in_another_language(locale: str) -> None:
    words = catalogue(locale)
    named = {locale: {str(text) for text in names(locale)} for locale in locales()}
    strange = set().union(*named.values()) - named[words.locale]
    texts = {k: str(text) for k, text in words.patterns.items() if not k.startswith("rules.")}
    assert "user" in named[DEFAULT]
    assert [key for key, text in texts.items() if strange & {*re.findall(r"`(\w+)`", text)}] == []


def names(locale: str) -> list[Pattern]:
    """List what commands and their options are called in a language."""
    said = catalogue(locale).patterns.items()
    return [text for key, text in said if key.startswith("command.") and key.endswith(".name")]


@pytest.mark.parametrize(
    ("locale", "end"),
    [
        ("en", "use `/match board`."),
        ("zh-CN", "或用 `/对局 棋盘`。"),
        ("zh-TW", "或用 `/對局 棋盤`。"),
    ],
)
def test_a_command_is_named_in_the_language_of_the_catalogue(locale: str, end: str) -> None:
    assert catalogue(locale)("match.no_board").endswith(end)


def test_a_command_that_can_be_pressed_is_mentioned() -> None:
    words = catalogue("zh-CN").mentioning(lambda name: f"</{name}:7>" if name == "move" else "")
    sentence = words("board.no_rest", match="K7Q2")
    assert "</move:7>" in sentence
    assert "`/对局 棋盘`" in sentence


@pytest.mark.parametrize(("locale", "script"), [("zh-CN", "gb2312"), ("zh-TW", "big5")])
def test_chinese_keeps_to_the_characters_of_its_script(locale: str, script: str) -> None:
    text = "".join(map(str, catalogue(locale).patterns.values()))
    written = {sign for sign in text if "\u4e00" <= sign <= "\u9fff"}
    assert {sign for sign in written if not sign.encode(script, "ignore")} == set()


@pytest.mark.parametrize("code", [code for codes in CODES for code in codes])
def test_every_code_has_words(code: str) -> None:
    assert code in catalogue(DEFAULT)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_names_for_itself_its_seats_and_its_variants(game: str) -> None:
    words, info = catalogue(DEFAULT), GAMES[game].info
    wanted = [f"{game}.name", f"{game}.kind", f"{game}.letters"]
    wanted += [f"{game}.seat.{seat}" for seat in range(info.seats)]
    wanted += [f"{game}.variant.{part}" for text in info.variants for part in text.split("+")]
    assert [code for code in wanted if code not in words] == []


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_every_seat_its_aim(locale: str, game: str) -> None:
    patterns, info = catalogue(locale).patterns, GAMES[game].info
    own = [f"{game}.aim.{seat}" for seat in range(info.seats)]
    assert f"{game}.aim.you" in patterns or all(pattern in patterns for pattern in own)
    assert (f"{game}.aim.several" in patterns) == (GAMES[game].set_up is not None)


GENERAL_ENDS = (
    *(
        "absent",
        "agreement",
        "cancelled",
        "escape",
        "excused",
        "left",
        "not_begun",
        "resign",
        "time",
        "void",
    ),
    "unfinished",
)
ENDS = {reason for _, reasons in mapped("facts", "ENDS") for reason in reasons}


@pytest.mark.parametrize(("game", "reasons"), [*mapped("facts", "ENDS")])
def test_no_end_is_worded_by_another_game(game: str, reasons: tuple[str, ...]) -> None:
    """A game can be taken out, and its words with it."""
    family = game.partition("-")[0]
    files = (ROOT / "bot/ui/locales" / DEFAULT).glob("*.toml")
    own = [file for file in files if file.stem == "common" or file.stem.startswith(family)]
    worded = {key for file in own for key in tomllib.loads(file.read_text("utf-8")).get("over", {})}
    assert set(reasons) <= worded


@pytest.mark.parametrize("reason", sorted({*GENERAL_ENDS, *ENDS}))
def test_every_end_has_words(reason: str) -> None:
    assert f"over.{reason}" in catalogue(DEFAULT)


def spoken_keys() -> set[str]:
    """List every literal the code looks up: words("…"), Event("…"), and codes in frames."""
    keys = set()
    for path in [*ROOT.glob("bot/**/*.py"), *ROOT.glob("render/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            called = node.func.id if isinstance(node.func, ast.Name) else called
            first = node.args[0]
            named = called in {"words", "Event", "ENGLISH", "named"}
            if named and isinstance(first, ast.Constant) and isinstance(first.value, str):
                keys.add(first.value)
    return {key for key in keys if WORDS_OF_CODE.match(key)}


def test_every_key_the_code_looks_up_is_in_the_catalogue() -> None:
    keys = spoken_keys()
    assert len(keys) > 60
    assert [key for key in keys if key not in catalogue(DEFAULT)] == []


def test_words_among_the_arguments_are_translated_and_texts_stand_as_they_are() -> None:
    event = Event("hit", {"target": "c3", "left": Word("wall")})
    english = Catalogue("en", {"hit": "hit {target}, {left} left there", "wall": "wall"})
    chinese = Catalogue("zh-CN", {"hit": "击中 {target}，那里变为{left}", "wall": "墙"})
    assert english.tell(event) == "hit c3, wall left there"
    assert chinese.tell(event) == "击中 c3，那里变为墙"


@pytest.mark.parametrize("locale", locales())
def test_a_text_that_is_spelled_like_a_word_stands_as_it_is(locale: str) -> None:
    words = catalogue(locale)
    for code in words.patterns:
        for text in (code, f"@{code}", f"{{{code}}}"):
            assert f"`{text}`" in words("move.begun", action=text)


@pytest.mark.parametrize(("n", "text"), [(1, "1 move"), (2, "2 moves"), (0, "0 moves")])
def test_english_counts(n: int, text: str) -> None:
    assert catalogue("en")("picker.moves", n=n) == text


@pytest.mark.parametrize(
    ("locale", "known"),
    [
        ("zh-CN", "zh-CN"),
        ("en-GB", "en"),
        ("zh-TW", "zh-TW"),
        ("zh-SG", "zh-CN"),
        ("fr", "en"),
        ("ar", "ar"),
    ],
)
def test_a_language_without_a_catalogue_gets_the_nearest(locale: str, known: str) -> None:
    assert catalogue(locale).locale == known


def test_a_word_missing_in_a_translation_is_said_in_english() -> None:
    assert Catalogue("zh-CN", {})("button.move") == "Move"
    assert Catalogue("zh-CN", {})("no.such_key") == "no.such_key"
