"""Sentences of offers: what is proposed, who has yet to answer, and what has become of it."""

from bot.matches.acts.offers import seats_to_ask
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, Offer, Player
from games.core import Info, Seat

from .catalogue import Catalogue
from .lines import name_of, names_of, player, player_name, title, who


def still_to_answer(match: Match, offer: Offer, info: Info) -> list[Player]:
    seats = seats_to_ask(match, info, offer)
    return [
        other for other in match.others(offer.seat) if other.seat in seats and not other.consent
    ]


def what_became(match: Match, offer: Offer, how: str, words: Catalogue, seat: Seat) -> str:
    """Say what became of an offer: `how` is accepted or declined by a seat, withdrawn, lapsed."""
    what = _what(match, offer, words)
    outcome = words(f"offer.{how}", player=player(match, seat, words), what=what)
    return title(match, words, outcome)


def _what(match: Match, offer: Offer, words: Catalogue) -> str:
    about = substitute(match, offer, words)
    return words("offer.substitute", **about) if about else words(f"choice.offer.{offer.kind}")


def offer_code(offer: Offer) -> str:
    anybody = offer.substitute is not None and offer.substitute.level is None
    return f"offer.{offer.kind}_by_anybody" if anybody else f"offer.{offer.kind}"


def substitute(match: Match, offer: Offer, words: Catalogue) -> dict[str, str]:
    """Name the absent player and the one to take their seat; nothing for any other offer."""
    if offer.substitute is None:
        return {}
    substitution, level = match.players[offer.substitute.seat].substitution, offer.substitute.level
    absent = player(match, offer.substitute.seat, words)
    if substitution and substitution.revision >= offer.revision:
        absent = player_name(name_of(substitution.person, words))
    anybody = words("replace.anybody")
    return {"absent": absent, "substitute": who(Computer(level), words) if level else anybody}


def replacement(match: Match, seat: Seat, words: Catalogue) -> str:
    """Say who plays on at a seat that has just been taken over, and for whom."""
    substitution = match.players[seat].substitution
    absent = player_name(name_of(substitution.person, words)) if substitution else ""
    done = words("replace.done", player=player(match, seat, words), absent=absent)
    return title(match, words, done)


def waiting(match: Match, offer: Offer, info: Info, words: Catalogue) -> str:
    """Describe an offer that some players have agreed to and that waits for others."""
    asking, what = player(match, offer.seat, words), _what(match, offer, words)
    head = title(match, words, asking, what)
    agreed = names_of(match, (other for other in match.others(offer.seat) if other.consent), words)
    left = names_of(match, still_to_answer(match, offer, info), words)
    return "\n".join((head, words("offer.waiting", players=agreed, waiting=left)))
