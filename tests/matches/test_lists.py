"""Lists of matches and their order; messages and preferences."""

from dataclasses import replace

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.match import NOWHERE, Match, Options, Scope
from bot.matches.match.messages import PostedMessage
from bot.matches.match.players import NamedPerson
from bot.matches.referee import CARD_GRACE_MS
from bot.people.person import Person, Preferences
from games.clock import HOUR
from tests import databases
from tests.databases import BOTH

from .absences import absent, pass_time, take_over
from .club import ANN, BOB, CHANNEL, CID, DAN, GUILD, THREAD, Club
from .rated import EVA, FIN


async def listed(club: Club, user: int, scope: Scope, channel: int | None = None) -> list[MatchId]:
    return [match.id for match in await club.matches.list_matches(user, scope, channel)]


async def begin(club: Club, channel: int = CHANNEL) -> Match:
    club.clock.time += 1000
    return await club.begin(channel=channel)


@BOTH
async def test_it_is_ones_turn_in_the_longest_waiting_match_first(club: Club) -> None:
    one, two, three = [await begin(club) for _ in range(3)]
    assert await listed(club, ANN.id, "turn") == [one.id, two.id, three.id]
    assert await listed(club, BOB.id, "turn") == []
    assert len(await club.matches.list_matches(ANN.id, "mine", None, limit=2)) == 2
    club.clock.time += 1000
    await club.act(one, ANN, "a1-a3")
    club.clock.time += 1000
    await club.act(one, BOB, "a7-a5")
    assert await listed(club, ANN.id, "turn") == [two.id, three.id, one.id]
    await club.act(two, ANN, "a1-a3")
    assert await listed(club, ANN.id, "turn") == [three.id, one.id]
    assert await listed(club, BOB.id, "turn") == [two.id]


async def test_a_flag_to_decide_about_needs_me_after_my_own_turns(club: Club) -> None:
    waiting, fallen = await begin(club), await begin(club)
    for match in (waiting, fallen):
        await club.act(match, ANN, "a1-a3")
        await club.act(match, BOB, "a7-a5")
    club.clock.time += 72 * HOUR
    turn = await begin(club)
    await club.act(turn, ANN, "a1-a3")
    await club.matches.clocks.due(club.clock.time)
    await club.matches.clocks.give(club.keys(), waiting.id, BOB.id)
    assert await listed(club, BOB.id, "turn") == [turn.id, fallen.id]
    assert await listed(club, BOB.id, "mine") == [turn.id, fallen.id, waiting.id]
    assert await listed(club, ANN.id, "turn") == [fallen.id, waiting.id]
    await club.matches.clocks.take_win(club.keys(), fallen.id, BOB.id)
    assert await listed(club, BOB.id, "turn") == [turn.id]


@BOTH
async def test_the_games_played_most_on_a_server_come_first(club: Club) -> None:
    for number, game in enumerate(("ponte", "diablo", "diablo")):
        await club.begin(game, channel=CHANNEL + number)
    assert (await club.matches.played_most(GUILD))[:3] == ["diablo", "ponte", "murus"]
    assert (await club.matches.played_most(GUILD + 1))[0] == "murus"


async def test_mine_are_the_open_and_running_ones_with_me(club: Club) -> None:
    seat = await club.open(opponent=None, host=CID)
    running, ended = await begin(club), await begin(club)
    await club.resign(ended, ANN)
    club.clock.time += 1
    challenge = await club.open()
    assert await listed(club, BOB.id, "mine") == [challenge.id, running.id]
    assert await listed(club, BOB.id, "turn") == [challenge.id]
    assert await listed(club, ANN.id, "mine") == [running.id, challenge.id]
    assert await listed(club, CID.id, "mine") == [seat.id]
    assert await listed(club, BOB.id, "open", CHANNEL) == [seat.id, challenge.id], "by age"


