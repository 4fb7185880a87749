"""Private marks on hidden pieces, read only for the player who made them."""

from collections.abc import Mapping
from dataclasses import replace

from games.core import AnyGame, View
from games.submission import excerpt

from ..match.ids import MatchId
from ..match.reader_view import ReaderView
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.private import Private

LOWEST_BOUND, HIGHEST_BOUND = "2", "8"
"""Bounds are offered above and below these: with all kinds and no mark they fill Discord's list."""


class Marks:
    """Keeps players' notes about the pieces they cannot see."""

    def __init__(self, referee: Referee, private: Private) -> None:
        self._referee = referee
        self._private = private

    async def see(self, match: MatchId, user: int) -> ReaderView:
        """Show a match in which a player can mark something. Raises Refusal."""
        stored = await self._referee.load(match)
        stored.match.check_begun()
        stored.match.player_of(user)
        seen = self._referee.for_reader(stored, user)
        if not hidden_pieces(seen.game, seen.view):
            raise Refusal(Code.NOTHING_HIDDEN, match=match)
        return await self.add_marks(seen, user)

    async def mark(self, match: MatchId, user: int, square: str, guess: str) -> ReaderView:
        """Note what the hidden piece on a square might be; "" clears the mark. Raises Refusal."""
        seen = await self.see(match, user)
        piece = hidden_pieces(seen.game, seen.view).get(square.strip().lower())
        if piece is None:
            raise Refusal(Code.NOTHING_TO_MARK, square=excerpt(square))
        return await self._mark(seen, user, piece, guess)

    async def mark_piece(
        self, match: MatchId, user: int, piece: int | None, guess: str
    ) -> ReaderView:
        """Note what a hidden piece might be, wherever it has gone. Raises Refusal."""
        return await self._mark(await self.see(match, user), user, piece, guess)

    async def add_marks(self, seen: ReaderView, user: int | None) -> ReaderView:
        """Add a player's own marks to what they see."""
        pieces = {} if seen.view.seat is None else hidden_pieces(seen.game, seen.view)
        if user is None or not pieces:
            return seen
        guesses = await self._private.marks(seen.match.id, user)
        marked = [(at, guesses[piece]) for at, piece in pieces.items() if piece in guesses]
        return replace(seen, notes=tuple((at, guess_text(guess)) for at, guess in marked))

    async def _mark(self, seen: ReaderView, user: int, piece: int | None, guess: str) -> ReaderView:
        code = read_guess(seen.game, guess)
        if guess.strip() and code is None:
            raise Refusal(Code.BAD_GUESS, codes=" ".join(seen.game.pieces))
        if piece is None or piece not in hidden_pieces(seen.game, seen.view).values():
            raise Refusal(Code.PIECE_GONE)
        await self._private.mark(seen.match.id, user, piece, code)
        return await self.add_marks(seen, user)


def read_guess(game: AnyGame, guess: str) -> str | None:
    """Read a guess as it is kept ("9", "5+" for at least, "5-" for at most), also typed ">=5" or
    "≤5", or with the piece's name behind it; None if it is not one."""
    typed = guess.strip().casefold().replace(" ", "")
    bare = typed.lstrip("≥≤<>=")
    code = next((kind for kind in game.pieces if kind.casefold() == bare[:1]), None)
    if code is None or not (bare != typed or bare[1:] in ("+", "-")):
        return code
    if game.set_up is None or code not in game.set_up.ranks:
        return None
    return f"{code}{'-' if typed[0] in '≤<' or bare[1:] == '-' else '+'}"


def guess_text(guess: str) -> str:
    """Write a kept guess as it stands on a picture: "9?", "≥5" or "≤5"."""
    return {"+": "≥", "-": "≤"}[guess[1]] + guess[0] if guess[1:] else f"{guess}?"


def useful_guesses(seen: ReaderView, square: str) -> list[str]:
    """List the useful guesses about a hidden piece: the kinds it can be, then the bounds that leave
    more than one kind, but not all."""
    set_up = seen.game.set_up
    if set_up is None or set_up.possible is None:
        return list(seen.game.pieces)
    kinds = set_up.possible(seen.view, square)
    ranks = [code for code in set_up.ranks if code in kinds]
    least = [f"{code}+" for code in ranks[1:-1] if code > LOWEST_BOUND]
    most = [f"{code}-" for code in ranks[1:-1] if code < HIGHEST_BOUND]
    return [*kinds, *least, *most]


def hidden_pieces(game: AnyGame, view: View) -> Mapping[str, int]:
    """Return the pieces whose kind a reader cannot see, by square, each with its lasting number."""
    return game.set_up.hidden(view) if game.set_up else {}
