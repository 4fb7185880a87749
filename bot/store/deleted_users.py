"""Former players: people who had all about them deleted, and what holds nevertheless.

Discord's numbers are positive; a former player's is negative, drawn at random, and says nothing of
who it was. A block against one, and that they have gone, is kept as a salted digest of their
number, and negative as well.
"""

from collections.abc import Callable
from hashlib import blake2s

DELETED_NAME = "a former player"
"""The name that is stored; readers are shown `player.former` in their language."""
_NUMBER_BYTES, _SALT_BYTES, _DIGEST_BYTES = 7, 3, 4
_DIGEST_BITS = 8 * _DIGEST_BYTES


def is_deleted_user(user: int) -> bool:
    """Tell whether a number is a former player's: never mention, fetch or write to it."""
    return user < 0


def draw_number(entropy: Callable[[int], bytes]) -> int:
    """Draw the number of a new former player."""
    return -1 - int.from_bytes(entropy(_NUMBER_BYTES))


def seal(user: int, entropy: Callable[[int], bytes]) -> int:
    """Write whom something is about so that only somebody who knows their number can tell."""
    return _digest(user, entropy(_SALT_BYTES))


def against(blocked: int, user: int) -> bool:
    """Tell whether a block, or another digest, is about a user; it need not be sealed."""
    if blocked >= 0 or user < 0:
        return blocked == user
    salt = (-1 - blocked) >> _DIGEST_BITS
    return _digest(user, salt.to_bytes(_SALT_BYTES)) == blocked


def _digest(user: int, salt: bytes) -> int:
    digest = blake2s(str(user).encode(), digest_size=_DIGEST_BYTES, salt=salt).digest()
    return -1 - int.from_bytes(salt + digest)


class Blocks(frozenset[int]):
    """The users whom somebody has blocked; a sealed block is found by the number it is against."""

    def __contains__(self, user: object) -> bool:
        if super().__contains__(user):
            return True
        return isinstance(user, int) and any(other < 0 and against(other, user) for other in self)
