"""Puts a backup in the place of the database, and keeps what was there."""

from datetime import UTC, datetime
from pathlib import Path

from bot.config import Settings
from bot.store.copying import put_back, require_file

from . import check
from .aside import open_matches


async def main(settings: Settings, backup: Path) -> int:
    """Restore a backup, check it, and return the exit status of that. Raises DatabaseUnusable."""
    url = settings.database_url
    file = require_file(url, f"pg_restore --clean --if-exists --no-owner {backup} --dbname=")
    beside = file.with_name(f"{file.name}.{datetime.now(UTC):%Y-%m-%d-%H%M%S}")
    known = put_back(backup, url, file, beside)
    kept = f"; what was there before is kept in {beside}" * known
    print(f"{file} is now what {backup} holds{kept}.")
    async with open_matches(settings, "run"):  # it may be from an earlier version
        pass
    return await check.main(settings)
