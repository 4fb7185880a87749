"""Evidence that is published once a match has ended, and that anybody can check."""

from collections import Counter
from dataclasses import replace

from games import fairness
from games.core import Event, Seat
from games.records import record
from games.records.record import Record
from games.records.verify import UNDECIDED, verify

from ..match.due import Given
from ..match.ids import MatchId
from ..match.match import Match
from ..match.messages import Proof, offer_of
from ..match.players import Computer, Invitation, NamedPerson, Player, Who
from ..match.refusals import Code, Refusal
from ..match.seating import draw_seats, places_left_to_chance, turned_by_lot
from ..referee import Referee
from ..store.notes import Notes
from ..store.rows import Stored


class Evidence:
    """Records of ended matches, and the seals published on the way."""

    def __init__(self, referee: Referee, notes: Notes) -> None:
        self._referee = referee
        self._notes = notes

    async def seals(self, match: MatchId) -> dict[Seat, str]:
        """Return the published seals of a match's secret layouts, by seat."""
        return {Seat(seal.seat): seal.seal for seal in await self._referee.store.seals(match)}

    async def proofs(self, match: Match) -> tuple[Proof, ...]:
        """List the salt and the seals of a begun match, as far as they have been made."""
        salt = Proof(None, match.terms.salt or "")
        if self._referee.rules(match.terms.game).game.set_up is None:
            return (salt,)
        seals = await self._referee.store.seals(match.id)
        return (salt, *(Proof(seal.seat, seal.seal) for seal in seals))

    async def uses_lots(self, match: Match) -> bool:
        """Tell whether chance plays a part: in rolls, a computer's choices, or the seating."""
        dice = self._referee.rules(match.terms.game).game.info.dice
        if dice or any(player.computer for player in match.players):
            return True
        places = await self._referee.store.invitations(match.id)
        return len(places_left_to_chance(places)) > 1

    async def time_given(self, match: Match) -> Given:
        """Sum up what the player to move was given, or not charged, since the log's last line."""
        events = await self._referee.store.clock_events(match.id)
        new = [event for event in events if event.revision == match.stand.revision]
        unshown = (
            sum(event.ms for event in new if (event.kind, event.seat) == ("shown", seat))
            for seat in match.to_act
        )
        granted = Counter[Seat]()
        for shown in new:
            if shown.kind == "grant" and shown.seat is not None:
                granted[shown.seat] += shown.ms
        more_ms = sum(event.ms for event in new if event.kind == "time")
        return Given(more_ms, max(unshown, default=0), tuple(granted.items()))

    async def layouts(self, match: MatchId) -> dict[Seat, tuple[str, bool]]:
        """Return the secret layouts of an ended match by seat, each with whether its seal fits;
        none if it was called off before everybody was ready."""
        ended = await self.record(match)
        made = {line.entry.seat: line.entry.text for line in reversed(ended.log)}
        return {
            (seat := Seat(seal.seat)): (
                made[seat],
                fairness.seal(match, seal.seat, seal.nonce, made[seat]) == seal.seal,
            )
            for seal in ended.seals
            if seal.nonce
        }

    async def record(self, match: MatchId) -> Record:
        """Return all about an ended match, its seed included, but no layout that was never played.
        Raises Refusal before the end, and if it is no longer kept."""
        stored = await self._referee.load(match)
        ended, terms, closer = stored.match, stored.match.terms, stored.match.closer
        if ended.stand.outcome is None:
            raise Refusal(Code.NOT_OVER, match=match)
        if stored.cleared:
            raise Refusal(Code.NO_LONGER_KEPT, match=match)
        places = await self._referee.store.invitations(match)
        info = self._referee.rules(terms.game).game.info
        turned = turned_by_lot(places, info)
        lots = () if turned else _lots(stored, places)
        people = draw_seats(places, info, stored.seed, terms.id, terms.salt or "")
        host = Seat(people.index(places[0].who or terms.host))
        held = await self._referee.holders(ended)
        log = await self._referee.store.lines(match)
        clock = await self._referee.store.clock_events(match)
        seals = await self._referee.store.seals(match)
        if 0 < len(seals) < len(ended.players):
            clock = tuple(replace(event, revision=_before(event.revision, log)) for event in clock)
            held = {  # of those who came at lines left out, a record knows only the last
                seat: tuple({_before(since, log): who for since, who in holders}.items())
                for seat, holders in held.items()
            }
            log = tuple(line for line in log if line.entry.kind != "act")
            seals = tuple(replace(seal, nonce=b"") for seal in seals)
        return Record(
            match=terms.id,
            game=terms.game,
            version=terms.version,
            variant=terms.options.variant,
            seats=tuple(
                tuple(record.Holder(_name(who), since) for since, who in held[player.seat])
                for player in ended.players
            ),
            host=host,
            seat_choice="random" if turned or host in lots else "second" if host else "first",
            commitment=terms.commitment,
            seed=stored.seed,
            salt=terms.salt,
            log=log,
            result=ended.stand.outcome,
            seals=seals,
            lots=lots,
            hints=await self._referee.store.hints(match),
            clock=clock,
            pace=terms.options.pace,
            strict=terms.options.strict,
            closer=_person(closer) if closer else None,
            notes=tuple(
                record.Note(note.turn, _person(note.writer), note.text)
                for note in await self._notes.read_published(match)
                if note.writer
            ),
            rated=None if ended.unrated == "earlier" else ended.unrated is None,
            unrated=ended.unrated if ended.unrated != "earlier" else None,
        )

    async def verify(self, match: MatchId) -> tuple[Event, ...]:
        """List what in the record of an ended match cannot be recomputed."""
        ended = await self.record(match)
        return verify(ended, {ended.game: self._referee.rules(ended.game)})

    async def findings(self, match: MatchId) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
        """List what contradicts the record of an ended match, and what could not be checked."""
        found = await self.verify(match)
        undecided = tuple(finding for finding in found if finding.code in UNDECIDED)
        return tuple(finding for finding in found if finding not in undecided), undecided

    async def players_to_tell(self, match: Match) -> tuple[Player, ...]:
        """List the players to whom the end of a match is news: all but the one who caused it. An
        end by agreement is news to the player who proposed it, if that is known."""
        *_, last = await self._referee.store.lines(match.id)
        seat, info = last.entry.seat, self._referee.rules(match.terms.game).game.info
        if seat is None:
            asking = await self._asking(match)
            players = match.players if asking is None else (match.players[asking],)
            return tuple(player for player in players if player.who != match.closer)
        if last.entry.kind == "lapse":  # a player of another side has taken the win
            return tuple(player for player in match.players if player.seat in info.team(seat))
        return match.others(seat)

    async def _asking(self, match: Match) -> Seat | None:
        """Return which of two players proposed the offer that ended the match, if known."""
        reason = match.stand.outcome.reason if match.stand.outcome else ""
        kind = {"agreement": "draw", "cancelled": "cancel"}.get(reason)
        shown = await self._referee.store.open_messages(match.id)
        offers = (offer_of(message.audience) for message in shown)
        made = [offer for offer in offers if offer and offer.kind == kind]
        if len(match.players) > 2 or not made:
            return None
        return max(made, key=lambda offer: offer.revision).seat


def _before(revision: int, log: tuple[record.Line, ...]) -> int:
    """Count the lines before a revision that are kept where no layout is shown."""
    return sum(line.entry.kind != "act" for line in log[:revision])


def _name(who: Who) -> record.Person | record.Computer:
    if isinstance(who, Computer):
        return record.Computer(str(who.level), who.version)
    return _person(who)


def _person(one: NamedPerson) -> record.Person:
    return record.Person(str(one.id), one.name)


def _lots(stored: Stored, places: tuple[Invitation, ...]) -> tuple[Seat, ...]:
    """List the seats given by chance, in the order in which their holders joined."""
    if len(places_left_to_chance(places)) < 2:
        return ()
    wanted = {place.wanted for place in places}
    free = [Seat(seat) for seat in range(len(places)) if seat not in wanted]
    return fairness.seats(stored.seed, stored.match.id, stored.match.terms.salt or "", free)
