"""Questions about a position of Ponte del Diavolo."""

from ..asking import asked_of


def test_in_ponte_closed_squares_and_bridges_are_said() -> None:
    position = "ponte1 size-5 off ...../...o./...../oo.../oo... d 4 0 0 - - - 0 a1,b2"
    light = asked_of("ponte", position)
    assert list(light.square("c1")) == [
        "c1 is empty.",
        "Light cannot place a tile there.",
        "Dark can place a tile there.",
    ]
    closed, bridges = light.ground()
    assert closed == "Closed to tiles of Light: c1, c2, a3, b3, c3."
    assert bridges == "Bridges that Light can build: b2-d4."
    dark = list(asked_of("ponte", position, 1).ground())
    assert dark[0] == "Closed to tiles of Dark: none."
