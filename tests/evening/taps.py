"""The taps a turn takes, from the public board until it is played; a choice in a list is two."""

from collections.abc import Iterator

from simcord import InteractionResult, MemberActor

from bot.ui.controls.picker import Picks
from games.core import read_pick

from .conftest import Evening, button_ids, items, press, said, shown_by


async def tapped(evening: Evening, who: MemberActor, turn: str) -> int:
    """Play a turn with the buttons of the picker alone; return the taps it took.

    The actions of the turn are written as their picks, with bars between them.
    """
    done, taps = await picked(who, await who.click(evening.board(), label="Move"), turn.split("|"))
    asked = _confirm(done) if done.response else ""
    assert not said(await press(who, done, asked) if asked else done)
    return taps + 1 + bool(asked)


async def picked(
    who: MemberActor, shown: InteractionResult, actions: list[str]
) -> tuple[InteractionResult, int]:
    """Pick these actions; return what is then shown, and the taps that took."""
    taps, custom_id = 0, ""
    while (answer := shown.response) and not (_confirm(shown) or ":turn_up:" in custom_id):
        reached, custom_id, value = max(_ways(shown, actions))
        if reached < 0:
            break
        if value:
            shown = await who.select(answer, [value], custom_id=custom_id)
        else:
            shown = await who.click(answer, custom_id=custom_id)
        taps += 2 if value else 1
    return shown, taps


def _confirm(shown: InteractionResult) -> str:
    """Return the label of Confirm, "" if there is no such button."""
    ids = button_ids(shown_by(shown))
    return next((label for label, id_ in ids.items() if id_.split(":")[3] == "go"), "")


def _ways(shown: InteractionResult, actions: list[str]) -> Iterator[tuple[int, str, str]]:
    """List how far each button and each choice of a list leads towards these actions."""
    for item in items(shown):
        if item.get("label") == "Back":
            continue
        custom_id = item["custom_id"]
        draft = Picks.read(custom_id.split(":", 3)[3].partition(":")[2])
        if "options" not in item:
            yield _reached(draft, actions), custom_id, ""
        for option in item.get("options", ()):
            picks = map(read_pick, option["value"].split(" "))
            yield _reached(draft.add(*picks), actions), custom_id, option["value"]


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