async def test_here_is_where_it_was_opened_and_where_it_lives_ones_own_first(club: Club) -> None:
    match, other = await begin(club), await begin(club, CHANNEL + 1)
    await club.matches.opening.live_in(match.id, THREAD)
    club.clock.time += 1000
    card = await club.open(host=CID, opponent=DAN)
    assert await listed(club, 505, "here", CHANNEL) == [match.id, card.id]
    assert await listed(club, CID.id, "here", THREAD) == [match.id]
    assert await listed(club, CID.id, "here", CHANNEL + 1) == [other.id]
    assert [match.id for match in await club.matches.here(None, CHANNEL)] == [match.id]
    await club.join(card, DAN)
    for reader, order in ((CID.id, [card.id, match.id]), (None, [match.id, card.id])):
        assert [match.id for match in await club.matches.here(reader, CHANNEL)] == order


async def test_open_are_the_cards_one_could_join(club: Club) -> None:
    challenge, seat = await club.open(), await club.open(opponent=None)
    elsewhere = await club.open(opponent=None, channel=CHANNEL + 1)
    assert set(await listed(club, BOB.id, "open", CHANNEL)) == {challenge.id, seat.id}
    assert await listed(club, CID.id, "open", CHANNEL) == [seat.id]
    assert await listed(club, ANN.id, "open", CHANNEL) == []
    server = await club.matches.list_matches(CID.id, "open", CHANNEL, guild=GUILD)
    assert {match.id for match in server} == {seat.id, elsewhere.id}
    assert await club.matches.list_matches(CID.id, "open", CHANNEL, guild=GUILD + 1) == ()


async def test_finished_are_the_last_ended_first_without_withdrawn_cards(club: Club) -> None:
    ended = [await begin(club) for _ in range(3)]
    for match in ended:
        club.clock.time += 1
        await club.resign(match, ANN)
    card = await club.open()
    await club.matches.opening.cancel(club.keys(), card.id, ANN.id)
    assert await listed(club, BOB.id, "finished") == [match.id for match in reversed(ended)]
    assert await listed(club, CID.id, "finished") == []


@BOTH
async def test_who_was_replaced_finishes_the_match_with_the_others(club: Club) -> None:
    match = await absent(club)
    other = await begin(club, CHANNEL + 1)
    await take_over(club, match, CID)
    assert await listed(club, ANN.id, "finished") == []
    assert await listed(club, ANN.id, "mine") == [other.id]
    assert await listed(club, ANN.id, "turn") == [other.id]
    await club.resign(match, CID)
    for person in (ANN, BOB, CID):
        assert await listed(club, person.id, "finished") == [match.id]
    assert await listed(club, ANN.id, "mine") == [other.id]
    assert await listed(club, DAN.id, "finished") == []


@BOTH
async def test_the_last_that_ended_here_is_ones_own_if_there_is_one(club: Club) -> None:
    mine, theirs = await begin(club), await club.open(host=CID, opponent=DAN)
    assert await club.matches.last_here(ANN.id, CHANNEL) == ()
    await club.matches.opening.join(club.keys(), theirs.id, DAN)
    for match, person in ((mine, ANN), (theirs, CID)):
        club.clock.time += 1000
        await club.resign(match, person)
    for user, match in ((ANN.id, mine), (CID.id, theirs), (505, theirs)):
        (last,) = await club.matches.last_here(user, CHANNEL)
        assert last.id == match.id
    assert await club.matches.last_here(ANN.id, CHANNEL + 1) == ()


async def test_who_is_back_in_their_seat_has_the_match_once(club: Club) -> None:
    match = await absent(club)
    for taker, text in ((CID, "b1-b3"), (ANN, "c1-c3")):
        await take_over(club, match, taker)
        await club.act(match, taker, text)
        await club.act(match, BOB, "a7-a5" if taker == CID else "c7-c5")
        await pass_time(club, 96 * HOUR)
    await club.matches.clocks.take_win(club.keys(), match.id, BOB.id)
    for person in (ANN, BOB, CID):
        assert await listed(club, person.id, "finished") == [match.id]


