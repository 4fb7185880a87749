"""Whole matches of four-player Junqi by chance, through the service, with everything in between.

By default a few, with TETRARCH_FULL=1 three hundred. Every change leaves a match that its log
gives again; now and then the pieces that a viewer cannot see are dealt out anew in the database:
the service must then show that viewer the same, to the byte.
"""

import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from bot.matches.machines.thinkers import Thinkers
from bot.matches.machines.workers import InProcess
from bot.matches.match.choices import choices
from bot.matches.match.match import Match
from bot.matches.match.players import OFFERS, NamedPerson, Substitute
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Refusal
from bot.ui.controls.pictures import look
from bot.ui.words import lines
from bot.ui.words.catalogue import catalogue
from games.clock import PACES
from games.core import GameError, Seat
from games.junqi import layout
from games.junqi.four.board import TEAM_OF
from games.junqi.four.position import Position
from games.junqi.four.rules import FOUR_RULES
from games.junqi.four.view import FourView
from games.junqi.options import FOUR as OPTIONS
from games.quitting import WITHOUT_RESULT
from players.worker import answer
from render.draw import describe, draw
from tests.evening.machines import MACHINES
from tests.games.junqi.disguises import four as disguises
from tests.samples import FULL

from .absences import RollCall, wanted
from .club import ANN, BOB, CHANNEL, CID, DAN, Club
from .story import Story

MATCHES = 300 if FULL else 6
FOUR = (ANN, BOB, CID, DAN)
NAMED = ("standard", "partners", "open", "qq")
LIMITS = {
    "no_capture_limit": ("0", "20", "70"),
    "max_plies": ("60", "200", "500"),
    "missed_limit": ("1", "2", "5"),
    "resign_min_ply": ("0", "12", "40"),
}
"""The values to choose from for the options that are numbers."""
WRONG = ("g6-g7", "nonsense", "i9-i11")
LOOKS = 12
"""The average number of turns between two looks at the two worlds."""
PICTURES = 5
"""The average number of looks between two that compare the pictures as well."""
KINDS = ("own", "partner", "opponent", "out", "spectator", "former")
"""The kinds of viewers; "former" have been replaced by a computer."""


def variant(rng: random.Random) -> str:
    """Choose a named variant and some options."""
    chosen = {key: rng.choice(OPTIONS[key].values) for key in OPTIONS if rng.random() < 0.3}
    chosen |= {key: rng.choice(values) for key, values in LIMITS.items() if key in chosen}
    chosen.setdefault("max_plies", "400")
    return " ".join([rng.choice(NAMED), *(f"{key}={value}" for key, value in chosen.items())])


