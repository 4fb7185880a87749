"""The code keeps the promises of README, `docs/` and `.env.example`."""

import re
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

import discord
import pytest
from discord import app_commands
from pydantic import SecretStr

from bot import __main__ as program
from bot import app
from bot.config import Settings
from bot.ui.answers.places import WANTED
from bot.ui.words.catalogue import Catalogue, catalogue
from games.core import Seat
from games.protocol_json import write_view
from games.rulebook import RULES
from tests.families import FAMILIES, listed

ROOT = Path(__file__).parents[1]
DOCS = {
    str(path.relative_to(ROOT)): path.read_text("utf-8")
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("*/README.md"), *ROOT.glob("docs/**/*.md")])
}
"""Every page, by its path."""
README, CHINESE = DOCS["README.md"], DOCS["README.zh-CN.md"]
HOSTING = DOCS["docs/hosting.md"]
IN_BOTH = (catalogue("en"), catalogue("zh-CN"))
LINK = re.compile(r"\]\((?!https?:)([^)\s]*)\)")


def commands() -> list[str]:
    """List every command, as it is typed."""
    typed = [verb for verb in app.top_commands() if not isinstance(verb, app_commands.ContextMenu)]
    grouped = [
        verb.walk_commands() if isinstance(verb, app_commands.Group) else [verb] for verb in typed
    ]
    return [f"/{command.qualified_name}" for command in chain.from_iterable(grouped)]


def shown(words: Catalogue, command: str) -> str:
    """Write a command's name as Discord shows it in a language."""
    parts = command.removeprefix("/").split()
    codes = (".".join(["command", *parts[: n + 1], "name"]) for n in range(len(parts)))
    return " ".join(map(words, codes))


