"""The settings: the panel of `/match settings`, its sub-panels, and what they keep."""

from datetime import datetime, timedelta, timezone

from simcord import InteractionResult, MemberActor

from bot.people.person import Preferences
from games.clock import DAY, HOUR

from .bells import Ear, wait
from .conftest import IN_BOTH, Evening, expect, labels, options, press, refused, said, shown_by
from .phone import plain

WAYS = ("pings", "time", "vacation", "blocks")
ROWS, ACROSS = 5, 5
"""The most rows under a message, and buttons in a row, that Discord allows."""


async def panel(evening: Evening, who: MemberActor, *ways: str) -> InteractionResult:
    """Open the settings, or a sub-panel of theirs, by the names of the ways there."""
    opened = await who.slash(evening.channel, "match settings")
    assert opened.ephemeral
    return await press(who, opened, *(evening.words(f"settings.to_{way}") for way in ways))


async def pick(
    who: MemberActor, shown: InteractionResult, name: str, value: str
) -> InteractionResult:
    return await who.select(shown_by(shown), [value], custom_id=f"s:-:0:set:{name}")


async def write(
    who: MemberActor, shown: InteractionResult, label: str, text: str
) -> InteractionResult:
    """Open a window of a panel and fill it in."""
    window = await press(who, shown, label)
    assert window.modal
    return await who.submit_modal(window, {field(window): text})


def field(window: InteractionResult) -> str:
    assert window.modal
    return str(window.modal["components"][0]["component"]["custom_id"])


async def chosen(evening: Evening, who: MemberActor) -> Preferences:
    return (await evening.client.desk.matches.people.get(who.id)).preferences


def days_left(evening: Evening, left: int) -> str:
    """Return how many days of vacation are left."""
    return evening.words("settings.days_left", n=left, of=14)


@IN_BOTH
async def test_every_panel_fits_a_phone_and_leads_back(evening: Evening) -> None:
    livia = evening.livia
    first = await panel(evening, livia)
    ways = [label for label in labels(first) if not {":", "："} & set(label)]
    assert ways == [evening.words(f"settings.to_{way}") for way in WAYS]
    for way in WAYS:
        shown = await panel(evening, livia, way)
        rows = shown_by(shown).components
        assert len(rows) <= ROWS
        assert all(len(row["components"]) <= ACROSS for row in rows)
        assert all(len(label) <= 60 for label in labels(shown_by(shown)))
        back = await press(livia, shown, evening.words("button.back"))
        assert said(back).startswith(evening.words("settings.title"))
    stored = evening.env.backend.get_message(evening.channel.id, shown_by(first).id)
    older = "m:-:0:switch:pings off"
    button = {"type": 2, "style": 2, "label": "old", "custom_id": older}
    stored.components[0]["components"][0] = button
    await livia.click(shown_by(first), custom_id=older)
    assert (await chosen(evening, livia)).ping == "none"


@IN_BOTH
async def test_pings_go_where_and_when_they_are_wanted(evening: Evening) -> None:
    livia, words = evening.livia, evening.words
    shown = await panel(evening, livia, "pings")
    assert (await chosen(evening, livia)).ping == "channel"
    for where in ("dm", "none", "channel"):
        shown = await pick(livia, shown, "ping", where)
        assert (await chosen(evening, livia)).ping == where
    off = await press(livia, shown, words("settings.on", what=words("settings.boards_by_dm")))
    assert not (await chosen(evening, livia)).boards_by_dm
    await press(livia, off, words("settings.off", what=words("settings.boards_by_dm")))
    assert (await chosen(evening, livia)).boards_by_dm
    shown = await panel(evening, livia, "time")
    assert words("settings.quiet_never") in said(shown)
    shown = await pick(livia, shown, "quiet", "22:00–07:00")
    assert words("settings.quiet_are", hours="22:00–07:00") in said(shown)
    shown = await write(livia, shown, words("settings.other_hours"), "10:15 pm - 6am")
    assert words("settings.quiet_are", hours="22:15–06:00") in said(shown)
    shown = await pick(livia, shown, "zone", "Asia/Tokyo")
    zone, _, _ = words("settings.zone_now", zone="Asia/Tokyo", time="|").partition("|")
    assert zone in said(shown)
    shown = await write(livia, shown, words("settings.other_zone"), "utc+8")
    assert zone.replace("Asia/Tokyo", "UTC+8") in said(shown)
    kept = await chosen(evening, livia)
    assert (kept.quiet_from, kept.quiet_until, kept.zone) == (22 * 60 + 15, 360, "Etc/GMT-8")
    none = await pick(livia, shown, "quiet", "-")
    assert words("settings.quiet_never") in said(none)
    assert (await chosen(evening, livia)).quiet_hours is None


