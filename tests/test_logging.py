"""Even at DEBUG no library may log the data that pass through it: hidden pieces are in them."""

import json
import logging
from collections.abc import Iterator
from datetime import datetime

import pytest

from bot.config import Settings, levels
from bot.host.logs import TALKATIVE, JsonLines, begin, hush
from bot.store.outage import DatabaseAway

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
    assert logging.getLogger("bot.commands.play.move").isEnabledFor(logging.DEBUG)


def test_a_quieter_level_stays_quiet(at_debug: None) -> None:
    logging.root.setLevel(logging.ERROR)
    hush()
    assert not logging.getLogger("discord.http").isEnabledFor(logging.WARNING)


def test_a_library_that_is_quiet_by_itself_stays_quiet(at_debug: None) -> None:
    """SQLAlchemy asks to be heard from WARNING on, because at INFO it logs every statement."""
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)
    hush()
    assert not logging.getLogger("sqlalchemy.engine.Engine").isEnabledFor(logging.INFO)


@pytest.mark.usefixtures("at_debug")
def test_parts_of_the_program_have_levels_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "INFO, bot.ui=DEBUG,discord.gateway=ERROR")
    parts = [logging.getLogger(name) for name in ("bot.ui", "discord.gateway")]
    before = [logger.level for logger in parts]
    begin(Settings())
    try:
        assert logging.getLogger("bot.ui.answers.client").isEnabledFor(logging.DEBUG)
        assert not logging.getLogger("discord.gateway").isEnabledFor(logging.WARNING)
    finally:
        for logger, level in zip(parts, before, strict=True):
            logger.setLevel(level)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("INFO", {"": "INFO"}),
        ("WARNING, bot.ui=DEBUG", {"": "WARNING", "bot.ui": "DEBUG"}),
        ("ERROR,discord=INFO,bot=INFO", {"": "ERROR", "discord": "INFO", "bot": "INFO"}),
        ("DEBUG,tetrarch=ERROR", {"": "DEBUG", "tetrarch": "ERROR"}),
    ],
)
def test_levels_are_read_by_part(text: str, found: dict[str, str]) -> None:
    assert levels(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "info",
        "bot=DEBUG",
        "INFO,",
        "INFO,bot",
        "INFO,bot=LOUD",
        "INFO,=DEBUG",
        "INFO,bot=INFO,bot=DEBUG",
    ],
)
def test_levels_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^$"):
        levels(text)


@pytest.mark.parametrize("library", ["discord.http", "sqlalchemy", "aiohttp.client", "botany"])
def test_a_library_is_never_heard_below_info(library: str) -> None:
    with pytest.raises(ValueError, match=f"{library}=DEBUG would write down"):
        levels(f"INFO,{library}=DEBUG")


@pytest.mark.usefixtures("at_debug")
@pytest.mark.parametrize("failure", [DatabaseAway(), ValueError("of ours")])
def test_work_that_fails_with_the_database_away_is_one_warning(
    failure: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.root, "handlers", [])  # those of pytest, which hear it too
    begin(Settings())
    try:
        raise failure
    except (DatabaseAway, ValueError):
        logging.getLogger("bot.ui").exception("match=%s waits", "K7Q2")
    told = capsys.readouterr().err
    if isinstance(failure, DatabaseAway):
        assert told.endswith("WARNING bot.ui match=K7Q2 waits: the database is away\n")
    else:
        assert "ERROR bot.ui match=K7Q2 waits\nTraceback" in told


def test_json_has_an_object_in_every_line() -> None:
    try:
        raise ValueError("a\nb")
    except ValueError as error:
        record = logging.LogRecord(
            "bot.ui",
            logging.ERROR,
            "",
            0,
            "match=%s 走\n",
            ("K7Q2",),
            (ValueError, error, error.__traceback__),
        )
    line = JsonLines().format(record)
    read = json.loads(line)
    assert "\n" not in line
    assert {name: read[name] for name in ("level", "logger", "message")} == {
        "level": "ERROR",
        "logger": "bot.ui",
        "message": "match=K7Q2 走\n",
    }
    assert "ValueError: a\nb" in read["exception"]
    assert datetime.fromisoformat(read["time"]).tzinfo is not None