async def behind(club: Club) -> list[MatchId]:
    return list(await club.matches.behind())


@BOTH
async def test_a_match_is_behind_until_all_that_follows_has_been_done(club: Club) -> None:
    match = await begin(club)
    assert await behind(club) == [match.id]
    assert await club.followed() == [match.id]
    assert await behind(club) == []
    await club.act(match, ANN, "a1-a3")
    other = await begin(club)
    assert await behind(club) == [match.id, other.id]
    await club.resign(match, ANN)
    await club.followed()
    assert await behind(club) == []
    await club.post_card(match)  # it may have been answered before the bot knew its message
    assert set(await club.followed()) == {match.id}


@BOTH
async def test_what_is_done_does_not_hide_what_another_process_has_changed(club: Club) -> None:
    match, elsewhere = await begin(club), await Club.at(club.url)
    elsewhere.keys = club.keys
    await elsewhere.act(match, ANN, "a1-a3")
    assert await club.followed() == [match.id]
    assert await behind(club) == [match.id]
    await elsewhere.close()
    assert await behind(club) == []


async def test_what_a_killed_process_has_left_is_found(club: Club) -> None:
    match = await begin(club)
    later = await Club.at(club.url)
    assert await behind(later) == [match.id]
    await later.matches.followers.sweep()
    assert await later.followed() == [match.id]
    assert await behind(later) == []
    await later.close()


@BOTH
async def test_an_open_match_has_a_while_for_its_card(club: Club) -> None:
    card = await club.open()
    assert await behind(club) == []
    club.clock.time += CARD_GRACE_MS + 1
    assert await behind(club) == [card.id]
    await club.matches.opening.decline(club.keys(), card.id, BOB.id)
    await club.followed()
    assert await behind(club) == []


@BOTH
async def test_preferences_are_kept_one_by_one(club: Club) -> None:
    async def chosen() -> Preferences:
        return (await club.matches.people.get(ANN.id)).preferences

    assert await chosen() == Preferences()
    await club.matches.prefer(ANN.id, theme="dark")
    assert await chosen() == Preferences(theme="dark")
    await club.matches.prefer(ANN.id, confirm=False, locale="zh-CN")
    assert await chosen() == Preferences("zh-CN", "dark", confirm=False)
    await club.matches.prefer(ANN.id, theme=None)
    assert await chosen() == Preferences("zh-CN", None, confirm=False)
    await club.matches.prefer(ANN.id)
    both = await club.matches.people.of([ANN.id, BOB.id])
    assert both == {ANN.id: Person(ANN.id, await chosen()), BOB.id: Person(BOB.id)}


@BOTH
async def test_a_person_is_read_at_once_with_all_there_is_to_know(club: Club) -> None:
    match, people = await begin(club), club.matches.people
    assert await people.get(ANN.id) == Person(ANN.id)
    await club.matches.prefer(ANN.id, codes=True)
    await people.refuse_messages(match.id, ANN.id)
    await people.refuse_messages(match.id, ANN.id)
    await people.block(ANN.id, BOB.id)
    taken = await club.matches.vacations.take(ANN.id, 2)
    everything = Person(
        ANN.id,
        Preferences(codes=True),
        vacations=(taken,),
        blocks=frozenset({BOB.id}),
        shut=True,
        untold=True,
    )
    assert await people.get(ANN.id) == everything
    assert people.refuses_messages(everything)
    assert people.untold(everything)
    assert await people.get(BOB.id) == Person(BOB.id)
    assert not people.untold(Person(BOB.id))
    watched = await club.watched(match.id)
    assert watched.people == {
        ANN.id: replace(everything, refused=frozenset({match.id})),
        BOB.id: Person(BOB.id),
    }
    await people.forget_refusals(ANN.id)
    assert not (await people.get(ANN.id)).shut
    await people.refuse_messages(match.id, ANN.id)
    again = await people.get(ANN.id)
    assert again.shut
    assert not again.untold, "who has heard of it hears it once"


