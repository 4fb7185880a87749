"""`python -m scripts.new_game` makes a game that is listed, and that the laws find unwritten."""

import re
from pathlib import Path

import pytest

from games.library import GAMES

from .families import FAMILIES, OPTIONAL, USUAL
from .test_removal import LISTED, copied, ran, without

NEW = "kindred"
ASKED = re.compile(r'(?:listed|mapped)\("facts", "(\w+)"\)')
ENDS = "tests/laws/test_laws.py::test_every_random_game_comes_to_an_end"
HOUSE = (
    "tests/test_architecture.py::test_the_house_is_built_as_planned",
    "tests/test_names.py::test_names_and_docstrings_say_something",
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with a game more."""
    copy = copied(tmp_path_factory.mktemp("copy"))
    done = ran(copy, "-m", "scripts.new_game", NEW)
    assert done.returncode == 0, done.stderr
    assert f"games/{NEW}/" in done.stdout
    return copy


def written(copy: Path) -> dict[str, bytes]:
    """Read all files of a copy but for those that tools leave behind."""
    paths = (path for path in copy.rglob("*") if path.is_file() and "cache" not in str(path))
    return {str(path.relative_to(copy)): path.read_bytes() for path in paths}


@pytest.mark.slow
def test_a_new_game_is_tidy_and_listed_in_its_place(copy: Path) -> None:
    for command in (("check",), ("format", "--check")):
        done = ran(copy, "-m", "ruff", *command, "--quiet", "--no-cache", ".")
        assert done.returncode == 0, done.stdout + done.stderr
    done = ran(copy, "-c", LISTED)
    assert done.returncode == 0, done.stderr
    listed = done.stdout.split()
    assert [game for game in listed if game != NEW] == list(GAMES)
    assert NEW in listed


def test_its_facts_have_all_that_tests_of_all_games_ask_for(copy: Path) -> None:
    asking = ((copy / path).read_text("utf-8") for path in (copy / "tests").rglob("test_*.py"))
    asked = {name for text in asking for name in ASKED.findall(text)}
    assert len(asked) > 5
    wanted = ", ".join(sorted(asked - OPTIONAL - USUAL.keys()))
    done = ran(copy, "-c", f"from tests.games.{NEW}.facts import {wanted}")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_its_laws_are_red_until_it_is_written_and_those_of_the_house_hold(copy: Path) -> None:
    other = next(iter(GAMES.values())).info
    laws = (*HOUSE, f"{ENDS}[{NEW}-standard-0]", f"{ENDS}[{other.id}-{other.variants[0]}-0]")
    done = ran(copy, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *laws)
    assert "NotImplementedError" in done.stdout
    assert re.search(r"^\d+ passed, 1 error in", done.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (NEW, "taken: KINDRED in games/library.py, "),
        (FAMILIES[0], f"games/{FAMILIES[0]}"),
        ("records", "games/records"),
        ("random", "players/random.py"),
        ("common", "bot/ui/locales/en/common.toml"),
        ("games", "GAMES in games/library.py"),
        ("class", "not one word"),
        ("../chess", "not one word"),
        ("Chess", "not one word"),
        ("", "not one word"),
    ],
)
def test_a_name_that_is_bad_or_taken_is_refused_and_nothing_is_written(
    copy: Path, name: str, reason: str
) -> None:
    before = written(copy)
    done = ran(copy, "-m", "scripts.new_game", name)
    assert done.returncode == 2
    assert reason in done.stderr
    assert written(copy) == before


@pytest.mark.parametrize("name", ["aaa", "zzz"])
def test_a_new_game_taken_out_again_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    before = written(copied(tmp_path))
    assert ran(tmp_path, "-m", "scripts.new_game", name).returncode == 0
    assert written(without(name, tmp_path)) == before
