"""Whoever follows a match is owed a word about its end, once, and nothing is kept after it."""

import asyncio

import pytest

from bot.matches.match.refusals import Code
from tests.databases import BOTH

from .club import ANN, BOB, CID, DAN, Club, refusal


async def owed(club: Club) -> list[tuple[int, str]]:
    return sorted((ping["user"], ping["kind"]) for ping in (await club.rows())["pings"])


@BOTH
async def test_those_who_follow_a_match_are_owed_its_end_and_forgotten(club: Club) -> None:
    match, following = await club.begin(), club.matches.following
    for user in (CID.id, CID.id, DAN.id):
        await following.follow(match.id, user)
    assert await following.follows(match.id, DAN.id)
    assert [match.id for match in await following.by(CID.id)] == [match.id]
    await following.unfollow(match.id, DAN.id)
    assert not await following.follows(match.id, DAN.id)
    ended = await club.resign(match, ANN)
    assert await following.end(ended)
    assert (await club.rows())["follows"] == []
    assert (CID.id, "follow") in await owed(club)
    assert DAN.id not in dict(await owed(club))
    assert not await following.end(ended), "once"


async def test_a_match_that_has_just_ended_is_not_followed(club: Club) -> None:
    match, following = await club.begin(), club.matches.following
    await asyncio.gather(
        following.follow(match.id, CID.id), club.resign(match, BOB), return_exceptions=True
    )
    await following.end(await club.matches.match(match.id))
    assert (await club.rows())["follows"] == []


@BOTH
async def test_one_follows_few_matches(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.matches.upkeep.watchers.MOST_FOLLOWED", 2)
    *matches, last = [await club.begin(channel=channel) for channel in range(3)]
    following = club.matches.following
    for match in (*matches, matches[0]):
        await following.follow(match.id, CID.id)
    assert await refusal(following.follow(last.id, CID.id)) == Code.MOST_FOLLOWED
    assert len(await following.by(CID.id)) == 2
    await following.unfollow(matches[0].id, CID.id)
    await following.follow(last.id, CID.id)