def table(page: str, first: str) -> list[tuple[str, ...]]:
    """Read the cells of the table of a page whose first heading is `first`, row by row."""
    rows = page.split(f"\n| {first} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [tuple(cell.strip() for cell in row.strip("|").split("|")) for row in rows]


def anchors(page: str) -> set[str]:
    """List the targets of links in a page, as GitHub names its headings."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


def test_the_table_of_the_readme_has_every_command_and_no_other() -> None:
    assert app.COMMANDS
    found = [row[0].strip("`") for row in table(README, "command")]
    assert sorted(found) == sorted(commands())


def test_the_chinese_readme_has_every_command_by_both_its_names() -> None:
    words = IN_BOTH[1]
    found = {row[1].strip("`"): row[0].strip("`") for row in table(CHINESE, "命令")}
    assert found == {command: f"/{shown(words, command)}" for command in commands()}


@pytest.mark.parametrize("page", DOCS)
def test_no_page_names_a_command_there_is_not(page: str) -> None:
    named = set(re.findall(r"`(/(?:(?:match|admin) \w+|move|help|about))\b", DOCS[page]))
    assert named <= set(commands())


@pytest.mark.parametrize("page", DOCS)
def test_every_link_leads_somewhere(page: str) -> None:
    for link in LINK.findall(DOCS[page]):
        path, _, anchor = unquote(link).partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text("utf-8")), link


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md", "docs/playing.md"])
def test_the_pages_show_boards(page: str) -> None:
    pictures = [link for link in LINK.findall(DOCS[page]) if link.endswith(".png")]
    assert len(pictures) >= 4


def test_every_picture_is_shown_somewhere() -> None:
    shown = {Path(link).name for page in DOCS.values() for link in LINK.findall(page)}
    assert {path.name for path in ROOT.glob("docs/pictures/*")} <= shown


@pytest.mark.parametrize("page", ["README.md", "README.zh-CN.md"])
def test_a_readme_is_short_and_leads_to_every_page(page: str) -> None:
    assert len(DOCS[page].splitlines()) <= 96 + len(FAMILIES)
    pages = {path for path in DOCS if str(Path(path).parent) in (".", "docs")}
    assert pages - {page} <= set(LINK.findall(DOCS[page]))


def test_pages_stay_short_enough_to_be_read() -> None:
    words = {page: len(text.split()) for page, text in DOCS.items()}
    assert words["docs/hosting.md"] + words["docs/scale.md"] + words["docs/managers.md"] <= 4000
    assert words["docs/playing.md"] <= 2520 + 20 * len(FAMILIES)
    assert len(DOCS["CONTRIBUTING.md"].encode()) <= 16_000


@pytest.mark.parametrize("page", [path for path in DOCS if path.endswith(("README.md", "ING.md"))])
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    folders = "|".join(path.name for path in ROOT.iterdir() if path.is_dir())
    names = re.findall(rf"`((?:{folders})/[\w./-]+)`", DOCS[page])
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_both_readmes_begin_the_playground_alike() -> None:
    script = re.compile(r"^```sh\n(.*?playground\n)```$", re.DOTALL | re.MULTILINE)
    assert script.findall(README)[0] == script.findall(CHINESE)[0]


def test_every_setting_is_explained_to_the_host() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)
    assert [name.lower() for name in named] == list(Settings.model_fields)
    found = [row[0].strip("`").lower() for row in table(HOSTING, "setting")]
    assert found == list(Settings.model_fields)


def test_the_defaults_told_to_the_host_are_the_real_ones() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for name, value in re.findall(r"^#([A-Z_]+)=(.*)$", example, re.MULTILINE):
        assert str(Settings.model_fields[name.lower()].default) == value
    for name, value, _ in table(HOSTING, "setting"):
        default = Settings.model_fields[name.strip("`").lower()].default
        assert value.strip("`") == ("" if default is None else str(default))


def test_the_permissions_integer_is_the_sum_of_the_permissions_named() -> None:
    wanted = discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        create_public_threads=True,
        create_private_threads=True,
        manage_threads=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
    )
    assert f"`{wanted.value}`" in HOSTING
    assert discord.Permissions(**dict.fromkeys(WANTED, True)) == wanted


def test_what_the_program_refers_to_is_there() -> None:
    files = [ROOT / "docs/tetrarch.service", *ROOT.glob("*.yml"), *ROOT.glob("bot/**/*.py")]
    text = "\n".join(file.read_text("utf-8") for file in files)
    references = set(re.findall(r'(docs/\w+\.md), "([^"]+)"', text))
    assert len(references) >= 10
    for page, heading in references:
        assert f"# {heading}\n" in DOCS[page], heading


@pytest.mark.parametrize(
    ("locale", "looked", "passed_over"),
    [
        ("en", "did not look", "did not ignore **Accept**"),
        ("zh-CN", "没有偷看", "没有略过"),
        ("zh-TW", "沒有偷看", "沒有略過"),
    ],
)
@pytest.mark.parametrize("page", list(listed("facts", "FAIRNESS")))
def test_the_rules_say_what_fairness_does_not_prove(
    page: str, locale: str, looked: str, passed_over: str
) -> None:
    text = catalogue(locale)(f"rules.{page}.text")
    assert looked in text
    assert passed_over in text


def test_the_docs_say_what_fairness_does_not_prove() -> None:
    plain = " ".join(DOCS["docs/fairness.md"].split())
    assert "that the host of the bot did not look" in plain
    assert "did not ignore presses of **Accept** until its host liked the draw" in plain
    assert not any("Nobody can bend" in page for page in DOCS.values())


def test_the_image_has_the_newest_python_that_is_tested() -> None:
    newest = re.search(r"^PYTHONS=\((\S+)", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
    images = re.findall(
        r"^FROM python:(\S+)-slim", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE
    )
    assert newest
    assert set(images) == {newest[1]}


def test_the_token_never_shows() -> None:
    settings = Settings(discord_token=SecretStr("abc.def"))
    assert "abc.def" not in repr(settings)
    assert "abc.def" not in str(settings.model_dump())


def test_the_first_hour_has_ten_steps() -> None:
    hour = HOSTING.split("\n## The first hour\n", 1)[1].split("\n## ", 1)[0]
    steps = re.findall(r"^(\d+)\. ", hour, re.MULTILINE)
    assert steps == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("page", DOCS)
def test_no_page_names_a_command_of_the_program_that_there_is_not(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for named in sorted(set(re.findall(r"python -m bot ([a-z]+)\b", DOCS[page]))):
        with pytest.raises(SystemExit) as end:
            program.main([named, "--help"])
        assert end.value.code == 0, capsys.readouterr().err


@pytest.mark.parametrize("game", sorted(RULES))
def test_every_game_is_named_where_people_read_of_games(game: str) -> None:
    english, chinese = (re.split(r" ?[(（]", words(f"{game}.name"))[0] for words in IN_BOTH)
    for page in (README, DOCS["docs/playing.md"], DOCS["CHANGELOG.md"]):
        assert english in page
    assert chinese.removeprefix("军棋") in CHINESE


@pytest.mark.parametrize("game", sorted(RULES))
def test_every_field_of_a_view_is_documented_for_programs(game: str) -> None:
    pages = [path.read_text("utf-8") for path in (ROOT / "docs" / "rules").glob("*.md")]
    sections = [part for page in pages for part in re.split(r"^## ", page, flags=re.MULTILINE)]
    own = {part.split("\n", 1)[0].removeprefix("For programs: "): part for part in sections}
    wanted = DOCS["docs/programs.md"].split("## What a view holds")[1] + own[f"`{game}`"]
    wanted += own["`junqi-dark`"] if game == "junqi-four" else ""
    documented = set(
        re.findall(r"`([a-z_]+)`", " ".join(re.findall(r"^\| (.*?) \|", wanted, re.M)))
    )
    rules = RULES[game]
    view = rules.view(rules.initial(rules.game.variant("")), Seat(0))
    assert set(write_view(rules.game, view)) == documented
