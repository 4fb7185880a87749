"""Those who are ready to play are drawn opponents by their wishes."""

from dataclasses import replace

import pytest

from bot.matches.acts.pairing import Pairing
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.people.draw import Drawn, Offered
from bot.people.wish import Points, Wish
from games.clock import DAY, HOUR, MINUTE, PaceName
from tests import databases
from tests.databases import BOTH

from .club import ANN, BOB, CHANNEL, CID, DAN, GUILD, SPRING, Club

EVERYBODY = {person.id: person for person in (ANN, BOB, CID, DAN)}
OLD = 10 * 365 * DAY
FLIP = frozenset({"junqi-flip standard"})
MURUS = frozenset({"murus basic"})


async def chosen(club: Club) -> Pairing:
    """Let managers choose where ready players meet; nobody has left."""
    club.clock.time = SPRING
    await club.matches.servers.choose(GUILD, ready=CHANNEL)
    club.matches.pairing.find = find
    return club.matches.pairing


async def find(guild: int, person: int) -> NamedPerson | None:
    return EVERYBODY.get(person)


def wish(
    *kinds: str, paces: tuple[PaceName, ...] = ("normal",), points: Points = "either", most: int = 1
) -> Wish:
    return Wish(frozenset(kinds) or MURUS, frozenset(paces), points, most)


async def drawn(club: Club) -> list[Match]:
    """Draw, and return the matches that have come of it since the last draw."""
    club.clock.time += HOUR
    await club.matches.pairing.draw(GUILD)
    return await opened(club)


async def opened(club: Club) -> list[Match]:
    """Post the cards of what is opened, and begin it."""
    found = await club.matches.list_matches(0, "open", CHANNEL, guild=GUILD)
    found += await club.matches.list_matches(0, "here", CHANNEL)
    begun = []
    for match in {match.id: match for match in found if match.stand.phase == "open"}.values():
        begun.append(await club.matches.opening.begin(match.id, club.keys()))
    return begun


async def since(club: Club, person: NamedPerson) -> int:
    """Return since when somebody waits."""
    found = await club.matches.pairing.wish_of(person.id)
    assert found is not None
    return found.seeker.since_ms


def seated(match: Match) -> set[str]:
    return {person.name for person in match.people}


@BOTH
async def test_two_who_fit_are_drawn_and_others_wait(club: Club) -> None:
    pairing = await chosen(club)
    await pairing.want(ANN.id, GUILD, wish(paces=("3d", "normal")))
    await pairing.want(BOB.id, GUILD, wish("ponte standard"))
    await pairing.want(CID.id, GUILD, wish("ponte standard", "murus basic", paces=("3d", "1d")))
    (match,) = await drawn(club)
    assert seated(match) == {"Ann", "Cid"}
    assert (match.terms.game, match.options.variant) == ("murus", "basic")
    assert (match.options.pace, match.options.drawn) == ("3d", True)
    assert (match.terms.guild, match.terms.channel) == (GUILD, CHANNEL)
    assert await drawn(club) == [], "they play as many as they wished for"
    assert (await pairing.wish_of(BOB.id)) is not None


@BOTH
async def test_who_is_turned_down_has_not_waited_in_vain_and_the_two_do_not_meet_again(
    club: Club,
) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish())
        club.clock.time += MINUTE
    first = await since(club, BOB)
    (match,) = await drawn(club)
    assert await since(club, BOB) > first
    key = club.keys()
    for _ in range(2):
        off = await pairing.turn_down(key, match.id, ANN.id)
        assert off.stand.phase == "called_off"
    assert await since(club, BOB) == first
    assert await drawn(club) == [], "the same two"
    await pairing.want(CID.id, GUILD, wish())
    (match,) = await drawn(club)
    assert seated(match) == {"Bob", "Cid"}, "Ann goes to the end of the queue"


async def test_after_a_turn_of_ones_own_a_match_is_not_turned_down(club: Club) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish())
    (match,) = await drawn(club)
    first, second = match.people
    await club.act(match, first, "a1-a3")
    with pytest.raises(Refusal) as refused:
        await pairing.turn_down(club.keys(), match.id, first.id)
    assert refused.value.event.code == Code.TURNED_DOWN_LATE
    with pytest.raises(Refusal):
        await pairing.turn_down(club.keys(), match.id, CID.id)
    assert (await pairing.turn_down(club.keys(), match.id, second.id)).stand.phase == "called_off"
    other = await club.begin()
    with pytest.raises(Refusal):
        await pairing.turn_down(club.keys(), other.id, ANN.id)


