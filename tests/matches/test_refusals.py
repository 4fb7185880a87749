"""Every "no" of the service: its code, the match it names, and that nothing has changed."""

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from bot.matches import service
from bot.matches.acts.limiter import MOST_OPEN
from bot.matches.acts.setting_up import MOST_LAYOUTS
from bot.matches.match.choices import read_beginning
from bot.matches.match.ids import MatchId
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code
from bot.matches.upkeep.points_removal import MOST_STRUCK

from . import rated
from .absences import BY_PERSON, RollCall, propose
from .club import ANN, BOB, CID, DAN, Club, refusal, refused
from .story import DEEDS, Story

pytestmark = pytest.mark.whole

PACKAGE = Path(service.__file__).parent
STORIES = """
CARD_COMING: begin; Ann playing.resign; Bob opening.rematch 1000;
    Ann opening.rematch 1000 #0
UNKNOWN_MATCH: Ann playing.try_turn a1-a3
UNKNOWN_GAME: open chess
YOURSELF: open with=Ann
NOT_OPEN: begin with=anybody; Cid opening.join
NOT_OPEN: begin; Bob opening.decline
NOT_OPEN: begin; Ann opening.cancel
NOT_CHALLENGED: open; Cid opening.join
NOT_CHALLENGED: open; Ann opening.decline
NOT_CHALLENGED: open with=anybody; Bob opening.decline
NOT_THE_HOST: open; Bob opening.cancel
OWN_MATCH: open with=anybody; Ann opening.join
OWN_MATCH: open; Ann opening.join
NOT_RUNNING: open; Ann moves a1-a3
NOT_RUNNING: open; Ann see
NOT_RUNNING: open; Ann reading.history
NOT_RUNNING: open; Ann reading.history public
NOT_RUNNING: open; Ann reading.history mine
NOT_RUNNING: open; Ann reading.history open
NOT_RUNNING: open; opening.live_in 2000
NOT_A_PLAYER: begin; Cid moves a1-a3 99
NOT_A_PLAYER: begin; Ann offers.offer draw; Cid offers.answer draw yes 0
NOT_A_PLAYER: begin; Cid see a1-a3
NOT_A_PLAYER: begin; Ann playing.resign; Cid opening.rematch 1000
PLACE_TAKEN: begin where=here; open host=Cid where=here
PLACE_TAKEN: begin where=here; begin host=Cid; opening.live_in 1000
OPEN_ALREADY: open; open
OPEN_ALREADY: open with=anybody where=here; open with=anybody where=here
OPEN_ALREADY: begin; Ann playing.resign; Ann opening.rematch 1000; Ann opening.rematch 1001 #0
MOVED_ON: begin; Ann moves a1-a3; Bob moves a7-a5 0
MOVED_ON: begin; Ann moves a1-a3; Bob playing.resign 0
NO_OFFER: begin; Bob offers.answer draw yes 0
NO_OFFER: begin; Ann offers.offer draw; Bob offers.answer cancel yes 0
OWN_OFFER: begin; Ann offers.offer draw; Ann offers.answer draw yes 0
NOT_YOUR_OFFER: begin; Ann offers.offer draw; Bob offers.withdraw
NOT_ASKED: at_table; Ann moves wait; Ann offers.offer takeback; Cid offers.answer takeback yes 5
NOT_ASKED: at_table; Ann moves wait; Ann offers.offer takeback; Cid offers.answer takeback no 5
OWN_OFFER: at_table; Bob offers.offer draw; Ann,Dan agrees; Bob offers.answer draw yes 4
OUT: at_table; Bob playing.resign; Bob offers.offer draw
OUT: at_table; Ann moves b1; Bob moves wait
OUT: at_table; Ann moves b1; Bob see wait
OUT: at_table; Ann moves b1; Bob offers.offer draw
OUT: at_table; Ann moves b1; Dan offers.offer draw; Bob offers.answer draw no 5
OUT: at_table; Dan playing.resign; Dan moves wait
OWN_OFFER: begin; Ann offers.offer draw; Ann offers.offer draw
DECLINED_ALREADY: begin; Ann offers.offer draw; Bob offers.answer draw no 0; Ann offers.offer draw
OTHER_RULES: begin; sql UPDATE matches SET version = 0; Ann moves a1-a3
NOT_OVER: begin; evidence.record
NOT_OVER: open; Ann opening.cancel; evidence.record
NOT_OVER: begin; Ann opening.rematch 1000
SEAT_TAKEN: open quartet with=Bob,anybody,anybody; Cid opening.join 1
SEATED: open quartet with=Bob,anybody,anybody; Bob opening.join 2
INVITED_TWICE: open murus with=Bob,Bob

NO_SET_UP: begin; Ann setting_up.see
SET_UP_OVER: begin junqi-dark; Ann setting_up.ready; Ann setting_up.lay fortress
SET_UP_OVER: begin junqi-dark; Ann setting_up.ready; Ann setting_up.ready
DRAFT_CHANGED: begin junqi-dark; Ann setting_up.ready stale
NOT_A_PLAYER: begin junqi-dark; Cid setting_up.see
NO_LAYOUT: begin junqi-dark; Ann setting_up.lay castle
BAD_NAME: begin junqi-dark; Ann setting_up.save Fortress
NOTHING_TO_MARK: begin junqi-dark; Bob setting_up.ready; Ann marking.mark a1 9
BAD_GUESS: begin junqi-dark; Bob setting_up.ready; Ann marking.mark a12 Z
NOTHING_HIDDEN: begin; Ann marking.mark a7 9
PIECE_GONE: begin junqi-dark; Bob setting_up.ready; Ann marking.mark_piece -1 9
NOT_RUNNING: open junqi-dark; Ann marking.mark a12 9
NOT_RUNNING: open junqi-dark; Ann setting_up.see
NOT_YOUR_SQUARE: begin junqi-dark; Ann setting_up.swap a1 a12
NEVER_SET_UP: begin junqi-dark; Ann offers.offer cancel; Bob offers.answer cancel yes 0;
    Ann reading.history open

NOT_STRICT: open junqi-dark strict=yes
NOT_STRICT: open pace=none strict=yes
NO_CLOCKS: begin pace=none; Ann offers.offer pause
NO_CLOCKS: begin pace=none; Ann offers.offer time
NO_CLOCKS: begin pace=none; Bob clocks.give
PAUSED_ALREADY: begin; Ann offers.offer pause; Bob offers.offer pause; Ann offers.offer pause
PAUSED_LONG: begin pace=7d; Ann vacations.take 14; wait 335; Ann,Bob offers.offer pause; wait 385;
    Ann offers.offer pause
FLAG_DOWN: begin pace=1d; Ann moves a1-a3; Bob moves a7-a5; wait 24; Bob offers.offer pause
TIME_ENOUGH: begin; wait 24; Ann offers.offer time
TIME_ENOUGH: begin; wait 25; Bob offers.offer time
TIME_ENOUGH: begin; Ann clocks.give
TIME_ENOUGH: begun; wait 48; Bob clocks.give
NO_FLAG: begin; Bob clocks.take_win
NO_FLAG: begin; Ann clocks.excuse
NO_FLAG: begin; Bob clocks.excuse
NO_FLAG: absent; Ann clocks.take_win
NO_FLAG: absent; Ann clocks.excuse
NOT_OPEN: begin; Ann playing.resign; Ann opening.cancel
NOT_OPEN: begin; Ann playing.resign; Bob opening.decline
MOVED_ON: begin; Ann moves a1-a3; Bob clocks.take_win 0
STAY: begin; Bob leaving.leave
STAY: begun; sleep 48; Bob leaving.leave
STAY: begin pace=none; Ann moves a1-a3; Bob moves b7-b5; wait 604799999ms; Bob leaving.leave
STAY: begin pace=none; Ann moves a1-a3; Bob moves b7-b5; wait 7d; Ann leaving.leave
STAY: begin junqi-flip; Ann moves a1; sleep 172799999ms; Ann leaving.leave
STAY: begin junqi-flip; Ann moves a1; sleep 172799999ms; Bob leaving.leave
STAY: begin junqi-flip; Ann moves a1; sleep 48; Bob leaving.leave
NO_VACATION: Ann vacations.end
TOO_LONG_AWAY: Ann vacations.take 30
DAY_OVER: Ann vacations.take 1 -1
BAD_ZONE: Ann prefer zone=Atlantis
OWN_MANAGING: begin; Ann leaving.close
NOT_HELD: begin; Ann holding.move 99 99
NOT_A_PLAYER: begin; holding.hold 0 locked 160005; Cid holding.move 99 99
OWN_BLOCK: Ann people.block Bob; open
BLOCKED: Bob people.block Ann; open

NO_COMPUTER: open cups with=1
NO_LEVEL: open with=6
NO_HINTS: begin; Ann advising.hint
NO_HINTS_YET: begin junqi-dark hints=yes; Ann advising.hint
NO_ANSWER: begin; Ann playing.resign; analysing.begin
NOT_OVER: begin; analysing.begin

NOBODY_ABSENT: begin; Bob offers.offer replace 1
NOBODY_ABSENT: begin; Ann moves a1-a3; Ann leaving.call_roll; Ann offers.offer replace 1:1
OWN_SEAT: absent; Ann offers.offer replace 1
NOT_ASKED: at_four; Bob offers.offer replace 1; Ann agrees
ONLY_COMPUTERS: at_four; Bob offers.offer replace person
NO_LEVEL: absent; Bob offers.offer replace 9
OWN_SEAT: absent; Bob offers.offer replace person; Ann offers.take
HAD_A_SEAT: absent; Bob offers.offer replace person; Bob offers.take
BLOCKED: absent; Bob offers.offer replace person; Bob people.block Cid; Cid offers.take
NO_OFFER: absent; Bob offers.offer replace person; Cid offers.take; Dan offers.take
NO_OFFER: at_four; Bob offers.offer replace 1; Cid offers.take
REPLACED_BY_COMPUTER: absent; Bob offers.offer replace 1; Ann moves b1-b3
TAKEN_OVER_SINCE: absent; Bob offers.offer replace person; Cid offers.take;
    Bob offers.offer takeback

MOST_RUNNING: allow running=1; begin; open with=Cid channel=1001
THEIR_RUNNING: allow running=1; open with=anybody; open with=Ann host=Cid; Ann opening.join;
    Bob opening.join #0
MOST_ALONE: allow alone=1; open with=1; open diablo with=1 channel=1001
MOST_STARTED: allow started=1; begin; open with=Cid
THEIR_STARTED: allow started=1; open with=Cid; begin; Cid opening.join #0
MOST_CHALLENGES: allow challenges=3; open channel=1; open channel=2; open channel=3; open channel=4
MOST_TO_ONE: allow to_one=2; open channel=1; open channel=2; open channel=3
MOST_TO_ONE: allow to_one=1; open junqi-four with=Bob,anybody,anybody channel=1; post;
    Bob opening.decline; open channel=2
MOST_REMATCHES: allow to_one=2; begin; Ann playing.resign; Ann opening.rematch 1;
    Ann opening.cancel; Ann opening.rematch 2 #0; Ann opening.cancel; Ann opening.rematch 3 #0
MOST_PHRASES: allow phrases=1; begin; Ann,Ann attention.say #0
MOST_MESSAGES: allow messages=1; begin; Ann offers.offer draw; Ann offers.offer cancel
MOST_PAGES: allow pages=1; Ann,Ann attention.share_page
ONLY_ENDING: begin; Bob people.block Ann; Ann offers.offer draw
ONLY_ENDING: absent; Bob people.block Ann; Bob offers.offer replace 1
MOST_RUNNING: attention.limit running 1; begin; open with=Cid channel=1001
THEIR_RUNNING: attention.limit running 1; open with=anybody; open with=Ann host=Cid;
    Ann opening.join; Bob opening.join #0
MOST_ALONE: attention.limit alone 1; open with=1; open diablo with=1 channel=1001
MOST_STARTED: attention.limit started 1; begin; open with=Cid
THEIR_STARTED: attention.limit started 1; open with=Cid; begin; Cid opening.join #0
MOST_CHALLENGES: attention.limit challenges 1; open; open with=Cid
ABOVE_HOST: allow running=20; attention.limit running 21
FOLLOWS_OWN: begin; Ann following.follow
NOTES_LATER: begin; Ann noting.publish
NO_NOTES: begin; Ann playing.resign; Ann noting.publish

OWN_MANAGING: begin; Ann managing.extend
OWN_MANAGING: open; Ann managing.close no
THEIR_FLAG: begin pace=1d; Ann moves a1-a3; Bob moves a7-a5; wait 24; Cid managing.extend
GRANTED_TWICE: begin pace=1d; wait 23; Cid managing.extend; wait 23; Cid managing.extend; wait 23;
    Cid managing.extend
UNKNOWN_MATCH: begin; managing.find guild=8
NOT_RUNNING: begin; Ann playing.resign; Cid managing.post_again
BARRED: Ann servers.bar; open
THEIR_BARRED: Bob servers.bar; open
THEIR_BARRED: open; Ann servers.bar; Bob opening.join

NOT_RATED: begin; Ann playing.resign; Hal striking.strike arranged
NOT_STRUCK: rated; striking.undo
OWN_MANAGING: rated; Fin striking.strike arranged
RATED_LONG_AGO: rated; wait 721; Hal striking.strike arranged

FORMER_PLAYER: rated; Eva forgetting.forget; Fin opening.rematch 1
EXPORTED_TODAY: Ann,Ann exporting.today
DELETED_THIS_WEEK: Ann,Ann forgetting.grant
NO_LONGER_KEPT: rated; sql UPDATE matches SET position = ''; evidence.record
"""
"""The code of a refusal, and the story whose last deed is refused by it; none before is."""
MANAGED = ("managing.extend", "managing.close no", "managing.post_again", "managing.move 9 9")
TAKEN = "absent; Bob offers.offer replace person; Cid offers.take; "
"""Somebody else plays on for Ann, who has opened the match."""
TWICE = (
    "begin host=Cid seat=second; Bob moves a1-a3; Cid moves b7-b5; wait 72; "
    "Cid offers.offer replace person; Dan offers.take; wait 72; "
    "Cid offers.offer replace person; Eva offers.take; "
)
"""Somebody else plays on for whoever played on for Bob."""


