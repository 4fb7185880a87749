"""Evenings in Arabic: every line goes from right to left, and what is not Arabic in it does not."""

import re
from collections.abc import Iterator

import pytest
from bidi import get_display

from bot.ui.words.direction import LETTERS

from . import dark
from .conftest import Evening, press, said
from .eyes import Eyes

ARABIC = pytest.mark.parametrize("language", ["ar"], indirect=True)
KEPT = re.compile(
    r"`[^`\n]+`|</[^>]+>|[a-q]\d{1,2}(?:[-x+,=][a-q]?\d+)+|[+−±]\d+|\d+ [±→] \d+|\d+(?:[–:/.]\d+)+"
)
"""What is read from left to right: code marks, commands, moves, signed numbers, scores."""
MARKS = re.compile("[\u200f\u2066-\u2069]")
FIRST = re.compile(f"[{LETTERS}\u200fA-Za-z\u2066-\u2068]")
"""What may show a reader's client which way a line goes; what is kept apart does not."""


def faults(line: str) -> Iterator[str]:
    """List what turns round in a line, whichever way its reader's client would have it go."""
    if not re.search(f"[{LETTERS}]", line):
        return
    apart = re.sub(r"[\u2066\u2068][^\u2069]*\u2069", "", re.sub(r"^(-# |- |> |#+ )", "", line))
    first = FIRST.search(apart)
    if first and first[0].isascii():
        yield f"begins from the left: {line}"
    for base in "LR":
        shown = MARKS.sub("", str(get_display(re.sub("[`*]", "", line), base_dir=base)))
        for kept in KEPT.findall(MARKS.sub("", line)):
            if kept.strip("`") not in shown:
                yield f"{kept} turns round ({base}): {line}"


def judge(eyes: Eyes) -> list[str]:
    """List the faults of all that was sent and of all pictures' words."""
    texts = [text for sent in eyes.sent() for text in (*sent.words, *sent.alts)]
    texts += [drawn.alt for drawn in (*eyes.drawn, *eyes.past, *eyes.pages)]
    assert sum(bool(re.search(f"[{LETTERS}]", text)) for text in texts) > 40
    boards = (part for text in texts for part in text.split("```")[::2])
    return [fault for part in boards for line in part.splitlines() for fault in faults(line)]


async def look_around(evening: Evening, game: str) -> None:
    """Let everybody look at everything there is."""
    for who in (evening.livia, evening.brennus, evening.mara):
        for command, options in (
            ("match board", {}),
            ("match board", {"view": "text"}),
            ("match list", {}),
            ("match list", {"scope": "open"}),
            ("match settings", {}),
            ("match rules", {"game": game}),
            ("match history", {}),
            ("help", {}),
            ("about", {}),
            ("move", {"move": "zz"}),
            ("match ask", {"square": "a1"}),
        ):
            assert said(await who.slash(evening.channel, command, **options))
        for name in ("Move", "My board", "Offer", "More"):
            assert said(await evening.press(who, evening.board(), name))
        await who.autocomplete(evening.channel, "move", "move", "")


@pytest.mark.whole
@ARABIC
async def test_an_evening_of_murus_in_arabic(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(evening, monkeypatch)
    await evening.begin(variant="advanced")
    await evening.play("a1-a3 a7-a5")
    await look_around(evening, "murus")
    assert (await evening.livia.slash(evening.channel, "match offer", what="draw")).response
    await evening.move(evening.livia, "c1-c3")
    await evening.resign(evening.brennus)
    await evening.livia.slash(evening.channel, "match stats")
    for name in ("History", "More"):
        await evening.press(evening.mara, evening.board(), name)
    bad = judge(eyes)
    assert not bad, "\n".join(bad)


@pytest.mark.whole
@ARABIC
async def test_an_evening_of_dark_junqi_in_arabic(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(evening, monkeypatch)
    await dark.begin(evening)
    for who in (evening.livia, evening.brennus):
        legal = await who.slash(evening.channel, "match setup", layout="fortress")
        ready, still = map(evening.words, ("setup.ready", "setup.ready_anyway"))
        await press(who, legal, ready, still)
    for who, text in ((evening.livia, "c5-c4"), (evening.brennus, "c8-c9"), (evening.livia, "x")):
        await evening.move(who, text)
    await look_around(evening, "junqi-dark")
    await evening.livia.slash(evening.channel, "match mark", square="c7", guess="9")
    bad = judge(eyes)
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize(
    ("line", "faulty"),
    [
        ("\u200fلعب \u2066Livia\u2069 النقلة \u2066`a1-a3`\u2069", False),
        ("Livia لعب", True),
        ("\u200fمحمد (+16)", True),
        ("\u200fمحمد \u2066(+16)\u2069", False),
        ("\u200fمن 5–3", True),
        ("Livia 5–3", False),
    ],
)
def test_what_turns_round_is_found(line: str, faulty: bool) -> None:
    assert bool([*faults(line)]) == faulty
