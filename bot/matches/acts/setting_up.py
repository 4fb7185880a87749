"""Setting up pieces in secret: drafts, kept layouts, and Ready."""

import hmac
import unicodedata
from dataclasses import replace

from games.core import NotationError, Seat, SetUp, View, Word
from games.submission import excerpt

from ..match.ids import MatchId
from ..match.layout import BLANKS, Layout
from ..match.reader_view import ReaderView
from ..match.refusals import Code, Refusal
from ..referee import Referee
from ..store.private import Private
from ..store.rows import Stored
from .playing import Playing

MOST_LAYOUTS = 15
LONGEST_NAME = 32
RANDOM = "random"


class SettingUp:
    """Lets players arrange their pieces in private before the first turn."""

    def __init__(self, referee: Referee, private: Private, playing: Playing) -> None:
        self._referee = referee
        self._private = private
        self._playing = playing

    async def see(self, match: MatchId, user: int) -> ReaderView:
        """Show a player a match being set up, with their draft, or sealed. Raises Refusal."""
        return await self._show_draft(*await self._setting_up(match, user), user)

    async def draft(self, match: MatchId, user: int, stamp: str | None = None) -> ReaderView:
        """Show the same while there is a draft; with a stamp, that very one. Raises Refusal."""
        return (await self._draft(match, user, stamp))[1]

    async def lay(self, match: MatchId, user: int, name: str) -> ReaderView:
        """Take a preset, a kept layout, a random one, or pasted codes as the draft."""
        stored, seen = await self._setting_up(match, user)
        return await self._keep(stored, seen, user, await self._layout(_set_up(seen), user, name))

    async def mirror(self, match: MatchId, user: int) -> ReaderView:
        stored, seen, draft = await self._draft(match, user)
        mirrored = _set_up(seen).mirrored(draft.codes)
        return await self._keep(stored, seen, user, Layout(mirrored, draft.title))

    async def swap(
        self, match: MatchId, user: int, one: str, other: str, stamp: str | None = None
    ) -> ReaderView:
        """Exchange the pieces of two squares of the draft. Raises Refusal."""
        stored, seen, draft = await self._draft(match, user, stamp)
        set_up = _set_up(seen)
        squares = set_up.squares(seen.view.seat or Seat(0))
        for square in (one, other):
            if square not in squares:
                raise Refusal(Code.NOT_YOUR_SQUARE, square=excerpt(square))
        swapped = set_up.swapped(draft.codes, squares.index(one), squares.index(other))
        return await self._keep(stored, seen, user, Layout(swapped, draft.title))

    async def ready(
        self,
        key: int,
        match: MatchId,
        user: int,
        stamp: str | None = None,
        *,
        confirmed: bool = True,
    ) -> ReaderView:
        """Seal the draft, with a stamp only the one that has it, and set the pieces up. An
        unconfirmed preset, which anybody can look up, is returned as a draft. Raises IllegalAction
        for an illegal one."""
        try:
            _, seen, draft = await self._draft(match, user, stamp)
        except Refusal:
            before = await self._referee.load(match, key)
            if not before.repeated:
                raise
            return self._referee.for_reader(before, user)
        if not confirmed and _set_up(seen).preset(draft.codes):
            return seen
        text = _set_up(seen).written(draft.codes)
        return (await self._playing.try_turn(key, match, user, text, confirmed=True)).seen

    async def save(
        self, match: MatchId, user: int, name: str, stamp: str | None = None
    ) -> ReaderView:
        """Keep the draft under a name, for other matches too. Raises Refusal."""
        stored, seen, draft = await self._draft(match, user, stamp)
        title = spell_name(name)
        taken = title.casefold() in (*_set_up(seen).presets, RANDOM)
        plain = title.isprintable() and not BLANKS & set(title)
        if taken or not plain or not 0 < len(title) <= LONGEST_NAME:
            raise Refusal(Code.BAD_NAME, limit=LONGEST_NAME)
        kept = await self._referee.people.layouts(user)
        if title not in kept and len(kept) >= MOST_LAYOUTS:
            raise Refusal(Code.TOO_MANY_LAYOUTS, limit=MOST_LAYOUTS)
        await self._referee.people.keep_layout(user, title, draft.codes)
        return await self._keep(stored, seen, user, Layout(draft.codes, title))

    # ------------------------------------------------------------- inner steps

    async def _setting_up(self, match: MatchId, user: int) -> tuple[Stored, ReaderView]:
        stored = await self._referee.load(match)
        stored.match.check_begun()
        stored.match.player_of(user)
        if self._referee.rules(stored.match.terms.game).game.set_up is None:
            raise Refusal(Code.NO_SET_UP, match=match)
        if stored.match.stand.phase != "setting_up":
            raise Refusal(Code.SET_UP_OVER, match=match)
        return stored, self._referee.for_reader(stored, user)

    async def _draft(
        self, match: MatchId, user: int, stamp: str | None = None
    ) -> tuple[Stored, ReaderView, Layout]:
        """Load a match being set up and its draft. Raises Refusal for a draft of another stamp."""
        stored, seen = await self._setting_up(match, user)
        seen = await self._show_draft(stored, seen, user)
        if seen.layout is None:
            raise Refusal(Code.SET_UP_OVER, match=match)
        if stamp not in (None, seen.layout.stamp):
            raise Refusal(Code.DRAFT_CHANGED)
        return stored, seen, seen.layout

    async def _show_draft(self, stored: Stored, seen: ReaderView, user: int) -> ReaderView:
        if not seen.view.acting:
            return seen
        set_up = _set_up(seen)
        draft = await self._private.draft(stored.match.id, user)
        if draft is None:
            own = Layout(set_up.varied(self._pick), Word("layout.varied"))
            draft = await self._private.first_draft(stored.match.id, user, own)
        return _lay(stored, seen, draft)

    async def _keep(self, stored: Stored, seen: ReaderView, user: int, draft: Layout) -> ReaderView:
        """Write a draft down. Raises Refusal for a player who is ready, and has none any more."""
        if not seen.view.acting:
            raise Refusal(Code.SET_UP_OVER, match=stored.match.id)
        await self._private.keep_draft(stored.match.id, user, draft)
        return _lay(stored, seen, draft)

    async def _layout(self, set_up: SetUp[View], user: int, name: str) -> Layout:
        """Find a layout by its name, or read its codes. Raises Refusal or NotationError."""
        wanted = spell_name(name)
        if wanted in set_up.presets:
            return Layout(set_up.presets[wanted], Word(f"layout.{wanted}"))
        if wanted == RANDOM:
            return Layout(set_up.random(self._pick), Word(f"layout.{RANDOM}"))
        kept = await self._referee.people.layouts(user)
        if wanted in kept:
            return Layout(kept[wanted], wanted)
        try:
            codes = set_up.read(name)
        except NotationError:
            codes = ""
        if len(codes) != len(set_up.squares(Seat(0))):
            raise Refusal(Code.NO_LAYOUT, name=excerpt(wanted), n=len(codes))
        return Layout(codes, Word("layout.pasted"))

    def _pick(self, choices: int) -> int:
        """Pick a number below `choices`, any as likely as any other but for one in 2 ** 32."""
        return int.from_bytes(self._referee.entropy(8), "big") % choices


def spell_name(name: str) -> str:
    """Spell a layout's name as it is kept and looked up: no look-alike forms, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def _set_up(seen: ReaderView) -> SetUp[View]:
    """Return the set-up of a match's game. Raises Refusal where there is none."""
    if seen.game.set_up is None:
        raise Refusal(Code.NO_SET_UP, match=seen.match.id)
    return seen.game.set_up


def _lay(stored: Stored, seen: ReaderView, draft: Layout) -> ReaderView:
    """Lay a draft on the view; its stamp is keyed, so that it tells nothing of the draft."""
    stamp = hmac.digest(stored.seed, draft.codes.encode(), "sha256").hex()[:8]
    view = _set_up(seen).drafted(seen.view, draft.codes)
    return replace(seen, view=view, layout=replace(draft, stamp=stamp))
