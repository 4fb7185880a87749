"""Programs from outside can ask our players, and are told when they may not."""

import json
import subprocess
import sys
from itertools import count
from typing import Any

import pytest

from games.core import Act, Entry, Roll, Seat
from games.library import GAMES
from games.replay import Course
from games.rulebook import RULES
from games.submission import play
from players.core import Budget
from players.library import PLAYERS
from players.serve import Code, Thinking
from tests.games.driver import Driver


@pytest.fixture
def table() -> Driver:
    driver = Driver(Thinking())
    driver.ask(op="new", game="murus")
    return driver


def test_it_speaks_the_line_protocol(table: Driver) -> None:
    assert {game["id"] for game in table.ask(op="games")["games"]} == set(GAMES)
    assert len(table.ask(op="legal", seat=0)["legal"]) == 20


def test_a_player_says_what_it_would_play(table: Driver) -> None:
    answer = table.ask(op="choose", seat=0, level="2", seed=7)
    assert answer["ok"]
    assert 0 <= answer["value"] <= 1
    assert answer["nodes"] <= PLAYERS["murus"].levels[1].nodes
    rules = RULES["murus"]
    play(rules, rules.initial(""), Seat(0), answer["text"])
    assert table.ask(op="choose", seat=0, level=2, seed=7) == answer


def test_a_budget_can_be_named_in_nodes_or_seconds(table: Driver) -> None:
    assert 0 < table.ask(op="choose", seat=0, nodes=50)["nodes"] <= 50
    assert table.ask(op="choose", seat=0, time=0.05, seed=1)["ok"]


def test_a_player_says_which_turns_are_best(table: Driver) -> None:
    moves = table.ask(op="judge", seat=0, nodes=200)["moves"]
    values = [move["value"] for move in moves]
    assert len(moves) >= 3
    assert values == sorted(values, reverse=True)
    assert len({move["text"] for move in moves}) == len(moves)


def test_what_a_player_judges_is_corrected_by_the_results_of_games(table: Driver) -> None:
    rules, player = RULES["murus"], PLAYERS["murus"]
    view = rules.view(rules.initial(""), Seat(0))
    moves = table.ask(op="judge", seat=0, nodes=200)["moves"]
    judged = [(choice.text, round(choice.value, 4)) for choice in player.rank(view, [view], 200)]
    assert [(move["text"], move["value"]) for move in moves] == judged
    assert judged != [(idea.text, round(idea.value, 4)) for idea in player.judge(view, [view], 200)]


def timed(game: str) -> Driver:
    """Return a session with a game, in which every thought takes a second."""
    driver = Driver(Thinking(clock=count().__next__))
    driver.ask(op="new", game=game)
    return driver


def test_more_time_is_more_nodes() -> None:
    short, long = (timed("murus").ask(op="choose", seat=0, time=time) for time in (0.02, 0.5))
    assert long["nodes"] > 5 * short["nodes"] > 0


def test_the_time_of_one_game_does_not_count_in_another() -> None:
    driver, level = timed("junqi-flip"), PLAYERS["murus"].levels[2]
    driver.ask(op="choose", seat=0, nodes=20)
    driver.ask(op="new", game="murus")
    assert driver.ask(op="choose", seat=0, time=1)["nodes"] > level.nodes / 2


def test_a_set_up_takes_no_time_to_think() -> None:
    driver, level = timed("junqi-dark"), PLAYERS["junqi-dark"].levels[2]
    for seat in (0, 1):
        layout = driver.ask(op="choose", seat=seat, time=1)["text"]
        assert driver.ask(op="play", seat=seat, text=layout)["ok"]
    assert driver.ask(op="choose", seat=0, time=1)["nodes"] > level.nodes / 2


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"seat": 1}, "core.not_your_turn"),
        ({"seat": 2}, "core.no_such_seat"),
        ({}, "request.missing"),
        ({"seat": 0, "level": "7"}, Code.NO_SUCH_LEVEL),
        ({"seat": 0, "level": ""}, Code.NO_SUCH_LEVEL),
        ({"seat": 0, "nodes": "many"}, "request.wrong_type"),
        ({"seat": 0, "time": -1}, "request.wrong_type"),
        ({"seat": 0, "seed": 1.5}, "request.wrong_type"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(
    table: Driver, request_: dict[str, Any], code: str
) -> None:
    assert table.ask(op="choose", **request_)["code"] == code


def test_before_a_game_and_after_its_end_nobody_plays() -> None:
    assert Driver(Thinking()).ask(op="choose", seat=0)["code"] == "request.no_game"
    over = Driver(Thinking())
    over.ask(op="new", game="murus")
    over.ask(op="forfeit", seats=[0], reason="resign")
    assert over.ask(op="choose", seat=1)["code"] == "core.already_over"


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_it_remembers_what_seats_have_seen(game: str) -> None:
    """It answers as the player does that is handed the views of a course of the game."""
    rules, driver = RULES[game], Driver(Thinking())
    course: Course[Any, Any, Any] = Course(rules, "")
    driver.ask(op="new", game=game)
    asked: list[Seat] = []
    while len(asked) < rules.game.info.seats * 3:
        turn = rules.turn(course.state)
        if isinstance(turn, Roll):
            faces = [1 + n % side for n, side in enumerate(turn.sides)]
            course.follow(Entry("roll", None, " ".join(map(str, faces))))
            driver.ask(op="roll", faces=faces)
            continue
        assert isinstance(turn, Act)
        seat = min(turn.seats)
        seen = course.views(seat)
        expected = PLAYERS[game].choose(seen[-1], seen, Budget(5), len(asked))
        answer = driver.ask(op="choose", seat=seat, nodes=5, seed=len(asked))
        assert (answer["text"], answer["nodes"]) == (expected.text, expected.nodes)
        driver.ask(op="play", seat=seat, text=answer["text"])
        course.follow(Entry("act", seat, answer["text"]))
        asked.append(seat)


def test_a_new_game_is_not_mixed_up_with_the_last(table: Driver) -> None:
    answer = table.ask(op="choose", seat=0, level=3, seed=3)
    text = table.ask(op="legal", seat=0)["legal"][5]
    table.ask(op="play", seat=0, text=text)
    assert table.ask(op="new", game="murus", variant="huge")["ok"] is False
    table.ask(op="new", game="murus")
    assert table.ask(op="choose", seat=0, level=3, seed=3) == answer


def test_the_command_answers_line_by_line() -> None:
    lines = [{"op": "new", "game": "murus"}, {"op": "choose", "seat": 0, "level": 1}, {"op": "x"}]
    asked = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run(
        [sys.executable, "-m", "players", "serve"], input=asked, capture_output=True, text=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, True, False]
    assert (done.returncode, done.stderr) == (0, "")
