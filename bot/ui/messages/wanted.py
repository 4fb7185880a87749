"""What every audience of a match should see now, by the digests of the facts."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, TypeAlias

from bot.matches.match.match import Match
from bot.matches.match.messages import (
    CARD,
    CHANNEL,
    DIRECT,
    PostedMessage,
    offer_of,
    seals_card,
)
from games.core import Seat, View

from . import board, invitation, own_board

CLOSED: Final = "closed"
Wanted: TypeAlias = Mapping[str, str | Literal["closed"]]
"""The digest that the latest message for an audience should have, or CLOSED for no buttons any
more. Whatever is left out is kept as it stands."""


def wanted_messages(
    match: Match, own: Mapping[Seat, View], shown: Collection[PostedMessage], look: str
) -> Wanted:
    """Say what the audiences of a match should see by now: `own` has what each seat sees in a
    private game, `shown` are the open messages; `look` is the language and theme of public ones."""
    found = {CARD: invitation.digest(match, sealed=seals_card(shown))}
    for message in shown:
        offer = offer_of(message.audience)
        if offer is not None and offer != match.offer:
            found[message.audience] = CLOSED
        elif message.audience == CHANNEL:
            found[CHANNEL] = board.digest(match, look, first=board.is_first(message.digest))
    for seat, view in own.items():
        player = match.players[seat]
        gone = player.person is None and player.substitution is not None
        digest = own_board.digest(match, setting_up=player.acting and view.free)
        found[f"{DIRECT}{seat}"] = CLOSED if gone else digest
    return found