@BOTH
async def test_the_language_of_a_client_is_written_with_the_next_change(club: Club) -> None:
    match, people = await begin(club), club.matches.people

    async def written() -> dict[int, str]:
        rows = await databases.read(club.url, "SELECT * FROM people")
        return {row["user"]: row["client"] for row in rows}

    met = people.meet(await people.get(ANN.id), "zh-CN")
    assert (met.locale, (await people.get(ANN.id)).client) == ("zh-CN", "zh-CN")
    assert (await club.watched(match.id)).people[ANN.id].client == "zh-CN"
    assert await written() == {}
    await club.act(match, ANN, "a1-a3")
    assert await written() == {ANN.id: "zh-CN"}
    people.meet(await people.get(ANN.id), "zh-CN")
    people.meet(await people.get(BOB.id), "de")
    people.meet(await people.get(BOB.id), "fr")
    await club.act(match, BOB, "a7-a5")
    assert await written() == {ANN.id: "zh-CN", BOB.id: "fr"}
    await club.matches.prefer(ANN.id, locale="en")
    assert (await people.get(ANN.id)).locale == "en"


@BOTH
async def test_from_a_board_one_goes_on_to_the_match_that_waits_longest(club: Club) -> None:
    here, longest, later = [await begin(club) for _ in range(3)]
    boards = [
        PostedMessage(match.id, "channel", CHANNEL, n, 0) for n, match in enumerate((here, longest))
    ]
    for board in (*boards, PostedMessage(later.id, "card", CHANNEL, 9, 0)):
        await club.matches.show(board)
    assert await club.matches.match_of_message(0) == here.id
    assert await club.matches.match_of_message(6) is None
    assert await club.matches.onward(here.id, ANN.id) == [(board, GUILD) for board in boards]
    assert await club.matches.onward(here.id, BOB.id) == [(boards[0], GUILD)]


async def test_neither_an_offer_nor_a_new_home_makes_a_wait_seem_shorter(club: Club) -> None:
    one, two = [await begin(club) for _ in range(2)]
    club.clock.time += 1000
    await club.offer(one, BOB, "draw")
    await club.matches.opening.live_in(one.id, THREAD)
    assert await listed(club, ANN.id, "turn") == [one.id, two.id]


async def test_a_clock_that_goes_back_leaves_the_log_in_order(club: Club) -> None:
    match = await begin(club)
    club.clock.time -= 500
    assert (await club.act(match, ANN, "a1-a3")).match.updated_ms == match.updated_ms
    ended = await club.resign(match, BOB)
    record = await club.matches.evidence.record(ended.id)
    assert [line.at_ms for line in record.log] == [match.updated_ms] * 2


@BOTH
async def test_seats_open_everywhere_are_listed_for_all_but_those_blocked(club: Club) -> None:
    async def offer(host: NamedPerson, game: str = "murus") -> MatchId:
        club.clock.time += 1000
        chosen = Options(where="letters")
        proposal = Proposal(game, host, (None,), NOWHERE, 0, chosen)
        return (await club.matches.opening.open(club.keys(), proposal)).id

    own, first, taken, blocked, last = [await offer(who) for who in (CID, ANN, BOB, DAN, EVA)]
    await club.open(opponent=None, host=BOB)
    assert await listed(club, CID.id, "everywhere") == [first, taken, blocked, last]
    await club.matches.opening.join(club.keys(), taken, FIN)
    await club.matches.people.block(CID.id, DAN.id)
    await club.matches.people.block(EVA.id, CID.id)
    assert await listed(club, CID.id, "everywhere") == [first]
    assert await listed(club, FIN.id, "everywhere") == [own, first, blocked, last]
    assert len(await club.matches.list_matches(FIN.id, "everywhere", None, limit=2)) == 2