async def test_what_cannot_be_read_is_refused_with_an_example(evening: Evening) -> None:
    before = await chosen(evening, evening.livia)
    for way, label, text, example in (
        ("time", "Other hours", "when I sleep", "`22:30-07:00`"),
        ("time", "Other time zone", "Atlantis", "`Asia/Shanghai`"),
        ("vacation", "Vacation from a later date", "next week", "`2026-12-24 5`"),
    ):
        shown = await panel(evening, evening.livia, way)
        expect(refused(await write(evening.livia, shown, label, text)), text, example)
    assert await chosen(evening, evening.livia) == before


@IN_BOTH
async def test_vacation_is_taken_shown_to_the_opponent_and_ended_early(evening: Evening) -> None:
    await evening.begin()
    livia, words = evening.livia, evening.words
    now = words("settings.vacation_now", until="<t:").partition("<t:")[0] + "<t:"
    away = words("time.away", player="Livia", until="<t:").partition("<t:")[0] + "<t:"
    shown = await panel(evening, livia, "vacation")
    assert days_left(evening, 14) in said(shown)
    shown = await livia.select(shown_by(shown), ["3"], custom_id="s:-:0:away")
    expect(said(shown), days_left(evening, 11), now)
    seen = await evening.press(evening.brennus, evening.board(), "My board")
    assert away in said(seen)
    await evening.pass_time(HOUR)
    back = await press(livia, shown, words("settings.come_back"))
    assert now not in said(back)
    assert days_left(evening, 13) in said(back)
    seen = await evening.press(evening.brennus, evening.board(), "My board")
    assert away not in said(seen)


@IN_BOTH
async def test_vacation_is_planned_and_dropped_by_ones_own_clocks(evening: Evening) -> None:
    livia, words = evening.livia, evening.words
    later, zone = words("settings.vacation_window"), words("settings.other_zone")
    shown = await write(livia, await panel(evening, livia, "vacation"), later, "2026-07-01 10")
    planned = {"begin": "<t:1782864000:f>", "until": "<t:1783728000:f>"}
    expect(said(shown), words("settings.vacation_planned", **planned), days_left(evening, 4))
    too_many = await write(livia, shown, later, "2026-08-01 5")
    assert words("match.too_long_away", n=4) in refused(too_many)
    dropped = await press(livia, await panel(evening, livia, "vacation"), words("settings.drop"))
    assert days_left(evening, 14) in said(dropped)
    *_, day = (value for value in options(dropped) if value[:2] == "20")
    shown = await livia.select(shown_by(dropped), [day], custom_id="s:-:0:leave_on")
    shown = await livia.select(shown_by(shown), ["4"], custom_id=f"s:-:0:away:{day}")
    begins = int(datetime.fromisoformat(f"{day}T00:00Z").timestamp())
    assert f"<t:{begins}:f>" in said(shown)
    await press(livia, shown, words("settings.drop"))
    west = datetime.fromtimestamp(evening.time() / 1000, timezone(timedelta(hours=-12)))
    for begin, offset in (("2025-03-07", "-12"), (f"{west:%Y-%m-%d}", "+12")):
        await write(livia, await panel(evening, livia, "time"), zone, f"UTC{offset}")
        shown = await write(livia, await panel(evening, livia, "vacation"), later, f"{begin} 5")
        assert words("match.day_over") in refused(shown)
        assert days_left(evening, 14) in said(await panel(evening, livia, "vacation"))
    await write(livia, await panel(evening, livia, "time"), zone, "UTC-12")
    shown = await write(livia, await panel(evening, livia, "vacation"), later, f"{begin} 5")
    await press(livia, shown, words("settings.come_back"))
    await write(livia, await panel(evening, livia, "time"), zone, "UTC")
    evening.time.ahead += DAY
    shown = await panel(evening, livia, "vacation")
    for leave in ("2026-12-18 14", "2027-01-01 3"):  # the latter begins in 2026 further west
        shown = await write(livia, shown, later, leave)
    await write(livia, await panel(evening, livia, "time"), zone, "UTC-12")
    shown = await panel(evening, livia, "vacation")
    assert days_left(evening, 0) in said(shown)
    await press(livia, shown, words("settings.drop"))


