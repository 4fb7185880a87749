"""The laws of every game, as the contract states them; a new game is found by itself."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest

from games import core
from games.quitting import CALLED_OFF, endings, was_broken_off
from games.replay import Course
from games.submission import actor, foresee, play, unfinished
from tests.twins import refused

from . import walks
from .toys import cups

SEEDS = 3
"""The walks of every variant."""
REFUSALS = 20
"""The actions, different ones each time, tried at every moment of a secret game."""
CROWDED = 8
"""The moments tried in a game of more than two, which has more views of each."""
TRIED = 40
"""The moments of a game of two tried every time; the longer tests try them all."""
CASES = [
    (game_id, variant, seed)
    for game_id, rules in walks.SUBJECTS.items()
    for variant in (*rules.game.info.variants, *walks.WIDER.get(game_id, ()))
    for seed in range(SEEDS)
]
SHORT = {(game_id, rules.game.info.variants[0], 0) for game_id, rules in walks.SUBJECTS.items()}
"""The walks that are tried every time; the others are among the longer tests."""


def cases(wanted: Callable[[core.Info], bool]) -> pytest.MarkDecorator:
    """Choose only the games of this kind."""
    chosen = [case for case in CASES if wanted(walks.SUBJECTS[case[0]].game.info)]
    return pytest.mark.parametrize("path", marked(chosen), ids=named, indirect=True)


def marked(chosen: list[tuple[str, str, int]]) -> list[Any]:
    slow = [pytest.mark.slow]
    return [pytest.param(case, marks=[] if case in SHORT else slow) for case in chosen]


def named(case: tuple[str, str, int]) -> str:
    return "-".join(map(str, case))


def middle(path: walks.Walk) -> tuple[Any, Any]:
    """Return the states in the middle of the game and just before its end."""
    return path.moments[len(path.moments) // 2].state, path.moments[-2].state


@pytest.fixture(scope="module", params=marked(CASES), ids=named)
def path(request: pytest.FixtureRequest) -> walks.Walk:
    return walks.walked(*request.param)


def test_every_random_game_comes_to_an_end(path: walks.Walk) -> None:
    assert isinstance(path.rules.turn(path.end), core.Over)
    assert not any(
        isinstance(path.rules.turn(moment.state), core.Over) for moment in path.moments[:-1]
    )


def test_a_dumped_state_loads_as_the_same_state(path: walks.Walk) -> None:
    for moment in path.moments:
        text = path.rules.dump(moment.state)
        assert path.rules.load(text) == moment.state
        assert text.isprintable(), "a position is one line"


def test_the_log_alone_replays_the_game(path: walks.Walk) -> None:
    states = walks.replayed(path)
    assert states[-1] == path.end
    assert len(states) == len(path.log) + 1


def test_a_turn_taken_back_was_never_taken(path: walks.Walk) -> None:
    """It goes back to before it, unless chance has spoken since or the game says otherwise."""
    course = Course(path.rules, path.variant)
    for number, entry in enumerate(path.log):
        course.follow(entry)
        for seat in walks.seats(path.game):
            try:
                back = course.takeback(seat)
            except core.GameError:
                continue
            taken = course.lines[-int(back.text) :]
            assert taken[0].seat == seat
            assert {line.kind for line in taken} == {"act"}
            before = course.states[-len(taken) - 1]
            actor(path.rules, before, seat)
            if number % 40 == 0:
                again = Course(path.rules, path.variant, course.lines)
                assert again.follow(back) == back
                assert again.state == before


def test_a_whole_turn_is_logged_as_it_is_written(path: walks.Walk) -> None:
    for state, entry in zip(walks.replayed(path), path.log, strict=False):
        if entry.kind == "act":
            assert entry.seat is not None
            assert play(path.rules, state, entry.seat, entry.text)[1] == entry


def test_every_legal_action_is_read_back_from_its_text(path: walks.Walk) -> None:
    for moment in path.moments:
        for seat in walks.seats(path.game):
            view = path.rules.view(moment.state, seat)
            for action in path.game.legal(view):
                assert path.game.parse(view, path.game.format(action)) == action


def test_an_action_is_shown_as_boards_have_it_once_it_is_played(path: walks.Walk) -> None:
    shown = path.game.shown
    if shown is None:
        return
    for moment, after in pairwise(path.moments):
        view = path.rules.view(moment.state, moment.seat)
        if moment.action is not None and not view.free:
            text = shown(view, moment.action)
            assert path.game.parse(view, text) == moment.action
            assert path.game.last(path.rules.view(after.state, None)) == (moment.seat, text)


def test_every_legal_action_applies(path: walks.Walk) -> None:
    for moment in path.moments[:: max(1, len(path.moments) // 15)]:
        for seat in walks.seats(path.game):
            for action in path.game.legal(path.rules.view(moment.state, seat)):
                path.game.check(path.rules.view(moment.state, seat), action)
                assert path.rules.apply(moment.state, seat, action) != moment.state


def test_whoever_is_to_act_has_an_action(path: walks.Walk) -> None:
    for moment in path.moments:
        turn = path.rules.turn(moment.state)
        for seat in turn.seats if isinstance(turn, core.Act) else ():
            assert path.game.legal(path.rules.view(moment.state, seat))


def test_check_accepts_exactly_what_legal_lists(path: walks.Walk) -> None:
    texts = path.texts()
    for moment in path.moments[:: max(1, len(path.moments) // 15)]:
        for seat in walks.seats(path.game):
            view = path.rules.view(moment.state, seat)
            free = isinstance(view.turn, core.Act) and view.turn.free
            legal = frozenset(path.game.legal(view))
            for action in (path.game.parse(view, text) for text in texts):
                if action in legal:
                    path.game.check(view, action)
                elif not free:
                    assert denied(path.game, view, action)


def denied(game: core.AnyGame, view: core.View, action: object) -> bool:
    """Tell whether an action is refused; quicker than pytest.raises where there are thousands."""
    try:
        game.check(view, action)
    except (core.IllegalAction, core.OutOfTurn):
        return True
    return False


def test_nobody_out_of_turn_has_actions(path: walks.Walk) -> None:
    texts = path.texts()[:3]
    for moment in path.moments[:: max(1, len(path.moments) // TRIED)]:
        turn = path.rules.turn(moment.state)
        acting = turn.seats if isinstance(turn, core.Act) else frozenset()
        for seat in walks.viewers(path.game):
            view = path.rules.view(moment.state, seat)
            assert view.acting == (seat in acting)
            if seat in acting:
                continue
            assert list(path.game.legal(view)) == []
            for text in texts if seat is not None else ():
                assert seat is not None
                with pytest.raises(core.OutOfTurn):
                    play(path.rules, moment.state, seat, text)
                with pytest.raises(core.OutOfTurn):
                    path.rules.apply(moment.state, seat, path.game.parse(view, text))
                with pytest.raises(core.OutOfTurn):
                    path.rules.lapse(moment.state, seat)


def test_faces_that_no_die_has_are_refused(path: walks.Walk) -> None:
    for moment in path.moments:
        turn = path.rules.turn(moment.state)
        if not isinstance(turn, core.Roll):
            with pytest.raises(core.OutOfTurn):
                path.rules.roll(moment.state, (1,))
            continue
        ones = (1,) * len(turn.sides)
        too_high = (turn.sides[0] + 1, *ones[1:])
        for faces in ((0, *ones[1:]), too_high, ones[1:], (*ones, 1), (-1, *ones[1:])):
            with pytest.raises(core.IllegalAction):
                path.rules.roll(moment.state, faces)
        path.rules.roll(moment.state, ones)


def test_a_view_says_whose_turn_it_is_and_who_reads_it(path: walks.Walk) -> None:
    for moment in path.moments:
        for seat in walks.viewers(path.game):
            view = path.rules.view(moment.state, seat)
            assert (view.seat, view.turn) == (seat, path.rules.turn(moment.state))


def test_a_preview_shows_what_will_be(path: walks.Walk) -> None:
    """All of it in a game without secrets; with secrets whether the turn goes on, and how."""
    rules, game = path.rules, path.game
    for moment, after in zip(path.moments, path.moments[1:], strict=False):
        if moment.seat is None:
            continue
        foreseen = game.preview(rules.view(moment.state, moment.seat), moment.action)
        real = rules.view(after.state, moment.seat)
        assert unfinished(foreseen) == unfinished(real)
        if unfinished(real):
            legal = sorted(map(game.format, game.legal(real)))
            assert sorted(map(game.format, game.legal(foreseen))) == legal
        if not game.info.secrets:
            assert game.cells(foreseen) == game.cells(real)
            assert game.diagram(foreseen) == game.diagram(real)
            assert game.last(foreseen) == game.last(real)
            if not (isinstance(real.turn, core.Over) and real.turn.reason == "repetition"):
                assert foreseen.turn == real.turn


def test_a_preview_shows_a_sure_win_and_if_the_turn_could_be_taken_back(path: walks.Walk) -> None:
    rules, game = path.rules, path.game
    for moment, after in zip(path.moments, path.moments[1:], strict=False):
        if moment.seat is None:
            continue
        view = rules.view(moment.state, moment.seat)
        foreseen, real = game.preview(view, moment.action), rules.view(after.state, moment.seat)
        wins = isinstance(foreseen.turn, core.Over) and moment.seat in foreseen.turn.winners
        assert wins == (game.weight(view, moment.action) > 1)
        if wins:
            assert isinstance(real.turn, core.Over)
            assert moment.seat in real.turn.winners
        refusal = game.takeback_refusal(real)
        if refusal != core.Code.MISSED_SINCE:
            assert (game.takeback_refusal(foreseen) is None) == (refusal is None)


def test_a_draft_of_a_whole_turn_is_written_as_the_turn_itself(path: walks.Walk) -> None:
    for state, entry in zip(walks.replayed(path), path.log, strict=False):
        if entry.kind == "act":
            view, text = foresee(path.game, path.rules.view(state, entry.seat), entry.text)
            assert text == entry.text
            assert not unfinished(view)


@cases(lambda info: not info.private)
def test_the_last_turn_can_be_named_and_read_back(path: walks.Walk) -> None:
    states = walks.replayed(path)
    for before, after, entry in zip(states, states[1:], path.log, strict=False):
        if entry.kind == "act":
            named = {
                path.game.last(path.rules.view(after, seat)) for seat in walks.viewers(path.game)
            }
            ((seat, text),) = filter(None, named)
            view = path.rules.view(before, entry.seat)
            assert (seat, foresee(path.game, view, text)[1]) == (entry.seat, entry.text)
            assert len(named) == 1


def test_different_actions_are_picked_differently(path: walks.Walk) -> None:
    for moment in path.moments:
        if moment.seat is not None:
            view = path.rules.view(moment.state, moment.seat)
            actions = list(path.game.legal(view))
            assert len({path.game.path(action) for action in actions}) == len(actions)
            assert {path.game.weight(view, action) for action in actions} <= {0, 1, 2}


def test_what_the_line_protocol_shows_is_json(path: walks.Walk) -> None:
    for moment in path.moments:
        for seat in walks.viewers(path.game):
            view = path.rules.view(moment.state, seat)
            shown = {"cells": path.game.cells(view), **path.game.facts(view)}
            assert json.loads(json.dumps(shown)) == shown


@cases(lambda info: info.private)
def test_every_piece_can_be_opened_and_at_the_end_that_shows_nothing_new(path: walks.Walk) -> None:
    rules = path.rules
    opened = rules.opened
    assert opened is not None
    for moment in path.moments:
        view, public = opened(moment.state), rules.view(moment.state, None)
        assert (view.seat, view.turn, view.number) == (None, public.turn, public.number)
        assert path.game.last(view) == path.game.last(public)
        for seat in () if view.free else walks.seats(path.game):
            own = path.game.cells(rules.view(moment.state, seat))
            mine = {at: cell for at, cell in own.items() if cell.startswith(f"{seat}:")}
            assert mine.items() <= path.game.cells(view).items()
    assert opened(path.end) == rules.view(path.end, None)


@cases(lambda info: info.private)
def test_nothing_is_opened_of_a_set_up_that_was_never_finished(path: walks.Walk) -> None:
    rules = path.rules
    assert rules.opened is not None
    for moment in path.moments:
        if not rules.view(moment.state, None).free:
            break
        everybody = path.game.info.everybody
        for state in (moment.state, rules.forfeit(moment.state, everybody, "cancelled")):
            shown = rules.opened(state)
            assert path.game.cells(shown) == path.game.cells(rules.view(moment.state, None))


def test_whoever_gives_up_does_not_win_and_the_others_may_play_on(path: walks.Walk) -> None:
    """With two seats the other one wins; with partners the game may go on to its end."""
    rules, info = path.rules, path.game.info
    for state in middle(path):
        out = rules.view(state, None).out
        for seat in info.everybody - out:
            after = rules.forfeit(state, frozenset({seat}), "resign")
            assert rules.load(rules.dump(after)) == after
            turn = rules.turn(after)
            if info.seats == 2:
                assert turn == core.Over(info.everybody - {seat}, "resign")
            elif not isinstance(turn, core.Over):
                assert rules.view(after, None).out == out | {seat}
                on = walks.walk(rules, path.variant, 0, after)
                assert seat not in {moment.seat for moment in on.moments}
        for seat in out:
            with pytest.raises(core.IllegalAction):
                rules.forfeit(state, frozenset({seat}), "resign")


def test_all_together_agree_on_a_draw_or_call_the_game_off(path: walks.Walk) -> None:
    rules, info = path.rules, path.game.info
    for number, state in enumerate((path.moments[0].state, *middle(path))):
        for reason in ("agreement", *CALLED_OFF):
            if number and info.teams and reason == "cancelled":
                with suppress(core.IllegalAction):
                    after = rules.forfeit(state, info.everybody, reason)
                    assert rules.turn(after) == core.Over(frozenset(), reason)
            elif info.draws or reason in CALLED_OFF:
                after = rules.forfeit(state, info.everybody, reason)
                assert rules.turn(after) == core.Over(frozenset(), reason)
                assert rules.load(rules.dump(after)) == after
            else:
                with pytest.raises(core.IllegalAction):
                    rules.forfeit(state, info.everybody, reason)
        for no_seat in (frozenset[core.Seat](), frozenset({core.Seat(info.seats)})):
            with pytest.raises(core.IllegalAction):
                rules.forfeit(state, no_seat, "resign")
    with pytest.raises(core.OutOfTurn):
        rules.forfeit(path.end, info.everybody, "cancelled")


def broken(rules: core.AnyRules, state: Any) -> Iterator[tuple[core.Seat | None, Any]]:
    """Yield what a game comes to by everything that is no turn, each with the seat it is due to."""
    info, turn = rules.game.info, rules.turn(state)
    for seat in (None, *walks.seats(rules.game)):
        for reason in endings(info, seat):
            with suppress(core.GameError):
                leaving = info.everybody if seat is None else frozenset({seat})
                yield seat, rules.forfeit(state, leaving, reason)
    for seat in turn.seats if isinstance(turn, core.Act) else ():
        yield seat, rules.lapse(state, seat)


def test_what_is_no_turn_does_not_tell_the_last_turn_again(path: walks.Walk) -> None:
    """Who goes out or misses a turn is news; where nobody does, there is none."""
    rules, game = path.rules, path.game
    for moment in path.moments[: -1 : max(1, len(path.moments) // 30)]:
        readings = [rules.view(moment.state, viewer) for viewer in walks.viewers(game)]
        readings += [rules.opened(moment.state)] if rules.opened else []
        told = [event for view in readings for event in view.news]
        for seat, after in broken(rules, moment.state):
            for view in (rules.view(after, viewer) for viewer in walks.viewers(game)):
                assert not [event for event in view.news if event in told]
                if was_broken_off(view.turn):
                    assert view.news == () or (game.info.teams and seat is not None)
                    assert game.fought is None or game.fought(view, view) == ()


def test_time_runs_out_for_whoever_is_to_act(path: walks.Walk) -> None:
    rules = path.rules
    for state in (path.moments[0].state, *middle(path)):
        turn = rules.turn(state)
        for seat in turn.seats if isinstance(turn, core.Act) else ():
            after = rules.lapse(state, seat)
            assert after != state
            assert rules.load(rules.dump(after)) == after


def test_a_team_wins_together_and_who_is_out_acts_no_more(path: walks.Walk) -> None:
    info, turn = path.game.info, path.rules.turn(path.end)
    assert isinstance(turn, core.Over)
    assert all(info.team(seat) <= turn.winners for seat in turn.winners)
    assert turn.winners != info.everybody
    for moment in path.moments:
        assert moment.seat not in path.rules.view(moment.state, None).out


def test_a_state_reveals_nothing_in_its_repr(path: walks.Walk) -> None:
    for moment in path.moments:
        shown = repr(moment.state)
        assert shown.startswith("<")
        assert len(shown) < 80
        assert path.rules.dump(moment.state) not in shown


def test_a_state_cannot_be_changed(path: walks.Walk) -> None:
    state = path.moments[0].state
    for name in state.__slots__:
        with pytest.raises((AttributeError, TypeError)):
            setattr(state, name, None)
    hash(state)


@cases(lambda info: info.secrets)
def test_nobody_can_tell_what_is_hidden(path: walks.Walk, request: pytest.FixtureRequest) -> None:
    texts = [*path.texts(), "nonsense"]
    share = max(1, len(texts) // REFUSALS)
    short = request.node.get_closest_marker("slow") is None
    most = CROWDED if path.game.info.seats > 2 else TRIED if short else len(path.moments)
    every = max(1, len(path.moments) // most)
    for number, moment in enumerate(path.moments[::every]):
        tried = texts[number % share :: share]
        for seat in walks.viewers(path.game):
            assert walks.interference(path.rules, moment.state, seat, tried) == set()


@cases(lambda info: not info.private)
def test_in_a_game_that_is_not_private_everybody_sees_the_same(path: walks.Walk) -> None:
    for moment in path.moments:
        views = [path.rules.view(moment.state, seat) for seat in walks.viewers(path.game)]
        assert len({json.dumps(path.game.cells(view)) for view in views}) == 1
        assert all(view.news == views[0].news for view in views)


def test_every_game_with_secrets_says_how_to_disguise_them() -> None:
    secret = {game_id for game_id, rules in walks.SUBJECTS.items() if rules.game.info.secrets}
    assert set(walks.DISGUISES) == secret


@pytest.mark.parametrize(
    ("leaky", "betrayed"), [(cups.LEAKY_NEWS, "view"), (cups.LEAKY_REFUSAL, "refusal of abc")]
)
def test_the_law_of_secrets_catches_a_leak(leaky: core.AnyRules, betrayed: str) -> None:
    path = walks.walk(leaky, "plain", 0)
    leaks: set[str] = set()
    for moment in path.moments:
        for seat in walks.viewers(leaky.game):
            leaks |= walks.interference(leaky, moment.state, seat, ["abc", "cba"])
    assert betrayed in leaks


@pytest.mark.parametrize("game_id", walks.SUBJECTS)
def test_the_first_variant_is_the_default(game_id: str) -> None:
    rules = walks.SUBJECTS[game_id]
    assert rules.initial("") == rules.initial(rules.game.info.variants[0])


@cases(lambda info: bool(info.joint))
def test_half_a_turn_is_no_submission_and_a_turn_and_a_half_neither(path: walks.Walk) -> None:
    joint = path.game.info.joint
    for state, entry in zip(walks.replayed(path), path.log, strict=False):
        if entry.kind != "act" or entry.seat is None:
            continue
        first, *rest = entry.text.split(joint)
        assert refused(path.rules, state, entry.seat, entry.text + joint + first)
        if rest:
            half = refused(path.rules, state, entry.seat, first)
            assert half == core.Event(core.Code.INCOMPLETE, {"action": first})
