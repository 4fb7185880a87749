"""A letter match of dark Junqi on two worlds with other pieces behind Blue's back: whatever goes to
anybody else is equal to the byte."""

from pathlib import Path

import pytest
from simcord import Env

from .conftest import Lots, Settings
from .dark import sealed
from .strangers import Strangers
from .twins import DARK, RED, alike, both, club, pictures

QUESTIONS = ("pieces", "taken", "goal", "played")


def circle(env: Env, settings: Settings, lots: Lots) -> Strangers:
    return Strangers(club(env, settings, lots))


async def play(strangers: Strangers, blue: str, moves: list[str]) -> None:
    """Play a letter match of Livia and Quintus, who is Blue, and let her ask for all she can; Mei,
    who has no part in it, asks as well."""
    livia, quintus = strangers.livia, strangers.quintus
    await strangers.seat("junqi-dark")
    setting_up = strangers.client.desk.matches.setting_up
    for who, codes in ((livia, RED), (quintus, blue)):
        await setting_up.lay(strangers.match_id, who.id, codes)
        await sealed(strangers.actor(who), await strangers.do(who, "setup"))
        await strangers.settle()
    for number, text in enumerate(moves):
        mover = (livia, quintus)[number % 2]
        answer = await strangers.ask(mover, "move", move=text)
        await strangers.confirm(mover, answer)
        await strangers.settle()
        if number % 4 == 0:
            await look_round(strangers)
    await strangers.ask(livia, "match offer", what="draw")
    await strangers.settle()
    await strangers.do(quintus, "refuse")
    await strangers.settle()


async def look_round(strangers: Strangers) -> None:
    livia, mei = strangers.livia, strangers.mei
    for verb in ("mine", "offer", "more"):
        await strangers.do(livia, verb)
    for view in ("public", "flipped", "text", "mine"):
        await strangers.ask(livia, "match board", view=view)
    for question in QUESTIONS:
        await strangers.ask(livia, "match ask", question=question)
    for angle in ("public", "mine", "open"):
        await strangers.ask(livia, "match history", view=angle, turn=3)
    for text in DARK.wrong:
        await strangers.ask(livia, "move", move=text)
    for command in ("match board", "match history", "match ask"):
        await strangers.ask(mei, command)
    await mei.slash(strangers.places[mei.id], "match list", scope="everywhere")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 5])
async def test_a_letter_match_tells_nobody_what_is_hidden(tmp_path: Path, seed: int) -> None:
    one, two = await both(tmp_path, DARK, seed, play, "Quintus", circle)
    assert pictures(one) > 20
    alike(one, two)


async def test_its_first_turns_tell_nobody_either(tmp_path: Path) -> None:
    alike(*await both(tmp_path, DARK, 2, play, "Quintus", circle, turns=6))
