"""The health a bot tells of: Discord is heard, the database answers, and no match waits."""

from bot.app import create
from bot.host.ailment import ailment

from .conftest import MINUTE, Evening


async def test_a_bot_that_does_its_work_is_well(evening: Evening) -> None:
    await evening.begin()
    assert await ailment(evening.client) == ""


async def test_a_bot_that_has_not_reached_discord_is_not(evening: Evening) -> None:
    assert await ailment(None) == "Discord has not been reached yet."
    assert await ailment(create(evening.settings)) == "Discord has not been reached yet."


async def test_a_bot_that_waits_to_take_over_is_well() -> None:
    assert await ailment(None, waiting=True) == ""


async def test_discord_must_have_been_heard_within_two_minutes(evening: Evening) -> None:
    evening.time.ahead += 2 * MINUTE
    assert await ailment(evening.client) == ""
    evening.time.ahead += MINUTE
    assert await ailment(evening.client) == "Nothing has been heard from Discord for 3 min."
    await evening.env.advance_time(31)
    assert await ailment(evening.client) == ""


async def test_the_database_must_answer(evening: Evening) -> None:
    evening.stored("ALTER TABLE matches RENAME TO elsewhere")
    told = await ailment(evening.client)
    assert told == "The database does not answer (OperationalError)."
    evening.stored("ALTER TABLE elsewhere RENAME TO matches")
    assert await ailment(evening.client) == ""


async def test_what_is_due_must_not_wait_for_more_than_five_minutes(evening: Evening) -> None:
    await evening.begin()
    match = evening.id()
    for minutes, told in ((4, ""), (6, f"Match {match} should have gone on 6 min ago.")):
        due_ms = evening.time() - minutes * MINUTE
        evening.stored("UPDATE matches SET due_ms = ?", due_ms)
        assert await ailment(evening.client) == told
    await evening.env.advance_time(31)
    assert await ailment(evening.client) == ""
