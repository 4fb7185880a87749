"""The figures of a running bot for Prometheus, each counted at the one place where all pass. Labels
are closed lists: 40 series at most, and no id. `bot/host/measures.py` sets gauges."""

from typing import Literal, TypeAlias

import prometheus_client as prometheus

prometheus.disable_created_metrics()

Outcome: TypeAlias = Literal["done", "refused", "failed"]
OUTCOMES: tuple[Outcome, ...] = ("done", "refused", "failed")
OTHER = "other"
VERBS = {
    "move": ("move", "hint", "setup", "mark"),
    "look": ("board", "history", "ask", "rules", "record"),
    "agree": ("new", "offer", "resign", "clock", "replace"),
    "list": ("list", "stats"),
    OTHER: (),
}
"""What interactions are counted as, and the files of `bot/commands` that each stands for."""
FAILURES = ("400", "403", "404", "429", "5xx", "none", OTHER)
"""Discord's refusals by HTTP status; "none" is no answer at all."""

REGISTRY = prometheus.CollectorRegistry()

INTERACTIONS = prometheus.Counter(
    "tetrarch_interactions",
    "Commands and presses of buttons, by what they are about and how they were answered",
    ("verb", "outcome"),
    registry=REGISTRY,
)
ANSWERS = prometheus.Histogram(
    "tetrarch_answer_seconds",
    "The time from an interaction to the end of its answer",
    buckets=(0.1, 0.3, 1, 3),
    registry=REGISTRY,
)
DRAWING = prometheus.Summary(
    "tetrarch_drawing_seconds", "The time that pictures take to be drawn", registry=REGISTRY
)
COMMITS = prometheus.Counter("tetrarch_commits", "Changes of matches", registry=REGISTRY)
RETRIES = prometheus.Counter(
    "tetrarch_retries", "Changes made anew because others were faster", registry=REGISTRY
)
DISCORD_ERRORS = prometheus.Counter(
    "tetrarch_discord_errors", "Requests that Discord refused", ("status",), registry=REGISTRY
)
LAST_BACKUP = prometheus.Gauge(
    "tetrarch_last_backup_seconds",
    "When the bot last made a backup of its own, in seconds since 1970; 0 for never",
    registry=REGISTRY,
)
GAUGES = {
    name: prometheus.Gauge(f"tetrarch_{name}", text, registry=REGISTRY)
    for name, text in {
        "followers_behind": "Matches whose messages are being brought up to date",
        "boards_late": "Matches whose messages could not be brought up to date and wait",
        "clocks_due": "Matches in which something is due by now, 1000 at most",
        "clocks_overdue": "Those in which it has been for five minutes",
        "thinking_queue": "Questions that wait for a computer player",
        "database_bytes": "The size of the database",
    }.items()
}

for _verb in VERBS:
    for _outcome in OUTCOMES:
        INTERACTIONS.labels(_verb, _outcome)
for _status in FAILURES:
    DISCORD_ERRORS.labels(_status)


def count_answer(room: str, outcome: Outcome, seconds: float) -> None:
    """Count an interaction with a room of `bot/commands`."""
    verb = next((verb for verb, rooms in VERBS.items() if room in rooms), OTHER)
    INTERACTIONS.labels(verb, outcome).inc()
    ANSWERS.observe(seconds)


def count_refusal(status: int | None) -> None:
    """Count a request that Discord has refused with an HTTP status; None for no answer."""
    known = "none" if status is None else "5xx" if status >= 500 else str(status)
    DISCORD_ERRORS.labels(known if known in FAILURES else OTHER).inc()
