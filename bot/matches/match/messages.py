"""What is remembered about messages and readers: boards shown, layouts, settings, lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bot.people.quiet_hours import UTC_NAME, QuietHours
from games.core import Seat, Word

from .ids import MatchId
from .players import OFFERS, Deputy, Offer

Scope: TypeAlias = Literal["turn", "mine", "here", "open", "finished"]
CHANNEL, CARD, DIRECT, OFFER, TEAM = "channel", "card", "dm:", "offer:", "team:"
STOPPED, DISMISSED = "stopped", "dismissed:"
"""The audiences of a match's messages: a direct message's ends with the seat, as does that of the
last one to somebody who was told there of their relief; a team's ends with the first of its seats;
an offer's says which offer it is ("offer:draw:0:17")."""
SALT = "salt"
MOST_EARLIER = 3
"""How many earlier messages are remembered at most."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters nobody can see, though Unicode counts them as such."""
SHOWN_OPEN = -1
"""The revision of a card or an offer that still has its buttons, of a team's thread in use."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The salt of a match's lots or the seal of a seat's layout: it proves what it came before."""

    seat: int | None
    code: str

    @property
    def key(self) -> str:
        """What `Shown.public` calls it."""
        return SALT if self.seat is None else str(self.seat)


@dataclass(frozen=True, slots=True)
class Shown:
    """Which message shows a match to an audience ("channel", "card"), and at which revision.

    `proofs` are those that it or one before it has shown ("salt:0 0:1 1:2"); `earlier` are the
    messages before it that may still offer buttons, by channel, id and revision ("123:456:7").
    `clock_ms` and `absences` are the match's, whose clocks and whose absent players it tells.
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
        """The earlier messages: channel, id and the revision each has shown."""
        parts = (map(int, one.split(":")) for one in self.earlier.split())
        return tuple((channel, message, revision) for channel, message, revision in parts)

    def passed(self, *, clean: bool) -> str:
        """The `earlier` of the message after this one; `clean`: those before this one are done."""
        kept = () if clean else self.messages
        found = (*kept, (self.channel, self.message, self.revision))[-MOST_EARLIER:]
        return " ".join(":".join(map(str, one)) for one in found)


def audience_of(offer: Offer) -> str:
    """The audience of an offer's message."""
    about = f":{offer.deputy.text}" if offer.deputy else ""
    return f"{OFFER}{offer.kind}:{offer.seat}:{offer.revision}{about}"


def offer_of(shown: Shown) -> Offer | None:
    """The offer that a message shows, None for all other messages."""
    if not shown.audience.startswith(OFFER):
        return None
    kind, seat, revision, *about = shown.audience.removeprefix(OFFER).split(":")
    known = next(one for one in OFFERS if one == kind)
    return Offer(known, Seat(int(seat)), int(revision), Deputy.read("".join(about)))


def written(public: Mapping[str, int]) -> str:
    """`Shown.public` as it is kept."""
    return " ".join(f"{key}:{revision}" for key, revision in public.items())


@dataclass(frozen=True, slots=True)
class Layout:
    """Pieces to set up, as a text of their codes, and what they are called.

    The `title` is a preset's word or the name the layout was kept under. The `stamp` tells this
    draft from what it was before; without the match's seed it tells nothing.
    """

    codes: str
    title: str | Word
    stamp: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Preferences:
    """A user's settings. `locale` None follows the Discord client, `theme` None the server.

    With `codes` pieces that have codes show them large, in every language. `ping` is where the user
    is pinged, if anywhere. With `boards_by_dm` their own board of a private game comes by direct
    message at each of their turns. Quiet hours go from one minute of the day to another, by the
    clocks of `zone` (None: UTC). With `auto_vacation` a day of vacation is taken before a flag
    falls.
    """

    locale: str | None = None
    theme: str | None = None
    confirm: bool = True
    codes: bool = False
    ping: Literal["channel", "dm", "none"] = "channel"
    boards_by_dm: bool = True
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    auto_vacation: bool = False

    @property
    def quiet_hours(self) -> QuietHours | None:
        """When the user is not to be pinged."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return QuietHours(self.quiet_from, self.quiet_until, self.zone or UTC_NAME)
