"""The refusals of the match service, and their reasons."""

from enum import StrEnum

from games.core import Sayable

from .ids import MatchId


class Code(StrEnum):
    """The refusals of the match service."""

    UNKNOWN_MATCH = "match.unknown_match"
    NOT_OPEN = "match.not_open"
    NOT_RUNNING = "match.not_running"
    NOT_A_PLAYER = "match.not_a_player"
    REPLACED = "match.replaced"
    REPLACED_BY_COMPUTER = "match.replaced_by_computer"
    NOT_CHALLENGED = "match.not_challenged"
    NOT_THE_HOST = "match.not_the_host"
    OWN_MATCH = "match.own_match"
    YOURSELF = "match.yourself"
    A_BOT = "match.a_bot"
    GONE = "match.gone"
    PLACE_TAKEN = "match.place_taken"
    OPEN_ALREADY = "match.open_already"
    TOO_MANY = "match.too_many"
    MOVED_ON = "match.moved_on"
    UNKNOWN_GAME = "match.unknown_game"
    NO_OFFER = "match.no_offer"
    NOT_YOUR_OFFER = "match.not_your_offer"
    OWN_OFFER = "match.own_offer"
    NOT_ASKED = "match.not_asked"
    DECLINED_ALREADY = "match.declined_already"
    NONE_HERE = "match.none_here"
    SEVERAL_HERE = "match.several_here"
    NOT_OVER = "match.not_over"
    OTHER_RULES = "match.other_rules"
    OLD_BUTTON = "match.old_button"
    SET_UP_OVER = "match.set_up_over"
    NOT_YOUR_SQUARE = "match.not_your_square"
    NO_SET_UP = "match.no_set_up"
    NO_LAYOUT = "match.no_layout"
    DRAFT_CHANGED = "match.draft_changed"
    BAD_NAME = "match.bad_name"
    TOO_MANY_LAYOUTS = "match.too_many_layouts"
    NO_MOVE_FROM = "match.no_move_from"
    NOTHING_TO_MARK = "match.nothing_to_mark"
    NOTHING_HIDDEN = "match.nothing_hidden"
    NO_BOARD = "match.no_board"
    NO_LOBBY = "match.no_lobby"
    PIECE_GONE = "match.piece_gone"
    BAD_GUESS = "match.bad_guess"
    MISSING_PERMISSION = "match.missing_permission"
    INVITED_TWICE = "match.invited_twice"
    OUT = "match.out"
    NO_CARD = "match.no_card"
    MOST_PHRASES = "match.most_phrases"
    LOBBY_OFF = "match.lobby_off"
    MOST_SEATS = "match.most_seats"
    THEIR_LETTERS = "match.their_letters"
    SHUT_LETTERS = "match.shut_letters"
    CARD_COMING = "match.card_coming"
    SHARED_AT_HOME = "match.shared_at_home"
    STOPPED = "match.stopped"
    NO_CLOCKS = "match.no_clocks"
    TIME_ENOUGH = "match.time_enough"
    PAUSED_ALREADY = "match.paused_already"
    PAUSED_LONG = "match.paused_long"
    FLAG_DOWN = "match.flag_down"
    NOT_STRICT = "match.not_strict"
    NO_FLAG = "match.no_flag"
    OWN_FLAG = "match.own_flag"
    THEIR_FLAG = "match.their_flag"
    GRANTED_TWICE = "match.granted_twice"
    STAY = "match.stay"
    NO_VACATION = "match.no_vacation"
    TOO_LONG_AWAY = "match.too_long_away"
    BAD_ZONE = "match.bad_zone"
    BAD_HOURS = "match.bad_hours"
    BAD_LEAVE = "match.bad_leave"
    DAY_OVER = "match.day_over"
    BLOCKED = "match.blocked"
    OWN_BLOCK = "match.own_block"
    NO_PARTNERS = "match.no_partners"
    PARTNER_COMPUTER = "match.partner_computer"
    NO_CONFERRING = "match.no_conferring"
    NO_COMPUTER = "match.no_computer"
    NO_HINTS = "match.no_hints"
    NO_HINTS_YET = "match.no_hints_yet"
    NO_ANSWER = "match.no_answer"
    NO_SEAT_LEFT = "match.no_seat_left"
    NO_LEVEL = "match.no_level"
    NOT_A_MANAGER = "match.not_a_manager"
    FOR_TWO = "match.for_two"
    SEAT_TAKEN = "match.seat_taken"
    SEATED = "match.seated"
    CHOOSE_SEAT = "match.choose_seat"
    NOBODY_ABSENT = "match.nobody_absent"
    ONLY_COMPUTERS = "match.only_computers"
    OWN_SEAT = "match.own_seat"
    HAD_A_SEAT = "match.had_a_seat"
    NOT_AGREED = "match.not_agreed"
    MOST_RUNNING = "match.most_running"
    THEIR_RUNNING = "match.their_running"
    MOST_ALONE = "match.most_alone"
    MOST_STARTED = "match.most_started"
    THEIR_STARTED = "match.their_started"
    MOST_CHALLENGES = "match.most_challenges"
    MOST_TO_ONE = "match.most_to_one"
    ABOVE_HOST = "match.above_host"
    MOST_REMATCHES = "match.most_rematches"
    MOST_MESSAGES = "match.most_messages"
    MOST_FOLLOWED = "match.most_followed"
    MOST_NOTES = "match.most_notes"
    NO_NOTES = "match.no_notes"
    NOTES_LATER = "match.notes_later"
    FOLLOWS_OWN = "match.follows_own"
    MOST_PAGES = "match.most_pages"
    ONLY_ENDING = "match.only_ending"
    WHICH_SQUARE = "match.which_square"
    NO_SUCH_TURN = "match.no_such_turn"
    TAKEN_OVER_SINCE = "match.taken_over_since"
    NEVER_SET_UP = "match.never_set_up"
    NOT_RATED = "match.not_rated"
    NOT_STRUCK = "match.not_struck"
    RATED_LONG_AGO = "match.rated_long_ago"
    STRUCK_OFTEN = "match.struck_often"
    FORMER_PLAYER = "match.former_player"
    NO_LONGER_KEPT = "match.no_longer_kept"
    EXPORTED_TODAY = "match.exported_today"
    DELETED_THIS_WEEK = "match.deleted_this_week"
    NOT_HERE = "match.not_here"
    NOT_THEIR_ROLE = "match.not_their_role"
    BARRED = "match.barred"
    THEIR_BARRED = "match.their_barred"
    NO_OPTION = "match.no_option"
    OWN_MANAGING = "match.own_managing"
    NO_REASON = "match.no_reason"
    NO_SUCH_CHANNEL = "match.no_such_channel"
    NO_LOOK = "match.no_look"
    NOT_HELD = "match.not_held"
    NOT_SEEN_HERE = "match.not_seen_here"


# Sayable (games.core)
# └── Refusal              a user's request that the service refuses
#     ├── StaleRevision    the board has moved on
#     └── Stopped          its position cannot be read


class Refusal(Sayable):
    """A kind "no" to a request; `event` says why, and nothing has changed."""


class StaleRevision(Refusal):
    """The board has moved on since the button was drawn or the move was thought of."""

    def __init__(self, match: MatchId) -> None:
        super().__init__(Code.MOVED_ON, match=match)


class Stopped(Refusal):
    """A match that cannot go on because its stored position cannot be read. It does not quote the
    position; the log of the process has the same reference."""

    def __init__(self, match: MatchId, revision: int) -> None:
        super().__init__(Code.STOPPED, match=match, reference=f"{match}-{revision}")
        self.match = match
