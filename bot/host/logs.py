"""The log: how much of each part is in it, in which form, and what libraries may not say there."""

import json
import logging
from datetime import UTC, datetime

from bot.config import Settings, levels
from bot.store.outage import brief_if_away
from bot.ui.answers.errors import brief_if_late

TALKATIVE = ("discord", "aiohttp", "aiosqlite", "alembic", "sqlalchemy")
"""Libraries that log whole messages, commands or rows at the level DEBUG."""
MIGRATING = "alembic.runtime.migration"
"""The logger of steps that bring a database up to date."""
SUGGESTING = "discord.app_commands.tree"
"""The logger of suggestions that could not be made."""
LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"


class JsonLines(logging.Formatter):
    """Makes an object of every event, in a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def begin(settings: Settings) -> None:
    wanted = levels(settings.log_level)
    out = logging.StreamHandler()
    out.setFormatter(JsonLines() if settings.log_format == "json" else logging.Formatter(LINE))
    out.addFilter(brief_if_away)
    logging.basicConfig(level=wanted.pop(""), handlers=[out])
    hush()
    for part, level in wanted.items():
        logging.getLogger(part).setLevel(level)


def hush() -> None:
    """Keep libraries from logging what they send and store: hidden pieces are in it."""
    for library in TALKATIVE:
        logger = logging.getLogger(library)
        logger.setLevel(max(logging.INFO, logging.root.level, logger.level))
    logging.getLogger(SUGGESTING).addFilter(brief_if_late)
    logging.getLogger(MIGRATING).addFilter(  # a database that is only looked at goes unsaid
        lambda record: record.levelno > logging.INFO or record.getMessage().startswith("Running ")
    )
