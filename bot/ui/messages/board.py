"""The public board of a match, as it is posted and as it is edited."""

from bot.matches.facts import BoardFacts
from bot.matches.match.match import Match
from render.library import DRAWINGS
from render.look import Theme

from ..controls import panels
from ..controls.pictures import look
from ..words import aim_line, lines, points_lines
from ..words.catalogue import Catalogue
from ..words.evidence_lines import proof, small
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
    counts; that it counts for nothing any more is on all boards from then on. The last one says
    what it has changed."""
    seen, match = facts.seen, facts.seen.match
    text = lines.board(seen, words, facts.given, facts.notified, facts.earlier)
    change = points_lines.points_line(match, seen.game.info, facts.changes, words)
    text = "\n".join((text, change)) if change else text
    sides = [livery.word for livery in DRAWINGS[type(seen.view)].liveries(seen.view, "light")]
    aim = aim_line.aim(match, seen.game.info, facts.newcomers, sides, words)
    parts = _with_aim(text, facts, aim, lines.DOT.join(_proofs(facts, way, words)), words)
    under = panels.on_board(
        match,
        words,
        analysed=facts.analysed,
        replaceable=facts.replaceable,
        explained=bool(aim) and None in facts.newcomers.values(),
        level=facts.level,
    )
    return Message("\n".join(parts), under, look(seen, words, theme, below=match.faces))


def passed_board(facts: BoardFacts, way: str, words: Catalogue) -> Message:
    """Say above a board what was played on it, and repeat the proofs that it showed."""
    played = lines.turns_since(facts.seen, words, facts.earlier)
    return Message("\n".join(filter(None, (played, small(*_proofs(facts, way, words))))))


def _proofs(facts: BoardFacts, way: str, words: Catalogue) -> list[str]:
    """List the way to the proofs, if any, and those that the board shows itself."""
    return [*filter(None, (way, *(proof(facts.seen.match, shown, words) for shown in facts.shown)))]


def explains(match: Match, *, first: bool) -> bool:
    """Tell whether a board says if the match counts, and leads to the proofs."""
    return first or not match.stand.turns or match.stand.outcome is not None


def _with_aim(text: str, facts: BoardFacts, aim: str, way: str, words: Catalogue) -> list[str]:
    """Add to a board's lines the aim, whether the match counts, and the way to the proofs. These
    have a line of their own only where there is no aim: a phone shows few lines. In a set-up, which
    calls many, only aim and way have room, in a line."""
    if aim and facts.seen.view.free:
        return [text, lines.DOT.join(filter(None, (aim, way)))]
    match = facts.seen.match
    wanted = explains(match, first=facts.first)
    counts = points_lines.on_board(match, words, wanted=wanted, strike=facts.strike)
    small = lines.DOT.join(filter(None, (counts, way)))
    if aim and small:
        head, *rest = text.splitlines()
        return [lines.DOT.join((head, small)), aim, *rest]
    return [*filter(None, (text, aim, f"-# {small}" if small else ""))]
