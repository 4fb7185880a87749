"""The clocks once more, reckoned the slow way: every stretch of time used is written down.

The ledger knows no deadlines while it reckons. A turn's time is its first time, and what was given,
less the sum of the stretches in which its clock ran.
"""

from dataclasses import dataclass, field

HOURS = 3_600_000
TABLE = {
    # start, increment, most, set-up, one increment after a flag (all in hours)
    "quick": (24, 8, 48, 48, 8),
    "normal": (48, 24, 96, 48, 24),
    "slow": (72, 48, 168, 48, 48),
    "1d": (24, None, None, 24, 24),
    "3d": (72, None, None, 48, 24),
    "7d": (168, None, None, 72, 24),
}


@dataclass
class Page:
    """One seat's page: its turn's first time, the time given, and the stretches used so far."""

    had: int
    given: int = 0
    stretches: list[list[int]] = field(default_factory=list)
    at_turn: bool = False
    runs_since: int | None = None
    fell: int | None = None
    away: bool = False
    unshown: bool = False
    timeless: bool = False

    def used(self, at: int) -> int:
        open_ = [] if self.runs_since is None else [[self.runs_since, at]]
        return sum(end - begin for begin, end in self.stretches + open_)

    def remains(self, at: int) -> int:
        return max(0, self.had + self.given - self.used(at))

    def halt(self, at: int) -> None:
        if self.runs_since is not None:
            remains = self.remains(at)
            self.stretches.append([self.runs_since, at])
            self.runs_since = None
            # Time below zero is no debt.
            self.given += remains - self.remains(at)
            if self.had + self.given < self.used(at):
                self.given = self.used(at) - self.had

    @property
    def still(self) -> bool:
        return self.away or self.unshown

    def clean(self, had: int) -> None:
        self.had, self.given, self.stretches = had, 0, []
        self.at_turn, self.runs_since, self.fell = False, None, None


class Ledger:
    """A page for every seat, and whether all are paused."""

    def __init__(self, pace: str, seats: int) -> None:
        start, add, most, set_up, again = TABLE[pace]
        self.start, self.set_up, self.again = start * HOURS, set_up * HOURS, again * HOURS
        self.add = None if add is None else add * HOURS
        self.most = None if most is None else most * HOURS
        self.pages = [Page(self.start) for _ in range(seats)]
        self.paused = False

    def begin(self, at: int, to_act: set[int], *, setting_up: bool) -> None:
        for page in self.pages:
            page.had = self.set_up if setting_up else self.start
        for seat in to_act:
            self._start(self.pages[seat], at)

    def line(
        self, at: int, done: dict[int, str], to_act: set[int], *, setting_up: bool, over: bool
    ) -> None:
        """Enter a submission; `done` are the seats that took ("act") or missed ("lapse") a turn."""
        self.paused = False
        for seat, page in enumerate(self.pages):
            if over:
                page.clean(page.had)
            elif seat in done:
                page.clean(self._next(page, at, done[seat], setting_up=setting_up))
            elif page.at_turn and seat not in to_act:
                kept = page.remains(at) if self.add is not None else self.start
                page.clean(self.again if page.fell is not None else kept)
        if not over:
            for seat in to_act:
                page = self.pages[seat]
                if not page.at_turn:
                    self._start(page, at)
                elif page.runs_since is None and page.fell is None and not page.still:
                    page.runs_since = at

    def event(self, at: int, seat: int | None, kind: str, ms: int) -> None:
        pages = self.pages if seat is None else [self.pages[seat]]
        self.paused &= kind != "start"
        for page in pages:
            if kind == "start":
                if page.at_turn and not page.still and page.fell is None:
                    page.runs_since = at
            elif kind == "pause":
                self.paused = True
                page.halt(at)
            elif kind == "outage" and page.runs_since is not None:
                page.given += ms
            elif kind == "flag":
                page.runs_since, page.fell = None, at
            elif kind in ("time", "grant"):
                self._give(page, at, ms)
            elif kind == "seat":
                page.away = False
                self._anew(page, at, ms)
                page.timeless = not ms
                page.unshown &= not page.timeless
            elif kind == "takeback":
                self._anew(page, at, ms)
            elif kind == "vacation":
                page.away = True
                page.halt(at)
            elif kind == "held":
                page.unshown = True
                page.given += ms if page.runs_since is not None else 0
                page.halt(at)
            elif kind in ("return", "shown"):
                page.away &= kind != "return"
                page.unshown &= kind != "shown"
                if kind == "shown" and page.fell is not None:
                    page.fell = at
                resting = page.at_turn and page.runs_since is None and page.fell is None
                if resting and not (self.paused or page.still):
                    page.runs_since = at

    def _start(self, page: Page, at: int) -> None:
        page.at_turn = True
        if not (page.still or self.paused):
            page.runs_since = at

    def _anew(self, page: Page, at: int, ms: int) -> None:
        at_turn = page.at_turn
        page.clean(ms)
        if at_turn:
            self._start(page, at)

    def _give(self, page: Page, at: int, ms: int) -> None:
        if page.fell is not None:
            page.fell, page.stretches, page.given = None, [], ms - page.had
            page.runs_since = None if page.still or self.paused else at
        else:
            running = page.runs_since is not None
            page.halt(at)
            page.given += ms
            page.runs_since = at if running else None

    def _next(self, page: Page, at: int, kind: str, *, setting_up: bool) -> int:
        if setting_up:
            return self.start
        if kind == "lapse" or page.fell is not None:
            return self.again
        if self.add is None or self.most is None:
            return self.start
        return min(self.most, page.remains(at) + self.add)

    def reads(self, at: int) -> list[tuple[int, int | None, int | None, int | None]]:
        """List for every seat its turn's first time, its deadline, what is left, and its fall."""
        readings: list[tuple[int, int | None, int | None, int | None]] = []
        for page in self.pages:
            if page.timeless:
                readings.append((0, None, None, None))
                continue
            running = page.runs_since is not None
            falls = at + page.had + page.given - page.used(at) if running else None
            resting = page.at_turn and not running and page.fell is None
            readings.append((page.had, falls, page.remains(at) if resting else None, page.fell))
        return readings
