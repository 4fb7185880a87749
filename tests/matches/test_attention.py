"""The limits of the attention one person may take up, each at its edge."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count

import pytest

from bot.matches.acts.limiter import MOST_OPEN
from bot.matches.match.allowance import Limits, Tally
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson, Offer, OfferKind
from bot.matches.match.refusals import Code, Refusal
from bot.matches.store.store import MatchStore
from games.clock import DAY, HOUR
from games.library import GAMES
from tests.databases import BOTH

from . import club as its
from .absences import BY_PERSON, absent, at_table, propose
from .club import ANN, BOB, CHANNEL, CID, DAN, Club, refusal

LIMITS = replace(Limits(), running=5, alone=2, challenges=4)
"""The usual ones, but for those that would take many matches."""
LOTS = NamedPerson(909, "Lots")
KINDS: tuple[OfferKind, ...] = ("draw", "cancel", "pause")


@pytest.fixture
async def club(url: str) -> AsyncIterator[Club]:
    club = await Club.at(url, allowance=LIMITS)
    yield club
    await club.close()


async def refused(club: Club, asked: Awaitable[object]) -> tuple[str, int]:
    """Return the code of a refusal, and how long from now it says that it lasts."""
    event = await its.refused(asked)
    return event.code, int(str(event.args["at_ms"])) - club.clock.time


async def running(club: Club, number: int, host: NamedPerson = ANN) -> list[Match]:
    """Begin matches of a host against people who play no other, each in its own channel."""
    found = []
    for at in range(number):
        other = NamedPerson(5000 + 100 * host.id % 77 + at, "Other")
        card = await club.open(opponent=None, host=host, channel=CHANNEL + 1 + at)
        found.append(await club.join(card, other))
    return found


# ---------------------------------------------------------------------- matches


@BOTH
async def test_nobody_plays_more_matches_than_that_whoever_opens_them(club: Club) -> None:
    old = await club.open(opponent=None)
    waiting = await club.open(opponent=Computer(1), channel=CHANNEL + 8)
    *_, last = await running(club, LIMITS.running - 1)
    card = await club.open(opponent=None, host=BOB)
    assert await refusal(club.join(card, ANN)) == Code.MOST_RUNNING, "a card is on the way"
    await club.matches.opening.withdraw(waiting.id)
    assert (await club.join(card, ANN)).running
    assert await refusal(club.open(opponent=None, channel=CHANNEL + 7)) == Code.MOST_RUNNING
    asked = await club.open(opponent=ANN, host=BOB, channel=CHANNEL + 9)
    assert await refusal(club.join(asked, ANN)) == Code.MOST_RUNNING
    assert await refusal(club.join(old, BOB)) == Code.THEIR_RUNNING
    assert (await club.matches.match(old.id)).stand.phase == "open"
    await club.resign(last, ANN)
    assert (await club.join(old, BOB)).running
    assert await refusal(club.join(asked, ANN)) == Code.MOST_RUNNING


async def test_joining_many_at_once_is_limited(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    tally = MatchStore.tally

    async def slowly(store: MatchStore, match: Match, people: list[int], now_ms: int) -> Tally:
        counted = await tally(store, match, people, now_ms)
        await asyncio.sleep(0.05)
        return counted

    await running(club, LIMITS.running - 1)
    cards = [await club.open(opponent=None, host=NamedPerson(n, "Host")) for n in range(1, 6)]
    monkeypatch.setattr(MatchStore, "tally", slowly)
    done = await asyncio.gather(*(club.join(card, ANN) for card in cards), return_exceptions=True)
    assert [type(result) for result in done].count(Match) == 1


@BOTH
async def test_matches_against_computers_alone_are_counted_apart(club: Club) -> None:
    async def alone(channel: int) -> Match:
        return await club.open(opponent=Computer(1), channel=CHANNEL + channel)

    cards = [await alone(at) for at in range(LIMITS.alone)]
    assert await refusal(alone(7)) == Code.MOST_ALONE
    for card in cards:
        await club.matches.opening.begin(card.id, club.keys())
    assert await refusal(alone(7)) == Code.MOST_ALONE
    assert (await club.open(opponent=None)).stand.phase == "open"  # people are another matter
    table = await club.open("junqi-four", BOB, Computer(1), Computer(1), channel=CHANNEL + 8)
    assert table.stand.phase == "open"
    await club.matches.leaving.leave(club.keys(), cards[0].id, ANN.id)
    assert (await alone(7)).complete


@BOTH
async def test_three_matches_are_started_in_a_channel_in_an_hour(club: Club) -> None:
    cards = [await club.open(opponent=person) for person in (BOB, CID, DAN, LOTS)]
    begun = []
    for card, person in zip(cards, (BOB, CID, DAN), strict=False):
        begun.append(await club.join(card, person))
        club.clock.time += 10
    assert await refused(club, club.open(opponent=None)) == (Code.MOST_STARTED, HOUR - 30)
    assert await refused(club, club.join(cards[3], LOTS)) == (Code.THEIR_STARTED, HOUR - 30)
    assert (await club.open(opponent=None, channel=CHANNEL + 1)).stand.phase == "open"
    assert (await club.open(opponent=None, host=BOB)).stand.phase == "open"
    club.clock.time += HOUR - 31
    assert await refused(club, club.join(cards[3], LOTS)) == (Code.THEIR_STARTED, 1)
    club.clock.time += 1
    assert (await club.join(cards[3], LOTS)).running
    assert await refused(club, club.open(opponent=None)) == (Code.MOST_STARTED, 10)
    await club.resign(begun[1], CID)  # what has ended does not count
    assert (await club.open(opponent=None)).stand.phase == "open"


async def test_rematch_after_rematch_can_be_played_in_an_hour(club: Club) -> None:
    match = await club.begin(where="here")
    for _ in range(6):
        await club.resign(match, ANN)
        card = await club.matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL)
        await club.post_card(card)
        match = await club.join(card, BOB)
    assert match.running


@BOTH
async def test_many_matches_against_the_computer_at_once_come_to_three(club: Club) -> None:
    club.matches.attention.allowance = Limits()
    games = [game for game in GAMES if GAMES[game].info.seats == 2]
    asked = [club.open(game, opponent=Computer(1)) for game in games * 4]
    done = await asyncio.gather(*asked, return_exceptions=True)
    begun = [match for match in done if isinstance(match, Match)]
    codes = {result.event.code for result in done if isinstance(result, Refusal)}
    assert (len(begun), codes <= {Code.MOST_STARTED, Code.OPEN_ALREADY}) == (3, True)


# -------------------------------------------------------------------- deletions


async def challenge(club: Club, person: NamedPerson, place: int = 0) -> Match:
    card = await club.open(opponent=person, channel=CHANNEL + place)
    await club.post_card(card)
    return card


Act = Callable[[Club, int], Awaitable[object]]
ACTS: dict[str, tuple[Act, int]] = {
    "start": (lambda club, n: start(club, NamedPerson(6000 + n, "Other")), LIMITS.started),
    "wait": (lambda club, n: club.open(opponent=None, channel=CHANNEL + n), MOST_OPEN),
    "challenge one": (lambda club, n: challenge(club, BOB, n), LIMITS.to_one),
    "challenge many": (
        lambda club, n: challenge(club, NamedPerson(7000 + n, "Other"), n),
        LIMITS.challenges,
    ),
    "share": (lambda club, n: club.matches.attention.share_page(ANN.id), LIMITS.pages),
    "export": (lambda club, n: club.matches.exporting.today(ANN.id), 1),
}
"""What is done again and again, and how often one may."""


async def start(club: Club, other: NamedPerson) -> Match:
    return await club.join(await club.open(opponent=None), other)


@BOTH
@pytest.mark.parametrize("name", ACTS)
async def test_who_deletes_their_data_has_a_limit_twice_at_most(club: Club, name: str) -> None:
    act, most = ACTS[name]

    async def use_up() -> int:
        for number in count():
            try:
                await act(club, number)
            except Refusal:
                return number
        raise AssertionError

    done = await use_up()
    assert done == most
    for _ in range(3):
        with suppress(Refusal):
            await club.matches.forgetting.grant(ANN.id)
        done += await use_up()
    assert done <= 2 * most
    deleted = club.matches.forgetting.check(ANN.id)
    assert await refused(club, deleted) == (Code.DELETED_THIS_WEEK, 7 * DAY)


# ------------------------------------------------------------------- challenges


@BOTH
@pytest.mark.parametrize("how", ["declined", "withdrawn", "expired", "left"])
async def test_two_challenges_in_vain_to_the_same_person_are_enough(club: Club, how: str) -> None:
    began, opening = club.clock.time, club.matches.opening
    for place in range(LIMITS.to_one):
        card = await challenge(club, BOB, place)
        if how == "declined":
            await opening.decline(club.keys(), card.id, BOB.id)
        elif how == "withdrawn":
            await opening.cancel(club.keys(), card.id, ANN.id)
        elif how == "expired":
            await opening.withdraw(card.id)
        club.clock.time += HOUR
    left = began + DAY - club.clock.time
    assert await refused(club, challenge(club, BOB, 5)) == (Code.MOST_TO_ONE, left)
    assert (await challenge(club, CID, 5)).stand.phase == "open"
    club.clock.time += left - 1
    assert await refused(club, challenge(club, BOB, 6)) == (Code.MOST_TO_ONE, 1)
    club.clock.time += 1
    assert (await challenge(club, BOB, 6)).called == (BOB,)


async def test_what_is_accepted_a_rematch_or_seen_by_nobody_does_not_count(club: Club) -> None:
    for place in range(3):
        await club.matches.opening.withdraw((await club.open()).id)
        match = await club.join(await challenge(club, BOB, place), BOB)
        await club.resign(match, ANN)
        card = await club.matches.opening.rematch(club.keys(), match.id, ANN, CHANNEL + place)
        await club.post_card(card)
        await club.matches.opening.decline(club.keys(), card.id, BOB.id)
    assert (await challenge(club, BOB)).called == (BOB,)


async def test_the_same_rematch_is_proposed_twice_in_vain_and_no_more(club: Club) -> None:
    match, began = await club.resign(await club.begin(), ANN), club.clock.time
    opening = club.matches.opening

    async def again(place: int) -> Match:
        return await opening.rematch(club.keys(), match.id, ANN, CHANNEL + place)

    for place in range(LIMITS.to_one):
        await opening.cancel(club.keys(), (await again(place)).id, ANN.id)
        club.clock.time += HOUR
    left = began + DAY - club.clock.time
    assert await refused(club, again(3)) == (Code.MOST_REMATCHES, left)
    theirs = await opening.rematch(club.keys(), match.id, BOB, CHANNEL)
    await club.post_card(theirs)
    assert (await again(3)).running  # accepted, and not proposed


@BOTH
async def test_so_many_challenges_in_vain_a_day_are_enough(club: Club) -> None:
    for at in range(LIMITS.challenges):
        card = await challenge(club, NamedPerson(7000 + at, "Guest"))
        await club.matches.opening.cancel(club.keys(), card.id, ANN.id)
        club.clock.time += HOUR
    late = DAY - LIMITS.challenges * HOUR
    assert await refused(club, challenge(club, BOB)) == (Code.MOST_CHALLENGES, late)
    table = club.open("junqi-four", BOB, CID, DAN)
    assert await refused(club, table) == (Code.MOST_CHALLENGES, late + 2 * HOUR)
    club.clock.time += late
    assert (await challenge(club, BOB)).called == (BOB,)


# ----------------------------------------------------------------------- offers


async def offer(club: Club, match: Match, kind: OfferKind, who: NamedPerson = ANN) -> Offer:
    after = await club.offer(match, who, kind)
    assert after.offer
    return after.offer


async def withdraw(club: Club, match: Match, made: Offer) -> set[int]:
    """Withdraw an offer of Ann's; return whom it has mentioned."""
    mentioned = club.matches.offers.mentions(match.id, made)
    await club.matches.offers.withdraw(club.keys(), match.id, ANN.id, made)
    return set(mentioned)


