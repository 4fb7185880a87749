"""Whole evenings of four-player Junqi in which everything comes in between.

By default two, with TETRARCH_FULL=1 ten: kills and restarts, refused letters,
stale buttons, the wrong one of four pressing, turns that run out, offers, seats that give up.
"""

import os
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.match import Match
from bot.ui.followers.reconcile import Reconciler
from games.records.record import read
from games.records.verify import verify
from games.rulebook import RULES

from .conftest import MemberActor, button_ids, fairness, labels, press, refused, said, shown_by
from .four import Table, table
from .test_evidence import record_of
from .test_forged import unseen

__all__ = ["table"]

FULL = bool(os.environ.get("TETRARCH_FULL"))
EVENINGS = 10 if FULL else 2
VARIANTS = (
    "standard",
    "partners",
    "open eliminated=stay",
    "qq",
    "partners combat_disclosure=both missed_limit=2",
)
LIMITS = ("max_plies=26 resign_min_ply=12", "max_plies=36 resign_min_ply=4")
NAMES = ("Livia", "Brennus", "Mara", "Quintus")


@dataclass
class Night:
    """An evening, and what has happened in it."""

    table: Table
    rng: random.Random
    patch: pytest.MonkeyPatch
    letters: bool
    done: Counter[str] = field(default_factory=Counter)

    async def play(self) -> None:
        """Play from the first move to the end."""
        deeds: list[Callable[[Match], Awaitable[None]]] = [
            self.turn,
            self.wrong,
            self.stale,
            self.killed,
            self.restarted,
            self.from_a_letter,
            self.offered,
            self.resigned,
            self.out_of_time,
            self.looked,
            self.conferred,
        ]
        while (match := await self.table.match()).running:
            deed = self.rng.choice(deeds)
            await deed(match)
            self.done[deed.__name__] += 1
            *old, board = self.table.boards()
            assert all(labels(one) == [] for one in old), deed.__name__
            now = await self.table.match()
            if now.running:
                assert f"<@{self.acting(now).id}>, your move" in board.content

    def acting(self, match: Match) -> MemberActor:
        return self.table.people[min(match.to_act)]

    def others(self, match: Match) -> list[MemberActor]:
        """List the players who are not to act."""
        return [one for seat, one in enumerate(self.table.people) if seat not in match.to_act]

    async def text(self, match: Match, *, quiet: bool = False) -> str:
        """Return some move of the seat to act; a `quiet` one attacks nothing, if there is one."""
        seen = await self.table.client.desk.matches.see(match.id, self.acting(match).id)
        moves = sorted(seen.game.legal(seen.view), key=seen.game.format)
        rough = [one for one in moves if seen.game.weight(seen.view, one)]
        calm = [one for one in moves if one not in rough]
        wanted = calm if quiet else rough if self.rng.random() < 0.6 else moves
        return seen.game.format(self.rng.choice(wanted or moves))

    # ------------------------------------------------------------------- deeds

    async def turn(self, match: Match) -> None:
        """Play a turn by command."""
        assert "you played" in await self.table.move(self.acting(match), await self.text(match))

    async def wrong(self, match: Match) -> None:
        """Let all but the player to act try to move, and a spectator too."""
        text = await self.text(match)
        for who in self.others(match):
            out = match.players[self.table.people.index(who)].out
            why = "Your part in" if out else "not your turn"
            assert why in await self.table.move(who, text)
            assert why in refused(await who.click(self.table.board(), label="Move"))
        assert "You are watching" in await self.table.move(self.table.mei, text)
        assert unseen(await self.table.match()) == unseen(match)

    async def stale(self, match: Match) -> None:
        """Leave a picker open while the turn is played by command."""
        who = self.acting(match)
        opened = await who.click(self.table.board(), label="Move")
        first = next(iter(button_ids(shown_by(opened)).values()))
        await self.table.move(who, await self.text(match))
        after = await self.table.match()
        late = said(await who.click(shown_by(opened), custom_id=first))
        assert "has moved on" in late or not after.running
        assert unseen(await self.table.match()) == unseen(after)

    async def killed(self, match: Match) -> None:
        """Kill the bot between a commit and the board, which comes after the start."""
        before = len(self.table.boards())

        async def dead(self: Reconciler, watched: Snapshot, messages: Messages) -> None:
            pass

        with self.patch.context() as patch:
            patch.setattr(Reconciler, "reconcile", dead)
            await self.table.move(self.acting(match), await self.text(match))
            assert len(self.table.boards()) == before
        await self.restarted(match)
        assert len(self.table.boards()) == before + 1

    async def restarted(self, match: Match) -> None:
        """Restart the bot, which then answers to the buttons of before."""
        await self.table.restart()
        await self.table.client.desk.matches.followers.sweep()
        await self.table.env.settle()

    async def from_a_letter(self, match: Match) -> None:
        """Begin a turn from a direct message, if there is one."""
        name = NAMES[min(match.to_act)]
        written = self.table.letters(name)
        assert bool(written) == self.letters
        if not self.letters:
            return
        shown = await self.table.users[name].click(written[-1], label="Move")
        while (buttons := button_ids(shown.response)) and "Back" not in "".join(buttons):
            shown = await self.table.users[name].click(
                shown.response, label=self.rng.choice(list(buttons))
            )
        assert unseen(await self.table.match()) == unseen(match)

    async def offered(self, match: Match) -> None:
        """Offer a draw; some agree and another declines, which the proposer cannot."""
        who, *others = self.rng.sample(self.living(match), len(self.living(match)))
        made = await who.slash(self.table.channel, "match offer", what="draw")
        if "on the table" not in said(made):
            assert "declined" in said(made) or "already" in said(made)
            return
        question = self.table.channel.history()[-1]
        assert "your own offer" in refused(await who.click(question, label="Accept"))
        for one in others[:-1]:
            await one.click(question, label="Accept")
        for player in match.players:
            if player.out:
                out = self.table.people[player.seat]
                assert "Your part in" in refused(await out.click(question, label="Accept"))
        assert "You are watching" in refused(await self.table.mei.click(question, label="Decline"))
        await others[-1].click(question, label="Decline")
        assert "declines the draw" in self.table.channel.history()[-1].content
        assert (await self.table.match()).offer is None

    async def resigned(self, match: Match) -> None:
        """Resign a seat, if it may; players who are out keep looking on."""
        who = self.rng.choice(self.living(match))
        if self.rng.random() < 0.8:
            return
        asked = await who.slash(self.table.channel, "match resign")
        earliest = int(match.options.variant.rpartition("resign_min_ply=")[2].split()[0])
        if match.stand.turns < earliest:
            assert "Nobody can resign yet" in refused(asked)
            return
        await press(who, asked, "Resign")
        seat = self.table.people.index(who)
        after = await self.table.match()
        assert after.players[seat].out
        if not after.running:
            return
        assert "```" in said(await who.slash(self.table.channel, "match board", view="text"))

    async def out_of_time(self, match: Match) -> None:
        """Let a turn run out; the next board says so."""
        if match.stand.turns < 4 or self.rng.random() < 0.5:
            return
        seat = min(match.to_act)
        await self.table.pass_time(match.players[seat].clock.time_left(self.table.time()))
        after = await self.table.match()
        assert after.players[seat].missed == match.players[seat].missed + 1
        answer = self.table.board().content
        assert "missed a turn" in answer or "missed turns" in answer or not after.running

    async def looked(self, match: Match) -> None:
        """Let all look, which changes nothing."""
        for who in (*self.table.people, self.table.mei):
            for label in self.rng.sample(["My board", "Text", "More", "Offer"], 2):
                await who.click(self.table.board(), label=label)
        assert unseen(await self.table.match()) == unseen(match)

    async def conferred(self, match: Match) -> None:
        """Ask for a team's thread, which shows no board."""
        who = self.rng.choice(self.table.people)
        answer = said(await who.slash(self.table.channel, "match partners"))
        hidden = "sight" not in match.options.variant and match.options.variant.split()[0] in (
            "standard",
            "qq",
        )
        assert ("There is no team thread" in answer) == hidden
        for room in self.table.channel.threads:
            assert not any(one.attachments for one in room.history())

    def living(self, match: Match) -> list[MemberActor]:
        return [self.table.people[player.seat] for player in match.players if not player.out]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(EVENINGS))
async def test_an_evening_with_everything_in_between_ends_as_it_should(
    table: Table, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng, letters = random.Random(seed), bool(seed % 3)
    if not letters:
        for name in NAMES:
            room = table.users[name].dm_channel.id
            path = f"/channels/{room}/messages"
            table.env.inject_error("POST", path, status=403, code=50007, times=None)
    variant = f"{VARIANTS[seed % len(VARIANTS)]} {LIMITS[seed % 2]}"
    await table.sit(variant=variant, pace="1d")
    await table.set_up()
    night = Night(table, rng, monkeypatch, letters)
    await night.play()
    ended = await table.match()
    assert ended.stand.outcome
    print(f"\n{seed} {ended.options.variant}: {ended.stand.outcome.reason} {dict(night.done)}")
    board = table.board()
    assert fairness(table.channel)[-1].content.count("as sealed") == 4
    assert labels(board) == ["Rematch", "Replay", "Analysis", "Text", "Record", "Poster", "Zoom"]
    assert "is genuine" in refused(await table.verify(table.mei, board))
    assert verify(read(await record_of(table.mei, board)), RULES) == ()
