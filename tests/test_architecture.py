"""The plan of the house is law: which rooms may import which, and how long a file may be."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
HOUSE = ("games", "render", "players", "bot", "lab")
"""Imports run to the left only; pictures and computer players do not know each other, and the
laboratory, which is no part of the product, knows games and players alone."""
BOT = (
    "metrics",
    "migrations",
    "store",
    "people",
    "matches",
    "config",
    "version",
    "ui",
    "commands",
    "app",
    "host",
    "playground",
    "__main__",
)
"""Inside bot as well; `store` and `migrations` share the tables."""
FLOORS = {
    "bot.matches": (
        {"match"},
        {"store"},
        {"views", "course", "ledger"},
        {"followers", "neighbours", "transition"},
        {"referee"},
        {"acts"},
        {"past", "upkeep"},
        {"machines"},
        {"facts"},
        {"service"},
    ),
    "bot.ui": ({"words"}, {"controls"}, {"messages"}, {"wire"}, {"followers"}, {"answers"}),
}
"""The rooms of the two largest parts of bot: each imports its own floor and those before it."""
QUIET = ("migrations", "store", "people", "matches")
"""The parts of bot that know nothing of Discord."""
LONGEST, LONGEST_IN_BOT = 500, 400
NETWORKED = ("bot.matches.machines.network", "players.work")
"""The modules that know NATS."""
SECRET = re.compile(r"games\.(.+\.rules|rulebook|protocol|verify|junqi\.\w+\.(position|turns))")
"""The modules that know states: the secret halves of the games, and Junqi's hidden pieces."""
REFEREES = frozenset({"lab.match", "players.serve", "players.verify"})
"""The rooms outside the bot that referee games themselves, and so hold their states."""
GUESSES = re.compile(r"games\.junqi\.\w+\.(position|turns)")
"""The modules that a player of Junqi fills with its own guesses of hidden pieces."""
FACE = frozenset(
    [
        "bot.matches.upkeep.audit",
        "bot.matches.upkeep.retention",
        "bot.matches.past.evidence",
        "bot.matches.upkeep.deletion",
        "bot.matches.past.marks",
        "bot.matches.acts.offers",
        "bot.matches.acts.opening",
        "bot.matches.acts.playing",
        "bot.matches.acts.setting_up",
        "bot.matches.facts",
        "bot.matches.followers",
        "bot.matches.ledger",
        "bot.matches.machines.analysis",
        "bot.matches.machines.thinkers",
        "bot.matches.machines.workers",
        "bot.matches.match.allowance",
        "bot.matches.match.choices",
        "bot.matches.match.due",
        "bot.matches.match.history",
        "bot.matches.match.ids",
        "bot.matches.match.match",
        "bot.matches.match.layout",
        "bot.matches.match.messages",
        "bot.matches.match.remarks",
        "bot.matches.match.ping",
        "bot.matches.match.players",
        "bot.matches.match.reader_view",
        "bot.matches.match.refusals",
        "bot.matches.match.seating",
        "bot.matches.match.shards",
        "bot.matches.service",
    ]
)
"""The part of matches that the rest of the bot may know: values without secrets, the service."""
SQL = re.compile(r"bot\.(store|people|migrations|matches\.store)\.")
PAINTERS = {f"render.painting.{tool}" for tool in ("paint", "pen", "gif")}
SHARED_BY_COMMANDS = {"bot.commands.group", "bot.commands.options"}
OPTIONAL_EXTRAS = {
    ("bot.host.running", "bot.host.reports"),
    ("bot.__main__", "bot.playground"),
    ("bot.store.store", "bot.store.direct_server"),
    ("bot.matches.machines.thinkers", "bot.matches.machines.network"),
    ("players.__main__", "players.work"),
}
"""The imports that may stand inside a function: (importer, imported)."""


class Import(NamedTuple):
    """One import; `name` is a module, as far as that can be seen from the sources."""

    importer: str
    name: str
    line: int
    local: bool


