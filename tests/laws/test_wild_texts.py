"""Any text, however wild, is only ever refused in words and leaves an engine as it was."""

import os
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import AnyRules, NotationError

from .walks import SUBJECTS, viewers, walked

Test = TypeVar("Test", bound=Callable[..., None])
FULL = bool(os.environ.get("TETRARCH_FULL"))
EVERY_GAME = pytest.mark.parametrize("rules", SUBJECTS.values(), ids=SUBJECTS.keys())


def every_game(test: Test) -> Test:
    """Try the same examples in every run, whatever the machine's speed."""
    most = 1000 if FULL else 25
    steady: Test = settings(deadline=None, derandomize=True, max_examples=most)(test)
    marked: Test = EVERY_GAME(steady)
    return marked


TEXTS = st.one_of(
    st.text(max_size=300),
    st.text(alphabet="abchi1278-x*:,+ .|/→×Ａ１－deploypassTWCtwc", max_size=60),
)


@every_game
@given(text=TEXTS)
def test_an_unreadable_action_is_refused_and_nothing_else_happens(
    rules: AnyRules, text: str
) -> None:
    path = walked(rules.game.info.id, rules.game.info.variants[0], 0)
    for moment in (path.moments[0], path.moments[len(path.moments) // 2]):
        for seat in viewers(rules.game):
            view = rules.view(moment.state, seat)
            try:
                action = rules.game.parse(view, text)
            except NotationError:
                continue
            assert rules.game.parse(view, rules.game.format(action)) == action


@every_game
@given(text=TEXTS)
def test_an_unreadable_position_is_refused_and_nothing_else_happens(
    rules: AnyRules, text: str
) -> None:
    try:
        state = rules.load(text)
    except NotationError:
        return
    assert rules.load(rules.dump(state)) == state


@every_game
@given(text=TEXTS)
def test_an_unknown_variant_is_refused_and_nothing_else_happens(rules: AnyRules, text: str) -> None:
    try:
        rules.initial(text)
    except NotationError:
        return


@every_game
@given(data=st.data())
def test_a_damaged_position_loads_or_is_refused(rules: AnyRules, data: st.DataObject) -> None:
    """A position that loads can be seen by all and played on, or is over."""
    path = walked(rules.game.info.id, data.draw(st.sampled_from(rules.game.info.variants)), 0)
    text = rules.dump(data.draw(st.sampled_from(path.moments)).state)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        put = data.draw(st.sampled_from(sorted({"", " ", "9", "0:", *text})))
        text = text[:at] + put + text[at + data.draw(st.integers(0, 2)) :]
    try:
        state = rules.load(text)
    except NotationError:
        return
    for seat in viewers(rules.game):
        view, game = rules.view(state, seat), rules.game
        game.cells(view), game.diagram(view), game.facts(view), game.last(view)
        for action in game.legal(view):
            assert seat is not None
            rules.apply(state, seat, action)
