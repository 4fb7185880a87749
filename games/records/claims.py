"""The claims of a record that it cannot prove, but the channel showed during the match."""

from collections.abc import Iterator
from datetime import UTC, datetime

from ..clock import HOUR
from ..fairness import spell_both
from .record import ClockEvent, Computer, Holder, Person, Record
from .timeline import takeovers
from .verify import summary

COMPARE = (
    "Compare these with the channel: players, variant, pace, seals, salt, result and what happened"
    " to the clocks are proved only by what was posted there while the match was played."
)
LAST_MS = 253_402_300_800_000
HAPPENED = {
    "pause": "all agreed to a pause",
    "time": "was given time",
    "grant": "was given time by those who manage the server",
    "vacation": "went on vacation",
    "return": "came back",
    "outage": "the bot had been away",
    "held": "had its clock held, since its board could not be shown",
    "shown": "had its clock let go, and its board shown",
}
"""The words for clock events; the other kinds follow from the log, or are checked."""


def claims(record: Record) -> Iterator[str]:
    """List the claims that the record cannot prove alone, a line each."""
    yield f"match: {record.match}, {record.game} version {record.version}, {record.variant}"
    strict = ", strict" * record.strict
    yield f"pace: {f'{record.pace}{strict}' if record.pace else 'the record does not say'}"
    for seat, held in enumerate(record.seats):
        yield f"seat {seat}: {', '.join(map(name_holder, held))}"
    choice = "drawn by lot" if record.seat_choice == "random" else f"the {record.seat_choice}"
    yield f"the host's seat: {record.host}, {choice}"
    yield f"fairness seal: {spell_both(record.commitment)}"
    yield f"fairness salt: {record.salt or '-'}"
    for seal in record.seals:
        yield f"layout seal of seat {seal.seat}: {spell_both(seal.seal)}"
    for seat, held in enumerate(record.seats):
        yield from (_reason(record, seat, after) for _, after in takeovers(held))
    for hint in record.hints:
        yield f"line {hint.revision + 1}: seat {hint.seat} had a hint"
    yield from (_event(event) for event in record.clock if event.kind in HAPPENED)
    yield from _not_restored(record)
    yield f"result: {summary(record.result)}"
    if record.result and record.result.reason == "closed":
        yield f"closed by: {_name(record.closer) if record.closer else 'the record does not say'}"


def _not_restored(record: Record) -> Iterator[str]:
    """List the takebacks after which all clocks went on as they stood, as in earlier versions."""
    restored = {event.revision for event in record.clock if event.kind == "takeback"}
    for revision, line in enumerate(record.log, start=1):
        if line.entry.kind == "takeback" and record.clock and revision not in restored:
            yield f"line {revision}: the takeback gave no clock back, as in earlier versions"


def name_holder(holder: Holder) -> str:
    """Name a seat's holder, and the line of taking it over, without signs a terminal acts on."""
    who = holder.who
    named = f"computer {who.level} {who.version}" if isinstance(who, Computer) else _name(who)
    return f"{named} from line {holder.since + 1}" if holder.since else named


def _name(who: Person) -> str:
    return f"{who.id} {''.join(c if c.isprintable() else '?' for c in who.name)}"


def _reason(record: Record, seat: int, after: Holder) -> str:
    """Say why a seat could be taken over: its time was up, or its player had left the server."""
    flags = [
        event
        for event in record.clock
        if (event.kind, event.seat, event.revision) == ("flag", seat, after.since)
    ]
    missed = [line for line in record.log[: after.since] if line.entry.seat == seat][-1:]
    why = "its player had left the server, which no record shows"
    if flags:
        why = "its time was up"
    elif missed and missed[0].entry.kind == "lapse":
        why = "it had missed its turn"
    return f"line {after.since + 1}: seat {seat} was taken over: {why}"


def _event(event: ClockEvent) -> str:
    when = f"{event.at_ms} ms"  # what no calendar has can stand in a forged record
    if event.at_ms < LAST_MS:
        when = datetime.fromtimestamp(event.at_ms // 1000, UTC).isoformat(" ")
    whose = "" if event.seat is None else f"seat {event.seat} "
    span = f", {event.ms / HOUR:g} h" if event.ms else ""
    return f"line {event.revision + 1}: {whose}{HAPPENED[event.kind]}{span}, {when}"
