"""What players can check: seals, salts, layouts, and a record held against the match."""

from __future__ import annotations

from collections.abc import Iterable

from bot.matches.match.match import Match
from bot.matches.match.messages import Proof
from bot.matches.match.players import Computer
from games import record

from .catalogue import Catalogue
from .lines import level, plain, reliefs, result, side, title, variant


def proof(match: Match, one: Proof, words: Catalogue) -> str:
    """The salt; or the news that a side is ready, with the seal of its layout."""
    if one.seat is None:
        return words("line.salt", salt=one.code)
    return words("line.sealed", side=side(match, one.seat, words), seal=one.code)


def layout(
    match: Match, seat: int, codes: str, sealed: bool, public: int | None, words: Catalogue
) -> str:
    """What a side had set up, and whether it is what was sealed before the first turn.

    `public` is the revision at which a board first showed the seal; None if none has.
    """
    if not sealed:
        said = "line.other_layout"
    elif public is None or public >= match.stand.revision:
        said = "line.unproved_layout"
    else:
        said = "line.layout" if public <= len(match.players) else "line.late_layout"
    return words(said, side=side(match, seat, words), layout=codes, line=public or 0)


def to_compare(
    match: Match,
    seats: Iterable[Iterable[record.Holder]],
    proofs: Iterable[Proof],
    words: Catalogue,
) -> list[str]:
    """What a record is to be compared with the channel for: it cannot prove this alone.

    `seats` are those who have held each of them, as the record has them.
    """
    told = [
        words("verify.compare"),
        words(
            "verify.terms",
            title=title(match, words),
            variant=variant(match, words),
            result=result(match, words),
        ),
    ]
    for seat, held in enumerate(seats):
        told += [_holder(one, side(match, seat, words), words) for one in held]
    told += reliefs(match, words)
    return [*told, seal(match, words), *(proof(match, one, words) for one in proofs)]


def seal(match: Match, words: Catalogue) -> str:
    """What a match's chance was sealed with before it began."""
    return words("card.seal", seal=match.terms.commitment)


def _holder(one: record.Holder, seated: str, words: Catalogue) -> str:
    """Who has played a side, and from which line of the record on if not from the first."""
    if one.since:
        seated = words("verify.since", side=seated, line=one.since)
    if isinstance(one.who, record.Person):
        return words("verify.player", side=seated, name=plain(one.who.name), id=one.who.id)
    known = Computer(int(one.who.level), one.who.version)
    return words(
        "verify.computer",
        side=seated,
        level=level(known, words),
        n=known.level,
        version=known.version,
    )
