"""Direct messages for setting up, once their player is ready, wherever they have said so."""

import pytest

from tests.samples import sampled

from .conftest import IN_BOTH, Evening, fairness, labels, shown_by
from .dark import begin, draft, ready
from .four import LAYOUTS, Table, table
from .test_weather import PASSING

__all__ = ["table"]


def edits(evening: Evening, name: str) -> int:
    """Count the edits of a user's direct messages so far."""
    path = f"/channels/{evening.users[name].dm_channel.id}/messages/"
    requests = evening.env.http_requests
    return sum(one.method == "PATCH" and one.path.startswith(path) for one in requests)


@IN_BOTH
async def test_the_letter_says_so_when_its_player_is_ready_wherever(evening: Evening) -> None:
    words = evening.words
    await begin(evening)
    (before,) = evening.letters("Livia")
    (drawn,) = before.attachments
    assert await draft(evening, evening.livia)
    await ready(evening, evening.livia, "fortress")
    (letter,) = evening.letters("Livia")
    assert letter.id == before.id
    assert words("setup.sealed") in letter.content
    assert letter.content.split("`")[-2] in fairness(evening.channel)[-1].content
    assert labels(letter) == []
    (sealed_,) = letter.attachments
    answer = await evening.livia.slash(evening.channel, "match board")
    (own,) = shown_by(answer).message.attachments
    assert await sealed_.read() == await own.read() != await drawn.read()
    (other,) = evening.letters("Brennus")
    assert words("setup.ready") in labels(other)
    await evening.client.desk.matches.prefer(evening.brennus.id, boards_by_dm=False)
    answer = await evening.users["Brennus"].click(other, label=words("setup.ready"))
    (other,) = evening.letters("Brennus")
    assert other.content == shown_by(answer).content
    assert words("setup.sealed") in other.content
    assert other.attachments
    assert labels(other) == []
    first = evening.letters("Livia")[0]
    assert labels(first) == []
    assert first.content == letter.content
    assert labels(evening.letters("Livia")[1])[0] == evening.named("Move")[0]


async def test_a_letter_is_closed_once_and_not_with_every_move(evening: Evening) -> None:
    await begin(evening)
    await ready(evening, evening.brennus, "ambush")
    assert edits(evening, "Brennus") == 1
    await evening.client.desk.matches.followers.sweep()
    await ready(evening, evening.livia)
    await evening.livia.slash(evening.channel, "match offer", what="draw")
    await evening.follow()
    assert edits(evening, "Brennus") == 1
    await evening.restart()
    await evening.env.advance_time(6 * 60)
    assert edits(evening, "Brennus") == 1


@PASSING
@pytest.mark.parametrize("restarted", sampled([True, False]))
async def test_a_letter_that_could_not_be_closed_is_closed_later(
    evening: Evening, status: int, code: int, restarted: bool
) -> None:
    await begin(evening)
    path = f"/channels/{evening.users['Livia'].dm_channel.id}/messages/*"
    evening.env.inject_error("PATCH", path, status=status, code=code, times=None)
    await ready(evening, evening.livia)
    assert "Ready" in labels(evening.letters("Livia")[0])
    evening.env.backend.faults.clear()
    if restarted:
        await evening.restart()
    else:
        await evening.env.advance_time(36 * 60)
    (letter,) = evening.letters("Livia")
    assert "You are ready" in letter.content
    assert labels(letter) == []


@pytest.mark.parametrize("method", sampled(["POST", "PATCH"]))
async def test_where_letters_are_refused_nothing_is_tried_twice(
    evening: Evening, method: str
) -> None:
    room = evening.users["Livia"].dm_channel.id
    path = f"/channels/{room}/messages{'/*' * (method == 'PATCH')}"
    evening.env.inject_error(method, path, status=403, code=50007, times=None)
    await begin(evening)
    await ready(evening, evening.livia)
    tried = edits(evening, "Livia")
    assert tried == (method == "PATCH")
    await evening.env.advance_time(11 * 60)
    assert edits(evening, "Livia") == tried
    await ready(evening, evening.brennus, "ambush")
    assert "you played" in await evening.move(evening.livia, "c5-c4")


async def test_at_a_table_of_four_each_letter_is_closed_with_its_own_player(table: Table) -> None:
    await table.sit()
    names = [one for one in table.users if one != "Mei"]
    for who, layout in zip(table.people, LAYOUTS, strict=True):
        await table.ready(who, layout)
        ready_ = table.people.index(who) + 1
        first = [table.letters(name)[0] for name in names]
        assert [not labels(one) for one in first] == [number < ready_ for number in range(4)]
