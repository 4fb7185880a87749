"""What README and `.env.example` promise is what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest
from pydantic import SecretStr

from bot import app
from bot.commands.group import match
from bot.commands.help import help_
from bot.commands.move import move
from bot.config import Settings
from bot.ui.words.catalogue import catalogue

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_command_is_in_the_readme() -> None:
    commands = [f"/{move.name}", f"/{help_.name}"]
    commands += [f"/{command.qualified_name}" for command in match.walk_commands()]
    assert [command for command in commands if f"`{command}`" not in README] == []


def test_the_readme_names_no_command_there_is_not() -> None:
    assert app.COMMANDS
    known = {"move", *(command.name for command in match.commands)}
    named = set(re.findall(r"`/match (\w+)`", README)) | set(re.findall(r"`/(move)`", README))
    assert named <= known


def test_every_setting_is_explained_to_the_host() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)
    assert [name.lower() for name in named] == list(Settings.model_fields)


def test_the_defaults_in_the_example_are_the_real_ones() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    for name, value in re.findall(r"^#([A-Z_]+)=(.*)$", example, re.MULTILINE):
        assert str(Settings.model_fields[name.lower()].default) == value


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
        external_emojis=True,
    )
    assert f"`{wanted.value}`" in README


def test_the_pictures_of_the_readme_are_there() -> None:
    pictures = re.findall(r"\((docs/[^)]+)\)", README)
    assert pictures
    assert [picture for picture in pictures if not (ROOT / picture).is_file()] == []


@pytest.mark.parametrize(
    ("locale", "looked", "passed_over"),
    [("en", "did not look", "did not pass over presses"), ("zh-CN", "没有偷看", "没有略过")],
)
@pytest.mark.parametrize("page", ["diablo.dice", "junqi-dark.secrets", "junqi-flip.turn"])
def test_the_rules_say_what_fairness_does_not_prove(
    page: str, locale: str, looked: str, passed_over: str
) -> None:
    text = catalogue(locale)(f"rules.{page}.text")
    assert looked in text
    assert passed_over in text


def test_the_readme_says_what_fairness_does_not_prove() -> None:
    plain = " ".join(README.split())
    assert "that the host of the bot did not look" in plain
    assert "did not pass over presses of **Accept** until the draws pleased its host" in plain
    assert "Nobody can bend" not in plain


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
