"""The public board of a match, as it is posted and as it is edited."""

from bot.matches.facts import BoardFacts
from bot.matches.match.match import Match
from render.library import DRAWINGS
from render.look import Theme

from ..controls import panels
from ..controls.pictures import after_text, look
from ..words import aim_line, held_lines, lines, points_lines
from ..words.answers import LONGEST
from ..words.catalogue import Catalogue
from ..words.evidence_lines import proof
from .message import Message, faces, timing

FIRST = "first"


def digest(match: Match, look: str, *, first: bool) -> str:
    """Digest what may change of a board meanwhile: its `look`, and whether it came `first`."""
    return f"{timing(match)}{faces(match)}{look}|{FIRST if first else ''}"


def passed_digest(match: Match) -> str:
    """Digest what a board says once something was played on it, and nothing more is."""
    return f"passed|{faces(match)}"


def is_first(digest: str) -> bool:
    return digest.endswith(FIRST)


def board(facts: BoardFacts, way: str, words: Catalogue, theme: Theme) -> Message:
    """Write a board; `way` leads to the proofs, if any. Besides whose turn it is and what happened,
    a first board has the aim for newcomers to the game or their side, and says whether the match
    counts, unless an outage needs the room. That it counts for nothing any more is on all boards
    from then on. The last one says what it has changed, or why nothing."""
    seen, match, info = facts.seen, facts.seen.match, facts.seen.game.info
    sides = [livery.word for livery in DRAWINGS[type(seen.view)].liveries(seen.view, "light")]
    aim = aim_line.aim(match, info, facts.newcomers, sides, words)
    counts = points_lines.points_line(match, info, facts.changes, words)
    if not counts and not (aim and seen.view.free):  # which calls many
        wanted = explains(match, first=facts.first) and not match.outage_ms
        counts = points_lines.on_board(match, words, wanted=wanted, strike=facts.strike)
    more, below = [counts, way], [aim, lines.small(*_proofs(facts, words))]
    if match.stand.outcome and counts:
        more, below = [], [lines.small(counts, way)]
    below.append(lines.small(held_lines.out_of_reach(match, words)))
    text = lines.board(seen, words, facts.given, facts.notified, facts.earlier, more, below)
    under = panels.on_board(
        match,
        words,
        analysed=facts.analysed,
        replaceable=facts.replaceable,
        explained=bool(aim) and None in facts.newcomers.values(),
        level=facts.level,
    )
    reader = match.reader.preferences if match.reader else None
    if reader and reader.text_first:
        text = after_text(seen, text, words, LONGEST)
    codes = reader is not None and reader.codes
    drawn = look(seen, words, theme, below=match.faces, private=reader is not None, codes=codes)
    return Message(text, under, drawn)


def passed_board(facts: BoardFacts, way: str, words: Catalogue) -> Message:
    """Say above a board what was played on it, and repeat the proofs that it showed."""
    played = lines.turns_since(facts.seen, words, facts.earlier)
    proved = lines.small(way, *_proofs(facts, words))
    return Message("\n".join(filter(None, (played, proved))))


def _proofs(facts: BoardFacts, words: Catalogue) -> list[str]:
    """List the proofs that the board shows itself."""
    return [proof(facts.seen.match, shown, words) for shown in facts.shown]


def explains(match: Match, *, first: bool) -> bool:
    """Tell whether a board says if the match counts, and leads to the proofs."""
    return first or not match.stand.turns or match.stand.outcome is not None
