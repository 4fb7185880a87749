"""The messages with what players can check: silent, never edited, and each linked to the last.
Against computers alone the first board has it, or the set-up's board becomes such a message."""

from collections.abc import Collection, Mapping

from bot.matches.facts import Evident
from bot.matches.match.match import Match
from bot.matches.match.messages import LAYOUTS, NO_LOTS, PROOFS, SALT, PostedMessage, Proof
from games.core import AnyGame

from ..words import evidence_lines, lines
from ..words.catalogue import Catalogue
from .message import Message


def missing(match: Match, game: AnyGame, public: Collection[str]) -> frozenset[str]:
    """List the keys of what should be public as a match stands, and is not. The commitment is on
    the card; nothing else is shown before all have set up."""
    if not match.begun or match.stand.phase == "setting_up":
        return frozenset()
    computing = any(player.computer for player in match.players)
    keys = set() if NO_LOTS in public and not computing else {SALT}
    if game.set_up and match.stand.outcome:
        keys |= {LAYOUTS}
    elif game.set_up:
        keys |= {str(player.seat) for player in match.players}
    return frozenset(keys - {*public})


def alone(match: Match) -> bool:
    """Tell whether no two people play."""
    return match.alone is not None or not match.people


def on_boards(match: Match, game: AnyGame) -> bool:
    """Tell whether the salt is shown on the first board."""
    replaced = any(player.substitution for player in match.players)
    return alone(match) and game.set_up is None and not replaced


def new(
    match: Match,
    evident: Evident,
    public: Mapping[str, int],
    game: AnyGame,
    words: Catalogue,
) -> dict[str, list[str]]:
    """Write the lines of each proof that no message has shown yet, by its key."""
    found: dict[str, list[str]] = {}
    for proof in evident.proofs:
        if proof.key not in public:
            explained = words("fairness.salt" if proof.seat is None else "fairness.seals")
            shown = lines.small(evidence_lines.proof(match, proof, words))
            found[proof.key] = [explained, shown]
    if (set_up := game.set_up) and evident.layouts and LAYOUTS not in public:
        found[LAYOUTS] = [
            evidence_lines.layout(match, seat, spelled, sealed, public.get(str(seat)), words)
            for seat, (text, sealed) in sorted(evident.layouts.items())
            for spelled in (evidence_lines.spell_layout(game, set_up.read(text), words),)
        ]
    return found


def proofs(
    match: Match, new: Mapping[str, list[str]], last: PostedMessage | None, words: Catalogue
) -> Message:
    """Write the message with new proofs, which leads to the one before it."""
    head = words("fairness.head", match=match.id)
    if last:
        head = lines.DOT.join((head, words("fairness.earlier", link=_link(match, last))))
    new_lines = dict.fromkeys(line for proof in new.values() for line in proof)  # each once
    return Message("\n".join((head, *new_lines)))


def line(
    match: Match, last: PostedMessage | None, words: Catalogue, *, wanted: bool, late: bool
) -> str:
    """Link to the last message if it is `wanted` or new; say so if one is `late`."""
    if late:
        return words("fairness.late")
    if last is None or not (wanted or last.revision >= match.stand.revision):
        return ""
    return words("fairness.link", link=_link(match, last))


def salt_on_card(
    match: Match, shown: Collection[Proof], card: PostedMessage | None, words: Catalogue
) -> str:
    """Link to the card if its number is the salt, and that is among the proofs of a board."""
    if card is None or Proof(None, str(card.message)) not in shown:
        return ""
    return words("fairness.link", link=_link(match, card))


def latest(messages: Collection[PostedMessage]) -> PostedMessage | None:
    found = [message for message in messages if message.audience.startswith(PROOFS)]
    return max(found, key=lambda message: message.message, default=None)


def _link(match: Match, last: PostedMessage) -> str:
    return lines.message_url(match.terms.guild, last.channel, last.message)