@BOTH
async def test_a_turn_has_three_offers_and_the_first_alone_mentions(club: Club) -> None:
    match = await club.begin()
    heard = [await withdraw(club, match, await offer(club, match, kind)) for kind in KINDS]
    assert heard == [{BOB.id}, set(), set()]
    assert await refusal(club.offer(match, ANN, "draw")) == Code.DECLINED_ALREADY
    await club.act(match, ANN, "a1-a3")
    for kind in KINDS:
        mentioned = await withdraw(club, match, await offer(club, match, kind))
        assert mentioned == ({BOB.id} if kind == KINDS[0] else set())
    assert await refusal(club.offer(match, ANN, "takeback")) == Code.MOST_MESSAGES
    await club.act(match, BOB, "b7-b5")
    assert (await offer(club, match, "takeback")).kind == "takeback"


async def test_agreeing_by_the_same_offer_costs_nothing(club: Club) -> None:
    match = await club.begin()
    for _ in range(LIMITS.messages):
        await club.matches.attention.share(match, BOB.id)
    await club.offer(match, ANN, "draw")
    assert (await club.offer(match, BOB, "draw")).stand.phase == "over"


@BOTH
async def test_boards_are_shared_as_often_as_offers_are_made(club: Club) -> None:
    match, share = await club.begin(), club.matches.attention.share
    await club.offer(match, ANN, "draw")
    for _ in range(LIMITS.messages - 1):
        await share(match, ANN.id)
    assert await refusal(share(match, ANN.id)) == Code.MOST_MESSAGES
    assert await refusal(club.offer(match, ANN, "cancel")) == Code.MOST_MESSAGES
    done = await asyncio.gather(*(share(match, DAN.id) for _ in range(9)), return_exceptions=True)
    assert done.count(None) == LIMITS.messages  # whoever watches is counted, too
    after = (await club.act(match, ANN, "a1-a3")).match
    await share(after, DAN.id)


