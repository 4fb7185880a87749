"""The laws of every older version of a game whose matches still go on."""

from dataclasses import replace
from typing import Any

import pytest

from games.replay import Course

from .walks import SUBJECTS, walk

VERSIONS = [(game, version) for game, rules in SUBJECTS.items() for version in rules.earlier]
CASES = [
    pytest.param(game, version, variant, marks=[pytest.mark.slow] if n else [])
    for game, version in VERSIONS
    for n, variant in enumerate(reversed(SUBJECTS[game].game.info.variants))
]


@pytest.mark.parametrize(("game", "version"), VERSIONS)
def test_an_older_version_is_the_same_game_with_a_lower_number(game: str, version: int) -> None:
    rules = SUBJECTS[game]
    older = rules.as_of(version)
    assert version < rules.game.info.version
    info = replace(older.game.info, version=rules.game.info.version)
    assert replace(older.game, info=info) == rules.game
    assert not older.earlier


@pytest.mark.parametrize("game", SUBJECTS)
def test_of_a_version_that_is_not_kept_there_are_only_the_rules_of_today(game: str) -> None:
    rules = SUBJECTS[game]
    for version in (-1, 0, rules.game.info.version, rules.game.info.version + 1):
        assert rules.as_of(version) is rules


@pytest.mark.parametrize(("game", "version", "variant"), CASES)
def test_a_match_of_an_older_version_is_as_it_was(game: str, version: int, variant: str) -> None:
    """A state is played by the rules it was begun under, whichever rules go on with it."""
    older, today = SUBJECTS[game].as_of(version), SUBJECTS[game]
    path = walk(older, variant, 0)
    for moment in path.moments:
        text = older.dump(moment.state)
        assert (older.load(text), today.dump(moment.state)) == (moment.state, text)
        assert older.turn(moment.state) == today.turn(moment.state)
    assert Course(older, variant, path.log).state == path.end
    course: Course[Any, Any, Any] = Course(replace(today, initial=older.initial), variant, path.log)
    assert course.state == path.end
