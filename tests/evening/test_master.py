"""Evenings against Master, the level that thinks for long, where the host allows it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.app import allowed_players
from players.core import AnyPlayer, Budget, Choice, Pause
from players.library import PLAYERS, WITHOUT_MASTER

from .conftest import Env, Evening, Settings, refused, said
from .machines import MACHINES
from .test_computers import alone

PLAIN = MACHINES["murus"]
MASTER = Budget(9)


def go_on(
    view: Any, past: Sequence[Any], budget: Budget, seed: int, pause: Pause | None
) -> Choice | Pause:
    """Look at three nodes more; only to Master it looks bad."""
    nodes = 3 + (pause.nodes if pause else 0)
    if nodes < budget.nodes:
        return Pause(nodes, (nodes,))
    return replace(PLAIN.choose(view, past, budget, seed), value=0.3 if budget == MASTER else 0.6)


@pytest.fixture
def machines() -> Mapping[str, AnyPlayer]:
    """Return the machines, with a Master of Murus."""
    return {**MACHINES, "murus": replace(PLAIN, master=MASTER, slice=3, go_on=go_on)}


def levels(env: Env) -> list[str]:
    """List the levels that are offered, as Discord was told of them last."""
    *_, sync = (request for request in env.http_requests if request.path.endswith("/commands"))
    assert isinstance(sync.json, list)
    (match,) = (command for command in sync.json if command["name"] == "match")
    (new,) = (command for command in match["options"] if command["name"] == "new")
    (level,) = (option for option in new["options"] if option["name"] == "level")
    return [choice["value"] for choice in level["choices"]]


def test_only_a_host_who_says_so_allows_master(settings: Settings) -> None:
    assert allowed_players(settings) == WITHOUT_MASTER
    assert allowed_players(settings.model_copy(update={"master": "on"})) == PLAYERS


async def test_master_is_offered_and_answers(env: Env, evening: Evening) -> None:
    assert levels(env) == ["1", "2", "3", "4", "5", "6"]
    assert "Livia – Computer (Master): the match has begun." in said(
        await alone(evening, level="6")
    )
    await evening.move(evening.livia, "a1-a3")
    await evening.follow()
    match = await evening.match()
    assert match.stand.turns == 2
    assert match.players[0].acting
    answer = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "Computer (Master) declines" in said(answer), "as Expert expects"
    assert "levels 1 to 5" in refused(await alone(evening, "diablo", level="6"))


async def test_the_pages_of_the_rules_tell_of_master_where_there_is_one(evening: Evening) -> None:
    told = {
        game: said(
            await evening.mara.slash(evening.channel, "match rules", game=game, topic="computer")
        )
        for game in ("murus", "diablo")
    }
    *_, expert, master, figures = told["murus"].split("\n")
    assert expert.startswith("- 5 **Expert**")
    assert master.startswith("- 6 **Master** (about 2850)")
    assert figures.startswith("The number is about")
    assert "Master" not in told["diablo"]


async def test_once_master_is_no_longer_allowed_expert_goes_on(env: Env, evening: Evening) -> None:
    await alone(evening, level="6")
    evening.machines = MACHINES
    await evening.restart()
    assert levels(env) == ["1", "2", "3", "4", "5"]
    await evening.move(evening.livia, "a1-a3")
    await evening.follow()
    match = await evening.match()
    assert match.stand.turns == 2
    assert [player.computer and player.computer.level for player in match.players] == [None, 5]
    page = await evening.mara.slash(evening.channel, "match rules", game="murus", topic="computer")
    assert "Master" not in said(page)
