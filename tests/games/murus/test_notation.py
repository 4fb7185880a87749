"""The notation of Murus Gallicus, by the bot and by people."""

import pytest

from games.core import Code, IllegalAction, NotationError, OutOfTurn, Seat
from games.murus.board import GRID, Move, Sign
from games.murus.game import MURUS
from games.murus.position import Position
from games.murus.rules import MURUS_RULES
from games.submission import play
from tests.games.refusals import refusal

from .positions import at

ROMANS = Seat(0)


BASIC, LIFTING = (MURUS_RULES.initial(name) for name in ("basic", "advanced+redistribution"))
WRITINGS = [
    (BASIC, "a1-a3", "a1-a3 / A1-A3 / a1a3 / a1 a3 /   a1 - a3   / a1–a3 / a1—a3 / a1→a3 / a1>a3"),
    (BASIC, "a1-a3", "Ａ１－Ａ３ / `a1-a3` / a1-a3. / 'a1-a3'"),
    (
        at("7t/8/8/3Tw3/8/8/8"),
        "d4xe4",
        "d4xe4 / d4 X e4 / d4×e4 / d4:e4 / Ｄ４ｘＥ４ / d4-e4 / d4e4",
    ),
    (at("7t/8/8/3Tc3/8/8/8", "advanced"), "d4*e4", "d4*e4 / D4 * E4 / d4∗e4 / d4＊e4"),
    (at("3t3t/8/8/3C4/8/8/8", "advanced"), "d4xd7", "d4-d7 / d4d7 / d4xd7"),
    (LIFTING, "a1-b2,c2", "a1-b2,c2 / a1-c2,b2 / a1 c2 b2 / a1b2c2 / A1 → B2, C2 / a1-b2、c2"),
]


@pytest.mark.parametrize(("state", "turn", "texts"), WRITINGS)
def test_a_turn_may_be_written_in_many_ways(state: Position, turn: str, texts: str) -> None:
    for text in texts.split(" / "):
        assert play(MURUS_RULES, state, ROMANS, text)[1].text == turn, text


@pytest.mark.parametrize("text", ["d4e4", "d4-e4", "d4 e4"])
def test_what_could_mean_two_things_is_refused_and_names_both(text: str) -> None:
    view = MURUS_RULES.view(at("7t/8/8/3Tc3/8/8/8", "advanced"), ROMANS)
    with pytest.raises(NotationError) as refused:
        MURUS.parse(view, text)
    assert refused.value.event.code == Code.AMBIGUOUS
    assert {*refused.value.event.args.values()} == {"d4xe4", "d4*e4"}


@pytest.mark.parametrize("sign", ["x", "*"])
def test_a_sign_is_taken_at_its_word(sign: str) -> None:
    view = MURUS_RULES.view(at("7t/8/8/3Tw3/8/8/8"), ROMANS)
    assert MURUS.parse(view, f"d4{sign}d6") == Move(
        GRID.square("d4"), Sign(sign), GRID.square("d6")
    )
    with pytest.raises(IllegalAction):
        MURUS.check(view, MURUS.parse(view, f"d4{sign}d6"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Code.EMPTY),
        (" `. ", Code.EMPTY),
        ("a1", Code.UNREADABLE),
        ("a1-", Code.UNREADABLE),
        ("-a3", Code.UNREADABLE),
        ("a1--a3", Code.UNREADABLE),
        ("a1-a3-a5", Code.UNREADABLE),
        ("a1-a3 b1-b3", Code.UNREADABLE),
        ("resign", Code.UNREADABLE),
        ("高卢", Code.UNREADABLE),
        ("a1-i3", Code.NO_SUCH_SQUARE),
        ("a0-a2", Code.NO_SUCH_SQUARE),
        ("a8-a6", Code.NO_SUCH_SQUARE),
        ("a1-a33", Code.NO_SUCH_SQUARE),
        ("a1-a3" * 100, Code.TOO_LONG),
    ],
)
def test_an_unreadable_text_says_why(text: str, code: Code) -> None:
    state = MURUS_RULES.initial("basic")
    assert refusal(NotationError, lambda: play(MURUS_RULES, state, ROMANS, text)) == code


def test_a_spectator_can_read_a_text_but_not_play_it() -> None:
    view = MURUS_RULES.view(MURUS_RULES.initial("basic"), None)
    with pytest.raises(OutOfTurn):
        MURUS.check(view, MURUS.parse(view, "a1-a3"))


@pytest.mark.parametrize(
    "text", ["expert", "escape", "+escape", "basic+", "basic+escape+escape", "basic+advanced", "+"]
)
def test_an_unknown_variant_is_refused(text: str) -> None:
    assert refusal(NotationError, lambda: MURUS_RULES.initial(text)) == Code.UNKNOWN_VARIANT


START = "tttttttt/......../......../......../......../......../TTTTTTTT"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "basic",
        f"basic {START}",
        f"basic {START} 0",
        f" basic {START} 0 -",
        f"basic {START} 0 -\n",
        f"basic {START} -1 -",
        f"basic {START} 1_0 -",
        f"basic {START} ٣ -",
        f"basic {START} {'9' * 5000} -",
        f"basic {START} 0 resign:2",
        f"basic {START} 0 resign:01",
        f"basic {START[:-1]} 0 -",
        f"basic {START}/........ 0 -",
        f"basic {START.replace('t', 'x')} 0 -",
        f"basic {START.replace('T', 'C')} 0 -",
        f"basic {START.replace('tttttttt', 'ttttttct')} 0 -",
        f"advanced {START.replace('TTTTTTTT', 'TTTTTTCT')} 0 -",
        f"basic {START} 0 - a1-a3",
        f"basic+redistribution {START.replace('TTTT', 'TTT.')} 0 -",
        f"basic+redistribution {START.replace('tttt', 'ttt.')} 1 -",
        f"expert {START} 0 -",
        "x" * 1_000_000,
        f"basic {START} 0 -{' a1-a3' * 100_000}",
    ],
    ids=range(24),
)
def test_what_is_no_position_is_refused(text: str) -> None:
    code = refusal(NotationError, lambda: MURUS_RULES.load(text))
    assert code in (Code.BAD_POSITION, Code.UNKNOWN_VARIANT)


def test_a_loaded_position_that_has_ended_says_so() -> None:
    state = MURUS_RULES.load(
        "basic .......w/......../......../...T..../......../......../........ 1 -"
    )
    assert MURUS_RULES.dump(state).split()[3] == "stalemate:0"