def module(path: str) -> str:
    """Return the dotted name of a file of the repository."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(path: str, source: str, modules: frozenset[str]) -> Iterator[Import]:
    """List every import of a file; `from a import b` is one of a.b where that is a module."""
    importer = module(path)
    package = importer if path.endswith("/__init__.py") else importer.rpartition(".")[0]
    tree = ast.parse(source)
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    local = {id(inner) for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(importer, alias.name, node.lineno, id(node) in local)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level]
            base = ".".join([*(above if node.level else []), *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                name = inner if inner in modules else base
                yield Import(importer, name, node.lineno, id(node) in local)


def room(name: str) -> str:
    """Name the part of the bot a module belongs to; the package itself is below all of them."""
    return name.partition(".")[2].partition(".")[0]


def upstairs(importer: str, name: str) -> Iterator[str]:
    """List the faults between two rooms of the same part of bot."""
    for part, floors in FLOORS.items():
        here, there = (path.removeprefix(f"{part}.").split(".")[0] for path in (importer, name))
        if not (importer.startswith(f"{part}.") and name.startswith(f"{part}.")):
            continue
        known = {room: number for number, floor in enumerate(floors) for room in floor}
        if unknown := {here, there} - known.keys():
            yield from (f"{part}.{each} has no place in the plan" for each in sorted(unknown))
        elif known[there] > known[here]:
            yield f"{part}.{here} may not import {part}.{there}"


def faults(found: Import) -> Iterator[str]:
    """List the breaches of the plan by an import."""
    importer, name, _, local = found
    house, top = importer.split(".")[0], name.split(".")[0]
    guessing = importer.startswith("players.junqi.") and GUESSES.fullmatch(name)
    at_the_table = importer.startswith("bot.matches.") or importer in REFEREES or guessing
    if top in HOUSE and HOUSE.index(top) > HOUSE.index(house):
        yield f"{house} may not import {top}"
    if (house, top) == ("players", "render"):
        yield "players may not import render"
    if house == "lab" and top not in sys.stdlib_module_names | {"games", "players", "lab"}:
        yield "lab may import nothing but games, players and the standard library"
    if top == "nats" and importer not in NETWORKED:
        yield "only workers on other machines and who asks them know NATS"
    if house == "players" and top not in sys.stdlib_module_names | {"games", "players", "nats"}:
        yield "players may import nothing but games and the standard library"
    if house == top == "bot" and room(name):
        unknown = {room(name), room(importer)} - {*BOT, ""}
        yield from (f"bot.{each} has no place in the plan" for each in sorted(unknown))
        above = not unknown and room(importer) and BOT.index(room(name)) > BOT.index(room(importer))
        if above and {room(name), room(importer)} != {"store", "migrations"}:
            yield f"bot.{room(importer)} may not import bot.{room(name)}"
    if house == "games" and top not in sys.stdlib_module_names | {"games"}:
        yield "games may import nothing but the standard library"
    if SECRET.fullmatch(name) and house != "games" and not at_the_table:
        yield "only a referee may hold a state"
    yield from upstairs(importer, name)
    outside = room(importer) not in ("matches", "migrations")
    if name.startswith("bot.matches.") and outside and name not in FACE:
        yield "this is no part of the face of bot.matches"
    if room(importer) == room(name) == "commands" and name not in SHARED_BY_COMMANDS:
        yield "no command imports another"
    if top == "PIL" and importer not in (
        "render.painting.paint",
        "render.painting.pen",
        "render.painting.gif",
    ):
        yield "only paint, pen and gif may import Pillow"
    if top == "discord" and (house != "bot" or room(importer) in QUIET):
        yield "this room knows nothing of Discord"
    if top == "sqlalchemy" and not SQL.match(importer):
        yield "SQL lives in the stores"
    if local and (importer, name) not in OPTIONAL_EXTRAS:
        yield "an import inside a function"


def circle(links: Mapping[str, frozenset[str]]) -> list[str]:
    """Find modules that import each other in a ring, the first again at the end; or nothing."""
    left = {name: set(targets & links.keys()) - {name} for name, targets in links.items()}
    while ends := [name for name, targets in left.items() if not targets]:
        for name in ends:
            del left[name]
        for targets in left.values():
            targets.difference_update(ends)
    if not left:
        return []
    ring = [min(left)]
    while ring[-1] not in ring[:-1]:
        ring.append(min(left[ring[-1]] & left.keys()))
    return ring[ring.index(ring[-1]) :]


def violations(sources: Mapping[str, str]) -> list[str]:
    """Say in words what in these files (by path from the root) breaks the plan."""
    modules = frozenset(map(module, sources))
    links: dict[str, set[str]] = {name: set() for name in modules}
    found: list[str] = []
    for path, source in sources.items():
        longest = LONGEST_IN_BOT if path.startswith("bot/") else LONGEST
        if (length := len(source.splitlines())) > longest and "/versions/" not in path:
            found.append(f"{path}: {length} lines, more than {longest}")
        if path.split("/")[0] not in HOUSE:
            continue
        for each in imports(path, source, modules):
            found += [f"{path}:{each.line}: {fault}" for fault in faults(each)]
            if not each.local:
                links[each.importer].add(each.name)
    if ring := circle({name: frozenset(targets) for name, targets in links.items()}):
        found.append("a circle: " + " <- ".join(ring))
    return found


def repository() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for folder in (*HOUSE, "tests", "benchmarks")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


def test_the_house_is_built_as_planned() -> None:
    sources = repository()
    assert {"games/core.py", "render/look.py", "bot/matches/match/match.py"} <= set(sources)
    assert violations(sources) == []


GAMES = {
    f"games/{name}.py": ""
    for name in (
        "chess/rules",
        "chess/view",
        "junqi/board",
        "junqi/dark/position",
        "junqi/dark/turns",
        "library",
        "rulebook",
    )
}
BAD: list[tuple[str, str, str]] = [
    ("games/chess/view.py", "from render.look import Look", "games may not import render"),
    ("games/core.py", "import bot.matches", "games may not import bot"),
    ("render/look.py", "from bot.ui import catalogue", "render may not import bot"),
    ("bot/matches/play.py", "from ..ui import catalogue", "bot.matches may not import bot.ui"),
    ("bot/matches/play.py", "from bot.config import S", "bot.matches may not import bot.config"),
    (
        "bot/ui/words/catalogue.py",
        "from ...commands import move",
        "bot.ui may not import bot.commands",
    ),
    ("bot/commands/play/move.py", "from ... import app", "bot.commands may not import bot.app"),
    ("bot/app.py", "from bot.attic import junk", "bot.attic has no place in the plan"),
    ("bot/app.py", "from . import __main__", "bot.app may not import bot.__main__"),
    (
        "bot/ui/followers/reconcile.py",
        "from bot.matches.store.rows import Stored",
        "this is no part of the face of bot.matches",
    ),
    (
        "bot/commands/play/move.py",
        "from bot.matches.referee import Referee",
        "this is no part of the face of bot.matches",
    ),
    ("bot/commands/play/offer.py", "from .move import pick", "no command imports another"),
    ("render/look.py", "from players.core import Budget", "render may not import players"),
    ("players/murus/value.py", "from render.look import Look", "players may not import render"),
    ("players/core.py", "import bot.matches", "players may not import bot"),
    ("bot/app.py", "import lab", "bot may not import lab"),
    ("lab/match.py", "from render.look import Look", "lab may import nothing but games, players"),
    ("players/core.py", "import numpy", "players may import nothing but games and the standard"),
    ("players/core.py", "import nats", "only workers on other machines and who asks them"),
    ("bot/matches/play.py", "from nats.aio import client", "only workers on other machines and"),
    ("players/core.py", "from games.rulebook import RULES", "only a referee may hold a state"),
    (
        "players/chess/search.py",
        "from games.junqi.dark.turns import moved",
        "only a referee may hold a state",
    ),
    ("games/core.py", "import numpy", "games may import nothing but the standard library"),
    ("games/core.py", "import PIL.Image", "only paint, pen and gif may import Pillow"),
    ("render/draw.py", "from PIL import Image", "only paint, pen and gif may import Pillow"),
    ("bot/matches/play.py", "from PIL import Image", "only paint, pen and gif may import Pillow"),
    ("render/chess.py", "from games.chess import rules", "only a referee may hold a state"),
    ("render/chess.py", "from games.chess.rules import X", "only a referee may hold a state"),
    ("render/chess.py", "import games.chess.rules", "only a referee may hold a state"),
    ("render/junqi.py", "from games.junqi.dark import turns", "only a referee may hold a state"),
    ("bot/ui/a.py", "from games.junqi.dark.position import P", "only a referee may hold a state"),
    (
        "bot/ui/followers/reconcile.py",
        "from games.rulebook import RULES",
        "only a referee may hold a state",
    ),
    ("bot/commands/play/move.py", "from games import rulebook", "only a referee may hold a state"),
    ("bot/app.py", "from games.protocol import Session", "only a referee may hold a state"),
    ("bot/matches/service.py", "import discord", "this room knows nothing of Discord"),
    ("render/draw.py", "from discord import File", "this room knows nothing of Discord"),
    ("bot/ui/words/catalogue.py", "from sqlalchemy import text", "SQL lives in the stores"),
    ("bot/commands/play/move.py", "import sqlalchemy as sa", "SQL lives in the stores"),
    ("games/core.py", "def f():\n    import json", "an import inside a function"),
    ("bot/app.py", "class A:\n  async def f(self):\n    import re", "an import inside a function"),
    ("bot/matches/referee.py", "import sqlalchemy", "SQL lives in the stores"),
    (
        "bot/people/person.py",
        "from bot.matches.service import Matches",
        "bot.people may not import bot.matches",
    ),
    (
        "bot/matches/match/match.py",
        "from ..referee import Referee",
        "bot.matches.match may not import bot.matches.referee",
    ),
    (
        "bot/ui/words/catalogue.py",
        "from ..answers import desk",
        "bot.ui.words may not import bot.ui.answers",
    ),
    ("bot/ui/words/catalogue.py", "from ..attic import junk", "bot.ui.attic has no place"),
    ("bot/app.py", "\n" * 401, "401 lines, more than 400"),
    ("games/core.py", "\n" * 501, "501 lines, more than 500"),
    ("tests/test_x.py", "\n" * 501, "501 lines, more than 500"),
]


@pytest.mark.parametrize(("path", "source", "fault"), BAD)
def test_a_breach_is_found(path: str, source: str, fault: str) -> None:
    others = {f"bot/{room}.py": "" for room in ("app", "config", "__main__")}
    others |= {
        "bot/ui/words/catalogue.py": "",
        "bot/commands/play/move.py": "",
        "bot/matches/match/match.py": "",
    }
    others |= {"bot/matches/referee.py": "", "bot/matches/store/rows.py": ""}
    found = violations({**GAMES, **others, path: source})
    assert any(fault in each for each in found), found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("games/chess/rules.py", "from ..core import Seat\nfrom . import view\nimport re"),
        ("games/rulebook.py", "from .chess.rules import CHESS_RULES"),
        ("bot/commands/new.py", "from games.library import GAMES"),
        ("lab/match.py", "from games.rulebook import RULES"),
        ("players/work.py", "from nats.aio.client import Client"),
        ("players/junqi/dark.py", "from games.junqi.dark.position import Position"),
        ("bot/matches/machines/computers.py", "from players.library import PLAYERS"),
        ("render/junqi.py", "from games.junqi.board import GRID"),
        ("render/chess.py", "from games.chess.view import ChessView\nfrom .look import Look"),
        ("render/painting/paint.py", "from PIL import Image"),
        ("render/painting/pen.py", "from PIL import Image"),
        ("render/painting/gif.py", "from PIL import Image"),
        ("bot/matches/service.py", "from games.rulebook import RULES"),
        ("bot/matches/store/rows.py", "import sqlalchemy"),
        ("bot/store/database.py", "from bot.migrations import env"),
        ("bot/migrations/env.py", "from bot.store.tables.metadata import METADATA"),
        (
            "bot/ui/followers/reconcile.py",
            "import discord\nfrom bot.matches.match.match import Match",
        ),
        ("bot/__main__.py", "def main():\n    from .playground import run"),
        ("tests/test_x.py", "import PIL, discord, sqlalchemy, games.chess.rules"),
    ],
)
def test_what_the_plan_allows_is_no_breach(path: str, source: str) -> None:
    others = {
        "bot/playground.py": "",
        "bot/migrations/env.py": "",
        "bot/store/tables/metadata.py": "",
    }
    assert violations({**GAMES, **others, path: source}) == []


def test_a_circle_is_found_and_named() -> None:
    sources = {
        "render/a.py": "from .b import B",
        "render/b.py": "from . import c",
        "render/c.py": "import render.a",
        "render/d.py": "from .a import A",
    }
    assert violations(sources) == ["a circle: render.a <- render.b <- render.c <- render.a"]
    sources["render/c.py"] = ""
    assert violations(sources) == []


def test_only_the_course_of_a_match_opens_what_is_secret() -> None:
    """`Rules.opened` shows every piece: nobody but the course, which asks for an end, reads it."""
    readers = {
        path
        for path, source in repository().items()
        if path.split("/")[0] != "tests"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr == "opened"
        if isinstance(node.ctx, ast.Load)
    }
    assert readers == {"bot/matches/course.py"}
