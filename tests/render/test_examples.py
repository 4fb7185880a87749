"""The pictures in docs/pictures are what the bot draws today."""

from io import BytesIO

import pytest
from PIL import Image

from render.library import DRAWINGS
from scripts.positions import Example, examples
from scripts.readme_pictures import TARGET, pictured
from tests.samples import thinned

EXAMPLES = [
    (drawing.game, example) for drawing in DRAWINGS.values() for example in examples(drawing.game)
]


def test_every_picture_is_made_by_the_script() -> None:
    assert {example.name for _, example in EXAMPLES} == {path.stem for path in TARGET.iterdir()}


@pytest.mark.parametrize(("game", "example"), thinned(EXAMPLES))
def test_a_picture_shows_what_is_drawn(game: str, example: Example) -> None:
    shown = Image.open(TARGET / f"{example.name}.png").convert("RGB")
    drawn = Image.open(BytesIO(pictured(game, example).png)).convert("RGB")
    assert shown.tobytes() == drawn.tobytes()
