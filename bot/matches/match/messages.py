"""The messages that show a match: to whom, how far, and whether they may still change."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.core import Seat

from .ids import MatchId
from .players import OFFERS, Offer, Substitute

CHANNEL, CARD, DIRECT, OFFER, TEAM = "channel", "card", "dm:", "offer:", "team:"
PROOFS, BOARD_PROOFS, STOPPED = "proofs:", "shown:", "stopped"
"""The audiences of a match's messages.

"channel": the public board. "card": the invitation. "dm:1": the own board of a seat. "team:0": a
team's thread, by its first seat. "offer:draw:0:17": an offer, by its kind, seat and revision.
"stopped": a match that cannot be read. "proofs:salt:0 0:1": a message with proofs, each with the
match's revision as it was first shown. "shown:…": proofs that boards show.
"""
COMMITMENT, SALT, LAYOUTS, NO_LOTS = "commitment", "salt", "layouts", "none"
"""The keys of proofs; a seal's key is its seat. "none": there are no lots for a salt to prove."""
SEALED = "sealed "
"""The beginning of the digest of a card that shows the commitment before the match begins."""
AGAIN = "again"
"""The digest of a board that is to be posted once more."""

State: TypeAlias = Literal["open", "closed"]
"""A message is open while it may change or still has its buttons."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The salt of a match's lots or the seal of a seat's layout, shown before what it proves."""

    seat: int | None
    code: str

    @property
    def key(self) -> str:
        """The proof's key among the audiences of `PROOFS`."""
        return SALT if self.seat is None else str(self.seat)


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message that shows a match to an audience, as it stood at a revision. `digest` names the
    facts it was made from; one of an earlier version has only the beginning, and is up to date
    while the present one begins so."""

    match: MatchId
    audience: str
    channel: int
    message: int
    revision: int = 0
    digest: str = ""
    state: State = "open"

    def tells(self, digest: str) -> bool:
        """Tell whether the message was made from these facts."""
        return digest.startswith(self.digest)


def audience_of(offer: Offer) -> str:
    about = f":{offer.substitute.text}" if offer.substitute else ""
    return f"{OFFER}{offer.kind}:{offer.seat}:{offer.revision}{about}"


def card_of(place: int) -> str:
    """Name the audience of a card by letter: "card" for the host, "card:2" for a guest's place."""
    return f"{CARD}:{place}" if place else CARD


def offer_of(audience: str) -> Offer | None:
    """Read the offer that an audience is asked; None for all other audiences."""
    if not audience.startswith(OFFER):
        return None
    kind, seat, revision, *about = audience.removeprefix(OFFER).split(":")
    known = next(offer for offer in OFFERS if offer == kind)
    return Offer(known, Seat(int(seat)), int(revision), Substitute.read("".join(about)))


def proving(proofs: Mapping[str, int], kind: str = PROOFS) -> str:
    """Name the audience of a message with these proofs, each with the revision of the match, or
    (`BOARD_PROOFS`) of the note that a board shows them."""
    return kind + " ".join(f"{key}:{revision}" for key, revision in proofs.items())


def proofs_of(audience: str) -> dict[str, int]:
    """Read the match's revision by each proof that a message or board was the first to show."""
    kind = next((kind for kind in (PROOFS, BOARD_PROOFS) if audience.startswith(kind)), audience)
    pairs = (pair.split(":") for pair in audience.removeprefix(kind).split())
    return {key: int(revision) for key, revision in pairs}


def seals_card(messages: Iterable[PostedMessage]) -> bool:
    """Tell whether the card has to show the commitment, which no message of these shows."""
    return COMMITMENT not in public_proofs(messages)


def is_committed(messages: Iterable[PostedMessage]) -> bool:
    """Tell whether the commitment of an open match has been shown by these, on its card or not."""
    shown = [*messages]
    sealed = any(post.audience == CARD and post.digest.startswith(SEALED) for post in shown)
    return sealed or not seals_card(shown)


def public_proofs(messages: Iterable[PostedMessage]) -> dict[str, int]:
    """Read the match's revision by each proof that any of these messages has shown."""
    return {key: at for message in messages for key, at in proofs_of(message.audience).items()}