@pytest.mark.parametrize("pace", ["quick", "normal", "1d", "3d", "slow"])
async def test_a_first_turn_has_72_hours_and_whoever_lets_them_pass_is_taken_off(
    club: Club, pace: PaceName
) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(paces=(pace,)))
        await club.matches.prefer(person.id, auto_vacation=True)
        club.clock.time += MINUTE
    waited = await since(club, ANN)
    (match,) = await drawn(club)
    began = club.clock.time
    while club.clock.time < began + 72 * HOUR - MINUTE:
        club.clock.time += MINUTE * 29
        await club.matches.clocks.due(min(club.clock.time, began + 72 * HOUR - 1))
    assert (await club.matches.match(match.id)).running
    club.clock.time = began + 73 * HOUR
    await club.matches.clocks.due(club.clock.time)
    off = await club.matches.match(match.id)
    assert off.stand.outcome is not None
    assert off.stand.outcome.reason == "not_begun"
    absent, other = off.people
    assert await pairing.wish_of(absent.id) is None
    assert await since(club, other) <= waited + MINUTE, "waiting on"
    assert await club.verified(off)


@BOTH
async def test_nobody_is_drawn_who_is_away_gone_blocked_or_plays_enough(club: Club) -> None:
    pairing = await chosen(club)
    people = club.matches.people
    for person in (ANN, BOB, CID):
        await pairing.want(person.id, GUILD, wish(most=2))
    await pairing.want(9, GUILD, wish())
    await people.block(BOB.id, ANN.id)
    await club.matches.vacations.take(CID.id, 2)
    assert await drawn(club) == []
    assert await pairing.wish_of(9) is None, "who has left is taken off the list"
    club.clock.time += 2 * DAY
    (match,) = await drawn(club)
    assert "Cid" in seated(match)
    assert await drawn(club) == [], "the two have met, and two block each other"
    await people.unblock(BOB.id, ANN.id)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(most=2))
    assert len(await drawn(club)) == 1


@BOTH
async def test_whoever_changes_their_mind_as_they_are_drawn_leaves_the_other_waiting(
    club: Club,
) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish())
    waited = [await since(club, person) for person in (ANN, BOB)]

    async def block(guild: int, person: int) -> NamedPerson | None:
        await club.matches.people.block(BOB.id, ANN.id)
        return EVERYBODY[person]

    async def leave(guild: int, person: int) -> NamedPerson | None:
        await pairing.take_off(ANN.id)
        return EVERYBODY[person]

    pairing.find = block
    assert await drawn(club) == []
    assert [await since(club, person) for person in (ANN, BOB)] == waited
    await club.matches.people.unblock(BOB.id, ANN.id)
    pairing.find = leave
    assert await drawn(club) == []
    assert await since(club, BOB) == waited[1]
    pairing.find = find
    await pairing.want(ANN.id, GUILD, wish())
    assert len(await drawn(club)) == 1


@BOTH
async def test_somebody_not_seen_since_they_were_drawn_is_not_drawn_again(club: Club) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(most=5))
    (match,) = await drawn(club)
    await pairing.want(CID.id, GUILD, wish(most=5))
    assert await drawn(club) == []
    await club.matches.clocks.look(match, BOB.id)
    (match,) = await drawn(club)
    assert seated(match) == {"Bob", "Cid"}


async def test_points_are_agreed_as_all_others_are(club: Club) -> None:
    pairing = await chosen(club)
    ids = [replace(person, id=202 + n) for n, person in enumerate((BOB, CID, DAN))]
    EVERYBODY.update({person.id: person for person in ids})
    one, other, third = ids
    await pairing.want(one.id, GUILD, wish(points="only"))
    await pairing.want(other.id, GUILD, wish(points="none"))
    assert await drawn(club) == []
    await pairing.want(third.id, GUILD, wish(paces=("none",)))
    assert await drawn(club) == [], "nor do matches without a clock count"
    await pairing.want(third.id, GUILD, wish(paces=("none", "normal")))
    (match,) = await drawn(club)
    assert seated(match) == {one.name, third.name}
    assert match.unrated is None
    await club.matches.servers.choose(GUILD, rated=False)
    await pairing.want(one.id, GUILD, wish(points="only", most=5))
    await pairing.want(9, GUILD, wish())
    assert await drawn(club) == []


@BOTH
async def test_a_wish_a_day_old_is_offered_once_a_day_and_begins_as_it_was_shown(
    club: Club,
) -> None:
    pairing = await chosen(club)
    await pairing.want(ANN.id, GUILD, wish(paces=("1d", "3d")))
    await pairing.want(BOB.id, GUILD, wish("ponte standard"))
    assert await pairing.offer(BOB.id) is None
    club.clock.time += DAY
    offered = await pairing.offer(BOB.id)
    assert offered
    assert (offered.drawn.kind, offered.drawn.pace) == ("murus basic", "1d")
    assert str(ANN.id) not in offered.text
    assert await pairing.offer(BOB.id) is None, "one a day"
    for forged in ("", "0", offered.text.replace("1d", "7d"), offered.text.replace("m", "x"), "z+"):
        with pytest.raises(Refusal):
            await pairing.take_up(BOB.id, forged)
    await pairing.want(ANN.id, GUILD, wish("ponte standard"))
    with pytest.raises(Refusal) as refused:
        await pairing.take_up(BOB.id, offered.text)
    assert refused.value.event.code == Code.OFFER_GONE
    await pairing.want(ANN.id, GUILD, wish(paces=("1d", "3d")))
    await pairing.take_up(BOB.id, offered.text)
    (match,) = await opened(club)
    assert seated(match) == {"Ann", "Bob"}
    assert (match.options.pace, match.options.variant) == ("1d", "basic")
    with pytest.raises(Refusal):
        await pairing.take_up(BOB.id, offered.text)


