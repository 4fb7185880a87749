"""`/match settings`: the panel, its sub-panels, and what they keep."""

from __future__ import annotations

import pytest
from simcord import InteractionResult, MemberActor

from bot.matches.shown import Preferences

from .conftest import Evening, labels, press, refused, said

ROWS, ACROSS = 5, 5
"""What Discord allows under a message."""


async def panel(evening: Evening, who: MemberActor, *ways: str) -> InteractionResult:
    """The settings, or one of their sub-panels."""
    opened = await who.slash(evening.channel, "match settings")
    assert opened.ephemeral
    return await press(who, opened, *ways)


async def pick(
    who: MemberActor, shown: InteractionResult, name: str, value: str
) -> InteractionResult:
    assert shown.response
    return await who.select(shown.response, [value], custom_id=f"s:-:0:set:{name}")


async def write(
    who: MemberActor, shown: InteractionResult, label: str, text: str
) -> InteractionResult:
    """Open a window of a panel and fill it in."""
    assert shown.response
    window = await who.click(shown.response, label=label)
    assert window.modal
    return await who.submit_modal(window, {field(window): text})


def field(window: InteractionResult) -> str:
    assert window.modal
    return str(window.modal["components"][0]["component"]["custom_id"])


async def chosen(evening: Evening, who: MemberActor) -> Preferences:
    return (await evening.client.desk.matches.preferences(who.id))[who.id]


async def test_every_panel_fits_a_phone_and_leads_back(evening: Evening) -> None:
    livia = evening.livia
    first = await panel(evening, livia)
    assert first.response
    ways = [label for label in labels(first.response) if ":" not in label]
    assert ways[:2] == ["Pings", "Time"]
    for way in ways:
        shown = await press(livia, await panel(evening, livia), way)
        assert shown.response
        rows = shown.response.components
        assert len(rows) <= ROWS
        assert all(len(row["components"]) <= ACROSS for row in rows)
        assert all(len(label) <= 60 for label in labels(shown.response))
        back = await press(livia, shown, "Back")
        assert said(back).startswith("**Your settings.**")


async def test_pings_go_where_they_are_wanted(evening: Evening) -> None:
    shown = await panel(evening, evening.livia, "Pings")
    assert (await chosen(evening, evening.livia)).ping == "channel"
    for where in ("dm", "none", "channel"):
        shown = await pick(evening.livia, shown, "ping", where)
        assert (await chosen(evening, evening.livia)).ping == where
    off = await press(evening.livia, shown, "Boards of dark Junqi by direct message: each turn")
    assert not (await chosen(evening, evening.livia)).boards_by_dm
    await press(evening.livia, off, "Boards of dark Junqi by direct message: never")
    assert (await chosen(evening, evening.livia)).boards_by_dm


async def test_quiet_hours_are_picked_or_written(evening: Evening) -> None:
    livia = evening.livia
    shown = await panel(evening, livia, "Time")
    assert "Quiet hours: none" in said(shown)
    shown = await pick(livia, shown, "quiet", "22:00–07:00")
    assert "Quiet hours: 22:00–07:00" in said(shown)
    shown = await write(livia, shown, "Other hours", "10:15 pm - 6am")
    assert "Quiet hours: 22:15–06:00" in said(shown)
    shown = await pick(livia, shown, "zone", "Asia/Tokyo")
    assert "Time zone: Asia/Tokyo, where it is" in said(shown)
    shown = await write(livia, shown, "Other time zone", "utc+8")
    assert "Time zone: UTC+8" in said(shown)
    kept = await chosen(evening, livia)
    assert (kept.quiet_from, kept.quiet_until, kept.zone) == (22 * 60 + 15, 360, "Etc/GMT-8")
    none = await pick(livia, shown, "quiet", "-")
    assert "Quiet hours: none" in said(none)
    assert (await chosen(evening, livia)).quiet_hours is None


@pytest.mark.parametrize(
    ("label", "text", "example"),
    [
        ("Other hours", "when I sleep", "`22:30-07:00`"),
        ("Other time zone", "Atlantis", "`Asia/Shanghai`"),
    ],
)
async def test_what_cannot_be_read_is_refused_with_an_example(
    evening: Evening, label: str, text: str, example: str
) -> None:
    before = await chosen(evening, evening.livia)
    shown = await panel(evening, evening.livia, "Time")
    told = refused(await write(evening.livia, shown, label, text))
    assert text in told
    assert example in told
    assert await chosen(evening, evening.livia) == before


async def test_the_switch_of_older_panels_goes_on_working(evening: Evening) -> None:
    shown = await panel(evening, evening.livia)
    assert shown.response
    stored = evening.env.backend.get_message(evening.channel.id, shown.response.id)
    stored.components[0]["components"][0] = {
        "type": 2,
        "style": 2,
        "label": "old",
        "custom_id": "m:-:0:switch:pings off",
    }
    await evening.livia.click(shown.response, custom_id="m:-:0:switch:pings off")
    assert (await chosen(evening, evening.livia)).ping == "none"