async def test_of_four_nobody_is_mentioned_twice_and_a_block_stops_those_two(club: Club) -> None:
    match = await at_table(club)
    heard = await withdraw(club, match, await offer(club, match, "cancel"))
    assert heard == {BOB.id, CID.id, DAN.id}
    made = await offer(club, match, "cancel", BOB)
    assert club.matches.offers.mentions(match.id, made) == {ANN.id}
    await club.matches.people.block(BOB.id, ANN.id)
    assert await refusal(club.offer(match, ANN, "pause")) == Code.ONLY_ENDING
    assert (await offer(club, match, "pause", CID)).kind == "pause"


# ----------------------------------------------------------------------- blocks


@BOTH
@pytest.mark.parametrize(("by", "whom"), [(ANN, BOB), (BOB, ANN)])
async def test_a_block_leaves_only_endings(club: Club, by: NamedPerson, whom: NamedPerson) -> None:
    match = await club.begin()
    await club.matches.people.block(by.id, whom.id)
    for kind in ("draw", "pause"):
        assert await refusal(offer(club, match, kind)) == Code.ONLY_ENDING
    refused = await club.matches.offers.unavailable_offers(match.id, ANN.id)
    assert refused >= {"draw", "takeback", "pause", "time"}
    assert "cancel" not in refused
    assert club.matches.offers.mentions(match.id, await offer(club, match, "cancel")) == set()
    assert (await club.answer(match, BOB)).stand.phase == "called_off"


async def test_whoever_plays_enough_takes_no_seat_over(club: Club) -> None:
    match = await absent(club)
    made = await propose(club, match, BY_PERSON)
    first, *_ = await running(club, LIMITS.running, CID)
    assert await refusal(club.take(match, CID, made)) == Code.MOST_RUNNING
    await club.resign(first, CID)
    assert (await club.take(match, CID, made)).seat_of(CID.id) == 0
