"""Make the files of a new game, add it to the lists of games, and print what is left to do.

    python -m scripts.new_game NAME

The files come from `template`, where NAME in a path stands for the name, and TAG for every language
but English. What is to be written raises NotImplementedError: until it is there, the laws are red
for this game, and whatever shows all games at once fails. The others can be played and tested.
"""

import argparse
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
TEMPLATE = Path(__file__).with_name("template")
LISTS = {
    "games/library.py": "from .{name}.game import {NAME}",
    "games/rulebook.py": "from .{name}.rules import {NAME}_RULES",
    "render/library.py": "from .{name}.drawing import {NAME}",
    "players/library.py": "from .{name}.player import {NAME}",
}
"""The lists of games, and the import that each of them needs."""
IMPORT = re.compile(r"from \.(\w+)\.[\w.]+ import (\w+).*")
NAME = re.compile(r"[a-z]{2,20}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scripts.new_game")
    parser.add_argument("name", help="the id of the game and the name of its folders: a word")
    name = parser.parse_args().name
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        parser.error(f"“{name}” is not one word of 2 to 20 letters from a to z")
    files = dict(made(name))
    if taken := sorted(clashes(name, files)):
        parser.error(f"“{name}” is taken: {', '.join(taken)}")
    lists = {path: enlisted(name, path) for path in LISTS}
    left = steps().replace("<game>", name)
    write(tidied({**files, **lists}))
    print(f"{len(files)} files made. What is left, as CONTRIBUTING.md has it:\n\n{left}")


def made(name: str) -> Iterator[tuple[str, str]]:
    """Fill in the templates: path by path, the text of a file."""
    words = {"name": name, "Name": name.capitalize(), "NAME": name.upper()}
    tags = [path.name for path in ROOT.glob("bot/ui/locales/*") if path.name != "en"]
    for template in sorted(TEMPLATE.rglob("*.txt")):
        path = str(template.relative_to(TEMPLATE).with_suffix("")).replace("NAME", name)
        text = Template(template.read_text("utf-8")).substitute(words)
        for tag in tags if "TAG" in path else [""]:
            yield path.replace("TAG", tag), text


def clashes(name: str, files: Mapping[str, str]) -> Iterator[str]:
    """Yield what has the name already: files, folders, modules, and values beside its own."""
    houses = (f"{house}/{name}" for house in ("games", "render", "players"))
    for path in (*files, *houses):
        yield from (found for found in (path, f"{path}.py") if (ROOT / found).exists())
    for file in (*map(ROOT.joinpath, LISTS), *TEMPLATE.rglob("*.py.txt")):
        if re.search(rf"\b{name.upper()}\b", file.read_text("utf-8")):
            yield f"{name.upper()} in {file.relative_to(ROOT)}"


def enlisted(name: str, path: str) -> str:
    """Return a list of games with one more, where the order of names puts it."""
    lines = (ROOT / path).read_text("utf-8").splitlines()
    imports = [match for line in lines if (match := IMPORT.fullmatch(line))]
    new = LISTS[path].format(name=name, NAME=name.upper())
    later = next((f"        {match[2]}," for match in imports if match[1] > name), "    )")
    lines.insert(lines.index(later), f"        {new.split()[-1]},")
    lines.insert(lines.index(imports[0][0]), new)
    return "\n".join(lines) + "\n"


def tidied(files: Mapping[str, str]) -> dict[str, str]:
    """Put imports in their order and lines in their form, which depend on the name."""
    ruff = (sys.executable, "-m", "ruff")
    options = ("--quiet", "--no-cache", "--config", ROOT / "pyproject.toml")
    with TemporaryDirectory() as folder:
        for path, text in files.items():
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        for command in (("check", "--select", "I", "--fix"), ("format",)):
            subprocess.run([*ruff, *command, *options, folder], check=True)  # noqa: S603 - our own
        return {path: Path(folder, path).read_text("utf-8") for path in files}


def write(files: Mapping[str, str]) -> None:
    for path, text in files.items():
        target = ROOT / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")


def steps() -> str:
    """Return the steps that CONTRIBUTING.md lists under "Adding a game"."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = page.partition("\n## Adding a game\n")[2].partition("\n## ")[0]
    return section[section.index("\n1. ") + 1 :].partition("\n\n")[0]


if __name__ == "__main__":
    main()
