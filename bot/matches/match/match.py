"""A match: its terms, its players, and how far its log has come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from games.clock import PACES, Clocks, Pace, PaceName
from games.core import Over, Seat, Word

from .ids import MatchId
from .players import Invitation, NamedPerson, Offer, Player
from .refusals import Code, Refusal

Phase: TypeAlias = Literal["open", "setting_up", "playing", "over", "called_off"]
Where: TypeAlias = Literal["thread", "here"]
Scope: TypeAlias = Literal["turn", "mine", "here", "open", "finished"]
"""Which matches are listed."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed once. Times are epoch milliseconds, places Discord's numbers.

    `version` is that of the game's rules. `channel` is where the match was opened. `commitment`
    seals everything random in the match; `salt` completes them and is None until the match begins.
    In a `strict` match a player whose flag falls has lost. `hints` says that players may ask what
    they might play, `resigns` that a computer gives up what it takes for lost.
    """

    id: MatchId
    game: str
    variant: str
    version: int
    host: NamedPerson
    guild: int | None
    channel: int
    where: Where
    commitment: str
    created_ms: int
    salt: str | None = None
    rematch_of: MatchId | None = None
    pace: PaceName = "none"
    strict: bool = False
    hints: bool = False
    resigns: bool = False


@dataclass(frozen=True, slots=True)
class Stand:
    """How far a match has come: a function of its terms, its position and its log.

    `revision` is the number of lines on the log, `turns` the number of turns taken; `taken_back`
    says that the last thing done was to take some back.
    """

    revision: int = 0
    turns: int = 0
    phase: Phase = "open"
    outcome: Over | None = None
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """The public part of a match.

    Before it begins it has `invitations` by place, the host's first; then `players` by seat. `home`
    is the thread or channel its boards go to, None until that is known. `serial` counts its
    changes. `clock_ms` is when anything last happened to its clocks, and ages count from then.
    `credit_ms` is what an outage gave back after `credit_turns` turns. `closer` is the
    moderator who closed it to free the channel.
    """

    terms: Terms
    stand: Stand = Stand()
    players: tuple[Player, ...] = ()
    invitations: tuple[Invitation, ...] = ()
    home: int | None = None
    updated_ms: int = 0
    serial: int = 0
    paused: bool = False
    clock_ms: int = 0
    credit_ms: int = 0
    credit_turns: int = 0
    closer: NamedPerson | None = None

    @property
    def id(self) -> MatchId:
        """The match's name."""
        return self.terms.id

    @property
    def begun(self) -> bool:
        """Whether everybody has sat down; true of an ended match too."""
        return bool(self.players)

    @property
    def running(self) -> bool:
        """Whether somebody is to act."""
        return self.stand.phase in ("setting_up", "playing")

    @property
    def place(self) -> int:
        """The thread or channel in which to speak of this match."""
        return self.home or self.terms.channel

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that are to act."""
        return frozenset(player.seat for player in self.players if player.acting)

    @property
    def pace(self) -> Pace:
        """How much time a turn has."""
        return PACES[self.terms.pace]

    @property
    def clocks(self) -> Clocks:
        """Everybody's clock; in a strict match a vacation holds none."""
        seats = tuple(player.clock for player in self.players)
        away = {player.seat for player in self.players if player.away_ms is not None}
        away = set() if self.terms.strict else away
        return Clocks(self.pace, seats, frozenset(away), self.paused, self.timeless)

    @property
    def timeless(self) -> frozenset[Seat]:
        """The seats that have no clock: computers'."""
        return frozenset(player.seat for player in self.players if player.computer)

    @property
    def computing(self) -> bool:
        """Whether nobody but computers is to act."""
        acting = [player for player in self.players if player.acting]
        return bool(acting) and all(player.computer for player in acting)

    @property
    def people(self) -> tuple[NamedPerson, ...]:
        """The people at the table, by seat."""
        return tuple(player.person for player in self.players if player.person)

    @property
    def all_moved(self) -> bool:
        """Whether everybody has moved once, and the game goes on."""
        return self.stand.phase == "playing" and self.stand.turns >= len(self.players)

    @property
    def absent(self) -> tuple[Player, ...]:
        """Those whose seats may be taken over: not before everybody has moved once."""
        return tuple(player for player in self.players if self.all_moved and player.absent)

    @property
    def absences(self) -> str:
        """Whose seats may be taken over, and what they have done: "0:left 2:missed"."""
        return " ".join(f"{one.seat}:{one.absence or 'flag'}" for one in self.absent)

    @property
    def remaining(self) -> tuple[Player, ...]:
        """Those who have a part in the game and are there to play it."""
        away = self.absent
        return tuple(one for one in self.players if not one.out and one not in away)

    @property
    def unoffered(self) -> Match:
        """The match without the offer that stood."""
        return replace(
            self, players=tuple(replace(player, consent=None) for player in self.players)
        )

    def with_player(self, player: Player) -> Match:
        """The match with one player changed."""
        seat = player.seat
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    @property
    def outage_ms(self) -> int:
        """What an outage has given back in this turn or the one before, for the board to say."""
        return self.credit_ms if self.stand.turns <= self.credit_turns + 1 else 0

    @property
    def called(self) -> tuple[NamedPerson, ...]:
        """Those who have been invited by name and have not accepted yet."""
        return tuple(one.person for one in self.invitations if one.person and not one.accepted)

    @property
    def free_places(self) -> int:
        """How many places anybody may take."""
        return sum(one.who is None for one in self.invitations)

    @property
    def complete(self) -> bool:
        """Whether everybody has accepted; then the match can begin."""
        return all(one.accepted for one in self.invitations)

    @property
    def offer(self) -> Offer | None:
        """The offer that waits for an answer."""
        for player in self.players:
            if (made := player.consent) and made.to == player.seat:
                return Offer(made.kind, player.seat, made.revision, made.substitute)
        return None

    def ended_by(self, offer: Offer) -> bool:
        """Whether an offer that was made ended by being carried out, and not by anything else."""
        if offer.kind == "takeback":
            return self.stand.taken_back
        if offer.kind == "pause":
            return self.paused
        if offer.substitute:
            player = self.players[offer.substitute.seat]
            wanted = (player.computer is None) == (offer.substitute.level is None)
            return bool(
                player.substitution and player.substitution.revision >= offer.revision and wanted
            )
        reason = self.stand.outcome.reason if self.stand.outcome else None
        return reason == ("agreement" if offer.kind == "draw" else "cancelled")

    def seat_of(self, user: int) -> Seat | None:
        """The seat a user plays, None for everybody else."""
        return next(
            (one.seat for one in self.players if one.person and one.person.id == user), None
        )

    def others(self, seat: Seat | None) -> tuple[Player, ...]:
        """Everybody but the holder of a seat."""
        return tuple(player for player in self.players if player.seat != seat)

    def player_of(self, user: int) -> Player:
        """The player a user is. Raises Refusal for everybody else."""
        seat = self.seat_of(user)
        if seat is None:
            raise self._stranger(user)
        return self.players[seat]

    def _stranger(self, user: int) -> Refusal:
        """Why somebody is no player: who has taken their seat over, if they had one."""
        for player in self.players:
            if player.substitution and player.substitution.person.id == user:
                if player.computer:
                    level = Word(f"computer.level.{player.computer.level}")
                    return Refusal(Code.RELIEVED_BY_COMPUTER, match=self.id, level=level)
                return Refusal(Code.RELIEVED, match=self.id, name=player.human.name)
        return Refusal(Code.NOT_A_PLAYER, match=self.id)

    def living(self, user: int) -> Player:
        """The player a user is, whose part is not over. Raises Refusal for everybody else."""
        player = self.player_of(user)
        if player.out and self.running:
            raise Refusal(Code.OUT, match=self.id)
        return player

    def check_running(self) -> None:
        """Raise Refusal unless somebody is to act."""
        if not self.running:
            raise Refusal(Code.NOT_RUNNING, match=self.id)

    def check_begun(self) -> None:
        """Raise Refusal before everybody has sat down."""
        if not self.begun:
            raise Refusal(Code.NOT_RUNNING, match=self.id)
