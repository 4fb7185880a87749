"""The time of day of an evening, which a test may put forward by hours and days."""

from bot.app import epoch_ms


class Time:
    """Discord's time of day and how far it has been put forward, in epoch milliseconds."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return epoch_ms() + self.ahead