@IN_BOTH
async def test_a_day_is_taken_by_itself_only_if_switched_on(evening: Evening) -> None:
    shown = await panel(evening, evening.livia, "vacation")
    what = evening.words("settings.auto_vacation")
    await press(evening.livia, shown, evening.words("settings.off", what=what))
    assert (await chosen(evening, evening.livia)).auto_vacation
    await evening.begin(pace="1d", moves="a1-a3 a7-a5")
    ear = Ear(evening)
    await wait(evening, 25)
    begins, _, ends = evening.words("ping.vacation", title="|", until="|").split("|")
    assert [begins in bell.content and ends in bell.content for bell in await ear()] == [True]


@IN_BOTH
async def test_who_declines_a_challenge_can_block_and_unblock(evening: Evening) -> None:
    livia, brennus, words = evening.livia, evening.brennus, evening.words
    declined = await evening.press(brennus, await evening.new(livia, opponent=brennus), "Decline")
    asked = next(answer for answer in declined.followups if answer.ephemeral)
    assert words("card.you_declined", host="Livia") in asked.content
    shut = await brennus.click(asked, label=words("settings.block", name="Livia"))
    blocked = words("settings.blocked", people=f"<@{livia.id}>")
    assert blocked in said(shut)
    answer = refused(await evening.new(livia, opponent=brennus))
    assert answer == words("match.blocked", name="Brennus")
    own = refused(await evening.new(brennus, opponent=livia))
    assert own.startswith(words("match.own_block", name="Livia").partition("`")[0])
    shown = await panel(evening, brennus, "blocks")
    assert blocked in said(shown)
    assert options(shown)[str(livia.id)] == words("settings.unblock", name="Livia")
    free = await brennus.select(shown_by(shown), [str(livia.id)], custom_id="s:-:0:unblock")
    assert words("settings.blocked_none") in said(free)
    challenge = words("card.challenge", host="Livia", opponent=f"<@{brennus.id}>")
    assert challenge in said(await evening.new(livia, opponent=brennus))


@IN_BOTH
async def test_of_many_people_blocked_the_next_come_into_view_in_turn(evening: Evening) -> None:
    livia, words = evening.livia, evening.words
    strangers = {str(evening.env.create_user(f"stranger {n}").id) for n in range(100)}
    for stranger in strangers:
        await evening.client.desk.matches.people.block(livia.id, int(stranger))
    shown = await panel(evening, livia, "blocks")
    for left in (75, 74, 73):
        listed = [option for option in options(shown) if option in strangers]
        people = words("alt.comma").join(f"<@{user}>" for user in listed)
        assert plain(words("settings.blocked_more", people=people, n=left)) in plain(said(shown))
        assert len(listed) == 25
        strangers.remove(listed[0])
        shown = await livia.select(shown_by(shown), listed[:1], custom_id="s:-:0:unblock")
