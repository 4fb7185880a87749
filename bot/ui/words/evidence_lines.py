"""Sentences of what players can check: seals, salts, layouts, and a record against its match."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

from bot.matches.match.match import Match
from bot.matches.match.messages import Proof
from bot.matches.match.players import Computer
from games import fairness
from games.core import AnyGame
from games.records import record

from .catalogue import Catalogue
from .lines import level, player_name, result, side, small, substitutions, title, variant
from .times import turn_time

Spelling: TypeAlias = Callable[[str], str]
BESIDE = {
    "pause": "pauses",
    "time": "given",
    "grant": "given",
    "vacation": "vacations",
    "outage": "outages",
    "held": "unshown",
}
"""The kinds of clock events that are counted, by the places in the sentence that counts them."""


def proof(match: Match, one: Proof, words: Catalogue, spell: Spelling = fairness.spell) -> str:
    """Give the salt, or the seal of a side's layout."""
    if one.seat is None:
        return words("line.salt", salt=one.code)
    return words("line.sealed", side=side(match, one.seat, words), seal=spell(one.code))


def layout(
    match: Match, seat: int, spelled: str, sealed: bool, public: int | None, words: Catalogue
) -> str:
    """Say how a side had set up, and whether that was sealed before the first turn; `public` is the
    revision at which a message first showed the seal, None if none has."""
    if not sealed:
        code = "line.other_layout"
    elif public is None or public >= match.stand.revision:
        code = "line.unproved_layout"
    else:
        code = "line.layout" if public <= len(match.players) else "line.late_layout"
    return words(code, side=side(match, seat, words), layout=spelled, line=public or 0)


def spell_layout(game: AnyGame, codes: str, words: Catalogue) -> str:
    """Spell a layout's codes in the letters of the reader's language."""
    letters = game.set_up and game.set_up.letters
    return (
        codes.translate(str.maketrans("".join(game.pieces), words(letters.code)))
        if letters
        else codes
    )


def to_compare(
    match: Match,
    ended: record.Record,
    proofs: Iterable[Proof],
    words: Catalogue,
) -> list[str]:
    """List what readers must compare with the channel, because a record cannot prove it alone."""
    lines = [
        words("verify.compare"),
        words(
            "verify.terms",
            title=title(match, words),
            variant=variant(match, words),
            result=result(match, words),
        ),
    ]
    lines += [f"-# {turn_time(match, words)}", *_beside(ended, words)]
    for seat, holders in enumerate(ended.seats):
        lines += [_holder(holder, side(match, seat, words), words) for holder in holders]
    lines += map(small, substitutions(match, words))
    both = fairness.spell_both
    found = (seal(match, words, both), *(proof(match, shown, words, both) for shown in proofs))
    return [*lines, *map(small, found)]


def seal(match: Match, words: Catalogue, spell: Spelling = fairness.spell) -> str:
    """Quote the commitment that sealed a match's chance before it began."""
    return words("card.seal", seal=spell(match.terms.commitment))


def _beside(ended: record.Record, words: Catalogue) -> list[str]:
    counted = Counter(BESIDE[event.kind] for event in ended.clock if event.kind in BESIDE)
    if not counted:
        return []
    return [words("verify.beside", **{name: counted[name] for name in BESIDE.values()})]


def _holder(one: record.Holder, seated: str, words: Catalogue) -> str:
    """Name who played a side, and the line of the record they began at if not the first."""
    if one.since:
        seated = words("verify.since", side=seated, line=one.since)
    if isinstance(one.who, record.Person):
        name = words("player.former") if one.who.is_deleted else player_name(one.who.name)
        return words("verify.player", side=seated, name=name, id=one.who.id)
    known = Computer(int(one.who.level), one.who.version)
    return words(
        "verify.computer",
        side=seated,
        level=level(known, words),
        n=known.level,
        version=known.version,
    )
