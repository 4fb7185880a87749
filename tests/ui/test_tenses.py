"""Tenses: whatever may still be chosen is told in the present, played or not."""

import re
from collections.abc import Mapping

import pytest

from bot.ui.words.catalogue import catalogue
from games.core import Argument, Event
from games.library import GAMES
from render.look import Look
from render.words import sayings
from tests.families import Tense, listed
from tests.laws.walks import seats, walked
from tests.samples import sampled

ENGLISH, CHINESE = catalogue("en"), catalogue("zh-CN")
TABLE: list[Tense] = list(listed("facts", "TENSES"))
PAST = re.compile(r"\b([a-z]\w*ed|took|lost|gave|threw|hit|built)\b")


@pytest.mark.parametrize(("code", "args", "english", "chinese"), TABLE)
def test_news_are_told(code: str, args: Mapping[str, Argument], english: str, chinese: str) -> None:
    event = Event(code, args)
    assert (ENGLISH.tell(event), CHINESE.tell(event)) == (english, chinese)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", sampled(range(3)))
def test_the_table_has_all_that_random_games_tell_and_their_choices_foretell(
    game: str, seed: int
) -> None:
    codes, foretold, walk = set(), {}, walked(game, "", seed)
    for moment in walk.moments:
        for seat in (*seats(walk.game), None):
            codes |= {event.code for event in walk.rules.view(moment.state, seat).news}
    for moment in walk.moments[:: max(1, len(walk.moments) // 60)]:
        for seat in seats(walk.game):
            view = walk.rules.view(moment.state, seat)
            for action in walk.game.legal(view)[:40]:
                for event in walk.game.preview(view, action).news:
                    foretold[event.code] = event
    assert codes | set(foretold) <= {code for code, *_ in TABLE}
    for event in foretold.values():
        for text in sayings(Look(ENGLISH), event):
            assert not PAST.search(text.replace("both removed", "")), text


def test_a_rank_is_never_read_as_a_number_of_pieces() -> None:
    for words in (ENGLISH, CHINESE):
        assert [key for key, said in words.patterns.items() if "{piece} {name}" in str(said)] == []


def test_chinese_leaves_a_space_beside_latin_names_alone() -> None:
    assert CHINESE("line.they_move", player="Livia") == "轮到 Livia"
    assert CHINESE("line.they_move", player="阿杰") == "轮到阿杰"
    assert CHINESE("over.resign", winner="Livia", loser="阿杰") == "Livia 获胜：阿杰认输"
    assert CHINESE("line.your_move", player="<@1>") == "<@1>，轮到你"
