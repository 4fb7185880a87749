"""Nothing written to the line protocol can harm it or change the game."""

import contextlib
import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.protocol import LONGEST_LINE, Code, Session, converse
from tests.laws.toys.cups import CUPS_RULES
from tests.laws.toys.toy import ToyView
from tests.patience import PATIENCE_S

from .driver import Driver

ROOT = Path(__file__).parents[2]
START = "basic tttttttt/......../......../......../......../......../TTTTTTTT 0 -"


@pytest.fixture
def murus() -> Driver:
    driver = Driver()
    driver.ask(op="new", game="murus", variant="basic")
    return driver


HUGE = 10**400
BAD: list[tuple[bytes, str]] = [
    (b"", "request.not_json"),
    (b"\n", "request.not_json"),
    (b"   \r\n", "request.not_json"),
    (b"new", "request.not_json"),
    (b"{", "request.not_json"),
    (b'{"op":"dump"}}', "request.not_json"),
    (b'{"op":"dump"} {"op":"dump"}', "request.not_json"),
    (b'\xff\xfe{"op":"dump"}', "request.not_json"),
    (b'{"op":"\xe9"}', "request.not_json"),
    (b"\x00", "request.not_json"),
    (b"NaN", "request.not_json"),
    (b'{"op":"play","seat":NaN,"text":"a1-a3"}', "request.not_json"),
    (b'{"op":"play","seat":-Infinity,"text":"a1-a3"}', "request.not_json"),
    (b"[" * 100_000, "request.not_json"),
    (b'{"a":' * 100_000, "request.not_json"),
    (b"9" * 10_000, "request.not_json"),
    (b'{"op":"play","text":"' + b"a" * 2 * LONGEST_LINE + b'"}', "request.too_long"),
    (b"[]", "request.not_an_object"),
    (b'"dump"', "request.not_an_object"),
    (b"null", "request.not_an_object"),
    (b"1", "request.not_an_object"),
    (b"{}", "request.missing"),
    (b'{"op":null}', "request.wrong_type"),
    (b'{"op":["dump"]}', "request.wrong_type"),
    (b'{"op":{"op":"dump"}}', "request.wrong_type"),
    (b'{"op":"undo"}', "request.unknown_op"),
    (b'{"op":"answer"}', "request.unknown_op"),
    (b'{"op":"DUMP"}', "request.unknown_op"),
    (b'{"op":"new"}', "request.missing"),
    (b'{"op":"new","game":"chess"}', "request.unknown_game"),
    (b'{"op":"new","game":1}', "request.wrong_type"),
    (b'{"op":"new","game":["murus"]}', "request.wrong_type"),
    (b'{"op":"new","game":"murus","variant":null}', "request.wrong_type"),
    (b'{"op":"new","game":"murus","variant":"chess"}', "core.unknown_variant"),
    (b'{"op":"load","game":"murus"}', "request.missing"),
    (b'{"op":"load","game":"murus","position":""}', "core.bad_position"),
    (b'{"op":"load","game":"murus","position":7}', "request.wrong_type"),
    (b'{"op":"load","game":"murus","position":"' + b"T" * 900_000 + b'"}', "core.too_long"),
    (b'{"op":"legal"}', "request.missing"),
    (b'{"op":"legal","seat":null}', "request.wrong_type"),
    (b'{"op":"legal","seat":0,"after":null}', "request.wrong_type"),
    (b'{"op":"legal","seat":0,"after":"a9"}', "core.unreadable"),
    (b'{"op":"play"}', "request.missing"),
    (b'{"op":"play","text":"a1-a3"}', "request.missing"),
    (b'{"op":"play","seat":0}', "request.missing"),
    (b'{"op":"play","seat":0,"text":3}', "request.wrong_type"),
    (b'{"op":"play","seat":0,"text":["a1-a3"]}', "request.wrong_type"),
    (b'{"op":"play","seat":0,"text":""}', "core.empty"),
    (b'{"op":"play","seat":0,"text":"\\ud800"}', "core.unreadable"),
    (b'{"op":"play","seat":0,"text":"' + b"a" * 900_000 + b'"}', "core.too_long"),
    (b'{"op":"play","seat":"0","text":"a1-a3"}', "request.wrong_type"),
    (b'{"op":"play","seat":false,"text":"a1-a3"}', "request.wrong_type"),
    (b'{"op":"play","seat":0.0,"text":"a1-a3"}', "request.wrong_type"),
    (b'{"op":"play","seat":[0],"text":"a1-a3"}', "request.wrong_type"),
    (b'{"op":"play","seat":null,"text":"a1-a3"}', "request.wrong_type"),
    (b'{"op":"play","seat":2,"text":"a1-a3"}', "core.no_such_seat"),
    (b'{"op":"play","seat":-1,"text":"a1-a3"}', "core.no_such_seat"),
    (b'{"op":"play","seat":%d,"text":"a1-a3"}' % HUGE, "core.no_such_seat"),
    (b'{"op":"play","seat":1,"text":"a7-a5"}', "core.not_your_turn"),
    (b'{"op":"play","seat":0,"text":"a1-a2"}', "murus.two_away"),
    (b'{"op":"roll"}', "request.missing"),
    (b'{"op":"roll","faces":3}', "request.wrong_type"),
    (b'{"op":"roll","faces":[true]}', "request.wrong_type"),
    (b'{"op":"roll","faces":[[1]]}', "request.wrong_type"),
    (b'{"op":"roll","faces":[1]}', "core.not_your_turn"),
    (b'{"op":"lapse"}', "request.missing"),
    (b'{"op":"lapse","seat":true}', "request.wrong_type"),
    (b'{"op":"lapse","seat":1}', "core.not_your_turn"),
    (b'{"op":"forfeit","seats":[0]}', "request.missing"),
    (b'{"op":"forfeit","reason":"resign"}', "request.missing"),
    (b'{"op":"forfeit","seats":0,"reason":"resign"}', "request.wrong_type"),
    (b'{"op":"forfeit","seats":["0"],"reason":"resign"}', "request.wrong_type"),
    (b'{"op":"forfeit","seats":[],"reason":"resign"}', "core.no_such_seat"),
    (b'{"op":"forfeit","seats":[0,2],"reason":"resign"}', "core.no_such_seat"),
    (b'{"op":"forfeit","seats":[-%d],"reason":"resign"}' % HUGE, "core.no_such_seat"),
    (b'{"op":"forfeit","seats":[0],"reason":"in a huff"}', "request.wrong_type"),
    (b'{"op":"forfeit","seats":[0],"reason":""}', "request.wrong_type"),
    (b'{"op":"forfeit","seats":[0],"reason":"Resign2"}', "request.wrong_type"),
    (b'{"op":"view"}', "request.missing"),
    (b'{"op":"view","seat":"-"}', "request.wrong_type"),
    (b'{"op":"view","seat":2}', "core.no_such_seat"),
]


