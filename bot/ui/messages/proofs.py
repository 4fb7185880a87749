"""The messages with what players can check: silent, never edited, and each linked to the last."""

from collections.abc import Collection, Mapping

from bot.matches.facts import Evident
from bot.matches.match.match import Match
from bot.matches.match.messages import COMMITMENT, LAYOUTS, PROOFS, SALT, PostedMessage
from games.core import AnyGame

from ..words import evidence_lines, lines
from ..words.catalogue import Catalogue
from .message import Message


def due(match: Match, *, secret: bool) -> set[str]:
    """List the keys of what should be public as a match stands; `secret`: layouts are sealed."""
    if not match.begun:
        return {COMMITMENT}
    keys = {COMMITMENT, SALT}
    if secret and match.stand.outcome:
        return keys | {LAYOUTS}
    settling = match.stand.phase == "setting_up"
    ready = [player.seat for player in match.players if not (settling and player.acting)]
    return keys | {str(seat) for seat in ready if secret}


def new(
    match: Match,
    evident: Evident,
    public: Mapping[str, int],
    game: AnyGame,
    words: Catalogue,
) -> dict[str, list[str]]:
    """Write the lines of each proof that no message has shown yet, by its key."""
    lines: dict[str, list[str]] = {}
    if COMMITMENT not in public:
        lines[COMMITMENT] = [words("fairness.commitment"), evidence_lines.seal(match, words)]
    for proof in evident.proofs:
        if proof.key not in public:
            explained = words("fairness.salt" if proof.seat is None else "fairness.seals")
            lines[proof.key] = [explained, evidence_lines.proof(match, proof, words)]
    if (set_up := game.set_up) and evident.layouts and LAYOUTS not in public:
        lines[LAYOUTS] = [
            evidence_lines.layout(match, seat, spelled, sealed, public.get(str(seat)), words)
            for seat, (text, sealed) in sorted(evident.layouts.items())
            for spelled in (evidence_lines.spell_layout(game, set_up.read(text), words),)
        ]
    return lines


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


def latest(messages: Collection[PostedMessage]) -> PostedMessage | None:
    found = [message for message in messages if message.audience.startswith(PROOFS)]
    return max(found, key=lambda message: message.message, default=None)


def _link(match: Match, last: PostedMessage) -> str:
    return lines.message_url(match.terms.guild, last.channel, last.message)
