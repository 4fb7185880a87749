"""The time on boards and lists: deadlines, pauses, vacations, time that was given."""

import re

from .conftest import DAY, HOUR, IN_BOTH, MINUTE, Evening, labels, said
from .phone import plain


def seconds(text: str) -> list[int]:
    """List the moments a text names, in epoch seconds."""
    return [int(digits) for digits in re.findall(r"<t:(\d+):[Rf]>", text)]


async def test_the_board_says_when_the_time_of_the_one_to_move_ends(evening: Evening) -> None:
    await evening.begin()
    begun = (await evening.match()).clock_ms // 1000
    assert seconds(evening.board().content) == [begun + 48 * 3600]
    await evening.pass_time(2 * HOUR)
    await evening.move(evening.livia, "a1-a3")
    moved = (await evening.match()).updated_ms // 1000
    assert moved >= begun + 2 * 3600
    assert seconds(evening.board().content) == [moved + 48 * 3600]
    await evening.move(evening.brennus, "a7-a5")
    left = 48 * 3600 - (moved - begun)
    answered = (await evening.match()).updated_ms // 1000
    (ends,) = seconds(evening.board().content)
    assert abs(answered + left + 24 * 3600 - ends) <= 1
    mine = said(await evening.livia.click(evening.board(), label="My board"))
    assert seconds(mine) == seconds(evening.board().content)
    await evening.begin_anew(pace="none")
    await evening.pass_time(5 * DAY)
    await evening.move(evening.livia, "a1-a3")
    assert [seconds(board.content) for board in evening.boards()] == [[], []]
    await evening.begin_anew(game="junqi-dark", pace="7d")
    begun = (await evening.match()).clock_ms // 1000
    assert seconds(evening.board().content) == [begun + 72 * 3600]
    assert ", set up · " in evening.board().content


@IN_BOTH
async def test_a_vacation_is_said_on_the_board_until_it_is_over(evening: Evening) -> None:
    await evening.begin()
    ends = plain(evening.words("time.ends", when="|")).strip("|")
    assert ends in evening.board().content
    await evening.pass_time(8 * HOUR)
    vacations = evening.client.desk.matches.vacations
    await vacations.take(evening.livia.id, 3)
    await evening.follow()
    until = f"<t:{evening.time() // 1000 + 3 * 24 * 3600}:f>"
    away = evening.words("time.away", player="Livia", until=until)
    assert away in evening.board().content
    assert ends not in evening.board().content
    await evening.pass_time(DAY)
    await vacations.end(evening.livia.id)
    await evening.follow()
    assert away not in evening.board().content
    assert seconds(evening.board().content) == [evening.time() // 1000 + 40 * 3600]


async def test_an_outage_is_credited_and_said_on_the_next_boards(evening: Evening) -> None:
    await evening.begin()
    matches = evening.client.desk.matches
    await matches.clocks.heartbeat(evening.time())
    (before,) = seconds(evening.board().content)
    evening.time.ahead += 90 * MINUTE
    await matches.clocks.heartbeat(evening.time())
    await evening.move(evening.livia, "a1-a3")
    assert "bot offline 1 h 30 min" in evening.board().content
    assert (await evening.match()).players[0].clock.bank_ms == (48 + 24) * HOUR
    await evening.move(evening.brennus, "a7-a5")
    await evening.move(evening.livia, "b1-b3")
    assert "bot offline" not in evening.board().content
    assert before


async def test_the_list_begins_with_the_turn_that_has_least_time_left(evening: Evening) -> None:
    places, ids = [], []
    for pace in ("7d", "none", "1d"):
        places.append(evening.room())
        await evening.begin(pace=pace)
        ids.append(evening.id())
    answer = said(await evening.livia.slash(evening.channel, "match list")).splitlines()[1:]
    assert [line.split("`")[1] for line in answer] == [ids[2], ids[0], ids[1]]
    now = evening.time() // 1000
    assert [seconds(line) for line in answer[:2]] == [[now + 86_400], [now + 7 * 86_400]]
    assert "ends" not in answer[2]
    played = await evening.livia.slash(places[1], "move", move="a1-a3")
    assert labels(played) == [f"Next game: {ids[2]}"]


@IN_BOTH
async def test_a_card_nobody_answers_expires_after_a_week_and_says_so(evening: Evening) -> None:
    assert (await evening.new(evening.livia, opponent=evening.brennus)).response
    await evening.pass_time(7 * DAY - MINUTE)
    assert labels(evening.channel.history()[0])
    answer = said(await evening.brennus.slash(evening.channel, "match list"))
    expires = f"<t:{(evening.time() + MINUTE) // 1000}:R>"
    asks = evening.words("list.challenged", host="Livia")
    assert f"{asks}** · {evening.words('list.expires', when=expires)}" in answer
    await evening.pass_time(MINUTE)
    content = evening.channel.history()[0].content
    assert evening.words("card.expired", people="Livia – Brennus") in content
    assert labels(evening.channel.history()[0]) == []
