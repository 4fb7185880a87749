"""Make the pictures of README and docs, docs/pictures/*.png, as the bot itself draws them.

python -m scripts.readme_pictures
"""

from pathlib import Path

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.rulebook import RULES
from render.draw import Picture, draw
from render.library import DRAWINGS
from render.look import Look

from .positions import Example, examples, played

TARGET = Path(__file__).parent.parent / "docs" / "pictures"


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for drawing in DRAWINGS.values():
        for example in examples(drawing.game):
            picture = pictured(drawing.game, example)
            (TARGET / f"{example.name}.png").write_bytes(picture.png)
            print(f"{example.name}.png: {len(picture.png)} bytes\n    {picture.alt}")


def pictured(game: str, example: Example) -> Picture:
    """Draw an example as its reader sees it."""
    rules = RULES[game]
    state = played(rules, example.position, example.turn)
    view = rules.view(state, None if example.seat is None else Seat(example.seat))
    look = Look(
        catalogue(example.locale),
        example.theme,
        example.names,
        private=example.private,
        picked=example.picked,
        notes=example.notes,
    )
    return draw(view, look)


if __name__ == "__main__":
    main()
