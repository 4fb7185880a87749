"""The cost of every way of using the bot in every game: nothing is asked twice, or edited anew."""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, repeat
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.ui.words.catalogue import Catalogue
from games.core import AnyRules, View
from games.library import GAMES
from games.rulebook import RULES
from tests.families import mapped
from tests.samples import sampled

from .conftest import DAY, Evening, Lots, MatchId, Time, items, labels, press, said, shown_by
from .four import Table
from .test_computers import alone, any_turn, deploy

EVERY_GAME = pytest.mark.parametrize("game", sampled(sorted(GAMES), 2))
HIDDEN = frozenset({"junqi-dark", "junqi-four"})
"""The games in which every seat sees something else."""
OPTIONS = {game: {"variant": text} for game, text in mapped("facts", "PLAIN")}
"""The options that keep a turn of a game a plain one."""
# How many queries and how many transactions are made at most.
MOVE, MOVE_HIDDEN = (6, 2), (9, 2)
OPEN, FIRST_PICK, NEXT_PICK = (2, 0), (2, 0), (3, 0)
CONFIRM, CONFIRM_HIDDEN, TURN_UP = (3, 2), (4, 2), (3, 2)
ANSWERED, FURTHER_ANSWER = (8, 3), (2, 1)
FLAG, RESIGN = (5, 2), (6, 3)
OFFER, ACCEPT, DECLINE = (6, 2), (4, 1), (4, 2)
OWN_BOARD, TEXT, SUGGESTED, LISTED = (2, 0), (2, 0), (3, 0), (3, 0)
ASKED_ABOUT, PLAYED = (4, 0), (5, 0)
HISTORY, STEP = (7, 0), (4, 0)


class Account:
    """A list of every statement that any connection to SQLite executes."""

    def __init__(self) -> None:
        self.statements: list[str] = []

    @contextmanager
    def within(self, bound: tuple[int, int]) -> Iterator[None]:
        """Fail if more queries, or more transactions, are made meanwhile; or no query at all."""
        before = len(self.statements)
        yield
        made = [" ".join(text.split())[:150] for text in self.statements[before:]]
        queries = [text for text in made if text.startswith(("SELECT", "WITH"))]
        begun = [text for text in made if text.startswith("BEGIN")]
        assert 0 < len(queries) <= bound[0], "\n".join(queries)
        assert len(begun) <= bound[1], "\n".join(made)


@pytest.fixture
def account(monkeypatch: pytest.MonkeyPatch) -> Account:
    """Account for the statements of the bot's connections, which no slow machine adds to."""
    account, connect = Account(), sqlite3.connect
    monkeypatch.setattr("bot.matches.ledger.PROMPT_S", 3600)

    def traced(*args: object, **options: object) -> sqlite3.Connection:
        connection = connect(*args, **options)  # type: ignore[call-overload]
        connection.set_trace_callback(account.statements.append)
        return connection  # type: ignore[no-any-return]

    monkeypatch.setattr(sqlite3, "connect", traced)
    return account


@pytest.fixture
def time() -> Time:
    """Put the time forward until accounts are old enough for matches to count for points."""
    time = Time()
    time.ahead = 31 * DAY
    return time


@pytest.fixture
def lots() -> Lots:
    """Return the same chance every time."""
    return random.Random(1).randbytes


async def begin(table: Table, game: str, **options: str) -> None:
    """Begin a match in which all have moved and looked at the board, which is noted once."""
    await table.open(game, **OPTIONS.get(game, {}), **options)
    assert (await table.match()).unrated == ("variant" if game in OPTIONS else None)
    for _ in (await table.match()).players:
        who = await to_move(table)
        await table.move(who, await turn(table))
        await who.click(table.board(), label="My board")


async def to_move(table: Table) -> MemberActor:
    return table.people[min((await table.match()).to_act)]


async def turn(table: Table) -> str:
    """Return some turn of the player to move."""
    return await any_turn(table, random.Random(1))


async def unasked(table: Table, who: MemberActor) -> None:
    """Let a player play at once even what cannot be undone."""
    panel = await who.slash(table.channel, "match settings")
    await press(who, panel, "Ask me to confirm moves: on")


