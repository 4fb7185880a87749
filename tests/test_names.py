"""Names and docstrings say something: no participle for a deed, no sentence that repeats a name, a
noun for what a loop goes over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("bot", "games", "players", "render", "lab")
PARTICIPLES = """
advised allowed announced asked attacked balanced blended bridged built carried changed chosen
closed compared computed connected considered counted crossed dealt declined deepened delivered
deployed described disturbed drafted drawn eliminated ended exchanged failed fallen filled fitted
fled folded followed found given gone guessed halved handled happened heard hidden hoped invited
joined judged laid landed lapsed learned led lifted limited listed loaded looked mapped meant
measured mended mentioned met miscounted missed mixed moved mustered needed noted offered ordered
outlined owed packed pasted peopled picked planned played posted proposed published ranked
rated reached readied reduced refused reminded renewed replaced resigned resumed retimed retraced
revealed rolled rounded rung saved seen selected settled shared shortened slept solved spelled
spoken staked stamped stepped stirred stood stored struck substituted surprised taken tallied
thrown told tried tuned unseated used valued varied waited walked wanted warned watched weighed
worn wrapped zoomed
Advising Analysing Counting Exporting Following Forgetting Managing Marking Noting Replacing
Settled Striking Watched
"""
"""What is done has a verb for its function and a noun for its class."""
DIALECT = """
bell harmless jump muster reckon unfair weather
Census Finish Finisher Gaps Herald Looks Neighbours Peril Quest Settlement Stretch Traces
"""
"""Words for which the field has better ones."""
FORBIDDEN = frozenset([*PARTICIPLES.split(), *DIALECT.split()])
LOOP = re.compile(r"\bfor .*\bone\b.* in ")
"""Where a loop over ones may stand."""
LITTLE = "a an all and by for in is it its list make of on or return tell that the to"
"""Words that add nothing to a name."""


def words(name: str) -> Iterator[str]:
    """Split a name or a sentence into the beginnings of its words, without endings."""
    for word in re.findall(r"[A-Z]?[a-z]+", name):
        yield re.sub(r"(ies|es|s|ed|ing)$", "", word.lower())[:5]


def faults(source: str) -> Iterator[str]:
    """List the definitions with a forbidden name, or a docstring that only repeats the name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.For | ast.AsyncFor | ast.comprehension) and "one" in re.findall(
            r"\w+", ast.unparse(node.target)
        ):
            yield "one is no noun"
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if node.name.strip("_") in FORBIDDEN:
            yield f"{node.name} is a forbidden name"
        said = " ".join(re.findall("[A-Za-z]+", ast.get_docstring(node) or ""))
        kept = " ".join(word for word in said.split() if word.lower() not in LITTLE.split())
        if said and set(words(kept)) <= set(words(node.name)):
            yield f"the docstring of {node.name} repeats it"


def test_names_and_docstrings_say_something() -> None:
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    assert ROOT / "games" / "core.py" in paths
    found = {str(path): list(faults(path.read_text("utf-8"))) for path in paths}
    assert {path: each for path, each in found.items() if each} == {}
    texts = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    assert [text for text in texts if LOOP.search(text) and "one is no noun" in faults(text)] == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("def _stood(): ...", "_stood is a forbidden name"),
        ("class Managing: ...", "Managing is a forbidden name"),
        ('def read_turns():\n    """Read the turns."""', "the docstring of read_turns repeats it"),
        ("clocks = [one.clock for one in players]", "one is no noun"),
        ('class OpenSeat:\n    """An open seat."""', "the docstring of OpenSeat repeats it"),
    ],
)
def test_what_says_nothing_is_found(source: str, fault: str) -> None:
    assert any(fault in each for each in faults(source))


def test_what_says_more_is_none() -> None:
    assert not list(faults('def read_turns():\n    """Read the turns since the last takeback."""'))
