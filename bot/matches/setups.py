"""Setting up pieces in secret, and private marks on hidden ones."""

from __future__ import annotations

import hmac
from dataclasses import replace

from games.core import IllegalAction, NotationError, View, Word
from games.junqi import layout as layouts
from games.junqi.board import CODES, GRID
from games.junqi.codes import Code as Junqi
from games.junqi.dark.view import DarkView, drafted, hidden
from games.submission import excerpt

from .model import Code, Layout, MatchId, Refusal, Seen
from .play import Play
from .referee import seat_of
from .seeing import seen
from .store.private import Notes
from .store.rows import Stored

MOST_LAYOUTS = 15
LONGEST_NAME = 32
RANDOM = "random"


class SetUps(Play):
    """What players do in private: layouts and marks."""

    notes: Notes

    async def set_up(self, match: MatchId, user: int) -> Seen:
        """A match being set up as a player sees it, with the draft of their own half.

        Who is ready already sees what they sealed, without a draft. Raises Refusal.
        """
        stored, now = await self._setting_up(match, user)
        return await self._drafted(stored, now, user)

    async def drafting(self, match: MatchId, user: int, stamp: str | None = None) -> Seen:
        """As `set_up`, while there is a draft; with a stamp, that very one. Raises Refusal."""
        return (await self._draft(match, user, stamp))[1]

    async def lay(self, match: MatchId, user: int, name: str) -> Seen:
        """Take a preset, a kept layout, a random one, or 25 codes as the draft."""
        stored, now = await self._setting_up(match, user)
        return await self._keep(stored, now, user, await self._layout(user, name))

    async def mirror(self, match: MatchId, user: int) -> Seen:
        """The draft, left for right."""
        stored, now, draft = await self._draft(match, user)
        changed = Layout(layouts.mirrored(draft.codes), draft.title)
        return await self._keep(stored, now, user, changed)

    async def swap(
        self, match: MatchId, user: int, one: str, other: str, stamp: str | None = None
    ) -> Seen:
        """The draft with the pieces of two squares exchanged. Raises NotationError."""
        stored, now, draft = await self._draft(match, user, stamp)
        half = layouts.HALVES[seat_of(stored.match, user)]
        squares = [GRID.square(one), GRID.square(other)]
        for square in squares:
            if square not in half:
                raise IllegalAction(Junqi.OUTSIDE, square=GRID.names[square])
        changed = Layout(layouts.swapped(draft.codes, *map(half.index, squares)), draft.title)
        return await self._keep(stored, now, user, changed)

    async def ready(self, key: int, match: MatchId, user: int, stamp: str | None = None) -> Seen:
        """Seal the draft and set the pieces up. Raises IllegalAction for an illegal one.

        With a stamp only the draft that has it, so that nobody seals what they have not seen.
        """
        if await self._store.handled(key):
            return await self.act(key, match, user, "")
        _, _, draft = await self._draft(match, user, stamp)
        return await self.act(key, match, user, layouts.written(draft.codes))

    async def save_layout(
        self, match: MatchId, user: int, name: str, stamp: str | None = None
    ) -> Seen:
        """Keep the draft under a name, for other matches too. Raises Refusal."""
        stored, now, draft = await self._draft(match, user, stamp)
        title = " ".join(name.split())
        taken = title.casefold() in (*layouts.PRESETS, RANDOM)
        if taken or not 0 < len(title) <= LONGEST_NAME or not title.isprintable():
            raise Refusal(Code.BAD_NAME, limit=LONGEST_NAME)
        kept = await self.notes.layouts(user)
        if title not in kept and len(kept) >= MOST_LAYOUTS:
            raise Refusal(Code.TOO_MANY_LAYOUTS, limit=MOST_LAYOUTS)
        named = Layout(draft.codes, title)
        await self.notes.keep_layout(user, named)
        return await self._keep(stored, now, user, named)

    async def markable(self, match: MatchId, user: int) -> Seen:
        """A match in which a player can mark something. Raises Refusal."""
        stored = await self._begun(match, user)
        now = self._seen(stored, user)
        if not hidden_pieces(now.view):
            raise Refusal(Code.NOTHING_HIDDEN, match=match)
        return await self.noted(now, user)

    async def mark(self, match: MatchId, user: int, square: str, guess: str) -> Seen:
        """Note what the enemy's hidden piece on a square may be; "" takes the mark away.

        Raises Refusal.
        """
        now = await self.markable(match, user)
        piece = hidden_pieces(now.view).get(square.strip().lower())
        if piece is None:
            raise Refusal(Code.NOTHING_TO_MARK, square=excerpt(square))
        return await self._mark(now, user, piece, guess)

    async def mark_piece(self, match: MatchId, user: int, piece: int | None, guess: str) -> Seen:
        """Note what a hidden piece may be, wherever it has gone. Raises Refusal."""
        return await self._mark(await self.markable(match, user), user, piece, guess)

    async def _mark(self, now: Seen, user: int, piece: int | None, guess: str) -> Seen:
        code = guess.strip().upper()[:1]
        if code and code not in CODES:
            raise Refusal(Code.BAD_GUESS, codes=" ".join(CODES))
        if piece is None or piece not in hidden_pieces(now.view).values():
            raise Refusal(Code.PIECE_GONE)
        await self.notes.mark(now.match.id, user, piece, code or None)
        return await self.noted(now, user)

    async def noted(self, now: Seen, user: int | None) -> Seen:
        """What a player sees, with their own marks."""
        if user is None or now.view.seat is None or not now.info.private:
            return now
        guesses = await self.notes.marks(now.match.id, user)
        pieces = hidden_pieces(now.view).items()
        notes = tuple((at, f"{guesses[piece]}?") for at, piece in pieces if piece in guesses)
        return replace(now, notes=notes)

    # ------------------------------------------------------------------ drafts

    async def _setting_up(self, match: MatchId, user: int) -> tuple[Stored, Seen]:
        stored = await self._begun(match, user)
        now = self._seen(stored, user)
        if not now.info.private:
            raise Refusal(Code.NO_SET_UP, match=match)
        if not isinstance(now.view, DarkView) or not now.view.free:
            raise Refusal(Code.SET_UP_OVER, match=match)
        return stored, now

    async def _draft(
        self, match: MatchId, user: int, stamp: str | None = None
    ) -> tuple[Stored, Seen, Layout]:
        """A match being set up, and the draft; with a stamp only the one that has it."""
        stored, now = await self._setting_up(match, user)
        now = await self._drafted(stored, now, user)
        if now.layout is None:
            raise Refusal(Code.SET_UP_OVER, match=match)
        if stamp not in (None, now.layout.stamp):
            raise Refusal(Code.DRAFT_CHANGED)
        return stored, now, now.layout

    def _seen(self, stored: Stored, user: int) -> Seen:
        return seen(self._rules(stored.match.game), stored, user)

    async def _begun(self, match: MatchId, user: int) -> Stored:
        """A match that has begun, for one of its players."""
        stored = await self._load(match)
        if stored.match.salt is None:
            raise Refusal(Code.NOT_RUNNING, match=match)
        seat_of(stored.match, user)
        return stored

    async def _drafted(self, stored: Stored, now: Seen, user: int) -> Seen:
        if not now.view.acting or not isinstance(now.view, DarkView):
            return now
        draft = await self.notes.draft(stored.match.id, user)
        if draft is None:
            draft = await self._layout(user, next(iter(layouts.PRESETS)))
        stamp = hmac.digest(stored.seed, draft.codes.encode(), "sha256").hex()[:8]
        draft = replace(draft, stamp=stamp)
        return replace(now, view=drafted(now.view, draft.codes), layout=draft)

    async def _keep(self, stored: Stored, now: Seen, user: int, draft: Layout) -> Seen:
        """Write a draft down; the one who is ready has none any more."""
        if not now.view.acting:
            raise Refusal(Code.SET_UP_OVER, match=stored.match.id)
        await self.notes.keep_draft(stored.match.id, user, draft)
        return await self._drafted(stored, now, user)

    async def _layout(self, user: int, name: str) -> Layout:
        """A layout by its name, or by its 25 codes. Raises Refusal or NotationError."""
        wanted = " ".join(name.split())
        if wanted in layouts.PRESETS:
            return Layout(layouts.PRESETS[wanted], Word(f"layout.{wanted}"))
        if wanted == RANDOM:
            return Layout(layouts.chosen(self._pick), Word(f"layout.{RANDOM}"))
        kept = await self.notes.layouts(user)
        if wanted in kept:
            return Layout(kept[wanted], wanted)
        try:
            codes = layouts.read(name)
        except NotationError:
            codes = ""
        if len(codes) != len(layouts.HALVES[0]):
            raise Refusal(Code.NO_LAYOUT, name=excerpt(wanted), n=len(codes))
        return Layout(codes, Word("layout.pasted"))

    def _pick(self, choices: int) -> int:
        """A number below `choices`, any as likely as any other but for one in 2 ** 32."""
        return int.from_bytes(self._entropy(8), "big") % choices


def hidden_pieces(view: View) -> dict[str, int]:
    """The pieces a reader cannot see the rank of, by square, each with its number for life."""
    return hidden(view) if isinstance(view, DarkView) else {}
