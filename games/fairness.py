"""Rolls and seals that any player can recompute after the match (rules/fair-draw.md)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from itertools import count

from .core import Seat

SEED_BYTES = 32
NONCE_BYTES = 16
SEATS_LABEL = "seats"
"""The label of the roll for random seats; all others count from "0"."""


def commitment(seed: bytes) -> str:
    """What is shown before anybody can accept: SHA-256 of the seed, in lower-case hex."""
    return hashlib.sha256(seed).hexdigest()


def roll(seed: bytes, match: str, salt: str, label: str, sides: tuple[int, ...]) -> tuple[int, ...]:
    """One unbiased face 1..s for every s of `sides` (2 to 256), the same for the same arguments.

    `salt` is decimal digits, `label` the count of rolls made before ("0", "1" …) or "seats".
    """
    if not all(2 <= s <= 256 for s in sides):
        raise ValueError(f"a die has 2 to 256 sides: {sides}")
    stream = _stream(seed, f"tetrarch-draw-v1|{match}|{salt}|{label}")
    return tuple(_face(stream, s) for s in sides)


def seats(seed: bytes, match: str, salt: str, free: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats that chance gives to those who left it to chance, in the order of their joining.

    `free` are the seats nobody has chosen, in ascending order; the first person takes one of them,
    the next one of those left, the last one what remains.
    """
    left = list(free)
    faces = roll(seed, match, salt, SEATS_LABEL, tuple(range(len(left), 1, -1)))
    return tuple(left.pop(face - 1) for face in (*faces, 1))


def player_seed(seed: bytes, match: str, salt: str, seat: int, revision: int) -> bytes:
    """What a computer player's chance is made of, for the turn it takes at a revision."""
    message = f"tetrarch-player-v1|{match}|{salt}|{seat}|{revision}"
    return hmac.digest(seed, message.encode("ascii"), "sha256")


def seal(match: str, seat: int, nonce: bytes, layout: str) -> str:
    """What the line "is ready" shows of a secret layout; nonce and layout follow at the end.

    `layout` is the whole text of the action, as the log holds it ("deploy LF23L…").
    """
    text = f"tetrarch-layout-v1|{match}|{seat}|{nonce.hex()}|{layout}"
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _stream(seed: bytes, message: str) -> Iterator[int]:
    for block in count():
        yield from hmac.digest(seed, f"{message}|{block}".encode("ascii"), "sha256")


def _face(stream: Iterator[int], sides: int) -> int:
    # Bytes at or above the largest multiple of `sides` are passed over, or low faces would be
    # likelier than high ones.
    fair = 256 - 256 % sides
    return 1 + next(v for v in stream if v < fair) % sides
