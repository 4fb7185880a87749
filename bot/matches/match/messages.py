"""The messages that show a match: their audiences, revisions and proofs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.core import Seat

from .ids import MatchId
from .players import OFFERS, Offer, Substitute

CHANNEL, CARD, DIRECT, OFFER, TEAM = "channel", "card", "dm:", "offer:", "team:"
FAIRNESS = "fairness"
STOPPED, DISMISSED = "stopped", "dismissed:"
"""The audiences of a match's messages.

"channel": the public board. "card": the invitation. "dm:1": the own board of a seat. "dismissed:1":
the last message to the player replaced there. "team:0": a team's thread, by its first seat.
"offer:draw:0:17": an offer, by its kind, seat and revision. "stopped": a match that cannot be read.
"fairness": the last message with proofs.
"""
COMMITMENT, SALT, LAYOUTS = "commitment", "salt", "layouts"
"""The keys of proofs in `PostedMessage.public`; a seal's key is its seat."""
MOST_EARLIER = 3
"""The most earlier messages remembered."""
SHOWN_OPEN = -1
"""The revision of a card or an offer that still has its buttons, of a letter in which pieces are
still set up, of a team's thread in use."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The salt of a match's lots or the seal of a seat's layout, shown before what it proves."""

    seat: int | None
    code: str

    @property
    def key(self) -> str:
        """The proof's key in `PostedMessage.public`."""
        return SALT if self.seat is None else str(self.seat)


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """The message that shows a match to an audience ("channel", "card"), and its revision.

    `proofs` are those that a message of proofs or one before it has shown ("salt:0 0:1 1:2"); a
    board has those that boards showed in earlier versions of the bot. `earlier` are the messages
    before it that may still offer buttons, by channel, id and revision ("123:456:7"). `clock_ms`
    and `absences` are the match's when the message was written.
    """

    match: MatchId
    audience: str
    channel: int
    message: int
    revision: int
    proofs: str = ""
    earlier: str = ""
    clock_ms: int = 0
    absences: str = ""

    @property
    def public(self) -> dict[str, int]:
        """The match's revision when a proof was first shown, by the proof's key."""
        pairs = (one.split(":") for one in self.proofs.split())
        return {key: int(revision) for key, revision in pairs}

    @property
    def messages(self) -> tuple[tuple[int, int, int], ...]:
        """The earlier messages: channel, id and revision of each."""
        parts = (map(int, one.split(":")) for one in self.earlier.split())
        return tuple((channel, message, revision) for channel, message, revision in parts)

    def passed(self, *, clean: bool) -> str:
        """Write the next message's `earlier`; `clean`: those before this one are done."""
        kept = () if clean else self.messages
        latest = (*kept, (self.channel, self.message, self.revision))[-MOST_EARLIER:]
        return " ".join(":".join(map(str, one)) for one in latest)


def audience_of(offer: Offer) -> str:
    """Name the audience of an offer's message."""
    about = f":{offer.substitute.text}" if offer.substitute else ""
    return f"{OFFER}{offer.kind}:{offer.seat}:{offer.revision}{about}"


def offer_of(shown: PostedMessage) -> Offer | None:
    """Read the offer that a message shows; None for all other messages."""
    if not shown.audience.startswith(OFFER):
        return None
    kind, seat, revision, *about = shown.audience.removeprefix(OFFER).split(":")
    known = next(one for one in OFFERS if one == kind)
    return Offer(known, Seat(int(seat)), int(revision), Substitute.read("".join(about)))


def written(public: Mapping[str, int]) -> str:
    """Write `PostedMessage.public` as it is kept."""
    return " ".join(f"{key}:{revision}" for key, revision in public.items())
