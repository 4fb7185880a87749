"""A person: their settings, their vacations, their blocks, and the ways to reach them."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .quiet_hours import UTC_NAME, QuietHours, may_ping
from .vacation import Vacation

Way: TypeAlias = Literal["here", "letter", "later", "never"]
"""The way a person learns of a message in a channel: by a mention in it, by a direct message
instead, after their quiet hours, or not at all."""
Seen: TypeAlias = Literal["hidden", "server"]
"""Those who may see where a person stands: they alone, or the people of a server they share."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's settings. `locale` None follows the Discord client, `theme` None the server.

    With `codes` pieces that have codes show them large, in every language. With `text_first`
    private answers and letters begin with the board in words. `ping` is where they are pinged, if
    anywhere. With `boards_by_dm` their own board of a private game comes by direct message at each
    of their turns. Quiet hours go from one minute of the day to another, by the
    clocks of `zone` (None: UTC). With `auto_vacation` a day of vacation is taken before a flag
    falls. `seen` says who may see where they stand, `firsts` that what they have done for the first
    time is shown there.
    """

    locale: str | None = None
    theme: str | None = None
    confirm: bool = True
    codes: bool = False
    text_first: bool = False
    ping: Literal["channel", "dm", "none"] = "channel"
    boards_by_dm: bool = True
    zone: str | None = None
    quiet_from: int | None = None
    quiet_until: int | None = None
    auto_vacation: bool = False
    seen: Seen = "server"
    firsts: bool = True

    @property
    def quiet_hours(self) -> QuietHours | None:
        """The hours in which they are not to be pinged."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return QuietHours(self.quiet_from, self.quiet_until, self.zone or UTC_NAME)


@dataclass(frozen=True, slots=True)
class Person:
    """All that belongs to one person, by Discord's user id; a seat names them, they know no seat.

    `client` is the language of their Discord client at their last request, None if they never made
    one. `vacations` are all of theirs in order; `blocks` are the users they have blocked. `refused`
    has the match they were read with if their direct messages were refused in it; `shut` says that
    they were in any, `untold` that they have yet to hear of it; `ready` that they have a wish to be
    drawn for.
    """

    id: int
    preferences: Preferences = Preferences()
    client: str | None = None
    vacations: tuple[Vacation, ...] = ()
    blocks: frozenset[int] = field(default_factory=frozenset, repr=False)
    refused: frozenset[str] = field(default_factory=frozenset)
    shut: bool = False
    untold: bool = False
    ready: bool = False

    @property
    def locale(self) -> str | None:
        """The language tag to speak to them by: their choice, else their client's, if known."""
        return self.preferences.locale or self.client

    @property
    def zone(self) -> str:
        """The name of their time zone."""
        return self.preferences.zone or UTC_NAME

    def away_until(self, now_ms: int) -> int | None:
        """Return when the vacation they are on now ends (epoch ms); None if they are on none."""
        return next(
            (vacation.until_ms for vacation in self.vacations if vacation.lasts(now_ms)), None
        )

    def next_ping_at(self, now_ms: int) -> int:
        """Return the first moment (epoch ms) from now on at which they may be pinged."""
        return may_ping(self.preferences.quiet_hours, now_ms)

    def way(self, match: str, now_ms: int) -> Way:
        """Return the way they learn of a message in the channel of a match just now."""
        if self.preferences.ping == "none":
            return "never"
        if self.next_ping_at(now_ms) > now_ms:
            return "later"
        if self.preferences.ping == "dm" and match not in self.refused:
            return "letter"
        return "here"

    def wants_boards(self, match: str) -> bool:
        """Tell whether their own boards of a private match come by direct message."""
        return self.preferences.boards_by_dm and match not in self.refused
