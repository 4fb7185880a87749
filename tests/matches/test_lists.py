"""Which matches are found where, in what order; messages and preferences."""

from __future__ import annotations

import random

from bot.matches.model import Match, MatchId, Preferences, Scope, Shown
from bot.matches.service import CARD_GRACE_MS

from .club import ANN, BOB, CHANNEL, CID, GUILD, THREAD, Club


async def listed(club: Club, user: int, scope: Scope, channel: int | None = None) -> list[MatchId]:
    return [match.id for match in await club.matches.list(user, scope, channel)]


async def begin(club: Club, channel: int = CHANNEL) -> Match:
    club.time += 1000
    return await club.begin(channel=channel)


async def test_it_is_ones_turn_in_the_longest_waiting_match_first(club: Club) -> None:
    one, two, three = [await begin(club) for _ in range(3)]
    assert await listed(club, ANN.id, "turn") == [one.id, two.id, three.id]
    assert await listed(club, BOB.id, "turn") == []
    club.time += 1000
    await club.matches.act(club.keys(), one.id, ANN.id, "a1-a3")
    club.time += 1000
    await club.matches.act(club.keys(), one.id, BOB.id, "a7-a5")
    assert await listed(club, ANN.id, "turn") == [two.id, three.id, one.id]
    await club.matches.act(club.keys(), two.id, ANN.id, "a1-a3")
    assert await listed(club, ANN.id, "turn") == [three.id, one.id]
    assert await listed(club, BOB.id, "turn") == [two.id]


async def test_mine_are_the_open_and_running_ones_with_me(club: Club) -> None:
    running = await begin(club)
    ended = await begin(club)
    await club.matches.resign(club.keys(), ended.id, ANN.id)
    club.time += 1
    challenge = await club.open()
    assert await listed(club, BOB.id, "mine") == [running.id, challenge.id]
    assert await listed(club, CID.id, "mine") == []


async def test_here_is_where_it_was_opened_and_where_it_lives(club: Club) -> None:
    match = await begin(club)
    other = await begin(club, CHANNEL + 1)
    await club.matches.settle_home(match.id, THREAD)
    card = await club.open(opponent=None)
    assert await listed(club, CID.id, "here", CHANNEL) == [match.id, card.id]
    assert await listed(club, CID.id, "here", THREAD) == [match.id]
    assert await listed(club, CID.id, "here", CHANNEL + 1) == [other.id]
    assert [one.id for one in await club.matches.here(None, CHANNEL)] == [match.id]


async def test_ones_own_matches_come_first_here(club: Club) -> None:
    theirs = await begin(club)
    club.time += 1000
    card = await club.open(host=CID, opponent=ANN)
    mine = await club.matches.join(club.keys(), card.id, ANN)
    assert [one.id for one in await club.matches.here(CID.id, CHANNEL)] == [mine.id, theirs.id]
    assert [one.id for one in await club.matches.here(None, CHANNEL)] == [theirs.id, mine.id]


async def test_open_are_the_cards_one_could_join(club: Club) -> None:
    challenge, seat = await club.open(), await club.open(opponent=None)
    elsewhere = await club.open(opponent=None, channel=CHANNEL + 1)
    assert set(await listed(club, BOB.id, "open", CHANNEL)) == {challenge.id, seat.id}
    assert await listed(club, CID.id, "open", CHANNEL) == [seat.id]
    assert await listed(club, ANN.id, "open", CHANNEL) == []
    server = await club.matches.list(CID.id, "open", CHANNEL, guild=GUILD)
    assert {one.id for one in server} == {seat.id, elsewhere.id}
    assert await club.matches.list(CID.id, "open", CHANNEL, guild=GUILD + 1) == ()


async def test_finished_are_the_last_ended_first_without_cards_that_came_to_nothing(
    club: Club,
) -> None:
    ended = [await begin(club) for _ in range(3)]
    for match in ended:
        club.time += 1
        await club.matches.resign(club.keys(), match.id, ANN.id)
    card = await club.open()
    await club.matches.cancel(club.keys(), card.id, ANN.id)
    assert await listed(club, BOB.id, "finished") == [one.id for one in reversed(ended)]
    assert await listed(club, CID.id, "finished") == []


async def test_a_list_has_an_end(club: Club) -> None:
    for place in range(5):
        await begin(club, place)
    assert len(await club.matches.list(ANN.id, "mine", None, limit=3)) == 3


async def behind(club: Club) -> set[MatchId]:
    return {match.id for match in await club.matches.behind()}


async def test_a_board_is_behind_until_it_shows_the_present_revision(club: Club) -> None:
    match = await begin(club)
    assert await behind(club) == {match.id}
    await club.matches.show(Shown(match.id, "channel", CHANNEL, 1, 0))
    assert await behind(club) == {match.id}
    await club.matches.settle_home(match.id, THREAD)
    assert await behind(club) == set()
    await club.matches.act(club.keys(), match.id, ANN.id, "a1-a3")
    assert await behind(club) == {match.id}
    shown = Shown(match.id, "channel", THREAD, 2, 1)
    await club.matches.show(shown)
    assert (await behind(club), await club.matches.shown(match.id, "channel")) == (set(), shown)
    await club.matches.resign(club.keys(), match.id, ANN.id)
    assert await behind(club) == {match.id}


async def test_a_card_is_behind_when_it_is_shown_as_open_and_is_not(club: Club) -> None:
    card = await club.open()
    assert await club.matches.shown(card.id, "card") is None
    await club.matches.show(Shown(card.id, "card", CHANNEL, 1, -1))
    club.time += CARD_GRACE_MS + 1
    assert await behind(club) == set()
    await club.matches.decline(club.keys(), card.id, BOB.id)
    assert await behind(club) == {card.id}
    await club.matches.show(Shown(card.id, "card", CHANNEL, 1, 0))
    assert await behind(club) == set()


async def test_a_card_that_was_never_posted_is_behind_after_a_while(club: Club) -> None:
    card = await club.open()
    assert await behind(club) == set()
    club.time += CARD_GRACE_MS + 1
    assert await behind(club) == {card.id}


async def test_preferences_are_kept_one_by_one(club: Club) -> None:
    assert await club.matches.preferences(ANN.id) == Preferences()
    assert await club.matches.prefer(ANN.id, theme="dark") == Preferences(theme="dark")
    changed = await club.matches.prefer(ANN.id, confirm=False, locale="zh-CN")
    assert changed == Preferences("zh-CN", "dark", False, True)
    assert await club.matches.prefer(ANN.id, theme=None) == Preferences("zh-CN", None, False, True)
    assert await club.matches.prefer(ANN.id) == await club.matches.preferences(ANN.id)
    assert await club.matches.preferences(BOB.id) == Preferences()


async def test_every_commit_that_a_board_shows_is_told(club: Club) -> None:
    match = await begin(club)
    told = [match.id]
    assert club.told == told
    await club.matches.settle_home(match.id, THREAD)
    await club.matches.settle_home(match.id, THREAD)
    await club.finish(match, random.Random(1))
    turns = (await club.matches.match(match.id)).revision
    assert club.told == told * (2 + turns)
