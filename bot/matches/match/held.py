"""Why and since when a match can be shown nowhere, and when it is tried again."""

from dataclasses import dataclass

from games.clock import DAY, HOUR

WEEK = 7 * DAY
TRIES_AN_HOUR = 2


@dataclass(frozen=True, slots=True)
class Held:
    """A match shown nowhere since a time (epoch ms): `why` names the text that explains it
    (`board.locked` …), `code` is Discord's number, 0 for none. `tries` counts attempts since."""

    since_ms: int
    why: str
    code: int = 0
    tries: int = 0

    @property
    def retry_ms(self) -> int:
        """The time of the next attempt: after an hour, a day, and then every week."""
        if not self.tries:
            return self.since_ms + HOUR
        return self.since_ms + DAY + (self.tries - 1) * WEEK

    def tried_enough(self, at_ms: int) -> bool:
        """Tell whether one more attempt would be too many for the time since it began."""
        return self.tries >= TRIES_AN_HOUR * (1 + (at_ms - self.since_ms) // HOUR)
