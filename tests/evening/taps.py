"""The taps a turn takes, from the public board until it is played."""

from __future__ import annotations

from simcord import InteractionResult, MemberActor

from bot.ui.controls.picker import Picks

from .conftest import Evening, button_ids, said


async def tapped(evening: Evening, who: MemberActor, turn: str) -> int:
    """Play a turn with the buttons of the picker alone; return the taps it took.

    The actions of the turn are written as their picks, with bars between them.
    """
    opened = await who.click(evening.board(), label="Move")
    sure, taps = await picked(who, opened, turn.split("|"))
    assert sure.response
    assert "you played" in said(await who.click(sure.response, label=_wanted(sure, [])))
    return taps + 2


async def picked(
    who: MemberActor, shown: InteractionResult, actions: list[str]
) -> tuple[InteractionResult, int]:
    """Pick these actions; return what is then shown, and the taps that took."""
    taps = 0
    while label := _wanted(shown, actions):
        if label.startswith("Confirm"):
            break
        assert shown.response
        shown = await who.click(shown.response, label=label)
        taps += 1
    return shown, taps


def _wanted(shown: InteractionResult, actions: list[str]) -> str:
    """Return the button that leads furthest towards these actions, "" once all are picked."""
    assert shown.response
    best, furthest = "", -1
    for label, custom_id in button_ids(shown.response).items():
        verb, _, text = custom_id.split(":", 3)[3].partition(":")
        if verb == "go":
            return label
        reached = _reached(Picks.read(text), actions)
        if label != "Back" and reached > furthest:
            best, furthest = label, reached
    return best


def _reached(draft: Picks, actions: list[str]) -> int:
    """Measure a draft's way to the action it is at; -1 if it leads elsewhere."""
    number = len(draft.actions.replace(",", " ").split())
    if number >= len(actions):
        return -1
    wanted = actions[number].split()
    path = [str(pick) for pick in draft.path]
    if path != wanted[: len(path)]:
        return -1
    rest = wanted[len(path) :]
    if draft.file and not (rest and rest[0].startswith(draft.file)):
        return -1
    return 2 * len(path) + bool(draft.file)