def told() -> Iterator[tuple[str, str]]:
    """List the stories, and what is refused whoever has no part, had one, or comes too late."""
    for line in STORIES.replace("\n    ", " ").splitlines():
        code, _, story = line.partition(": ")
        if story:
            yield code, story
    for deed in DEEDS:
        yield "NOT_A_PLAYER", f"begin; Cid {deed}"
        yield "NOT_RUNNING", f"begin; Ann playing.resign; Ann {deed}"
        yield "REPLACED", f"{TAKEN}Ann {deed}"
    for deed in MANAGED:
        yield "OWN_MANAGING", f"{TWICE}Bob {deed}"
    yield "OWN_MANAGING", f"{TWICE}Bob leaving.close"


def grouped() -> dict[str, list[tuple[str, str]]]:
    """List the deeds that are refused after a story, with their codes."""
    found = defaultdict[str, list[tuple[str, str]]](list)
    for code, story in told():
        *before, last = story.split("; ")
        found["; ".join(before)].append((code, last))
    return found


TOLD = grouped()


@pytest.mark.parametrize("before", TOLD)
async def test_the_service_says_no_and_changes_nothing(club: Club, before: str) -> None:
    story = Story(club)
    await story.tell(before)
    for code, deed in TOLD[before]:
        rows = await club.rows() | {"drafts": []}  # one is drawn for whoever asks
        event = await refused(story.do(deed))
        assert event.code == Code[code], deed
        assert "," in deed or await club.rows() | {"drafts": []} == rows, deed
        if "match" in event.args:
            named = MatchId(str(event.args["match"]))
            assert named == "NONE" or (await club.matches.match(named)).id == named


