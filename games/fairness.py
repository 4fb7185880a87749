"""Rolls and seals that any player can recompute after the match (rules/fair-draw.md)."""

import hashlib
import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from itertools import count

from .core import Seat

SEED_BYTES = 32
NONCE_BYTES = 16
SEATS_LABEL = "seats"
"""The label of the roll for random seats; all others count from "0"."""


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of the seed in lower-case hex, shown before any player can accept."""
    return hashlib.sha256(seed).hexdigest()


def roll(seed: bytes, match: str, salt: str, label: str, sides: tuple[int, ...]) -> tuple[int, ...]:
    """Draw one unbiased face from 1 to s for every s of `sides`, each of which is from 2 to 256.

    The same arguments always give the same faces. `salt` is decimal digits, `label` the number of
    rolls made before ("0", "1" …) or "seats".
    """
    if not all(2 <= s <= 256 for s in sides):
        raise ValueError(f"a die has 2 to 256 sides: {sides}")
    blocks = (f"tetrarch-draw-v1|{match}|{salt}|{label}|{block}" for block in count())
    stream = (byte for text in blocks for byte in hmac.digest(seed, text.encode("ascii"), "sha256"))
    return tuple(_face(stream, s) for s in sides)


def seats(seed: bytes, match: str, salt: str, free: Sequence[Seat]) -> tuple[Seat, ...]:
    """Draw the seats of the players who left it to chance, in the order in which they joined.

    `free` are the seats not chosen, in ascending order: the first player gets one of them, the next
    one of those left, and the last player the last seat.
    """
    left = list(free)
    faces = roll(seed, match, salt, SEATS_LABEL, tuple(range(len(left), 1, -1)))
    return tuple(left.pop(face - 1) for face in (*faces, 1))


def player_seed(seed: bytes, match: str, salt: str, seat: int, revision: int) -> bytes:
    """Return the seed of a computer player for the turn it takes at a revision."""
    message = f"tetrarch-player-v1|{match}|{salt}|{seat}|{revision}"
    return hmac.digest(seed, message.encode("ascii"), "sha256")


def seal(match: str, seat: int, nonce: bytes, layout: str) -> str:
    """Return the seal of a layout, shown when its owner is ready; the nonce follows at the end.
    `layout` is the whole text of the action, as it stands in the log ("deploy LF23L…")."""
    text = f"tetrarch-layout-v1|{match}|{seat}|{nonce.hex()}|{layout}"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def spell(code: str) -> str:
    """Spell a hash of 64 hexadecimal digits as people are shown it: base64url, 43 letters."""
    return urlsafe_b64encode(bytes.fromhex(code)).decode().rstrip("=")


def spell_both(code: str) -> str:
    """Give both spellings of a hash: channels of earlier versions show the longer."""
    return f"{spell(code)} = {code}"


def read(spelled: str) -> str:
    """Read either spelling of a hash, and return its 64 hexadecimal digits."""
    return spelled if len(spelled) == 64 else urlsafe_b64decode(f"{spelled}=").hex()


def _face(stream: Iterator[int], sides: int) -> int:
    # Bytes at or above the largest multiple of `sides` are skipped; otherwise low faces would be
    # more likely than high ones.
    fair = 256 - 256 % sides
    return 1 + next(v for v in stream if v < fair) % sides
