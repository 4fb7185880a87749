"""The beginning of an evening of dark Junqi."""

from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.matches.match.ids import MatchId

from .conftest import Evening, choose, items, shown_by

CONTROLS = ["Mirror", "Random", "Paste", "Save", "Ready"]


async def begin(evening: Evening, **more: str) -> None:
    """Begin a match of Livia (Red) against Brennus (Blue), neither of them ready."""
    await evening.begin(game="junqi-dark", **more)


async def panel(evening: Evening, who: MemberActor) -> ResponseMessage:
    """Open the set-up panel under the board."""
    opened = await evening.press(who, evening.board(), "Set up")
    assert opened.ephemeral
    return shown_by(opened)


async def ready(evening: Evening, who: MemberActor, layout: str = "fortress") -> InteractionResult:
    """Take a preset and seal it."""
    return await sealed(who, await choose(who, await panel(evening, who), "lay", layout))


async def sealed(
    who: MemberActor, opened: ResponseMessage | InteractionResult
) -> InteractionResult:
    """Press Ready, and say yes where the layout is a preset."""
    shown = shown_by(opened)
    answer = await who.click(shown, custom_id=_ready(shown))
    asked = answer.response
    if asked is None or _ready(asked) is None:
        return answer
    return await who.click(asked, custom_id=_ready(asked))


def _ready(shown: ResponseMessage) -> str | None:
    """Return the id of the Ready button, in any language."""
    ids = (item["custom_id"] for item in items(shown))
    return next((id_ for id_ in ids if id_.split(":")[3] == "ready"), None)


async def play(evening: Evening, **more: str) -> None:
    """Begin a match in which both are ready."""
    await begin(evening, **more)
    await ready(evening, evening.brennus, "ambush")
    await ready(evening, evening.livia)


async def draft(evening: Evening, who: MemberActor) -> str:
    """Return the codes on a player's half."""
    seen = await evening.client.desk.matches.setting_up.see(MatchId(evening.id()), who.id)
    assert seen.layout
    return seen.layout.codes
