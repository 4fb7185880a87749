"""The poster of a match of four: partners win together."""

from render.curve.poster import scene

from ..sample import lines, reader
from ..test_curve import NAMES
from ..test_poster import ended


def test_a_team_wins_together() -> None:
    look = reader(names=NAMES)
    assert "Livia + Mara won" in lines(scene(ended("junqi-four", "escape"), look))
    cut = lines(scene(ended("junqi-four"), reader(names=("W" * 32, "", "Mara", ""))))[1]
    assert cut.startswith("WWWW")
    assert "… + Mara won" in cut
