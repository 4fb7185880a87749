"""Tricky names of people, layouts and moves: the match goes on, and points are shown under them."""

import re
from typing import Any

import pytest
from simcord import MemberActor

from bot.ui.words import lines
from tests.nicknames import NAMES

from .conftest import DAY, Evening, MatchId, choose, expect, press, refused, said, shown_by
from .dark import panel, sealed
from .test_points import by_chance, known, resign
from .test_settings import field
from .test_stats import alt, soon, stats

__all__ = ["known", "soon"]

TRICKS = [
    "@line.deed",
    "line.deed",
    "@junqi.piece.9",
    "{name}",
    "{0.__class__}",
    "%s",
    "@everyone",
    "<@1> <@&2>",
    "**bold** `tick` ||spoiler||",
    "[here](https://x.io)",
    "\u202eمحمد",
    "a\u200bb\nc",
    "\u200b",
    "\u3164",
    "🦊\u200d🦊\u200da",
]
SAMPLED = 9
"""The step from a trick tried by default to the next; the longer tests try all."""


def tricks() -> list[Any]:
    """List every trick, with a number for its name."""
    return [
        pytest.param(trick, id=str(number), marks=[pytest.mark.slow] if number % SAMPLED else [])
        for number, trick in enumerate(TRICKS)
    ]


TURNING = re.compile("[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u3164]")
HARMLESS = re.compile(
    "(?<=@)\u200b|(?<=🦊)\u200d(?=🦊)|\u2068(?=[^\u2068\u2069]*\u2069)|(?<=[א-ي])\u2069"
)
"""Signs in a word that cannot be a mention, in a joined emoji, and around what turns."""
LIVE = re.compile(r"(?<!\\)(\*\*bold|\|\|spoiler|<@1>|<@&2>|\[here\]\(|@everyone)")
SPOKEN = ("content", "description", "label", "placeholder", "name", "title")


def spoken(evening: Evening, keys: tuple[str, ...] = SPOKEN) -> list[str]:
    """List every word in the requests: messages, answers, buttons, alt texts, threads' titles."""
    texts: list[str] = []

    def gather(value: Any) -> None:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if key in keys and isinstance(inner, str):
                texts.append(inner)
            elif isinstance(inner, dict | list | tuple):
                gather(inner)

    for request in evening.env.http_requests:
        gather([request.json])
    return texts


def check_spoken(evening: Evening) -> None:
    """Fail if some name has turned, hidden, mentioned or formatted something."""
    for text in spoken(evening):
        assert not TURNING.search(HARMLESS.sub("", text))
    for text in spoken(evening, ("content",)):  # titles, labels and alt texts format nothing
        assert not LIVE.search(text)
        assert not FORMATS.search(text)


def named(evening: Evening, name: str) -> MemberActor:
    """Add a member with this nickname."""
    return evening.guild.add_member(evening.env.create_user("rogue"), nick=name)


def test_a_name_turns_nothing_beside_it_and_its_emoji_stay_joined() -> None:
    assert lines.sanitize("\u2069א\u2068ב\u202e", 9) == "\u2068אב\u2069"
    assert lines.sanitize("👩🏽‍🚀👩‍👧🏳️‍🌈", 40) == "👩🏽‍🚀👩‍👧🏳️‍🌈"
    assert lines.sanitize("\u200d🦊a\u200d🦊\u200d\u200d🦊", 9) == "🦊a🦊🦊"


@pytest.mark.parametrize("name", tricks())
async def test_a_name_that_is_a_trick_stands_as_it_is_and_stops_nothing(
    evening: Evening, name: str
) -> None:
    rogue = named(evening, name)
    opened = await evening.new(evening.livia, opponent=rogue, seat="first")
    answer = refused(await press(evening.mara, opened, "Accept"))
    assert "This challenge is for someone else" in answer
    await press(rogue, opened, "Accept")
    thread = evening.channel.threads[-1]
    match, title = evening.id(thread), thread.name or ""
    evening.env.backend.edit_member(evening.guild.id, evening.livia.id, {"nick": "Olivia"})
    for who, text in ((evening.livia, "a1-a3"), (rogue, "a7-a5"), (evening.livia, "b1-b3")):
        assert not await evening.move(who, text, thread)
    board = evening.board(thread)
    for who in (evening.livia, rogue):
        await evening.press(who, board, "Text")
        assert "Something" not in said(await who.slash(thread, "match list", scope="here"))
    assert "on the table" in said(await rogue.slash(thread, "match offer", what="draw"))
    await press(rogue, await rogue.slash(thread, "match resign"), "Resign")
    await evening.client.desk.matches.followers.reconcile(MatchId(match))
    end = evening.board(thread)
    expect(end.content, lines.player_name(name), "Olivia")
    expect(said(await evening.verify(evening.mara, end)), "is genuine", lines.player_name(name))
    check_spoken(evening)
    assert len(title) <= 100
    assert title.endswith(match)


