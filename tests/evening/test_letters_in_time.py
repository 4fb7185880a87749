"""The time on boards that come by direct message: vacations, pauses, time that was given."""

import discord
import pytest

from tests.samples import sampled

from .conftest import DAY, HOUR, IN_BOTH, Evening, labels
from .dark import play
from .test_weather import PASSING


def changes(evening: Evening, letter: discord.Message) -> int:
    """Count the edits of a message so far."""
    path = f"/channels/{letter.channel.id}/messages/{letter.id}"
    return sum(one.path == path for one in evening.env.http_requests)


def away(evening: Evening, days: int) -> str:
    """Say that Brennus is on vacation for some days from now on."""
    until = evening.time() // 1000 + days * 24 * 3600
    return evening.words("time.away", player="Brennus", until=f"<t:{until}:f>")


async def begin(evening: Evening) -> None:
    """Begin a match of dark Junqi, and let an hour pass."""
    await play(evening)
    await evening.pass_time(HOUR)


@IN_BOTH
async def test_a_vacation_is_said_in_the_letter_until_it_is_over(evening: Evening) -> None:
    await begin(evening)
    letter = evening.letters("Livia")[-1]
    vacations = evening.client.desk.matches.vacations
    await vacations.take(evening.brennus.id, 5)
    await evening.follow()
    said = away(evening, 5)
    assert said in evening.board().content
    assert said in evening.letters("Livia")[-1].content
    assert evening.words("line.you_move") in evening.letters("Livia")[-1].content
    assert labels(evening.letters("Livia")[-1]) == labels(letter)
    await evening.pass_time(DAY)
    await vacations.end(evening.brennus.id)
    await evening.follow()
    assert said not in evening.board().content
    assert evening.letters("Livia")[-1].content == letter.content
    assert evening.letters("Livia")[-1].id == letter.id
    await evening.move(evening.livia, "c5-c4")
    await evening.pass_time(HOUR)
    passed = changes(evening, letter)
    await vacations.take(evening.livia.id, 2)
    await evening.follow()
    own = away(evening, 2).replace("Brennus", "Livia")
    assert own in evening.letters("Brennus")[-1].content
    assert changes(evening, letter) == passed, "a turn that has been taken stays as it is"
    await vacations.take(evening.brennus.id, 1)
    await evening.move(evening.brennus, "c10-b10")
    await evening.follow()
    said = away(evening, 1)
    assert said in evening.letters("Livia")[-1].content
    await evening.pass_time(DAY + HOUR)
    assert said not in evening.board().content
    assert said not in evening.letters("Livia")[-1].content


async def test_a_letter_is_written_anew_for_the_clocks_and_not_for_offers(evening: Evening) -> None:
    await begin(evening)
    letters = evening.letters("Livia")[-1], evening.letters("Brennus")[-1]
    await evening.offer(evening.livia, "draw")
    assert [changes(evening, one) for one in letters] == [0, 1]
    asked = await evening.offer(evening.livia, "pause")
    await evening.press(evening.brennus, asked, "Accept")
    await evening.follow()
    assert "paused until the next move" in evening.letters("Livia")[-1].content
    assert [changes(evening, one) for one in letters] == [1, 1]
    await evening.restart()
    await evening.env.advance_time(6 * 60)
    assert [changes(evening, one) for one in letters] == [1, 1]


@PASSING
@pytest.mark.parametrize("restarted", sampled([True, False]))
async def test_a_letter_that_could_not_be_written_anew_is_so_later(
    evening: Evening, status: int, code: int, restarted: bool
) -> None:
    await begin(evening)
    vacations = evening.client.desk.matches.vacations
    await vacations.take(evening.brennus.id, 5)
    await evening.follow()
    path = f"/channels/{evening.users['Livia'].dm_channel.id}/messages/*"
    evening.env.inject_error("PATCH", path, status=status, code=code, times=None)
    await evening.pass_time(DAY)
    await vacations.end(evening.brennus.id)
    await evening.follow()
    assert "vacation" in evening.letters("Livia")[-1].content
    evening.env.backend.faults.clear()
    if restarted:
        await evening.restart()
    else:
        await evening.env.advance_time(36 * 60)
    assert "vacation" not in evening.letters("Livia")[-1].content
