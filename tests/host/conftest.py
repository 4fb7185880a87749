"""Commands of whoever runs the bot, and a database of their own."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.__main__ import main
from tests.databases import address, lay

Run: TypeAlias = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Give a way to run a command, which checks its status and returns what it has printed.

    A refusal, with a status above 1, is told as an error and nothing else is.
    """

    def run(status: int, *arguments: str) -> str:
        capsys.readouterr()
        try:
            found: object = main([*arguments])
        except SystemExit as end:
            found = end.code
        printed = capsys.readouterr()
        assert found == status, printed
        assert status < 2 or not printed.out
        return printed.out + printed.err

    return run


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Lay a database, name it in the settings, and return its file."""
    monkeypatch.chdir(tmp_path)
    file = lay(tmp_path / "data" / "tetrarch.sqlite")
    monkeypatch.setenv("DATABASE_URL", address(file))
    return file