@pytest.mark.parametrize("trick", tricks())
async def test_moves_marks_and_names_of_layouts_may_be_tricks_too(
    evening: Evening, trick: str
) -> None:
    await evening.begin(game="junqi-dark")
    window = await evening.livia.click(await panel(evening, evening.livia), label="Save")
    kept = await evening.livia.submit_modal(window, {field(window): trick[:32]})
    printable = trick.isprintable() and trick != "\u3164"
    assert ("Please choose another name" in said(kept)) != printable
    if printable:
        title = " ".join(trick.split())
        again = await choose(evening.livia, await panel(evening, evening.livia), "lay", title)
        assert lines.player_name(title) in again.content
    unknown = await evening.livia.slash(evening.channel, "match setup", layout=f"{trick}!")
    assert "Something went wrong" not in said(unknown)
    for who in (evening.livia, evening.brennus):
        await sealed(who, await panel(evening, who))
    assert "Something" not in refused(
        await evening.livia.slash(evening.channel, "move", move=trick or "x")
    )
    marked = await evening.livia.slash(evening.channel, "match mark", square=trick, guess=trick)
    assert "Something went wrong" not in refused(marked)
    assert "Something went wrong" not in "\n".join(spoken(evening))


@pytest.mark.slow
@pytest.mark.parametrize("script", NAMES)
async def test_names_of_any_script_stand_whole_in_what_is_read(
    evening: Evening, script: str
) -> None:
    host, guest = people = [named(evening, name) for name in NAMES[script]]
    opened = await evening.new(host, opponent=guest, seat="first", where="here")
    await press(guest, opened, "Accept")
    for who, move in zip(people * 2, ("a1-a3", "a7-a5", "b1-b3", "b7-b5"), strict=True):
        await evening.move(who, move)
    assert lines.player_name(NAMES[script][1]) in evening.board().content
    texts = [said(await evening.press(guest, evening.board(), "Text"))]
    await resign(evening, guest)
    texts += [evening.board().content, said(await evening.verify(evening.mara, evening.board()))]
    poster = alt(await evening.press(evening.mara, evening.board(), "Poster"))
    assert lines.sanitize(NAMES[script][0], 32) in poster
    for name, who in zip(NAMES[script], people, strict=True):
        assert name in alt(await stats(evening, evening.mara, user=who))
        assert all(lines.player_name(name) in text for text in texts)
    check_spoken(evening)


# ------------------------------------------------------------------ where points are shown

ODD = [
    *TRICKS,
    "# heading\n- item",
    "-# small",
    "~~gone~~ __line__",
    "<t:0:R> <id:guide>",
    "<:x:123456789012345678>",
    "\uff37" * 32,
    "\u05d0\u05d1\u05d2 \u0627\u0644\u0639",
]
"""Names with marks of every kind, one of 32 wide letters, and letters from right to left."""
FORMATS = re.compile(r"(?<!\\)(~~gone|__line|<t:0|<id:guide|<:x:)|^(# |- item|-# small)", re.M)


@pytest.mark.slow
@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
async def test_odd_names_stand_as_they_are_wherever_points_do(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    monkeypatch.setattr("bot.people.points.standing.KNOWN_AFTER", 1)
    people = {}
    for name in ODD[::step]:
        people[name] = who = named(evening, name)
        opened = await evening.new(who, opponent=evening.livia, where="here", seat="first")
        await evening.press(evening.livia, opened, "Accept")
        await by_chance(evening, 4)
        await resign(evening, evening.livia)
        evening.time.ahead += DAY
        assert (await evening.match()).unrated is None
    board = await stats(evening, evening.mara, view="leaderboard", game="murus")
    listed = said(board)
    if len(people) >= 20:
        listed += said(await evening.mara.click(shown_by(board), label="Next ▶"))
    for name, who in people.items():
        assert f"**{lines.player_name(name)}**" in listed
        profile = await stats(evening, evening.mara, user=who)
        assert said(profile) == evening.words("profile.of", name=lines.player_name(name))
        assert lines.sanitize(name, 32) in alt(profile)
        text = said(await evening.press(evening.mara, shown_by(profile), "Text"))
        assert lines.sanitize(name, 32) in text.replace("\\", "").replace("\u200b", "")
        assert alt(await evening.press(who, shown_by(await stats(evening, who)), "Share"))
        together = said(await stats(evening, evening.livia, user=who, view="together"))
        assert lines.player_name(name) in together
    check_spoken(evening)