@dataclass
class Table:
    """One match, all that is done in it, and the comparisons made."""

    club: Club
    rng: random.Random
    match: Match
    done: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)

    async def play(self) -> None:
        rng = self.rng
        while self.match.running:
            if self.match.computing:
                self.match = await self.answered()
                continue
            if rng.random() < 0.15:
                await self.interlude()
            else:
                await self.turn()
            self.match = await self.club.matches.match(self.match.id)
            if rng.random() < 1 / LOOKS and self.match.begun:
                await self.look(draws=rng.random() < 1 / PICTURES)
        await self.club.check(self.match.id)
        await self.look(draws=False)

    async def turn(self) -> None:
        """Take a random turn; attacks are preferred, or matches would go on for long."""
        rng, seat = self.rng, self.rng.choice(sorted(self.match.to_act))
        person = self.holder(seat)
        if self.match.stand.phase == "setting_up":
            text = layout.write_layout(layout.vary_preset(rng.randrange))
        else:
            seen = await self.club.matches.see(self.match.id, person.id)
            moves = sorted(seen.game.legal(seen.view), key=seen.game.format)
            rough = [move for move in moves if seen.game.weight(seen.view, move)]
            text = seen.game.format(rng.choice(rough if rough and rng.random() < 0.7 else moves))
        await self.club.act(self.match, person, text)
        self.done["turn"] += 1

    async def answered(self) -> Match:
        """Return the match once no computer is to act or thinking."""
        matches = self.club.matches
        while matches.computers.thinks(self.match.id) or self.match.computing:
            await matches.followers.reconcile(self.match.id)
            await matches.computers.ponder(self.match.id, 60)
            self.match = await matches.match(self.match.id)
        return self.match

    def holder(self, seat: Seat) -> NamedPerson:
        """Return the person who sits there, or sat there until a computer played on."""
        player = self.match.players[seat]
        return player.substitution.person if player.substitution else player.human

    async def replace(self, person: NamedPerson) -> None:
        """Let a person leave the server, and a computer play on as those who remain want it to."""
        leaving, match = self.club.matches.leaving, self.match
        remaining = [mate.human for mate in match.remaining if mate.person and mate.human != person]
        if not remaining:
            return
        asking, *others = remaining
        leaving.roll_call = RollCall({person.id})
        await leaving.call_roll(match.id, asking.id)
        leaving.roll_call = None
        substitute = Substitute(match.player_of(person.id).seat, self.rng.randrange(1, 6))
        if await wanted(self.club, match, substitute, asking):
            await self.club.answer(match, *others)
        self.match = await self.answered()

    async def interlude(self) -> None:
        """Do something else, which may well be refused."""
        rng, matches, match = self.rng, self.club.matches, self.match
        person, kind = rng.choice(FOUR), match.offer.kind if match.offer else "draw"
        answer = f"offers.answer {kind} {rng.choice(('yes', 'yes', 'yes', 'no'))}"
        deeds = [*[f"offers.offer {rng.choice(OFFERS)}"] * 2, *[f"{answer} {self.revision}"] * 4]
        deeds += ["offers.withdraw"] * bool(match.offer)
        deeds += [f"moves {rng.choice(WRONG)}", f"wait {rng.randrange(24)}"]
        deeds += ["; ".join(["wait 1d"] * 8), "playing.resign"] * (rng.random() < 0.3)
        if rng.random() < 0.05:
            deeds += [f"sleep {rng.choice((0, 24))}; leaving.leave", "gone", "agree"]
        deed = rng.choice([*deeds, *["replace"] * (rng.random() < 0.7)])
        done = deed.split()[-1 if "leave" in deed else 0]
        try:
            match deed:
                case "gone":
                    await matches.leaving.note_departure(
                        match.id, person.id, late=rng.random() < 0.5
                    )
                case "agree":
                    kind = rng.choice(("draw", "cancel"))
                    for player in FOUR:
                        await self.club.offer(match, player, kind)
                case "replace":
                    await self.replace(person)
                case _:
                    told = "; ".join(f"{person.name} {part}" for part in deed.split("; "))
                    await Story(self.club, [match], match.offer).tell(told)
        except (Refusal, GameError):
            self.done[f"{done} refused"] += 1
        else:
            self.done[done] += 1

    @property
    def revision(self) -> int:
        """The revision of the offer that stands."""
        return self.match.offer.revision if self.match.offer else 0

    # ------------------------------------------------------------ two worlds

    async def look(self, *, draws: bool) -> None:
        """Check that each viewer sees the same of a world that differs only in what they cannot."""
        await self.answered()
        row = await self.club.row(self.match.id)
        state = FOUR_RULES.load(row["position"])
        former = {player.seat for player in self.match.players if player.computer}
        for viewer in (*map(Seat, range(4)), None):
            others = list(disguises(state, None if viewer in former else viewer))
            if not others:
                continue
            before = await self.witnesses(viewer, draws)
            await self.put(self.rng.choice(others))
            after = await self.witnesses(viewer, draws)
            await self.club.run(self._position(row["position"]))
            assert after == before
            self.compared.update(self.kinds(state, viewer))

    def kinds(self, state: Position, viewer: Seat | None) -> Iterator[str]:
        """Name the kind of this viewer: of the seat to act, its partner, an opponent, or out."""
        acting = min(self.match.to_act, default=Seat(0))
        if viewer is None:
            yield "spectator"
        elif self.match.players[viewer].computer:
            yield "former"
        elif viewer in state.out:
            yield "out"
        elif viewer == acting:
            yield "own"
        else:
            yield "partner" if viewer in TEAM_OF[acting] else "opponent"

    async def put(self, state: Position) -> None:
        await self.club.run(self._position(FOUR_RULES.dump(state)))

    def _position(self, text: str) -> str:
        return f"UPDATE matches SET position = '{text}' WHERE id = '{self.match.id}'"  # noqa: S608

    async def witnesses(self, viewer: Seat | None, draws: bool) -> list[bytes]:
        """List all that a viewer is shown: the view, lists, words, the text board, the picture."""
        user = None if viewer is None else self.holder(viewer).id
        seen = await self.club.matches.see(self.match.id, user)
        words, view = catalogue("zh-CN" if viewer == 1 else "en"), seen.view
        wanted = look(seen, words, "dark", below=viewer or 0, private=viewer is not None)
        texts = [
            repr(view),
            seen.game.diagram(view),
            repr(seen.game.facts(view)),
            repr(seen.game.cells(view)),
            describe(view, wanted),
            lines.own_board(seen, words),
            lines.board(seen, words),
            repr(choices(seen)) if view.acting else "",
            repr(seen.last),
            *self.refusals(seen),
        ]
        pictures = [draw(view, wanted).png] if draws else []
        return [*map(str.encode, texts), *pictures]

    def refusals(self, seen: ReaderView) -> Iterator[str]:
        """List the refusals of moves that may not be legal."""
        for text in ("g6-g7", "a7-b7", "k12-k11", "q7-p7", "h1-h2", "h17-h16"):
            try:
                seen.game.check(seen.view, seen.game.parse(seen.view, text))
            except GameError as refused:
                yield repr((refused.event.code, dict(refused.event.args)))


