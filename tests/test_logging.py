"""Even at DEBUG no library may log the data that pass through it: hidden pieces are in them."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from bot.__main__ import TALKATIVE, hush

LOGGERS = (
    "discord.http",
    "discord.gateway",
    "discord.webhook.async_",
    "aiosqlite",
    "sqlalchemy.engine.Engine",
)


@pytest.fixture
def at_debug() -> Iterator[None]:
    """Set the root logger to DEBUG, and restore every level afterwards."""
    named = [logging.getLogger(), *map(logging.getLogger, TALKATIVE)]
    levels = [(logger, logger.level) for logger in named]
    logging.root.setLevel(logging.DEBUG)
    yield
    for logger, level in levels:
        logger.setLevel(level)


@pytest.mark.usefixtures("at_debug")
@pytest.mark.parametrize("name", LOGGERS)
def test_libraries_do_not_log_what_passes_through_them(name: str) -> None:
    hush()
    assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)
    assert logging.getLogger("bot.commands.move").isEnabledFor(logging.DEBUG)


def test_a_quieter_level_stays_quiet(at_debug: None) -> None:
    logging.root.setLevel(logging.ERROR)
    hush()
    assert not logging.getLogger("discord.http").isEnabledFor(logging.WARNING)


def test_a_library_that_is_quiet_by_itself_stays_quiet(at_debug: None) -> None:
    """SQLAlchemy asks to be heard from WARNING on, because at INFO it logs every statement."""
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)
    hush()
    assert not logging.getLogger("sqlalchemy.engine.Engine").isEnabledFor(logging.INFO)
