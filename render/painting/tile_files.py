"""What was painted once, kept in a folder, so that the next start has it without painting.

A file is named by all that its pixels depend on, and holds a checksum and pixels alone: no name, no
match, nothing that is run. Whatever goes wrong with the folder costs time, never a picture.
"""

import logging
import os
import zlib
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import mkstemp
from threading import Lock

log = logging.getLogger(__name__)
ENDING, UNFINISHED = ".painted", ".painting"
CHECK = 16
LARGEST = 1 << 24
"""The most bytes of one thing; a board has a twentieth of it."""
BLOCK = 4096
"""The bytes in which disks are filled: a smaller file takes no less."""
SPARED = 0.75
"""The share of the budget that is left when the oldest have given way."""


class Stored:
    """Bytes in a folder by their digests, at most `budget` bytes of disk; any thread may use it.
    The folder is made when it is first written to, for its owner alone. Those give way that no
    start has asked for the longest. Without a folder everything is made anew."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.open(None, 0)

    def open(self, folder: Path | None, budget: int) -> None:
        """Keep things in this folder from now on, and clear there what is beyond the budget."""
        with self._lock:
            self._folder = folder if budget else None
            self._budget = budget
            self._writable = True
            self._said: set[str] = set()
            self._bytes = 0
            if self._folder:
                self._clear(self._folder)

    def get(self, digest: str, fits: Callable[[bytes], bool], make: Callable[[], bytes]) -> bytes:
        """Return the bytes of this digest, made now unless the folder has them and they fit."""
        folder = self._folder
        if folder is None:
            return make()
        if (read := self._read(folder / f"{digest}{ENDING}", fits)) is not None:
            return read
        made = make()
        self._write(folder, f"{digest}{ENDING}", made)
        return made

    def _read(self, path: Path, fits: Callable[[bytes], bool]) -> bytes | None:
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as failure:
            self._say("cannot be read", failure)
            return None
        check, packed = content[:CHECK], content[CHECK:]
        try:
            if blake2b(packed, digest_size=CHECK).digest() != check:
                raise ValueError("another checksum")
            thing = zlib.decompressobj().decompress(packed, LARGEST)
            if not fits(thing):
                raise ValueError("another size")
        except (ValueError, zlib.error) as failure:
            self._say("has damaged files, which are painted anew", failure)
            return None
        with suppress(OSError):  # in a folder that is only read, nothing gives way
            os.utime(path)
        return thing

    def _write(self, folder: Path, name: str, thing: bytes) -> None:
        """Write a file under another name and rename it, so that nobody reads half of it."""
        if not self._writable or len(thing) > LARGEST:
            return
        packed = zlib.compress(thing, 1)
        content = blake2b(packed, digest_size=CHECK).digest() + packed
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            number, unfinished = mkstemp(UNFINISHED, "", folder)
            try:
                with os.fdopen(number, "wb") as file:
                    file.write(content)
                Path(unfinished).replace(folder / name)
            except OSError:
                Path(unfinished).unlink(missing_ok=True)
                raise
        except OSError as failure:
            self._writable = False
            self._say("cannot be written", failure)
            return
        with self._lock:
            self._bytes += _room(len(content))
            if self._bytes > self._budget:
                self._clear(folder)

    def _clear(self, folder: Path) -> None:
        """Count what is there; beyond the budget let the oldest give way, and what a process that
        was killed has left unfinished. Nobody else's files are touched."""
        files: list[tuple[float, int, Path]] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name.endswith((ENDING, UNFINISHED)) and entry.is_file():
                        known = entry.stat()
                        files.append((known.st_mtime, _room(known.st_size), Path(entry.path)))
        except FileNotFoundError:
            return
        except OSError as failure:
            self._say("cannot be read", failure)
            return
        self._bytes = sum(size for _, size, _ in files)
        if self._bytes <= self._budget:
            return
        try:
            for _, size, path in sorted(files):
                if self._bytes <= self._budget * SPARED:
                    return
                path.unlink(missing_ok=True)
                self._bytes -= size
        except OSError as failure:
            self._writable = False
            self._say("cannot be cleared", failure)

    def _say(self, what: str, failure: Exception) -> None:
        """Tell the host once of each kind of trouble."""
        if what not in self._said:
            self._said.add(what)
            log.warning("PICTURE_CACHE_DIR %s: %s; pictures take longer", what, failure)


def _room(size: int) -> int:
    return -(-size // BLOCK) * BLOCK
