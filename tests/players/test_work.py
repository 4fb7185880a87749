"""A worker on another machine is told in words what it lacks, and ends if it hangs."""

import os
import sys
import time

import pytest

from players import work
from players.__main__ import main


@pytest.mark.parametrize("address", ["", "tcp://me:secret@host:8786", "nats://secret@host:4222"])
@pytest.mark.parametrize("setting", [True, False])
def test_an_address_that_cannot_be_read_is_not_quoted(
    setting: bool,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("WORKERS", address if setting else "")
    assert main(["work"] if setting else ["work", address]) == 2
    told = capsys.readouterr().err
    assert told.startswith("nats://NAME:PASSWORD@HOST:4222 is wanted")
    assert "secret" not in told


def test_without_the_extra_it_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "players.work", None)
    assert main(["work", "nats://me:secret@host:4222"]) == 2
    assert capsys.readouterr().err.startswith("A worker needs the extra: pip install")


async def test_a_worker_that_hangs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[int] = []
    monkeypatch.setattr(work, "LONGEST_S", 0.05)
    monkeypatch.setattr(work, "reply", lambda _: time.sleep(0.3))
    monkeypatch.setattr(os, "_exit", ends.append)
    await work.think("{}")
    assert ends == [1]
