"""Every game has one text for a variant, however it was typed."""

import pytest

from games.core import NotationError
from games.rulebook import RULES
from tests.families import listed

from .walks import SUBJECTS

NAMED = [(game, text) for game, rules in SUBJECTS.items() for text in rules.game.info.variants]
SPELLINGS = list(listed("facts", "SPELLINGS"))


@pytest.mark.parametrize(("game", "text"), NAMED)
def test_the_names_on_offer_are_canonical(game: str, text: str) -> None:
    assert SUBJECTS[game].game.variant(text) == text


@pytest.mark.parametrize("game", SUBJECTS)
def test_without_a_name_the_first_is_meant(game: str) -> None:
    found = SUBJECTS[game].game
    assert found.variant("") == found.info.variants[0]


@pytest.mark.parametrize(("game", "typed", "canonical"), SPELLINGS)
def test_a_variant_has_one_text_however_it_is_typed(game: str, typed: str, canonical: str) -> None:
    rules = RULES[game]
    assert rules.game.variant(typed) == canonical
    assert rules.game.variant(canonical) == canonical
    assert rules.dump(rules.initial(typed)) == rules.dump(rules.initial(canonical))
    assert canonical.isascii()
    assert canonical.isprintable()


@pytest.mark.parametrize("game", SUBJECTS)
def test_what_is_no_variant_is_refused_as_the_rules_do(game: str) -> None:
    for text in ("expert", "standard standard", "a=b", "@everyone", "standard\u200bno_move=lose"):
        with pytest.raises(NotationError):
            SUBJECTS[game].game.variant(text)