@BOTH
async def test_a_wish_ends_14_days_after_its_owner_was_last_here(club: Club) -> None:
    pairing = await chosen(club)
    await pairing.want(ANN.id, GUILD, wish())
    await pairing.want(BOB.id, GUILD, wish("ponte standard"))
    match = await club.begin()
    club.clock.time += 13 * DAY
    await club.matches.clocks.look(match, BOB.id)
    club.clock.time += DAY + MINUTE
    await pairing.draw(GUILD)
    assert await pairing.wish_of(ANN.id) is None
    assert await pairing.wish_of(BOB.id) is not None
    await pairing.take_off(BOB.id)
    assert await pairing.wish_of(BOB.id) is None


async def test_four_who_share_a_wish_play_at_one_table(club: Club) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB, CID, DAN):
        await pairing.want(person.id, GUILD, wish("junqi-four standard"))
    (match,) = await drawn(club)
    assert seated(match) == {"Ann", "Bob", "Cid", "Dan"}


async def test_the_usual_wish_has_what_one_has_played(club: Club) -> None:
    pairing = await chosen(club)
    assert len((await pairing.usual(ANN.id)).kinds) == len(club.matches.games)
    await club.begin("ponte")
    assert (await pairing.usual(ANN.id)).kinds == {"ponte standard"}
    with pytest.raises(Refusal) as refused:
        await pairing.want(ANN.id, GUILD, Wish(frozenset()))
    assert refused.value.event.code == Code.EMPTY_WISH
    await club.matches.servers.bar(GUILD, ANN.id)
    with pytest.raises(Refusal):
        await pairing.want(ANN.id, GUILD, wish())


async def test_a_place_draws_once_an_hour(club: Club) -> None:
    pairing = await chosen(club)
    await pairing.round()
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish())
    await pairing.round()
    assert await opened(club) == []
    club.clock.time += HOUR
    await pairing.round()
    assert len(await opened(club)) == 1


def die(*_: object) -> None:
    raise RuntimeError("died")


@BOTH
async def test_two_who_were_drawn_as_the_bot_died_meet_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing, matches = await chosen(club), club.matches
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish(most=5))
    first = await since(club, ANN)
    for part, deed in ((matches.opening, "seat"), (matches.followers, "kick")):
        assert await since(club, ANN) == first
        with monkeypatch.context() as dying:
            dying.setattr(part, deed, die)
            with pytest.raises(RuntimeError):
                await drawn(club)
    late = await databases.read(club.url, "SELECT open FROM unfollowed")
    assert [bool(row["open"]) for row in late] == [False], "its cards come at the start"
    (match,) = await opened(club)
    assert seated(match) == {"Ann", "Bob"}
    for _ in range(3):
        for person in (ANN, BOB):
            await matches.clocks.look(match, person.id)
        assert await drawn(club) == []


@BOTH
async def test_whoever_turns_a_match_down_is_drawn_again(club: Club) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish())
    (match,) = await drawn(club)
    club.clock.time += MINUTE
    await pairing.turn_down(club.keys(), match.id, ANN.id)
    await pairing.take_off(BOB.id)
    await pairing.want(CID.id, GUILD, wish())
    (match,) = await drawn(club)
    assert seated(match) == {"Ann", "Cid"}


@BOTH
async def test_no_offer_gives_more_than_somebody_wishes_for_or_what_is_not_offered_yet(
    club: Club,
) -> None:
    pairing = await chosen(club)
    for person in (ANN, BOB):
        await pairing.want(person.id, GUILD, wish())
    assert len(await drawn(club)) == 1
    await pairing.want(CID.id, GUILD, wish("ponte standard"))
    waits = Offered(await since(club, CID), Drawn((), "ponte standard", "normal", True)).text
    await pairing.want(DAN.id, GUILD, wish())
    with pytest.raises(Refusal):
        await pairing.take_up(DAN.id, waits)
    club.clock.time += 2 * DAY
    await pairing.want(ANN.id, GUILD, wish())
    assert await pairing.offer(ANN.id) is None
    with pytest.raises(Refusal):
        await pairing.take_up(ANN.id, waits)
    with pytest.raises(Refusal):
        await pairing.take_up(DAN.id, waits)  # who has not been offered it
    assert await opened(club) == []
    assert await pairing.offer(DAN.id)
    await pairing.take_up(DAN.id, waits)
    (match,) = await opened(club)
    assert seated(match) == {"Cid", "Dan"}
