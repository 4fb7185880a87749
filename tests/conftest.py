"""Settings of all tests: the same examples in every run, no waiting for disks or each other.

With TETRARCH_FULL set the examples are many more, and others each time.
"""

import gc
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings
from sqlalchemy import Connection, Engine, event

from tests import databases
from tests.samples import FULL

gc.disable()  # what is collected stays to the end
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("full", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("full" if FULL else "steady")

MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes folders of its own in it
"""The folder in which Linux keeps files in memory: thousands of commits wait for no disk."""
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 2**30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

HERE = Path(__file__).parent
LONGEST = (
    HERE / "matches" / "test_every_statement.py",
    HERE / "test_removal.py",
    HERE / "wire",
)
"""What begins first, so that no core waits at the end: these take minutes."""
COSTLY = tuple(HERE / room for room in ("evening", "matches", "players", "render"))
"""Where cases take long: of a test with several, one is tried by default, and the others are slow.
Those of a test marked `whole` are all tried."""
MOST_OF_ONE = 3
"""The slow cases that are tried of one test, unless TETRARCH_FULL is set."""


class _Compiled(dict[tuple[Any, ...], Any]):
    """Statements compiled once for all the databases of a kind; a key begins with one's dialect."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        super().__setitem__(key[1:], value)


_COMPILED = defaultdict[str, _Compiled](_Compiled)


@event.listens_for(Engine, "engine_connect")
def _share_compiled(connection: Connection) -> None:
    """Spare every test's database the compiling of what others have asked."""
    connection.execution_options(compiled_cache=_COMPILED[connection.dialect.name])


@pytest.fixture
async def served() -> AsyncIterator[str]:
    """Create an empty database on the server, and give its address."""
    name = f"tetrarch_served_{os.getpid()}"
    yield await databases.make(name)
    await databases.drop(name)


def pytest_xdist_auto_num_workers() -> int:
    """Start one worker more than cores: tests wait for simulated Discord a sixth of their time."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest first, and try a sample of a test's many cases."""
    tests = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        tests[item.nodeid.partition("[")[0]].append(item)
    spared = set[pytest.Item]()
    for name, cases in tests.items():
        usual = [item for item in cases if not item.get_closest_marker("slow")]
        if len(usual) > 1 and _thinned(usual[0]):
            usual = [usual[crc32(name.encode()) % len(usual)]]
        slow = [item for item in cases if item not in usual]
        for item in slow:
            item.add_marker("slow")
        if slow and not FULL:
            spared |= {*slow} - {*_sample(slow, usual)}
    config.hook.pytest_deselected(items=[*spared])
    items[:] = sorted((item for item in items if item not in spared), key=_place)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Begin at another test in every worker of a whole run: each compiles a part for all."""
    worker = getattr(session.config, "workerinput", None)
    if worker and session.config.args == session.config.getini("testpaths"):
        paths = sorted(HERE.rglob("test_*.py"))
        at = len(paths) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for path in paths[at:] + paths[:at]:
            with suppress(BaseException):  # pytest tells of it when it collects the test
                import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Spare every collection of garbage what stays to the end: modules and the tests themselves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def _sample(cases: list[pytest.Item], tried: list[pytest.Item]) -> list[pytest.Item]:
    """Take those that differ most from what is tried and each other: all games in their turn."""
    met = Counter(value for item in tried for value in _values(item))
    rest = sorted(cases, key=lambda item: crc32(item.nodeid.encode()))
    while rest and len(cases) - len(rest) < MOST_OF_ONE:
        rest.sort(key=lambda item: sum(met[value] for value in _values(item)))
        met.update(_values(rest.pop(0)))
    return [item for item in cases if item not in rest]


def _values(item: pytest.Item) -> list[str]:
    return item.nodeid.partition("[")[2].rstrip("]").split("-")


def _thinned(item: pytest.Item) -> bool:
    return not {*COSTLY}.isdisjoint(item.path.parents) and not item.get_closest_marker("whole")


def _place(item: pytest.Item) -> int:
    room = (item.path, *item.path.parents)
    return next((at for at, path in enumerate(LONGEST) if path in room), len(LONGEST))
