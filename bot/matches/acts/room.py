"""The room an open match needs: one card a proposal, one match a place, one rematch a match."""

from collections.abc import Sequence

from ..match.match import Match
from ..match.refusals import Code, Refusal
from ..store.rows import Stored


def proposal_key(card: Match) -> str:
    """Return a key a host can have open once in a channel or thread: the game, and these people."""
    called = sorted(person.id for person in card.called)
    thread = [f"@{card.place}"] if card.place != card.terms.channel else []
    return " ".join([card.terms.game, *map(str, called), *thread])


def _key(one: Stored) -> str:
    """Return the key of an open match; where people were called it once lacked the game."""
    game = one.match.terms.game
    return one.proposal if one.proposal.startswith(game) else f"{game} {one.proposal}"


def cards(opened: Stored, rivals: Sequence[Stored]) -> list[Stored]:
    """List the other open matches of a match's host."""
    host = opened.match.terms.host.id
    matches = [(rival, rival.match) for rival in rivals]
    return [open_ for open_, it in matches if it.stand.phase == "open" and it.terms.host.id == host]


def check_room(opened: Stored, rivals: Sequence[Stored], open_: Sequence[Stored]) -> None:
    """Raise Refusal if its host has it open already, or if its place is taken."""
    home, terms = opened.match.home, opened.match.terms
    for stored in open_:
        if (stored.match.terms.channel, _key(stored)) == (terms.channel, opened.proposal):
            raise Refusal(Code.OPEN_ALREADY, match=stored.match.id)
    for rival in rivals:
        if home is not None and rival.match.home == home:
            raise Refusal(Code.PLACE_TAKEN, match=rival.match.id)
        if terms.rematch_of is not None and rival.match.terms.rematch_of == terms.rematch_of:
            raise Refusal(Code.OPEN_ALREADY, match=rival.match.id)
