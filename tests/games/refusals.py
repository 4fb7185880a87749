"""The codes of refusals, for tables of them."""

from collections.abc import Callable

from games.core import GameError


def refusal(kind: type[GameError], call: Callable[[], object]) -> str:
    """Return the code of the refusal; "" if nothing is refused, or not as this kind."""
    try:
        call()
    except kind as error:
        return error.event.code
    return ""