@pytest.mark.parametrize(("line", "code"), BAD, ids=lambda value: str(value)[:40])
def test_a_bad_request_is_answered_and_changes_nothing(
    murus: Driver, line: bytes, code: str
) -> None:
    answer = murus.send(line)
    assert set(answer) == {"ok", "error", "code", "message"}
    assert (answer["ok"], answer["code"]) == (False, code)
    assert answer["error"] in ("illegal", "notation", "turn", "request")
    assert 0 < len(answer["message"]) < 200
    assert murus.ask(op="dump")["position"] == START


@pytest.mark.parametrize("op", ["legal", "play", "roll", "lapse", "forfeit", "view", "dump"])
def test_before_a_new_game_there_is_nothing_to_ask(op: str) -> None:
    answer = Driver().ask(op=op, seat=0, text="a1-a3", faces=[1], seats=[0], reason="resign")
    assert (answer["error"], answer["code"]) == ("request", "request.no_game")


def test_every_kind_of_bad_request_is_shown_above() -> None:
    assert {code for _, code in BAD} | {Code.NO_GAME, Code.FAILED} >= set(Code)


def test_a_broken_engine_is_reported_and_the_game_goes_on() -> None:
    def diagram(view: ToyView) -> str:
        raise IndexError("a bug")

    session = Session({"cups": replace(CUPS_RULES, game=replace(CUPS_RULES.game, diagram=diagram))})
    session.answer(b'{"op":"new","game":"cups"}')
    answer = json.loads(session.answer(b'{"op":"view","seat":null}'))
    assert answer["code"] == "request.failed"
    assert "IndexError" in answer["message"]
    assert json.loads(session.answer(b'{"op":"dump"}'))["ok"]


def test_every_line_is_answered_by_one_line() -> None:
    lines = [line.replace(b"\n", b"") for line, _ in BAD]
    answers = io.BytesIO()
    converse(Session(), io.BytesIO(b"\n".join([*lines, b'{"op":"games"}'])), answers)
    written = answers.getvalue().splitlines()
    assert len(written) == len(lines) + 1
    assert json.loads(written[-1])["ok"]


def program() -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "games"], stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT
    )


def test_the_program_answers_each_line_before_the_next_and_ends_quietly() -> None:
    with program() as driven:
        assert driven.stdin
        assert driven.stdout
        assert driven.stderr
        for line, code in [
            (b'{"op":"dump"}\n', "request.no_game"),
            (b"\xff\n", "request.not_json"),
        ]:
            driven.stdin.write(line)
            driven.stdin.flush()
            assert json.loads(driven.stdout.readline())["code"] == code
        driven.stdin.close()
        assert driven.wait(timeout=PATIENCE_S) == 0
        assert driven.stderr.read() == b""


def test_a_reader_who_leaves_early_hears_no_complaint() -> None:
    games = b'{"op":"games"}\n'
    with program() as driven:
        assert driven.stdin
        assert driven.stdout
        assert driven.stderr
        driven.stdin.write(games)
        driven.stdin.flush()
        assert driven.stdout.readline()
        driven.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            driven.stdin.write(games * 1000)
            driven.stdin.close()
        driven.wait(timeout=PATIENCE_S)
        assert driven.stderr.read() == b""
