"""The limits of the attention one person may take up, each at its edge."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from itertools import count

import pytest

from bot.matches.acts.limiter import MOST_OPEN
from bot.matches.match.allowance import Limits, Tally
from bot.matches.match.match import Match
from bot.matches.match.players import Computer, NamedPerson, Offer, OfferKind
from bot.matches.match.refusals import Code, Refusal
from bot.matches.store.store import MatchStore
from games.clock import DAY, HOUR
from tests.databases import BOTH

from .absences import BY_COMPUTER, BY_PERSON, absent, wanted
from .club import ANN, BOB, CHANNEL, CID, DAN, Club

USUAL = Limits()
LOTS = NamedPerson(909, "Lots")
KINDS: tuple[OfferKind, ...] = ("draw", "cancel", "pause")


@pytest.fixture
async def club(url: str) -> AsyncIterator[Club]:
    """A club whose host has changed no figure."""
    club = await Club.at(url, allowance=USUAL)
    yield club
    await club.close()


async def refusal(club: Club, asked: object) -> tuple[str, object]:
    """The code of a refusal, and how long from now it says that it lasts."""
    with pytest.raises(Refusal) as refused:
        await asked  # type: ignore[misc]  # any question
    event = refused.value.event
    at_ms = event.args.get("at_ms")
    return event.code, at_ms if at_ms is None else int(str(at_ms)) - club.clock.time


async def running(club: Club, number: int, host: NamedPerson = ANN) -> list[Match]:
    """Matches of a host against people who play no other, each in a channel of its own."""
    found = []
    for at in range(number):
        other = NamedPerson(5000 + 100 * host.id % 77 + at, "Other")
        card = await club.open(opponent=None, host=host, channel=CHANNEL + 1 + at)
        found.append(await club.join(card, other))
    return found


# ---------------------------------------------------------------------- matches


@BOTH
async def test_nobody_plays_a_twenty_first_match_whoever_opens_it(club: Club) -> None:
    first, *_ = await running(club, USUAL.running)
    assert await refusal(club, club.open(opponent=None)) == (Code.MOST_RUNNING, None)
    card = await club.open(opponent=None, host=BOB)
    assert await refusal(club, club.join(card, ANN)) == (Code.MOST_RUNNING, None)
    asked = await club.open(opponent=ANN, host=BOB)
    assert await refusal(club, club.join(asked, ANN)) == (Code.MOST_RUNNING, None)
    await club.resign(first, ANN)
    assert (await club.join(card, ANN)).running
    assert await refusal(club, club.join(asked, ANN)) == (Code.MOST_RUNNING, None)


async def test_a_host_who_plays_enough_by_now_begins_no_match_by_an_older_card(club: Club) -> None:
    card = await club.open(opponent=None)
    first, *_ = await running(club, USUAL.running)
    assert await refusal(club, club.join(card, BOB)) == (Code.THEIR_RUNNING, None)
    assert (await club.matches.match(card.id)).stand.phase == "open"
    await club.resign(first, ANN)
    assert (await club.join(card, BOB)).running


async def test_a_match_whose_card_is_on_the_way_counts_for_a_host_who_joins_another(
    club: Club,
) -> None:
    waiting = await club.open(opponent=Computer(1))
    await running(club, USUAL.running - 1)
    card = await club.open(opponent=None, host=BOB)
    assert await refusal(club, club.join(card, ANN)) == (Code.MOST_RUNNING, None)
    await club.matches.opening.withdraw(waiting.id)
    assert (await club.join(card, ANN)).running


async def test_those_who_join_many_matches_at_once_join_no_more_than_twenty(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = MatchStore.tally

    async def slowly(store: MatchStore, match: Match, people: list[int], now_ms: int) -> Tally:
        counted = await tally(store, match, people, now_ms)
        await asyncio.sleep(0.05)
        return counted

    await running(club, USUAL.running - 1)
    cards = [await club.open(opponent=None, host=NamedPerson(n, "Host")) for n in range(1, 6)]
    monkeypatch.setattr(MatchStore, "tally", slowly)
    done = await asyncio.gather(*(club.join(card, ANN) for card in cards), return_exceptions=True)
    assert [type(one) for one in done].count(Match) == 1


@BOTH
async def test_five_matches_against_computers_alone_are_the_most(club: Club) -> None:
    cards = [
        await club.open(opponent=Computer(1), channel=CHANNEL + at) for at in range(USUAL.alone)
    ]
    again = club.open(opponent=Computer(1), channel=CHANNEL + 7)
    assert await refusal(club, again) == (Code.MOST_ALONE, None)
    for card in cards:
        await club.matches.opening.begin(card.id, club.keys())
    again = club.open(opponent=Computer(1), channel=CHANNEL + 7)
    assert await refusal(club, again) == (Code.MOST_ALONE, None)
    assert (await club.open(opponent=None)).stand.phase == "open"  # people are another matter
    table = await club.open("junqi-four", BOB, Computer(1), Computer(1), channel=CHANNEL + 8)
    assert table.stand.phase == "open"
    await club.matches.leaving.leave(club.keys(), cards[0].id, ANN.id)
    assert (await club.open(opponent=Computer(1), channel=CHANNEL + 7)).complete


@BOTH
async def test_three_matches_are_started_in_a_channel_in_an_hour(club: Club) -> None:
    cards = [await club.open(opponent=one) for one in (BOB, CID, DAN, LOTS)]
    begun = []
    for card, person in zip(cards, (BOB, CID, DAN), strict=False):
        begun.append(await club.join(card, person))
        club.clock.time += 10
    assert await refusal(club, club.open(opponent=None)) == (Code.MOST_STARTED, HOUR - 30)
    assert await refusal(club, club.join(cards[3], LOTS)) == (Code.THEIR_STARTED, HOUR - 30)
    assert (await club.open(opponent=None, channel=CHANNEL + 1)).stand.phase == "open"
    assert (await club.open(opponent=None, host=BOB)).stand.phase == "open"
    club.clock.time += HOUR - 31
    assert await refusal(club, club.join(cards[3], LOTS)) == (Code.THEIR_STARTED, 1)
    club.clock.time += 1
    assert (await club.join(cards[3], LOTS)).running
    assert await refusal(club, club.open(opponent=None)) == (Code.MOST_STARTED, 10)
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
async def test_thirty_matches_against_the_computer_at_once_come_to_three(club: Club) -> None:
    games = ("murus", "diablo", "ponte", "junqi-dark", "junqi-flip")
    asked = [club.open(games[n % 5], opponent=Computer(1)) for n in range(30)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    begun = [one for one in done if isinstance(one, Match)]
    codes = {one.event.code for one in done if isinstance(one, Refusal)}
    assert (len(begun), codes <= {Code.MOST_STARTED, Code.SEAT_OPEN_ALREADY}) == (3, True)


# -------------------------------------------------------------------- deletions


async def start(club: Club, number: int) -> object:
    return await club.join(await club.open(opponent=None), NamedPerson(6000 + number, "Other"))


async def wait(club: Club, number: int) -> object:
    return await club.open(opponent=None, channel=CHANNEL + number)


async def challenge_bob(club: Club, number: int) -> object:
    return await challenge(club, BOB, number)


async def challenge_others(club: Club, number: int) -> object:
    return await challenge(club, NamedPerson(7000 + number, "Other"), number)


async def share_a_page(club: Club, number: int) -> None:
    await club.matches.attention.share_page(ANN.id)


async def export(club: Club, number: int) -> object:
    return await club.matches.exporting.today(ANN.id)


@BOTH
@pytest.mark.parametrize(
    ("act", "most"),
    [
        (start, USUAL.started),
        (wait, MOST_OPEN),
        (challenge_bob, USUAL.to_one),
        (challenge_others, USUAL.challenges),
        (share_a_page, USUAL.pages),
        (export, 1),
    ],
)
async def test_who_deletes_their_data_and_comes_back_has_a_limit_twice_at_most(
    club: Club, act: Callable[[Club, int], Awaitable[object]], most: int
) -> None:
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
    assert await refusal(club, deleted) == (Code.DELETED_THIS_WEEK, 7 * DAY)


# ------------------------------------------------------------------- challenges


async def challenge(club: Club, person: NamedPerson, place: int = 0) -> Match:
    card = await club.open(opponent=person, channel=CHANNEL + place)
    await club.post_card(card)
    return card


@BOTH
@pytest.mark.parametrize("how", ["declined", "withdrawn", "expired", "left"])
async def test_two_challenges_in_vain_to_the_same_person_are_enough(club: Club, how: str) -> None:
    began = club.clock.time
    for place in range(USUAL.to_one):
        card = await challenge(club, BOB, place)
        if how == "declined":
            await club.matches.opening.decline(club.keys(), card.id, BOB.id)
        elif how == "withdrawn":
            await club.matches.opening.cancel(club.keys(), card.id, ANN.id)
        elif how == "expired":
            await club.matches.opening.withdraw(card.id)
        club.clock.time += HOUR
    left = began + DAY - club.clock.time
    assert await refusal(club, challenge(club, BOB, 5)) == (Code.MOST_TO_ONE, left)
    assert (await challenge(club, CID, 5)).stand.phase == "open"
    club.clock.time += left - 1
    assert await refusal(club, challenge(club, BOB, 6)) == (Code.MOST_TO_ONE, 1)
    club.clock.time += 1
    assert (await challenge(club, BOB, 6)).called == (BOB,)


async def test_accepted_challenges_and_rematches_do_not_count(club: Club) -> None:
    for place in range(4):
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

    for place in range(USUAL.to_one):
        await opening.cancel(club.keys(), (await again(place)).id, ANN.id)
        club.clock.time += HOUR
    left = began + DAY - club.clock.time
    assert await refusal(club, again(3)) == (Code.MOST_REMATCHES, left)
    theirs = await opening.rematch(club.keys(), match.id, BOB, CHANNEL)
    await club.post_card(theirs)
    assert (await again(3)).running  # accepted, and not proposed


async def test_a_challenge_nobody_could_see_does_not_count(club: Club) -> None:
    for _ in range(3):
        await club.matches.opening.withdraw((await club.open()).id)
    assert (await challenge(club, BOB)).called == (BOB,)


@BOTH
async def test_ten_challenges_in_vain_a_day_are_enough(club: Club) -> None:
    for at in range(USUAL.challenges):
        card = await challenge(club, NamedPerson(7000 + at, "Guest"))
        await club.matches.opening.cancel(club.keys(), card.id, ANN.id)
        club.clock.time += HOUR
    late = DAY - USUAL.challenges * HOUR
    assert await refusal(club, challenge(club, BOB)) == (Code.MOST_CHALLENGES, late)
    table = club.open("junqi-four", BOB, CID, DAN)
    assert await refusal(club, table) == (Code.MOST_CHALLENGES, late + 2 * HOUR)
    club.clock.time += late
    assert (await challenge(club, BOB)).called == (BOB,)


async def test_who_declines_at_a_larger_table_has_been_challenged_too(club: Club) -> None:
    for place in range(USUAL.to_one):
        card = await club.open("junqi-four", BOB, None, None, channel=CHANNEL + place)
        await club.post_card(card)
        await club.matches.opening.decline(club.keys(), card.id, BOB.id)
    assert (await refusal(club, challenge(club, BOB, 9)))[0] == Code.MOST_TO_ONE


# ----------------------------------------------------------------------- offers


async def offer(club: Club, match: Match, kind: OfferKind, who: NamedPerson = ANN) -> Offer:
    after = await club.matches.offers.offer(club.keys(), match.id, who.id, kind)
    assert after.offer
    return after.offer


async def withdraw(club: Club, match: Match, made: Offer) -> None:
    await club.matches.offers.withdraw(club.keys(), match.id, ANN.id, made)


@BOTH
async def test_a_turn_has_three_offers_and_the_first_alone_mentions(club: Club) -> None:
    match, heard = await club.begin(), []
    for kind in KINDS:
        made = await offer(club, match, kind)
        heard.append(club.matches.offers.mentioned(match.id, made))
        await withdraw(club, match, made)
    assert heard == [{BOB.id}, set(), set()]
    again = await refusal(club, offer(club, match, "draw"))
    assert again[0] == Code.DECLINED_ALREADY
    await club.act(match, ANN, "a1-a3")
    made = await offer(club, match, "draw")
    assert club.matches.offers.mentioned(match.id, made) == {BOB.id}


async def test_a_fourth_offer_waits_for_the_next_turn_of_anybody(club: Club) -> None:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    for kind in KINDS:
        await withdraw(club, match, await offer(club, match, kind))
    fourth = await refusal(club, offer(club, match, "takeback"))
    assert fourth == (Code.MOST_MESSAGES, None)
    await club.act(match, BOB, "b7-b5")
    assert (await offer(club, match, "takeback")).kind == "takeback"


async def test_agreeing_by_the_same_offer_costs_nothing(club: Club) -> None:
    match = await club.begin()
    for _ in range(USUAL.messages):
        await club.matches.attention.share(match, BOB.id)
    await offer(club, match, "draw")
    after = await club.matches.offers.offer(club.keys(), match.id, BOB.id, "draw")
    assert after.stand.phase == "over"


@BOTH
async def test_boards_are_shared_as_often_as_offers_are_made(club: Club) -> None:
    match = await club.begin()
    await offer(club, match, "draw")
    for _ in range(USUAL.messages - 1):
        await club.matches.attention.share(match, ANN.id)
    again = club.matches.attention.share(match, ANN.id)
    assert await refusal(club, again) == (Code.MOST_MESSAGES, None)
    assert await refusal(club, offer(club, match, "cancel")) == (Code.MOST_MESSAGES, None)
    done = await asyncio.gather(
        *(club.matches.attention.share(match, DAN.id) for _ in range(9)), return_exceptions=True
    )
    assert done.count(None) == USUAL.messages  # whoever watches is counted, too
    after = (await club.act(match, ANN, "a1-a3")).match
    await club.matches.attention.share(after, DAN.id)


async def test_nobody_at_a_table_of_four_is_mentioned_twice_in_a_turn(club: Club) -> None:
    card = await club.open("quartet", BOB, CID, DAN)
    match = await club.join(card, BOB, CID, DAN)
    made = await offer(club, match, "cancel")
    assert club.matches.offers.mentioned(match.id, made) == {BOB.id, CID.id, DAN.id}
    await withdraw(club, match, made)
    made = await offer(club, match, "cancel", BOB)
    assert club.matches.offers.mentioned(match.id, made) == {ANN.id}


# ----------------------------------------------------------------------- blocks


@BOTH
@pytest.mark.parametrize(("by", "whom"), [(ANN, BOB), (BOB, ANN)])
async def test_a_block_leaves_only_ways_to_end_a_running_match(
    club: Club, by: NamedPerson, whom: NamedPerson
) -> None:
    match = await club.begin()
    await club.matches.people.block(by.id, whom.id)
    for kind in ("draw", "pause"):
        assert await refusal(club, offer(club, match, kind)) == (Code.ONLY_ENDING, None)
    refused = await club.matches.offers.refused(match.id, ANN.id)
    assert refused >= {"draw", "takeback", "pause", "time"}
    assert "cancel" not in refused
    made = await offer(club, match, "cancel")
    assert club.matches.offers.mentioned(match.id, made) == set()
    assert (await club.answer(match, BOB)).stand.phase == "called_off"


async def test_a_block_between_two_of_four_leaves_the_offers_of_the_others(club: Club) -> None:
    match = await club.join(await club.open("quartet", BOB, CID, DAN), BOB, CID, DAN)
    await club.matches.people.block(BOB.id, ANN.id)
    assert await refusal(club, offer(club, match, "pause")) == (Code.ONLY_ENDING, None)
    made = await offer(club, match, "pause", CID)
    assert club.matches.offers.mentioned(match.id, made) == {ANN.id, BOB.id, DAN.id}


async def test_who_has_blocked_an_absent_player_does_not_replace_them(club: Club) -> None:
    match = await absent(club)
    await club.matches.people.block(BOB.id, ANN.id)
    assert await refusal(club, wanted(club, match, BY_COMPUTER)) == (Code.ONLY_ENDING, None)


async def test_whoever_plays_enough_takes_no_seat_over(club: Club) -> None:
    match = await absent(club)
    made = await wanted(club, match, BY_PERSON)
    assert made
    first, *_ = await running(club, USUAL.running, CID)
    taking = club.matches.offers.take(club.keys(), match.id, CID, made)
    assert await refusal(club, taking) == (Code.MOST_RUNNING, None)
    await club.resign(first, CID)
    taken = await club.matches.offers.take(club.keys(), match.id, CID, made)
    assert taken.seat_of(CID.id) == 0