# ------------------------------------------------------------ more than a story of a line


async def a_square_from_which_nothing_goes(club: Club) -> object:
    match = await club.begin("junqi-dark")
    await club.ready(match, ANN, BOB, layout="balanced")
    return read_beginning(await club.matches.see(match.id, ANN.id), "c1")


async def moving_from_where_pieces_are_set_up(club: Club) -> object:
    match = await club.begin("junqi-dark")
    return read_beginning(await club.matches.see(match.id, ANN.id), "a1")


async def too_many_layouts(club: Club) -> object:
    match = await club.begin("junqi-dark")
    for number in range(MOST_LAYOUTS):
        await club.matches.setting_up.save(match.id, ANN.id, f"layout {number}")
    return await club.matches.setting_up.save(match.id, ANN.id, "one more")


async def too_many_cards(club: Club) -> object:
    for place in range(MOST_OPEN):
        await club.open(opponent=None, channel=place)
    return await club.open(opponent=None, channel=MOST_OPEN)


async def a_fourth_seat_everywhere(club: Club) -> object:
    for game in ("murus", "ponte", "diablo", "junqi-flip"):
        seat = await club.open(game, opponent=None, channel=0, where="letters")
    return seat


async def striking_too_often(club: Club) -> object:
    striking = club.matches.striking
    matches = [(await rated.played(club)).id for _ in range(MOST_STRUCK + 1)]
    for match in matches[1:]:
        await striking.strike(match, rated.HAL, "It was arranged.")
    await striking.strike(matches[0])  # whoever runs the bot may
    await striking.undo(matches[0])
    return await striking.strike(matches[0], rated.HAL, "It was arranged.")


