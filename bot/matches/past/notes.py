"""Notes on the turns of a match: private, until their writer publishes them after its end."""

from ..match.ids import MatchId
from ..match.match import Match
from ..match.players import NamedPerson
from ..match.refusals import Code, Refusal
from ..match.remarks import LONGEST_NOTE, Note
from ..referee import Referee
from ..store.notes import Notes
from .history_reading import Reading

MOST_NOTES = 60
"""The most notes of one person on one match."""


class Notebook:
    """Lets whoever sees a match note something on its turns."""

    def __init__(self, referee: Referee, reading: Reading, notes: Notes) -> None:
        self._referee = referee
        self._reading = reading
        self._notes = notes

    async def own(self, match: MatchId, user: int) -> tuple[Note, ...]:
        """Read a user's own notes on a match, by turn."""
        return await self._notes.by(match, user)

    async def read_published(self, match: Match) -> tuple[Note, ...]:
        """Read the published notes on a match; there are none before it has ended."""
        return () if match.stand.outcome is None else await self._notes.read_published(match.id)

    async def note(self, match: MatchId, user: int, turn: int, text: str) -> int:
        """Note something on a turn, or on the nearest there is, in the place of an earlier note;
        blanks delete that. Return the turn's number. Raises Refusal."""
        history = await self._reading.history(match, user)
        number = history.steps[history.place(turn)].number
        written = _plain(text)
        if not written:
            await self._notes.remove(match, user, number)
        elif not await self._notes.keep(match, user, Note(number, written), MOST_NOTES):
            raise Refusal(Code.MOST_NOTES, match=match, limit=MOST_NOTES)
        return number

    async def publish(self, match: MatchId, writer: NamedPerson) -> None:
        """Let everybody read what a person has noted on a match that has ended. Raises Refusal, by
        letter too: strangers write each other nothing of their own."""
        noted = (await self._referee.load(match)).match
        if noted.letters:
            raise Refusal(Code.OLD_BUTTON)
        if noted.stand.outcome is None:
            raise Refusal(Code.NOTES_LATER, match=match)
        if not await self._notes.publish(match, writer):
            raise Refusal(Code.NO_NOTES, match=match)


def _plain(text: str) -> str:
    """Write a text in one line, without what no database or file can hold."""
    kept = text.replace("\0", "").encode("utf-8", "ignore").decode()
    return " ".join(kept.split())[:LONGEST_NOTE].rstrip()
