"""No text, however wild, does anything to an engine but be refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core import AnyGame, NotationError

from .walks import SUBJECTS, viewers, walked

Test = TypeVar("Test", bound=Callable[..., None])


def every_game(test: Test) -> Test:
    """The same examples in every run, whatever the machine's speed."""
    steady: Test = settings(deadline=None, derandomize=True)(test)
    mark = pytest.mark.parametrize("game", SUBJECTS.values(), ids=SUBJECTS.keys())
    marked: Test = mark(steady)
    return marked


TEXTS = st.one_of(
    st.text(max_size=300),
    st.text(alphabet="abchi1278-x*:,+ .|/→×Ａ１－deploypassTWCtwc", max_size=60),
)


@every_game
@given(text=TEXTS)
def test_an_unreadable_action_is_refused_and_nothing_else_happens(game: AnyGame, text: str) -> None:
    path = walked(game.info.id, game.info.variants[0], 0)
    for moment in (path.moments[0], path.moments[len(path.moments) // 2]):
        for seat in viewers(game):
            view = game.view(moment.state, seat)
            try:
                action = game.parse(view, text)
            except NotationError:
                continue
            assert game.parse(view, game.format(action)) == action


@every_game
@given(text=TEXTS)
def test_an_unreadable_position_is_refused_and_nothing_else_happens(
    game: AnyGame, text: str
) -> None:
    try:
        state = game.load(text)
    except NotationError:
        return
    assert game.load(game.dump(state)) == state


@every_game
@given(text=TEXTS)
def test_an_unknown_variant_is_refused_and_nothing_else_happens(game: AnyGame, text: str) -> None:
    try:
        game.initial(text)
    except NotationError:
        return


@every_game
@given(data=st.data())
def test_a_damaged_position_loads_or_is_refused(game: AnyGame, data: st.DataObject) -> None:
    """Whatever loads can be seen by everybody and played on, or is over."""
    path = walked(game.info.id, data.draw(st.sampled_from(game.info.variants)), 0)
    text = game.dump(data.draw(st.sampled_from(path.moments)).state)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        put = data.draw(st.sampled_from(sorted({"", " ", "9", "0:", *text})))
        text = text[:at] + put + text[at + data.draw(st.integers(0, 2)) :]
    try:
        state = game.load(text)
    except NotationError:
        return
    for seat in viewers(game):
        view = game.view(state, seat)
        game.cells(view), game.diagram(view), game.facts(view), game.last(view)
        for action in game.legal(view):
            assert seat is not None
            game.apply(state, seat, action)
