"""`/match settings`: the panel, its sub-panels, and what they keep."""

from __future__ import annotations

import pytest
from simcord import InteractionResult, MemberActor

from bot.matches.shown import Preferences
from games.clock import HOUR

from .bells import Ear, wait
from .conftest import Evening, labels, options, press, refused, said

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
    assert ways == ["Pings", "Time", "Vacation", "Blocks"]
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
    off = await press(
        evening.livia, shown, "Boards with hidden pieces by direct message: each turn"
    )
    assert not (await chosen(evening, evening.livia)).boards_by_dm
    await press(evening.livia, off, "Boards with hidden pieces by direct message: never")
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
        ("From a later date", "next week", "`2026-12-24 5`"),
    ],
)
async def test_what_cannot_be_read_is_refused_with_an_example(
    evening: Evening, label: str, text: str, example: str
) -> None:
    before = await chosen(evening, evening.livia)
    way = "Vacation" if label == "From a later date" else "Time"
    shown = await panel(evening, evening.livia, way)
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


async def test_vacation_is_taken_shown_to_the_opponent_and_ended_early(evening: Evening) -> None:
    await evening.begin()
    livia = evening.livia
    shown = await panel(evening, livia, "Vacation")
    assert "14 of 14 days left this year." in said(shown)
    assert shown.response
    shown = await livia.select(shown.response, ["3"], custom_id="s:-:0:away")
    assert "11 of 14 days left this year." in said(shown)
    assert "You are on vacation until <t:" in said(shown)
    seen = await evening.brennus.click(evening.board(), label="My board")
    assert "Livia is on vacation until <t:" in said(seen)
    await evening.pass_time(HOUR)
    back = await press(livia, shown, "Come back now")
    assert "You are on vacation" not in said(back)
    assert "13 of 14 days left this year." in said(back)
    seen = await evening.brennus.click(evening.board(), label="My board")
    assert "vacation" not in said(seen)


async def test_vacation_is_planned_and_dropped(evening: Evening) -> None:
    livia = evening.livia
    shown = await write(
        livia, await panel(evening, livia, "Vacation"), "From a later date", "2026-07-01 10"
    )
    assert "Planned: from <t:1782864000:f> until <t:1783728000:f>." in said(shown)
    assert "4 of 14 days left this year." in said(shown)
    too_many = await write(livia, shown, "From a later date", "2026-08-01 5")
    assert "You have 4 days of vacation left this year" in refused(too_many)
    dropped = await press(livia, await panel(evening, livia, "Vacation"), "Drop the next one")
    assert "14 of 14 days left this year." in said(dropped)


async def test_a_day_is_taken_by_itself_only_if_switched_on(evening: Evening) -> None:
    shown = await panel(evening, evening.livia, "Vacation")
    await press(evening.livia, shown, "Take a day when my time would run out: off")
    assert (await chosen(evening, evening.livia)).auto_vacation
    await evening.begin(pace="1d")
    await evening.play("a1-a3 a7-a5")
    ear = Ear(evening)
    await wait(evening, 25)
    assert ["so a day of your vacation has been taken" in bell.content for bell in ear()] == [True]


async def test_who_declines_a_challenge_can_block_and_unblock(evening: Evening) -> None:
    livia, brennus = evening.livia, evening.brennus
    opened = await evening.new(livia, opponent=brennus)
    assert opened.response
    declined = await brennus.click(opened.response, label="Decline")
    asked = next(one for one in declined.followups if one.ephemeral)
    assert "You have declined the challenge from Livia." in asked.content
    shut = await brennus.click(asked, label="Block Livia")
    assert f"You have blocked <@{livia.id}>." in said(shut)
    told = refused(await evening.new(livia, opponent=brennus))
    assert told.startswith("You cannot challenge or join Brennus at the moment.")
    own = refused(await evening.new(brennus, opponent=livia))
    assert "You have blocked Livia." in own
    shown = await panel(evening, brennus, "Blocks")
    assert f"You have blocked <@{livia.id}>." in said(shown)
    assert options(shown) == {str(livia.id): "Unblock Livia"}
    assert shown.response
    free = await brennus.select(shown.response, [str(livia.id)], custom_id="s:-:0:unblock")
    assert "You have blocked nobody." in said(free)
    assert "challenges" in said(await evening.new(livia, opponent=brennus))


async def test_after_three_challenges_without_an_answer_one_reads_the_same(
    evening: Evening,
) -> None:
    places = [evening.guild.create_text_channel(f"room-{number}") for number in range(4)]
    told = [
        said(
            await evening.livia.slash(
                place, "match new", game="murus", opponent=evening.brennus, where="thread"
            )
        )
        for place in places
    ]
    assert ["Livia challenges" in one for one in told] == [True, True, True, False]
    await evening.client.desk.matches.blocks.block(evening.brennus.id, evening.mara.id)
    other = refused(await evening.new(evening.mara, opponent=evening.brennus))
    assert told[3] == other
