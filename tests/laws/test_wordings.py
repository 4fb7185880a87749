"""People may write a turn politely, with words, commas and Chinese marks: it stays that turn."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import AnyGame, AnyRules, Code, Event, GameError, View
from games.rulebook import RULES
from games.submission import foresee, join_actions, unfinished
from games.wording import find_meaning, plain
from tests.samples import FULL

from .walks import Moment, walked

EVERY_GAME = pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
WIDE = {ord(sign): ord(sign) + 0xFEE0 for sign in map(chr, range(0x21, 0x7F))}
BETWEEN = ("-", " - ", " to ", " -> ", "到", ",", "，", " , ", " ")
"""What is written between the two squares of an action."""
AFTER = (" ", ", ", "; ", "，", "、", " and ", " then ", "，然后", "，然後", "! ", "。")
"""What is written between two actions."""
BEFORE_ALL = ("", "", "please ", "move ", "请", "請", "我走")
AT_THE_END = ("", "", "!", "!!", " please", " please!", ", thanks", "。", "，谢谢！", " .")
PARTS = (
    *("a1", "b2", "c3", "a", "3", "-", "x", "*", "+", ":", ",", ";", "to", "and", "please", "!"),
    *("pass", "swap", "rm", "remove", "i", "bridge", "到", "请", "。", "ａ１", " "),
)
TEXTS = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(PARTS), max_size=9).map("".join),
)


def read(game: AnyGame, view: View, text: str) -> str | Event:
    """Read a typed turn as a match does; return its canonical text, or why it is refused."""
    try:
        return foresee(game, view, text)[1]
    except GameError as refused:
        try:
            return foresee(game, view, find_meaning(game, view, text, refused))[1]
        except GameError as again:
            return again.event


def some_turn(rules: AnyRules, rng: random.Random) -> tuple[View, str]:
    """Return a view of somebody who is to move, and some whole turn of theirs."""
    info = rules.game.info
    path = walked(info.id, rng.choice(info.variants[: 1 if info.private else None]), 0)
    moment = next(now for now in iter(lambda: rng.choice(path.moments), None) if opens(rules, now))
    game, start = rules.game, rules.view(moment.state, moment.seat)
    now, done = start, list[str]()
    while not done or unfinished(now):
        action = rng.choice(sorted(game.legal(now), key=game.format))
        done.append(game.format(action))
        now = game.preview(now, action)
    return start, join_actions(game.info, done)


def opens(rules: AnyRules, moment: Moment) -> bool:
    """Tell whether a turn begins at a moment; a set-up is written in letters of its own."""
    view = rules.view(moment.state, moment.seat) if moment.seat is not None else None
    return view is not None and view.acting and not view.free and not unfinished(view)


def worded(game: AnyGame, turn: str, rng: random.Random) -> str:
    """Write a turn as somebody might type it."""
    between = rng.choice(BETWEEN)
    if game.info.joint == "," and ({*between} & set(",，") or between == " "):
        between = " to "  # two squares side by side are two actions
    actions = turn.split(game.info.joint) if game.info.joint else [turn]
    written = [re.sub(r"(?<=\d)-(?=[a-z])", between, action) for action in actions]
    text = rng.choice(BEFORE_ALL) + rng.choice(AFTER).join(written) + rng.choice(AT_THE_END)
    if rng.random() < 0.3:
        text = text.upper()
    return text.translate(WIDE) if rng.random() < 0.3 else text


@EVERY_GAME
@settings(deadline=None, derandomize=True, max_examples=1000 if FULL else 25)
@given(seed=st.integers(0, 1 << 32))
def test_a_turn_in_other_words_is_that_turn(rules: AnyRules, seed: int) -> None:
    rng = random.Random(seed)
    view, turn = some_turn(rules, rng)
    text = worded(rules.game, turn, rng)
    assert read(rules.game, view, text) == turn, text


@EVERY_GAME
@settings(deadline=None, derandomize=True, max_examples=1000 if FULL else 25)
@given(seed=st.integers(0, 1 << 32))
def test_a_capture_without_its_sign_is_it_or_one_of_two(rules: AnyRules, seed: int) -> None:
    rng = random.Random(seed)
    view, turn = some_turn(rules, rng)
    text = re.sub(r"(?<=\d)[x*+](?=[a-z])", rng.choice((" to ", "到", "-")), turn)
    got = read(rules.game, view, text)
    if isinstance(got, Event):
        assert got.code == Code.AMBIGUOUS, text
        assert turn in got.args.values()
    else:
        assert got == turn, text


@EVERY_GAME
@settings(deadline=None, derandomize=True, max_examples=1000 if FULL else 25)
@given(seed=st.integers(0, 1 << 32), text=TEXTS)
def test_what_the_notation_reads_stays_what_it_was(rules: AnyRules, seed: int, text: str) -> None:
    view, turn = some_turn(rules, random.Random(seed))
    assert plain(turn) == turn
    try:
        read_as = foresee(rules.game, view, text)[1]
    except GameError:
        return
    assert foresee(rules.game, view, plain(text))[1] == read_as


@EVERY_GAME
@settings(deadline=None, derandomize=True, max_examples=1000 if FULL else 25)
@given(seed=st.integers(0, 1 << 32), text=TEXTS)
def test_the_example_in_a_refusal_is_a_turn_here(rules: AnyRules, seed: int, text: str) -> None:
    view, _ = some_turn(rules, random.Random(seed))
    got = read(rules.game, view, text)
    if isinstance(got, Event) and got.code == Code.UNREADABLE:
        after, turn = foresee(rules.game, view, str(got.args["example"]))
        assert not unfinished(after)
        assert turn == got.args["example"]