async def begun(club: Club, rng: random.Random, number: int) -> Match:
    """Seat four people at a table of their own."""
    pace = rng.choice([name for name in PACES if name != "none"])
    asked, channel = tuple(rng.sample(FOUR[1:], 3)), CHANNEL + number
    options: dict[str, Any] = {"variant": variant(rng), "pace": pace, "where": "here"}
    card = await club.open("junqi-four", *asked, seat="random", channel=channel, **options)
    return await club.join(card, *rng.sample(asked, 3))


@pytest.fixture
async def club(url: str) -> AsyncIterator[Club]:
    """Open a club whose computers take any turn, and at once."""
    thinkers = Thinkers(InProcess(), 1, MACHINES, partial(answer, players=MACHINES))
    club = await Club.at(url, thinkers=thinkers)
    yield club
    await club.close()


@pytest.mark.slow
async def test_matches_by_chance_are_whole_and_tell_nobody_others_secrets(club: Club) -> None:
    ends, done, compared = Counter[str](), Counter[str](), Counter[str]()
    for number in range(MATCHES):
        rng = random.Random(number)
        table = Table(club, rng, await begun(club, rng, number))
        await table.play()
        outcome = table.match.stand.outcome
        assert outcome
        ends[outcome.reason] += 1
        assert (table.match.stand.phase == "called_off") == (outcome.reason in WITHOUT_RESULT)
        assert await club.matches.evidence.verify(table.match.id) == ()
        view = (await club.matches.see(table.match.id, None)).view
        assert isinstance(view, FourView)
        out = {player.seat for player in table.match.players if player.out}
        assert out == view.out
        done.update(table.done)
        compared.update(table.compared)
    print(f"\nends {ends}\ndone {done}\ncompared {compared}")  # the figures, with pytest -s
    assert set(compared) == set(KINDS)
    if FULL:
        assert set(ends) >= {"void", "agreement", "cancelled", "flag", "elimination", "max_plies"}
        deeds = {"playing.resign", "offers.answer", "offers.withdraw", "wait", "gone", "agree"}
        assert deeds <= set(done)
