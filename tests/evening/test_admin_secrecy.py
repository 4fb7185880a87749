"""Two worlds with other pieces, guesses and notes of Blue's: nothing of `/admin` tells them apart.

One manager plays Red, another one has no part in the match.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from games.core import AnyRules
from games.junqi.dark.game import DARK_JUNQI
from games.rulebook import RULES

from .conftest import MatchId, MemberActor, press
from .dark import sealed
from .managers import manager
from .test_secrecy import LEAKS
from .twins import DARK, RED, alike, club, server, worlds

TURNS = 4
OTHERWISE = re.compile(r"<t:\d+:[Rf]>|(?<=-)\d{1,6}(?=', 'enforce_nonce')")
"""What differs though it tells nothing: when the bot was started, and the end of a message's id."""


async def administered(file: Path, blue: str, moves: list[str], guess: str) -> list[str]:
    """Play a match that managers keep looking at; return all that is sent except to Blue."""
    async with server(file, "Brennus", club) as (evening, sent):
        livia, judith = evening.livia, manager(evening)
        evening.env.backend.add_member_role(
            evening.guild.id, livia.id, evening.guild.roles["Hosts"].id
        )
        hall = evening.guild.create_text_channel("hall")
        await evening.begin(game="junqi-dark")
        match, matches = MatchId(evening.id()), evening.client.desk.matches
        await livia.slash(evening.channel, "match setup", layout=RED)
        await matches.setting_up.lay(match, evening.brennus.id, blue)
        for who in (livia, evening.brennus):
            shown = await who.click(evening.board(), label="Set up")
            await sealed(who, shown)
        await evening.brennus.slash(evening.channel, "match mark", square="a1", guess=guess)
        place = evening.channel
        for number, text in enumerate(moves):
            await evening.move((livia, evening.brennus)[number % 2], text, place)
            if number == 1:
                await matches.noting.note(match, evening.brennus.id, 1, f"A note on {guess}")
            if number % 3 == 0:
                await look_round(place, livia, match)
                await look_round(place, judith, match)
            if number == TURNS // 2:
                await judith.slash(place, "admin match", match=match, what="move", channel=hall)
                place = hall
        return [OTHERWISE.sub("*", repr(one)) for one in sent()]


async def look_round(place: Any, who: MemberActor, match: str) -> None:
    """Ask for all that a manager can, some of it refused."""
    for what in ("show", "extend", "close", "post"):
        await who.slash(place, "admin match", match=match, what=what)
    await who.autocomplete(place, "admin match", "match", "")
    await who.slash(place, "admin people")
    await who.slash(place, "admin people", what="unrate", match=match)
    for command in ("health", "welcome"):
        await who.slash(place, f"admin {command}")
    for label in ("Limits here", "Channels and roles"):
        panel = await who.slash(place, "admin config")
        await press(who, panel, label)


async def compared(folder: Path, seed: int) -> tuple[list[str], list[str]]:
    """Return the traffic of both worlds."""
    blue, other, moves = worlds(DARK, seed)
    one = await administered(folder / "one.sqlite", blue, moves[:TURNS], "B")
    two = await administered(folder / "two.sqlite", other, moves[:TURNS], "L")
    return one, two


@pytest.mark.parametrize("seed", [2, pytest.param(1, marks=pytest.mark.slow)])
async def test_no_answer_to_a_manager_tells_what_is_hidden(tmp_path: Path, seed: int) -> None:
    one, two = await compared(tmp_path, seed)
    text = "".join(one)
    for said in ("please ask somebody else", "has been posted again", "goes on in", "All is well"):
        assert said in text
    alike(one, two)


@pytest.mark.slow
async def test_the_comparison_notices_a_wall_broken_on_purpose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak: AnyRules = LEAKS["a rank in the view"]
    monkeypatch.setitem(RULES, DARK_JUNQI.info.id, leak)
    one, two = await compared(tmp_path, 2)
    assert one != two
