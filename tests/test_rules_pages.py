"""The pages of the games' rules, and of their pictures, have every section that the code cites.

The pages are in `docs/rules`. A section is one of the page that is named with it ("ART" is
`art.md`), else of the rules of the game whose folder it is cited in.
"""

import re
from pathlib import Path

import pytest

from games.library import GAMES

ROOT = Path(__file__).parents[1]
SHELVES = ("games", "players", "render", "scripts", "tests/games", "tests/players", "tests/render")
NUMBER = r"[A-Z]?\d+(?:\.\d+)?"
CITED = re.compile(
    rf"(?:(rules/[a-z-]+\.md|ART),\s+)?\bsections?\s+({NUMBER}(?:(?:, | and | to ){NUMBER})*)"
)
HEADING = re.compile(r"^(?:## |\*\*)([A-Z]?\d+(?:\.\d+)?|[A-Z](?=\.))\b", re.MULTILINE)


def home(path: Path) -> str:
    """Return the page of a file's game."""
    family, *rest = path.relative_to(ROOT).as_posix().removeprefix("tests/").split("/")[1:]
    return f"rules/{family}{'-four' * ('four' in rest[0])}.md"


def citations() -> list[tuple[str, str, str]]:
    """List what is cited where: the file, the page and the section."""
    found = []
    for path in (path for shelf in SHELVES for path in sorted((ROOT / shelf).rglob("*.py"))):
        for page, sections in CITED.findall(path.read_text("utf-8")):
            page = "rules/art.md" if page == "ART" else page or home(path)
            for section in re.findall(NUMBER, sections):
                found.append((str(path.relative_to(ROOT)), page, section))
    return found


@pytest.mark.parametrize("page", sorted({page for _, page, _ in citations()}))
def test_a_page_has_every_section_that_is_cited(page: str) -> None:
    there = set(HEADING.findall((ROOT / "docs" / page).read_text("utf-8")))
    cited = [(path, section) for path, of, section in citations() if of == page]
    assert [(path, section) for path, section in cited if section not in there] == []


def test_every_game_has_its_rules() -> None:
    families = {game.info.id.partition("-")[0] for game in GAMES.values()}
    assert families <= {path.stem for path in (ROOT / "docs" / "rules").glob("*.md")}
