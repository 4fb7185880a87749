"""Letters: in a private game every player's own board, by direct message at each of their turns,
one after the other in their reader's post. When one is refused the match goes on without, and its
player is told so in the next private answer."""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from typing import Any

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.match import Match
from bot.matches.match.messages import CHANNEL, DIRECT, PostedMessage
from bot.matches.match.players import Player
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Refusal
from bot.people.person import Person

from ..messages import own_board
from ..messages.message import Message
from ..messages.wanted import CLOSED, wanted_messages
from ..wire.rests import Rests
from ..wire.said import REFUSALS, judge
from .holds import PATIENCE_MS
from .pings import Pings
from .services import Services, WithServices

log = logging.getLogger(__name__)


class Letters(WithServices):
    """Writes to every player of a private game the board that they may see."""

    def __init__(self, services: Services, pings: Pings) -> None:
        super().__init__(services)
        self._pings = pings
        self._refused_to = Rests[int](services.matches.now)

    def put(self, watched: Snapshot, messages: Messages) -> None:
        """Write to all who are to act; to all players after a takeback and at the end."""
        match = watched.match
        old = self._matches.now() > match.updated_ms + PATIENCE_MS
        if (
            match.direct
            or not watched.own
            or not (match.running or (match.stand.phase == "over" and not old))
        ):
            return
        for player in match.players:
            holder = player.person or (player.substitution and player.substitution.person)
            if holder and not holder.is_deleted:
                delivery = self._deliver_and_close(watched, player, messages, holder.id)
                messages.later(asyncio.create_task(delivery, name=f"letters to {holder.id}"))

    async def _deliver_and_close(
        self, watched: Snapshot, player: Player, messages: Messages, holder: int
    ) -> bool:
        done = await self._queue.put(holder, partial(self._deliver, watched, player, messages))
        if self._is_outdated(watched.match, messages):
            return done
        closings = self._close(watched, player, messages)
        return all([done, *await asyncio.gather(*closings)])

    async def _deliver(self, watched: Snapshot, player: Player, messages: Messages) -> bool:
        """Bring one player's letters up, unless something has been played meanwhile. False if a
        sweep has to try again; the other players' may go."""
        match = watched.match
        everybody = match.stand.phase == "over" or match.stand.taken_back
        if self._is_outdated(match, messages):
            return True
        try:
            if self._wanted_digest(watched, player) == CLOSED:
                await self._dismiss(watched, player, messages)
                return True
            if everybody or player.acting:
                await self._write(watched, player, messages)
            await self._update(watched, player, messages)
        except Unfinished as left:
            log.info("seat=%d of match=%s: %s", player.seat, match.id, left)
            return False
        except Exception:
            log.exception("direct message to seat=%d of match=%s waits", player.seat, match.id)
            return False
        return True

    def _is_outdated(self, match: Match, messages: Messages) -> bool:
        newer = messages.revision > match.stand.revision
        return newer or self._matches.followers.has_changed(match.id)

    async def _write(self, watched: Snapshot, player: Player, messages: Messages) -> None:
        """Send a player the board of their turn, unless it is there or they want none. A panel sent
        at the start serves until the set-up is over, whichever side gets ready."""
        match, audience = watched.match, f"{DIRECT}{player.seat}"
        before, view = messages.get(audience), watched.own[player.seat]
        panel = before and before.digest in (own_board.SET_UP, own_board.SEALED)
        if before and (view.free or (not panel and before.revision >= match.stand.revision)):
            return
        person = watched.people[player.human.id]
        if not person.wants_boards(match.id):
            return
        if person.way(match.id, self._matches.now()) == "letter":
            await messages.write()  # a ping may tell it too, and leads to the board
        if self._refused_to.rests(person.id):
            raise Unfinished("Discord has just refused a letter")
        covered_ping = await self._pings.covered_ping(match, person)
        try:
            sent = await self._send(watched, player, messages, silent=covered_ping is None)
        except REFUSALS as failure:
            await self._note_refusal(match, person, failure)
            return
        if sent is None:
            return  # what has been played meanwhile brings it
        if covered_ping:
            await self._matches.pings.take(covered_ping)
        digest = own_board.digest(match, setting_up=view.free)
        messages.note(PostedMessage(match.id, audience, *sent, match.stand.revision, digest))

    async def _note_refusal(self, match: Match, person: Person, failure: Exception) -> None:
        """Note a refusal that is the person's; raise Unfinished for any other, to try again."""
        answer = judge(failure, "letter")
        log.info("no letter about match=%s: %d", match.id, answer.code)
        if answer.kind == "person":
            await self._matches.people.refuse_messages(match.id, person.id)
            return
        if not answer.busy:
            self._refused_to.add(person.id)
        raise Unfinished(f"a letter waits: {failure!r}") from failure

    async def _send(
        self, watched: Snapshot, player: Player, messages: Messages, *, silent: bool
    ) -> tuple[int, int] | None:
        """Send a player their own board, `silent` unless it tells them something; return its
        channel and id, None if a turn has been played meanwhile or the set-up is over. Their
        channel is opened first: how long a drawing takes depends on what is hidden."""
        match, person = watched.match, watched.people[player.human.id]
        words = self._languages.letter(match, person)
        mailbox = await self._outbox.mailbox(person.id)
        try:
            seen, written = await self._compose(watched, player, messages)
        except Refusal:
            return None
        picture = await self._studio.own(seen, words, person)
        if self._is_outdated(match, messages):
            return None
        return await self._outbox.write(
            person.id,
            mailbox,
            written.content,
            match.updated_ms,
            after=messages.get(f"{DIRECT}{player.seat}"),
            file=picture,
            view=written.buttons,
            silent=silent,
            nonce=f"{match.id}-{match.stand.revision}-{player.seat}",
        )

    async def _compose(
        self, watched: Snapshot, player: Player, messages: Messages
    ) -> tuple[ReaderView, Message]:
        """Write a player's board or panel as they see it. Raises Refusal if the set-up is over."""
        match, matches = watched.match, self._matches
        person = watched.people[player.human.id]
        words = self._languages.letter(match, person)
        if watched.own[player.seat].free:
            seen = await matches.setting_up.see(match.id, person.id)
            return seen, own_board.set_up(seen, await matches.people.layouts(person.id), words)
        seen = await matches.marking.add_marks(await self._sight(watched, player), person.id)
        return seen, own_board.own_board(seen, messages.get(CHANNEL), person, words)

    async def _update(self, watched: Snapshot, player: Player, messages: Messages) -> None:
        """Close a panel in which nothing is to be set up any more, and say on the present board
        how the clocks stand and who is absent, if that has changed."""
        match, last = watched.match, messages.get(f"{DIRECT}{player.seat}")
        if last is None or last.digest == own_board.SEALED:
            return
        seen, person = await self._sight(watched, player), watched.people[player.human.id]
        words, digest = self._languages.letter(match, person), self._wanted_digest(watched, player)
        if last.digest == own_board.SET_UP:
            if digest != own_board.SET_UP:
                seal = (await self._matches.evidence.seals(match.id)).get(player.seat)
                closed = own_board.closed_panel(seen, seal, words).content
                picture = await self._studio.own(seen, words, person)
                await self._outbox.edit(last, content=closed, attachments=[picture], view=None)
                messages.note(replace(last, digest=own_board.SEALED))
            return
        current = match.running and last.revision == match.stand.revision
        if current and not seen.view.free and not last.tells(digest):
            seen = await self._matches.marking.add_marks(seen, person.id)
            written = own_board.own_board(seen, None, person, words)
            await self._outbox.edit(last, content=written.content)
            messages.note(replace(last, digest=digest))

    async def _dismiss(self, watched: Snapshot, player: Player, messages: Messages) -> None:
        match, audience = watched.match, f"{DIRECT}{player.seat}"
        last = messages.get(audience)
        if last is None or player.substitution is None:
            return
        user = player.substitution.person.id
        words = self._languages.letter(match, await self._matches.people.get(user))
        written = own_board.dismissal(match, player, words)
        for shown in (*messages.earlier(audience), last):
            changes: dict[str, Any] = {"content": written.content} if shown is last else {}
            await self._outbox.edit(shown, view=None, **changes)
            messages.note(replace(shown, state="closed"))

    def _close(
        self, watched: Snapshot, player: Player, messages: Messages
    ) -> list[asyncio.Task[bool]]:
        """Have the buttons taken off a player's boards before the last. The one just before says
        what was played on it, if no turn has been played since, unless it keeps a seal."""
        match, audience = watched.match, f"{DIRECT}{player.seat}"
        last, closings = messages.get(audience), list[asyncio.Task[bool]]()
        for number, shown in enumerate(reversed(messages.earlier(audience))):
            latest = number == 0 and last and last.revision == match.stand.revision
            told = latest and shown.digest != own_board.SEALED
            tell = partial(self._tell_passed, watched, player) if told else None
            closed = replace(shown, state="closed")
            if task := self._closings.close(shown, closed, messages, tell, newer=number > 0):
                closings.append(task)
        return closings

    async def _tell_passed(self, watched: Snapshot, player: Player) -> str:
        words = self._languages.letter(watched.match, watched.people[player.human.id])
        return own_board.passed_board(await self._sight(watched, player), words).content

    def _wanted_digest(self, watched: Snapshot, player: Player) -> str:
        return wanted_messages(watched.match, watched.own, (), "")[f"{DIRECT}{player.seat}"]

    async def _sight(self, watched: Snapshot, player: Player) -> ReaderView:
        """Return what a player sees, with the turns since their own last one."""
        match, view = watched.match, watched.own[player.seat]
        seen = ReaderView(match, self._matches.game(match), view)
        return await self._matches.reading.add_turns(
            seen, player.person.id if player.person else None
        )
