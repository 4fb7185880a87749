"""Backs the database up: at the host's word, and every so often while the bot runs."""

import asyncio
import logging
import shutil
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bot.config import Settings
from bot.metrics import LAST_BACKUP
from bot.store.copying import PAUSE_S, CopyFailed, copy, count_matches, require_file
from bot.store.database import file_of

from .status import GOOD

log = logging.getLogger(__name__)

NEVER = "none"
"""What a host sets for BACKUP_EVERY to have the bot make no backups."""
UNITS_S = {"h": 60 * 60, "d": 24 * 60 * 60}
NAME = "tetrarch-%Y-%m-%d-%H%M%S.sqlite"
"""The name of a backup of the bot's own, by the time of its making in UTC."""
FIRST_S = 5 * 60
"""The time a bot that has just started has before it makes a backup."""
AGAIN_S = 60 * 60
"""The time after which a backup that could not be made is tried again."""
ROOM = 2
"""How often the database must fit into the room left on the disk before a copy is begun."""
FULLER = """\
the database has %s matches, and %s of the backups in %s have more: these are kept. If matches are
missing, stop the bot and restore one of them; else delete them yourself"""


class Stopped(Exception):
    """The bot stops, and a backup with it."""


def main(settings: Settings, target: Path) -> int:
    """Copy the database, say so, and return the exit status. Raises DatabaseUnusable."""
    source = require_file(settings.database_url, f"pg_dump --format=custom --file={target} ")
    now, before = count_matches(source), count_matches(target)
    if now < before:
        print(f"{target} is kept: it has {before:,} matches, and the database only {now:,}.")
        target = target.with_name(f"{target.stem}-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.sqlite")
    size = copy(source, target)
    print(f"{target} holds the database as it was just now ({size / 1e6:.1f} MB).")
    return GOOD


@asynccontextmanager
async def backing_up(settings: Settings, first_s: float = FIRST_S) -> AsyncIterator[None]:
    """Make the backups that the settings ask for meanwhile, in a thread of its own."""
    file, every = file_of(settings.database_url), settings.backup_every
    if file is None or every == NEVER:
        yield
        return
    every_s = int(every[:-1]) * UNITS_S[every[-1]]
    folder = Path(settings.backup_dir) if settings.backup_dir else file.parent / "backups"
    stop = threading.Event()
    rounds = Rounds(file, folder, every_s, settings.backup_keep, stop)
    going_on = asyncio.create_task(rounds.go_on(first_s))
    try:
        yield
    finally:
        stop.set()
        going_on.cancel()
        with suppress(asyncio.CancelledError):
            await going_on


@dataclass(frozen=True, slots=True)
class Rounds:
    """The backups of one database, of which a folder keeps the newest; older ones are removed."""

    _file: Path
    _folder: Path
    _every_s: float
    _keep: int
    _stop: threading.Event

    async def go_on(self, first_s: float) -> None:
        """Make one whenever the newest has come of age, not before the first seconds are over."""
        LAST_BACKUP.set(self._newest_s())
        await asyncio.to_thread(self._fuller, self._file)
        wait = max(first_s, self._newest_s() + self._every_s - time.time())
        while True:
            await asyncio.sleep(min(wait, self._every_s))
            try:
                made = await asyncio.to_thread(self.make)
            except (CopyFailed, OSError) as failure:
                log.error("no backup has been made; next attempt in an hour: %s", failure)
                wait = AGAIN_S
            else:
                log.info("a backup is in %s", made)
                LAST_BACKUP.set(self._newest_s())
                wait = self._every_s

    def make(self) -> Path:
        """Make a backup and remove those too many. Raises CopyFailed, OSError, or Stopped."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        wanted = ROOM * self._file.stat().st_size
        free = shutil.disk_usage(self._folder).free
        if free < wanted:
            raise CopyFailed(
                f"the disk of {self._folder} has {free / 1e6:.0f} MB left, and so that moves always"
                f" find room, a backup is begun only with {wanted / 1e6:.0f} MB."
            )
        target = self._folder / datetime.now(UTC).strftime(NAME)
        copy(self._file, target, self._rest)
        now_s = time.time()  # one of a clock that was ahead is not the newest for ever
        aged = sorted(self._backups(), key=lambda file: (file[0] <= now_s, file), reverse=True)
        fuller = self._fuller(target)
        for _, old in aged[self._keep :]:
            if old not in fuller:
                old.unlink()
        return target

    def _fuller(self, than: Path) -> frozenset[Path]:
        """Return the backups that have more matches than a database, and say so: what has been
        emptied by a full disk, say, must not drive them out."""
        known = count_matches(than)
        fuller = frozenset(old for _, old in self._backups() if count_matches(old) > known)
        if fuller:
            log.warning(FULLER, f"{known:,}", f"{len(fuller):,}", self._folder)
        return fuller

    def _rest(self) -> None:
        if self._stop.wait(PAUSE_S):
            raise Stopped

    def _newest_s(self) -> float:
        """Return when the newest was made, in seconds since 1970; 0 if there is none."""
        now_s = time.time()
        return max((made for made, _ in self._backups() if made <= now_s), default=0.0)

    def _backups(self) -> Iterator[tuple[float, Path]]:
        """List the backups there are, each with when it was made; other files are not ours."""
        for path in self._folder.glob("tetrarch-*.sqlite"):
            with suppress(ValueError):
                yield datetime.strptime(path.name, NAME).replace(tzinfo=UTC).timestamp(), path