@pytest.mark.slow
@EVERY_GAME
async def test_looks_moves_and_flags_read_and_write_little(
    account: Account, weighed: Counter[tuple[View, str]], table: Table, game: str
) -> None:
    await begin(table, game, pace="1d")
    await look(account, table)
    await pick(account, weighed, table, game in HIDDEN)
    who, text = await to_move(table), await turn(table)
    await unasked(table, who)
    with account.within(MOVE_HIDDEN if game in HIDDEN else MOVE):
        done = await who.slash(table.channel, "move", move=text)
    assert not said(done)
    await table.pass_time(DAY * 9 // 10)  # whoever is late has been reminded
    before, matches = await table.match(), table.client.desk.matches
    table.time.ahead += DAY // 5
    with account.within(FLAG):
        assert await matches.clocks.due(table.time()) == 1
        await matches.followers.reconcile(before.id)
    assert (await table.match()).serial == before.serial + 1
    assert any(words in table.board().content for words in ("has run out of time", "missed a turn"))


async def look(account: Account, table: Table) -> None:
    """Look at a match in every way, none of which writes anything."""
    who, board = await to_move(table), table.board()
    with account.within(LISTED):
        listed = await who.slash(table.channel, "match list")
    with account.within(SUGGESTED):
        suggested = await who.autocomplete(table.channel, "move", "move", "")
    more = await table.press(who, board, "More")
    with account.within(TEXT):
        text = await table.press(who, more, "Text")
    with account.within(ASKED_ABOUT):
        answer = await who.slash(table.channel, "match ask", question="pieces")
    with account.within(PLAYED):
        played = await who.slash(table.channel, "match ask", question="played")
    with account.within(OWN_BOARD):
        own = await who.click(board, label="My board")
    with account.within(HISTORY):
        past = await who.slash(table.channel, "match history")
    with account.within(STEP):
        step = await press(who, past, "First")
    assert table.id() in said(listed)
    assert suggested
    assert all(shown.ephemeral for shown in (text, answer, played, own, past))
    assert said(step)


async def pick(
    account: Account, weighed: Counter[tuple[View, str]], table: Table, hidden: bool
) -> None:
    """Play a move by presses, none of which weighs an action twice."""
    who = await to_move(table)
    bounds = chain([FIRST_PICK], repeat(NEXT_PICK))
    weighed.clear()
    with account.within(OPEN):
        shown = (await who.click(table.board(), label="Move")).response
    assert shown
    while not (label := next(iter(labels(shown)), "")).startswith("Confirm"):
        assert set(weighed.values()) == {1}
        weighed.clear()
        at_once = ":turn_up:" in items(shown)[0]["custom_id"]
        with account.within(TURN_UP if at_once else next(bounds)):
            done = await take_first(who, shown)
        if at_once:
            break
        shown = shown_by(done)
    else:
        assert set(weighed.values()) == {1}
        with account.within(CONFIRM_HIDDEN if hidden else CONFIRM):
            done = await who.click(shown, label=label)
    assert not said(done)


async def test_a_question_before_a_move_writes_nothing(account: Account, table: Table) -> None:
    await begin(table, "junqi-flip")
    who, text = await to_move(table), await turn(table)
    with account.within((4, 0)):
        asked = await who.slash(table.channel, "move", move=text)
    assert "Play this?" in said(asked)


async def take_first(who: MemberActor, shown: ResponseMessage) -> InteractionResult:
    """Take the first choice at a step of the picker."""
    first = shown.components[0]["components"][0]
    if "options" in first:
        value = first["options"][0]["value"]
        return await who.select(shown, [value], custom_id=first["custom_id"])
    return await who.click(shown, custom_id=first["custom_id"])


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[View, str]]:
    """Count how often each action of a view is weighed, as it is for a list of choices."""
    counted: Counter[tuple[View, str]] = Counter()

    def counting(rules: AnyRules) -> AnyRules:
        def weight(view: View, action: object) -> int:
            counted[view, rules.game.format(action)] += 1
            return rules.game.weight(view, action)

        return replace(rules, game=replace(rules.game, weight=weight))

    for game, rules in list(RULES.items()):
        monkeypatch.setitem(RULES, game, counting(rules))
    return counted


async def test_half_a_written_move_weighs_no_action_twice_and_a_late_look_is_written_down(
    account: Account, weighed: Counter[tuple[View, str]], table: Table
) -> None:
    await begin(table, "murus")
    weighed.clear()
    assert "b1" in said(await (await to_move(table)).slash(table.channel, "move", move="b1"))
    assert set(weighed.values()) == {1}
    table.time.ahead += DAY
    with account.within((2, 1)):
        await (await to_move(table)).click(table.board(), label="My board")


