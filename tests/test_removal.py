"""A game is folders, files of its name and lines in four lists: without them the rest is whole.

Every family of games is taken out of a copy of the repository, as CONTRIBUTING describes it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.library import GAMES
from tests.families import FAMILIES, FOLDER
from tests.samples import FULL

ROOT = Path(__file__).parents[1]
REGISTRIES = (
    "games/library.py",
    "games/rulebook.py",
    "render/library.py",
    "players/library.py",
    "lab/tuning/library.py",
)
FOLDERS = ("games", "render", "players", "tests/games", "tests/render", "tests/players")
FILES = (
    "bot/ui/locales/*/{}*.toml",
    "bot/ui/pages/{}*.toml",
    "benchmarks/bare/{}.py",
    "docs/pictures/{}*.png",
    "docs/rules/{}*.md",
    "lab/tuning/{}.py",
    "tests/evening/test_{}*.py",
)
COPIED = ("benchmarks", "bot", "docs", "games", "lab", "players", "render", "scripts", "tests")
LISTED = """
from bot.ui.words.catalogue import catalogue
from bot.ui.words.pages import pages
from games.library import GAMES
from games.rulebook import RULES
from players.library import PLAYERS
from render.library import DRAWINGS
import benchmarks.pictures, benchmarks.play, bot.app, scripts.make_palettes, scripts.readme_pictures

drawn = {drawing.game for drawing in DRAWINGS.values()}
assert set(GAMES) == set(RULES) == set(PLAYERS) == set(pages()) == drawn
assert list(benchmarks.play.contests())
print(*GAMES)
"""
WHOLE = (
    "tests/laws/test_laws.py",
    "tests/laws/test_variants.py",
    "tests/laws/test_versions.py",
    "tests/render",
    "tests/ui",
    "tests/test_architecture.py",
)
"""Tests of all games, which must know none by name; without the longest."""


def copied(copy: Path) -> Path:
    """Copy the repository, as far as it is code, tests and pages."""
    for folder in COPIED:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, copy)
    shutil.copytree(ROOT / ".ci", copy / ".ci")
    return copy


def without(family: str, copy: Path) -> Path:
    """Take a family out of a copy of the repository."""
    for folder in FOLDERS:
        shutil.rmtree(copy / folder / family, ignore_errors=True)
    for pattern in FILES:
        for path in copy.glob(pattern.format(family)):
            path.unlink()
    for registry in REGISTRIES:
        text = (copy / registry).read_text("utf-8")
        (copy / registry).write_text(unlisted(family, text), "utf-8")
    return copy


def unlisted(family: str, text: str) -> str:
    """Strip a registry of the lines of a family: its imports, and the lines that use them."""
    imported = re.compile(rf"from \.{family}(?:\..+)? import (.+)")
    lines = text.splitlines()
    found = [match[1].split(", ") for line in lines if (match := imported.fullmatch(line))]
    names = {f"{name}," for named in found for name in named}
    kept = [line for line in lines if not imported.fullmatch(line) and line.strip() not in names]
    assert len(lines) - len(kept) == len(found) + len(names)
    return "\n".join(kept) + "\n"


def ran(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy, where it sees nothing of this repository."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(  # noqa: S603 - our own Python
        [sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True
    )


def test_every_family_has_its_tests() -> None:
    assert {path.name for path in FOLDER.iterdir() if (path / "facts.py").exists()} >= set(FAMILIES)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_without_a_game_the_others_are_listed(family: str, tmp_path: Path) -> None:
    done = ran(without(family, copied(tmp_path)), "-c", LISTED)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [game for game in GAMES if game.partition("-")[0] != family]


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES if FULL else FAMILIES[-1:])
def test_without_a_game_the_tests_of_all_games_pass(family: str, tmp_path: Path) -> None:
    copy = without(family, copied(tmp_path))
    made = ran(copy, "-m", "scripts.make_palettes", "profile")
    assert made.returncode == 0, made.stderr
    done = ran(copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *WHOLE)
    assert done.returncode == 0, done.stdout[-5000:]
