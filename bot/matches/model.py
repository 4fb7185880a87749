"""What a match is to everybody outside: its people, place and state, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NewType, TypeAlias, get_args

from games.core import Event, Info, Over, Pick, Sayable, Seat, View, Word

MatchId = NewType("MatchId", str)
"""Four letters and digits that cannot be mistaken for one another, such as "K7Q2"."""

Status: TypeAlias = Literal["open", "running", "over", "cancelled"]
SeatChoice: TypeAlias = Literal["first", "second", "random"]
Where: TypeAlias = Literal["thread", "here"]
OfferKind: TypeAlias = Literal["draw", "takeback", "cancel"]
OFFERS: tuple[OfferKind, ...] = get_args(OfferKind)
Scope: TypeAlias = Literal["turn", "mine", "here", "open", "finished"]
CHANNEL, CARD, LETTER = "channel", "card", "dm:"
"""The audiences of a match's messages; a letter's ends with the seat."""
SHOWN_OPEN = -1
"""The revision of a card that still offers its buttons."""


class Code(StrEnum):
    """The refusals of the match service."""

    UNKNOWN_MATCH = "match.unknown_match"
    NOT_OPEN = "match.not_open"
    NOT_RUNNING = "match.not_running"
    NOT_A_PLAYER = "match.not_a_player"
    NOT_CHALLENGED = "match.not_challenged"
    NOT_THE_HOST = "match.not_the_host"
    OWN_MATCH = "match.own_match"
    OWN_CHALLENGE = "match.own_challenge"
    YOURSELF = "match.yourself"
    A_BOT = "match.a_bot"
    GONE = "match.gone"
    PLACE_TAKEN = "match.place_taken"
    OPEN_ALREADY = "match.open_already"
    TOO_MANY = "match.too_many"
    MOVED_ON = "match.moved_on"
    UNKNOWN_GAME = "match.unknown_game"
    NO_OFFER = "match.no_offer"
    OWN_OFFER = "match.own_offer"
    OFFERED_ALREADY = "match.offered_already"
    NONE_HERE = "match.none_here"
    SEVERAL_HERE = "match.several_here"
    NOT_OVER = "match.not_over"
    OTHER_RULES = "match.other_rules"
    NO_DRAWS = "match.no_draws"
    OLD_BUTTON = "match.old_button"
    SET_UP_OVER = "match.set_up_over"
    NO_SET_UP = "match.no_set_up"
    NO_LAYOUT = "match.no_layout"
    DRAFT_CHANGED = "match.draft_changed"
    BAD_NAME = "match.bad_name"
    TOO_MANY_LAYOUTS = "match.too_many_layouts"
    NOTHING_TO_MARK = "match.nothing_to_mark"
    NOTHING_HIDDEN = "match.nothing_hidden"
    PIECE_GONE = "match.piece_gone"
    BAD_GUESS = "match.bad_guess"
    MISSING_PERMISSION = "match.missing_permission"


class Refusal(Sayable):
    """A kind "no" to the one who asked; `event` says why, and nothing has changed."""


class StaleRevision(Refusal):
    """The board has moved on since the button was drawn or the move was thought of."""

    def __init__(self, match: MatchId) -> None:
        super().__init__(Code.MOVED_ON, match=match)


@dataclass(frozen=True, slots=True)
class Player:
    """A person: Discord's user id and the name last seen."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Match:
    """The public part of a match. Times are epoch milliseconds.

    `channel` is where it was opened; `home` the thread or channel its boards go to, None until that
    is known. `seats` holds the players by seat, None while open. `commitment` seals the match's
    draws. `turns` counts the turns taken; `taken_back` says that the last thing done was to take
    some back.
    """

    id: MatchId
    game: str
    variant: str
    status: Status
    host: Player
    opponent: Player | None
    seat_choice: SeatChoice
    seats: tuple[Player | None, ...]
    guild: int | None
    channel: int
    where: Where
    home: int | None
    revision: int
    to_act: frozenset[Seat]
    outcome: Over | None
    commitment: str
    salt: str | None
    created_ms: int
    updated_ms: int
    turns: int = 0
    taken_back: bool = False
    rematch_of: MatchId | None = None

    def seat_of(self, user: int) -> Seat | None:
        """The seat a user plays, None for everybody else."""
        for number, player in enumerate(self.seats):
            if player and player.id == user:
                return Seat(number)
        return None


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action of the reader: its text, what to pick for it, its effect and its weight."""

    text: str
    path: tuple[Pick, ...]
    news: tuple[Event, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Layout:
    """Pieces to set up, as a text of their codes, and what they are called.

    The `stamp` tells this draft from what it was before; without the match's seed it tells nothing.
    """

    codes: str
    title: str | Word
    stamp: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What one reader may see of a match now; the only thing the service returns about a position.

    With a `draft` (the reader's own unsent actions) the view is the one after it, `choices` are the
    next actions, and `complete` says whether the draft is a whole turn. `notes` are the reader's
    own private marks by square, `layout` their draft while pieces are set up, `cells` what stands
    where, as in the line protocol.
    """

    match: Match
    info: Info
    view: View
    choices: tuple[Choice, ...] = ()
    draft: str = ""
    complete: bool = False
    diagram: str = ""
    last: tuple[Seat, str] | None = None
    notes: tuple[tuple[str, str], ...] = ()
    layout: Layout | None = None
    cells: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Offer:
    """A standing proposal of one seat; it lives until the next move."""

    match: MatchId
    kind: OfferKind
    seat: Seat
    revision: int


@dataclass(frozen=True, slots=True)
class Shown:
    """Which message shows a match to an audience ("channel", "card"), and at which revision."""

    match: MatchId
    audience: str
    channel: int
    message: int
    revision: int


@dataclass(frozen=True, slots=True)
class Preferences:
    """A user's settings. `locale` None follows the Discord client, `theme` None the server.

    With `codes` Junqi's pieces show their codes large, for those who do not read Chinese.
    """

    locale: str | None = None
    theme: str | None = None
    confirm: bool = True
    pings: bool = True
    codes: bool = False
