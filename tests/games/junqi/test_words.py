"""The words for the pieces of Junqi."""

from bot.ui.words.catalogue import catalogue
from games.junqi.codes import piece_args

ENGLISH = catalogue("en")


def test_articles_fit_the_ranks() -> None:
    texts = [ENGLISH("junqi.you_failed_short", **piece_args(code)) for code in "951BF"]
    assert texts == [
        "you lost the Field Marshal (9)",
        "you lost a Colonel (5)",
        "you lost an Engineer (1)",
        "you lost a Bomb",
        "you lost the Flag",
    ]