async def taking_a_seat_before_all_have_agreed(club: Club) -> object:
    match = await club.join(await club.open("quartet-shown", BOB, CID, DAN), BOB, CID, DAN)
    for person in (ANN, BOB, CID, DAN):
        match = (await club.act(match, person, "soo")).match
    people = [player.human for player in match.players]
    for person in people:
        await club.act(match, person, "wait")
    club.matches.leaving.roll_call = RollCall({people[0].id})
    await club.matches.leaving.call_roll(match.id, people[1].id)
    made = await propose(club, match, BY_PERSON, people[1])
    return await club.take(match, NamedPerson(505, "Eve"), made)


LONGER: list[tuple[Code, Callable[[Club], Awaitable[object]]]] = [
    (Code.NO_MOVE_FROM, a_square_from_which_nothing_goes),
    (Code.NO_MOVE_FROM, moving_from_where_pieces_are_set_up),
    (Code.TOO_MANY_LAYOUTS, too_many_layouts),
    (Code.TOO_MANY, too_many_cards),
    (Code.MOST_SEATS, a_fourth_seat_everywhere),
    (Code.STRUCK_OFTEN, striking_too_often),
    (Code.NOT_AGREED, taking_a_seat_before_all_have_agreed),
]


@pytest.mark.parametrize(("code", "ask"), LONGER, ids=lambda part: getattr(part, "__name__", part))
async def test_it_says_no_after_more(
    club: Club, code: Code, ask: Callable[[Club], Awaitable[object]]
) -> None:
    assert await refusal(ask(club)) == code


def test_every_refusal_of_the_service_is_told() -> None:
    sources = [path for path in PACKAGE.rglob("*.py") if path.name != "refusals.py"]
    found = {
        name for path in sources for name in re.findall(r"Code\.([A-Z_]+)\b", path.read_text())
    }
    mine = {name for name in found if name in Code.__members__}
    asked = {code for code, _ in told()} | {code.name for code, _ in LONGER}
    elsewhere = {"MOST_FOLLOWED", "MOST_NOTES"}  # in test_following and test_noting
    elsewhere.add("OLD_BUTTON")  # notes of letter matches: in test_letter_manners
    elsewhere |= {"EMPTY_WISH", "OFFER_GONE", "TURNED_DOWN_LATE"}  # in test_ready
    elsewhere.add("NO_THREAD")  # in the evenings of test_thread_instead
    assert asked == mine - elsewhere | {"MOVED_ON"}
