"""Names of matches: four characters to read out loud, none that look alike, and no vowels."""

from collections.abc import Callable
from typing import NewType

MatchId = NewType("MatchId", str)
"""Four letters and digits that cannot be mistaken for one another, such as "K7Q2"."""

SIGNS = "234679CDFGHJKMNPQRTVWXY"


def fresh(entropy: Callable[[int], bytes], length: int = 4) -> MatchId:
    """Make a random name; the caller must see that it is still free."""
    number = int.from_bytes(entropy(8), "big")
    signs = []
    for _ in range(length):
        number, sign = divmod(number, len(SIGNS))
        signs.append(SIGNS[sign])
    return MatchId("".join(signs))