@EVERY_GAME
async def test_a_move_and_the_answers_of_computers_read_and_write_little(
    account: Account, table: Table, game: str
) -> None:
    await alone(table, game, **OPTIONS.get(game, {}))
    await deploy(table)
    await unasked(table, table.livia)
    await table.livia.slash(table.channel, "move", move=await turn(table))
    before, text = await table.match(), await turn(table)
    more = len(before.players) - 2
    writes = ANSWERED[1] + more * FURTHER_ANSWER[1] + (game in HIDDEN)
    bound = ANSWERED[0] + more * FURTHER_ANSWER[0], writes
    with account.within(bound):
        await table.livia.slash(table.channel, "move", move=text)
    assert (await table.match()).stand.turns == before.stand.turns + len(before.players)


@pytest.mark.parametrize("game", sampled(game for game in sorted(GAMES) if "junqi" not in game))
async def test_a_resignation_with_points_reads_and_writes_little(
    account: Account, table: Table, game: str
) -> None:
    await begin(table, game)
    who = await to_move(table)
    asked = await who.slash(table.channel, "match resign")
    with account.within(RESIGN):
        await press(who, asked, "Resign")
    assert (await table.match()).stand.outcome


@pytest.mark.slow
async def test_an_offer_at_a_table_of_four_and_its_answers_read_and_write_little(
    account: Account, table: Table
) -> None:
    await begin(table, "junqi-four")
    with account.within(OFFER):
        await table.livia.slash(table.channel, "match offer", what="draw")
    assert (await table.match()).offer
    offered = table.channel.history()[-1]
    with account.within(ACCEPT):
        await table.brennus.click(offered, label="Accept")
    assert (await table.match()).offer
    with account.within(DECLINE):
        await table.mara.click(offered, label="Decline")
    assert (await table.match()).offer is None


# ------------------------------------------------------ messages are values, whatever their words


NAMED = {"matches": "id", "posted": "owner"}
"""The columns with the name of a match, of tables that have none called `match`."""
OWN = {
    "id": "printf('C%05d', n)",
    "match": "printf('C%05d', n)",
    "owner": "printf('C%05d', n)",
    "home": "home + (n << 40)",
    "channel": "channel + (n << 40)",
    "message": "message + (n << 40)",
    "key": "NULL",
}
"""The columns in which a copy of a match differs."""
PUBLISHED = ("command.", "choice.", "menu.")
"""The names of commands and choices, which have to be as Discord allows."""
NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION SELECT n + 1 FROM numbers WHERE n < ?)"


def copied(evening: Evening, match: str, number: int) -> list[MatchId]:
    """Copy a match this number of times, each with messages of its own; return their names."""
    for (name,) in evening.stored("SELECT name FROM sqlite_master WHERE type = 'table'"):
        columns = [row[1] for row in evening.stored(f"PRAGMA table_info('{name}')")]
        own = NAMED.get(name, "match")
        if own not in columns or name == "requests":
            continue
        values = ", ".join(OWN.get(column, f'"{column}"') for column in columns)
        copy = f'SELECT {values} FROM "{name}", numbers WHERE "{own}" = ?'  # noqa: S608
        evening.stored(f'INSERT INTO "{name}" {NUMBERS} {copy}', number, match)
    return [MatchId(f"C{n:05}") for n in range(1, number + 1)]


def reworded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change every string, and with them the label of every button."""
    usual = Catalogue.__call__

    def other(words: Catalogue, code: str, /, **args: Any) -> str:
        text = usual(words, code, **args)
        return text if code.startswith(PUBLISHED) else f"{text}!"

    monkeypatch.setattr(Catalogue, "__call__", other)


async def sent(evening: Evening, matches: list[MatchId]) -> list[str]:
    """Bring matches up once more, and list the requests about messages made for it."""
    before = len(evening.env.http_requests)
    for match in matches:
        await evening.client.desk.matches.followers.reconcile(match)
        await evening.client.desk.matches.followers.letters(match)
    made = evening.env.http_requests[before:]
    return [f"{request.method} {request.path}" for request in made if "/messages" in request.path]


@pytest.mark.parametrize("number", [20, pytest.param(1000, marks=pytest.mark.slow)])
async def test_a_release_that_changes_words_and_labels_edits_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    await evening.begin(moves="a1-a3 h7-h5")
    match = MatchId(evening.id())
    copies = copied(evening, match, number)
    reworded(monkeypatch)
    await evening.restart()
    assert await sent(evening, [match, *copies]) == []
    await evening.play("b1-b3")
    assert evening.board().content.endswith("!"), "what comes next has the new words"


@pytest.mark.parametrize("game", sampled(sorted(GAMES), 2))
async def test_after_a_restart_nothing_is_posted_or_edited_in_any_game(
    table: Table, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    await begin(table, game)
    await table.livia.slash(table.channel, "match offer", what="draw")
    reworded(monkeypatch)
    await table.restart()
    assert await sent(table, [MatchId(table.id())]) == []
