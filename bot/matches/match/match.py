"""A match: its terms, its players, and how far its log has come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bot.people.person import Person
from games.clock import PACES, Clocks, Pace, PaceName
from games.core import Over, Seat, Word

from .held import Held
from .ids import MatchId
from .players import Computer, Invitation, NamedPerson, Offer, Player
from .refusals import Code, Refusal

Phase: TypeAlias = Literal["open", "setting_up", "playing", "over", "called_off"]
Where: TypeAlias = Literal["thread", "here", "direct", "letters"]
"""Where a match lives: in a thread of its own, in the channel, or on no server (`NOWHERE`): in the
direct messages of the only person who plays, or in letters to each of its players."""
Scope: TypeAlias = Literal["turn", "mine", "here", "open", "everywhere", "finished"]
"""The lists of matches a user can ask for."""
NOWHERE = 0
"""The guild of a match that lives on no server. Its points are those of the lobby."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a host chooses for a match besides the game, the people and the seats.

    `where` its boards go. In a `strict` match a player whose flag falls has lost. `hints` says
    that players may ask for hints; None: if all but the host are computers. `resigns` says that a
    computer resigns what it takes for lost, `rated` that the host wants it to count for points,
    `drawn` that its players were drawn from those who were ready to play. It counts for the `tour`
    of the fortnight of this number, or (None) for none.
    """

    variant: str = ""
    pace: PaceName = "normal"
    where: Where = "thread"
    strict: bool = False
    hints: bool | None = None
    resigns: bool = False
    rated: bool = True
    drawn: bool = False
    tour: int | None = None


USUAL = Options()
"""What is chosen for a match unless its host says otherwise."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms agreed once. Times are epoch milliseconds, places Discord's numbers.

    `version` is that of the game's rules. `channel` is where the match was opened, or where people
    have moved it since. `commitment` seals everything random in the match; `salt` completes it and
    is None until the match begins.
    """

    id: MatchId
    game: str
    version: int
    host: NamedPerson
    guild: int | None
    channel: int
    commitment: str
    created_ms: int
    salt: str | None = None
    rematch_of: MatchId | None = None
    options: Options = USUAL


@dataclass(frozen=True, slots=True)
class Stand:
    """The progress of a match, a function of its terms, position and log: `revision` counts the
    lines of the log, `turns` the turns taken; `taken_back` says that the last thing done was to
    take some back."""

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
    moderator who closed it to free the channel, or for a `closer_reason`. `begun_ms` is when
    everybody had sat down, None for one that is open, and for older ones. `unrated` is the reason
    why it does not count for points (`counts.Unrated`), None if it counts; it is the `nth` of late
    between these opponents. A match is `held` while it can be shown nowhere. A letter match, which
    has no place, is shown to one `reader` at a time; `home` is then where they are written to, and
    the seats in `closed` cannot be.
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
    closer_reason: str | None = None
    begun_ms: int | None = None
    unrated: str | None = None
    nth: int = 1
    held: Held | None = None
    reader: Person | None = None
    closed: frozenset[Seat] = frozenset()

    @property
    def id(self) -> MatchId:
        return self.terms.id

    @property
    def options(self) -> Options:
        return self.terms.options

    @property
    def begun(self) -> bool:
        """True once everybody has sat down, of an ended match too."""
        return bool(self.players)

    @property
    def running(self) -> bool:
        """True while a seat is to act."""
        return self.stand.phase in ("setting_up", "playing")

    @property
    def direct(self) -> bool:
        """True if its boards are messages of its only player's channel with the bot."""
        return self.options.where == "direct"

    @property
    def letters(self) -> bool:
        """True if every player has its boards by letter, and there is no public one."""
        return self.options.where == "letters"

    @property
    def housed(self) -> bool:
        """True once it is known where its boards go. Only what lives on a server has a `home`."""
        return self.home is not None or self.direct or self.letters

    @property
    def place(self) -> int:
        """The thread or channel for messages about this match."""
        return self.home or self.terms.channel

    @property
    def to_act(self) -> frozenset[Seat]:
        return frozenset(player.seat for player in self.players if player.acting)

    @property
    def pace(self) -> Pace:
        return PACES[self.options.pace]

    @property
    def clocks(self) -> Clocks:
        """Everybody's clock; in a strict match a vacation holds none."""
        seats = tuple(player.clock for player in self.players)
        gone = () if self.options.strict else self.players
        away = frozenset(player.seat for player in gone if player.away_ms is not None)
        unshown = frozenset(player.seat for player in self.players if player.unshown)
        return Clocks(self.pace, seats, away, self.paused, self.timeless, unshown)

    @property
    def timeless(self) -> frozenset[Seat]:
        """The seats that have no clock: computers'."""
        return frozenset(player.seat for player in self.players if player.computer)

    @property
    def computing(self) -> bool:
        """True if only computers are to act."""
        acting = [player for player in self.players if player.acting]
        return bool(acting) and all(player.computer for player in acting)

    @property
    def people(self) -> tuple[NamedPerson, ...]:
        """The people at the table, by seat."""
        return tuple(player.person for player in self.players if player.person)

    @property
    def alone(self) -> Player | None:
        """The only player against computers that have sat there from the first; else None."""
        substitutes = any(player.computer and player.substitution for player in self.players)
        people = [player for player in self.players if player.person]
        return people[0] if len(people) == 1 and not substitutes else None

    @property
    def lone(self) -> NamedPerson | None:
        """The only person at a table with computers that have sat there from the first."""
        if self.begun:
            return self.alone.person if self.alone else None
        people = [place.who for place in self.invitations if not isinstance(place.who, Computer)]
        return people[0] if len(people) == 1 else None  # None: a place for anybody

    @property
    def everywhere(self) -> bool:
        """True while anybody at all may take a seat."""
        return self.letters and self.stand.phase == "open" and self.free_places > 0

    @property
    def veiled(self) -> Match:
        """What strangers may know: an open letter match in which nobody was called by name says
        nothing of its people, but for its `reader` themselves."""
        if not self.letters or self.begun or self.called:
            return self
        own = self.reader and self.reader.id

        def veil(who: NamedPerson) -> NamedPerson:
            return who if who.id == own else replace(who, name="")

        places = tuple(
            replace(place, who=veil(place.person)) if place.person else place
            for place in self.invitations
        )
        terms = replace(self.terms, host=veil(self.terms.host))
        return replace(self, terms=terms, invitations=places)

    @property
    def may_move_in(self) -> bool:
        """True while two people by letter may begin anew in a thread: neither has taken a turn, or
        sealed a layout, which the end of the match would show."""
        two = len(self.people) == len(self.players) == 2
        idle = all(player.acted_ms is None for player in self.players)
        return self.letters and self.running and two and idle

    @property
    def faces(self) -> Seat:
        """The seat that boards face: their reader's, that of a player alone with computers, or the
        first."""
        own = self.seat_of(self.reader.id) if self.reader else None
        if own is not None:
            return own
        return self.alone.seat if self.alone else Seat(0)

    @property
    def flag_down(self) -> bool:
        """True while a player's time is up and nobody has decided about it."""
        return any(player.clock.down for player in self.players)

    @property
    def all_moved(self) -> bool:
        """True once everybody has moved, while the game goes on."""
        return self.stand.phase == "playing" and self.stand.turns >= len(self.players)

    @property
    def absent(self) -> tuple[Player, ...]:
        """The players whose seats may be taken over: none before everybody has moved once."""
        return tuple(player for player in self.players if self.all_moved and player.absent)

    @property
    def absences(self) -> str:
        """The seats that may be taken over, each with the reason: "0:left 2:missed"."""
        return " ".join(f"{player.seat}:{player.absence or 'flag'}" for player in self.absent)

    @property
    def remaining(self) -> tuple[Player, ...]:
        """The players who are still in the game and present."""
        away = self.absent
        return tuple(player for player in self.players if not player.out and player not in away)

    @property
    def nameless(self) -> bool:
        """True if somebody it names has had all about them deleted since."""
        taken_over = (player.substitution.person for player in self.players if player.substitution)
        invited = (invitation.person for invitation in self.invitations if invitation.person)
        named = (self.terms.host, *self.people, *taken_over, *invited)
        return any(person.is_deleted for person in named)

    @property
    def unoffered(self) -> Match:
        players = tuple(replace(player, consent=None) for player in self.players)
        return replace(self, players=players)

    def with_player(self, player: Player) -> Match:
        seat = player.seat
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    @property
    def outage_ms(self) -> int:
        """The time an outage gave back in this turn or the one before, for the board to show."""
        return self.credit_ms if self.stand.turns <= self.credit_turns + 1 else 0

    @property
    def called(self) -> tuple[NamedPerson, ...]:
        """The people who are invited by name and have not accepted yet."""
        return tuple(
            invitation.person
            for invitation in self.invitations
            if invitation.person and not invitation.accepted
        )

    @property
    def free_places(self) -> int:
        """The number of places anybody may take."""
        return sum(invitation.who is None for invitation in self.invitations)

    @property
    def complete(self) -> bool:
        """True once everybody has accepted: then the match can begin."""
        return all(invitation.accepted for invitation in self.invitations)

    @property
    def offer(self) -> Offer | None:
        agreed = ((player.seat, player.consent) for player in self.players)
        return next((offer for seat, offer in agreed if offer and offer.seat == seat), None)

    def was_ended_by(self, offer: Offer) -> bool:
        """Tell whether an offer ended by being carried out, and not by anything else."""
        if offer.kind == "takeback":
            return self.stand.taken_back
        if offer.kind == "pause":
            return self.paused
        if offer.substitute:
            player = self.players[offer.substitute.seat]
            since = player.substitution.revision if player.substitution else -1
            wanted = (player.computer is None) == (offer.substitute.level is None)
            return since >= offer.revision and wanted
        reason = self.stand.outcome.reason if self.stand.outcome else None
        return reason == ("agreement" if offer.kind == "draw" else "cancelled")

    def seat_of(self, user: int) -> Seat | None:
        """Return the seat a user plays, None for everybody else."""
        seats = (
            player.seat for player in self.players if player.person and player.person.id == user
        )
        return next(seats, None)

    def others(self, seat: Seat | None) -> tuple[Player, ...]:
        """List all players but the holder of a seat."""
        return tuple(player for player in self.players if player.seat != seat)

    def player_of(self, user: int) -> Player:
        """Return a user's player. Raises Refusal for everybody else."""
        seat = self.seat_of(user)
        if seat is None:
            raise self._stranger(user)
        return self.players[seat]

    def _stranger(self, user: int) -> Refusal:
        """Say that a user is no player, and who has taken over their seat if they had one."""
        for player in self.players:
            if player.substitution and player.substitution.person.id == user:
                if player.computer:
                    level = Word(f"computer.level.{player.computer.level}")
                    return Refusal(Code.REPLACED_BY_COMPUTER, match=self.id, level=level)
                return Refusal(Code.REPLACED, match=self.id, name=player.human.called)
        return Refusal(Code.NOT_A_PLAYER, match=self.id)

    def living(self, user: int) -> Player:
        """Return a user's player, whose part is not over. Raises Refusal for everybody else."""
        player = self.player_of(user)
        if player.out and self.running:
            raise Refusal(Code.OUT, match=self.id)
        return player

    def check_running(self) -> None:
        """Raise Refusal unless a seat is to act."""
        if not self.running:
            raise Refusal(Code.NOT_RUNNING, match=self.id)

    def check_begun(self) -> None:
        """Raise Refusal before everybody has sat down."""
        if not self.begun:
            raise Refusal(Code.NOT_RUNNING, match=self.id)
