"""Every statement that goes past SQLAlchemy says and finds the same as one that goes through it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import both_ways, databases
from tests.statements import ROOT

from .test_every_statement import SELDOM, SUITE

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_every_statement_is_the_same_both_ways(kind: str, tmp_path: Path) -> None:
    if kind == "postgresql":
        databases.server()
    file = tmp_path / "statements"
    names = (name if ".py" in name else f"{name}.py" for name in (*SUITE, *SELDOM))
    tests = [str(HERE / f"test_{name}") for name in names]
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.both_ways", *tests]
    env = os.environ | {both_ways.FILE: str(file), databases.KIND: kind}
    done = subprocess.run(  # noqa: S603 - ourselves
        command, env=env, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert len(file.read_text().splitlines()) > 50
