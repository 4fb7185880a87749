"""A match of Murus as a picture that moves: captures are not left out."""

from render.replay import select_boards
from tests.render.test_replay import played

CAPTURES = {"murus.hit", "murus.sacrificed", "murus.sacrificed_two"}


def test_captures_are_kept_before_other_turns() -> None:
    views = played("murus", None)
    captures = [
        place for place, view in enumerate(views) if CAPTURES & {event.code for event in view.news}
    ]
    assert captures
    assert set(captures) <= set(select_boards(views, len(captures) + 2))
