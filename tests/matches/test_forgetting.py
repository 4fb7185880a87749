"""Somebody has all about them deleted: what goes, what stays for others, and what still holds."""

import asyncio
from typing import Any

from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.matches.match.remarks import Report
from bot.matches.service import Matches
from bot.matches.upkeep.deletion import Stakes
from bot.people.points.standing import SEASON_MS, Pool
from bot.people.points.tour import TourSeason, fortnight_at
from bot.store.deleted_users import DELETED_NAME, against, draw_number, is_deleted_user, seal
from bot.store.inventory import INVENTORY, USERS
from bot.store.tables.purpose import After, Whose
from games.clock import DAY, HOUR
from games.records.record import Person, read, write
from games.records.verify import verify
from tests.databases import BOTH

from .absences import pass_time, take_over
from .club import ANN, BOB, CID, DAN, GUILD, SPRING, Club, reason, refusal, refused
from .rated import FIN, GIL, HAL, faults, moved, played
from .rated import begun as rated_begun

ZOE = NamedPerson(184_467_440_737_095_516, "Zoë Überwald")


async def begin(club: Club, game: str = "murus", **options: Any) -> Match:
    """Begin a match of Zoe, who moves first, against Bob."""
    return await club.join(await club.open(game, host=ZOE, **options), BOB)


async def used(club: Club) -> dict[str, Match]:
    """Let Zoe use everything there is; return her matches by what became of them."""
    matches, people = club.matches, club.matches.people
    found = {"won": await played(club, FIN, ZOE), "lost": await played(club, ZOE, GIL)}
    over = found["won"].id
    await matches.noting.note(over, ZOE.id, 1, "Well played!")
    await matches.noting.publish(over, ZOE)
    await matches.prefer(ZOE.id, theme="dark", zone="Asia/Tokyo")
    people.meet(await people.get(ZOE.id), "fr")
    await people.keep_layout(ZOE.id, "Wall", "x")
    await people.share(ZOE.id, 1, 9)
    await matches.reports.add(Report(over, ZOE.id, 1, "Rude."))
    await matches.striking.strike((await played(club, FIN, GIL)).id, ZOE, "It was arranged.")
    await club.run(f"INSERT INTO moved_points VALUES ({ZOE.id})")  # noqa: S608
    await matches.pairing.want(ZOE.id, 7, await matches.pairing.usual(ZOE.id))
    await club.run(f"INSERT INTO pairings VALUES ({ZOE.id}, 1, NULL, 1)")  # noqa: S608
    # her seat taken over by Cid
    deserted = await begin(club)
    for person, text in ((ZOE, "a1-a3"), (BOB, "b7-b5")):
        await club.act(deserted, person, text)
    await pass_time(club, 72 * HOUR)
    found["replaced"] = await take_over(club, await matches.match(deserted.id), CID)
    # matches that go on
    found["dark"] = await begin(club, "junqi-dark", variant="standard", channel=1)
    await club.ready(found["dark"], ZOE, BOB)
    await matches.marking.mark(found["dark"].id, ZOE.id, "b7", "9")
    await matches.people.refuse_messages(found["dark"].id, ZOE.id)
    await matches.show(PostedMessage(found["dark"].id, "dm:0", 77, club.keys(), 2))
    found["set up"] = await begin(club, "junqi-dark", variant="standard", channel=2)
    await matches.setting_up.lay(found["set up"].id, ZOE.id, "ambush")
    found["resigned"] = await club.resign(await at_four(club, BOB, CID, DAN), ZOE)
    # others' matches
    other = await club.join(await club.open(opponent=CID, host=BOB, channel=4), CID)
    await matches.following.follow(other.id, ZOE.id)
    await matches.attention.share(other, ZOE.id)
    await matches.pings.later(found["dark"], ZOE.id, "turn")
    closed = await club.join(await club.open(opponent=CID, host=BOB, channel=5), CID)
    found["closed"] = await matches.leaving.close(club.keys(), closed.id, ZOE)
    # cards
    found["card"] = await club.open(opponent=CID, host=ZOE, channel=6)
    found["asked"] = await club.open(opponent=ZOE, host=DAN, channel=7)
    found["table"] = await club.open("junqi-four", ZOE, CID, None, host=BOB, channel=8)
    away = await club.open("junqi-four", ZOE, CID, None, host=BOB, channel=9)
    found["declined"] = await matches.opening.decline(club.keys(), away.id, ZOE.id)
    await matches.vacations.take(ZOE.id, 2, club.clock.time + DAY)
    await people.block(ZOE.id, DAN.id)
    await people.block(GIL.id, ZOE.id)
    await club.matches.servers.bar(5, ZOE.id)
    return found


async def at_four(club: Club, *others: NamedPerson) -> Match:
    """Begin a match of four in which all have waited twice, Zoe in the first seat."""
    card = await club.open("quartet", *others, host=ZOE, channel=3)
    match = await club.join(card, *others)
    await club.ready(match, *match.people, layout="left")
    for turn in range(8):
        await club.act(match, match.players[turn % 4].human, "wait")
    return await club.matches.match(match.id)


async def traces(club: Club, *texts: str) -> list[str]:
    """List the columns in which one of some texts stands, as a part of a value."""
    return sorted(
        {
            f"{table}.{column}"
            for table, rows in (await club.rows()).items()
            for row in rows
            for column, value in row.items()
            if any(text in str(value) for text in texts)
        }
    )


@BOTH
async def test_whoever_has_used_everything_leaves_neither_name_nor_number(club: Club) -> None:
    found = await used(club)
    held = {f"{kept.table}.{name}" for kept in INVENTORY for name in USERS & {*kept.columns}}
    assert held <= set(await traces(club, str(ZOE.id))), "she has used everything"
    assert [report.reason for report in await club.matches.reports.all()] == ["Rude."]
    await club.matches.forgetting.forget(ZOE.id)
    assert await club.matches.reports.all() == []
    assert await traces(club, str(ZOE.id), ZOE.name) == []
    ended = {name: await club.matches.match(match.id) for name, match in found.items()}
    how = [reason(ended[name]) for name in ("dark", "set up", "replaced", "resigned")]
    assert how == ["left", "left", None, None]
    phases = [ended[name].stand.phase for name in ("card", "asked", "table")]
    assert phases == ["called_off", "called_off", "open"]
    assert ended["table"].free_places == 2
    (number,) = {person.id for person in ended["won"].people} - {FIN.id}
    assert is_deleted_user(number)
    assert NamedPerson(number, DELETED_NAME) in ended["won"].people
    assert ended["closed"].closer == ended["dark"].terms.host == NamedPerson(number, DELETED_NAME)
    assert await club.matches.latest_messages(found["dark"].id) == {}
    assert await faults(club) == []
    for match in (ended["resigned"], ended["replaced"], ended["table"]):
        await club.check(match.id)


@BOTH
async def test_who_is_mentioned_in_a_managers_reason_is_a_former_player(club: Club) -> None:
    match = await begin(club)
    why = f"<@{ZOE.id}> and <@!{ZOE.id}> ({ZOE.id}) do not answer <@{BOB.id}>"
    await club.matches.managing.close(club.keys(), match.id, GUILD, CID, why)
    await club.matches.forgetting.forget(ZOE.id)
    assert await traces(club, str(ZOE.id)) == []
    assert (await club.matches.match(match.id)).closer_reason == (
        f"{DELETED_NAME} and {DELETED_NAME} ({DELETED_NAME}) do not answer <@{BOB.id}>"
    )


@BOTH
async def test_who_is_mentioned_in_others_notes_is_a_former_player(club: Club) -> None:
    match = await played(club, FIN, ZOE)
    told = "Ask <@{0}>, not <@!{1}> ({1}), said {2}"
    await club.matches.noting.note(match.id, FIN.id, 1, told.format(BOB.id, ZOE.id, ZOE.name))
    await club.matches.forgetting.forget(ZOE.id)
    assert await traces(club, str(ZOE.id)) == []
    assert [(row["user"], row["text"]) for row in (await club.rows())["notes"]] == [
        (FIN.id, f"Ask <@{BOB.id}>, not {DELETED_NAME} ({DELETED_NAME}), said {ZOE.name}")
    ]


async def test_an_opponents_record_still_verifies(club: Club) -> None:
    found = await used(club)
    await club.matches.forgetting.forget(ZOE.id)
    for name in ("won", "lost", "dark", "closed"):
        assert await club.matches.evidence.verify(found[name].id) == ()
    record = read(write(await club.matches.evidence.record(found["won"].id)))
    assert verify(record) == ()
    people = [holder.who for (holder,) in record.seats if isinstance(holder.who, Person)]
    assert [(person.is_deleted, person.name) for person in people if person.name != FIN.name] == [
        (True, DELETED_NAME)
    ]
    assert record.notes == ()


async def test_a_rated_match_under_way_is_lost_and_the_points_can_be_reckoned(club: Club) -> None:
    match = await moved(club, await rated_begun(club, FIN, host=ZOE))
    await club.matches.forgetting.forget(ZOE.id)
    changes = await club.matches.ratings.changes(match.id)
    assert [change.result for change in changes] == ["lost", "won"]
    assert is_deleted_user(changes[0].person)
    assert await faults(club) == []


async def test_they_are_told_what_there_is_to_lose(club: Club) -> None:
    assert await club.matches.forgetting.stakes(ZOE.id) == Stakes(0, 0, 0, 0, 0)
    await used(club)
    assert await club.matches.forgetting.stakes(ZOE.id) == Stakes(
        running=2, open=3, finished=2, notes=1, layouts=1
    )


async def test_where_it_is_too_early_to_resign_or_leave_a_match_is_called_off(club: Club) -> None:
    match = await club.ready(await begin(club, "junqi-dark"), ZOE, BOB)
    assert await refusal(club.matches.playing.check_resign(match.id, ZOE.id))
    assert await refusal(club.matches.leaving.check_leave(match.id, ZOE.id))
    await club.matches.forgetting.forget(ZOE.id)
    assert reason(await club.matches.match(match.id)) == "left"


async def test_a_match_of_four_goes_on_and_is_rated_with_a_former_player(club: Club) -> None:
    club.clock.time = SPRING
    match = await at_four(club, FIN, GIL, HAL)
    await club.matches.forgetting.forget(ZOE.id)
    for loser in (FIN, HAL):
        match = await club.resign(match, loser)
    assert match.stand.phase == "over"
    changes = await club.matches.ratings.changes(match.id)
    assert [is_deleted_user(change.person) for change in changes] == [True, False, False, False]
    assert await faults(club) == []
    owed = await club.matches.pings.owed_pings(club.clock.time)
    assert not [ping for ping, _ in owed if is_deleted_user(ping.user)]


async def test_whoever_goes_before_they_may_resign_leaves_their_partner_behind(club: Club) -> None:
    card = await club.open("junqi-four", BOB, CID, DAN, host=ZOE)
    match = await club.join(card, BOB, CID, DAN)
    await club.ready(match, *match.people)
    assert await refusal(club.matches.playing.check_resign(match.id, ZOE.id))
    await club.matches.forgetting.forget(ZOE.id)
    *_, last = await club.log(match.id)
    assert (last.kind, last.seat, last.text) == ("forfeit", 0, "escape")


async def test_a_block_holds_when_they_come_back(club: Club) -> None:
    await club.matches.people.block(BOB.id, ZOE.id)
    await club.matches.forgetting.forget(ZOE.id)
    (row,) = (await club.rows())["blocks"]
    assert row["blocked"] < 0
    assert await refusal(club.open(opponent=BOB, host=ZOE)) == Code.BLOCKED
    assert await refusal(club.open(opponent=ZOE, host=BOB)) == Code.OWN_BLOCK
    await club.open(opponent=CID, host=ZOE)
    await club.matches.people.unblock(BOB.id, row["blocked"])
    await club.open(opponent=ZOE, host=BOB)


async def test_who_was_blocked_and_comes_back_finds_the_other_on_no_leaderboard(club: Club) -> None:
    for _ in range(6):
        await played(club, ZOE, FIN)
        club.clock.time += 8 * DAY
    await club.matches.people.block(FIN.id, ZOE.id)
    await club.matches.forgetting.forget(ZOE.id)

    async def listed(reader: int | None) -> list[int]:
        blocked = (await club.matches.people.get(reader)).blocks if reader else ()
        boards, pool = club.matches.leaderboards, Pool("murus", GUILD)
        page = await boards.page(pool, 0, reader=reader, blocked=blocked)
        return [placed.person for placed in page.placed]

    assert await listed(None) == [FIN.id], "a former player is on no leaderboard"
    assert await listed(ZOE.id) == []
    assert await listed(GIL.id) == [FIN.id]


@BOTH
async def test_for_90_days_it_is_known_by_their_number_alone_that_they_had_gone(club: Club) -> None:
    people, gone = club.matches.people, club.clock.time
    await club.matches.servers.bar(GUILD, ZOE.id)
    assert await people.departure([ZOE.id]) is None
    await club.matches.forgetting.forget(ZOE.id)
    rows = await club.rows()
    ((digest, at_ms),) = [row.values() for row in rows["departed"]]
    assert (is_deleted_user(digest), at_ms) == (True, gone)
    assert digest not in {row["user"] for row in rows["server_blocks"]}, "nothing ties the two"
    assert await people.departure([BOB.id, ZOE.id]) == gone
    assert await people.departure([BOB.id, ZOE.id + 1]) is None
    assert await people.has_returned([ZOE.id], gone + SEASON_MS - 1)
    assert not await people.has_returned([ZOE.id], gone + SEASON_MS)
    club.clock.time += DAY
    await club.matches.forgetting.forget(ZOE.id)
    assert await people.departure([ZOE.id]) == gone + DAY


@BOTH
async def test_a_deletion_is_granted_once_in_seven_days(club: Club) -> None:
    grant, gone = club.matches.forgetting.grant, club.clock.time

    async def refused_until() -> object:
        event = await refused(grant(ZOE.id))
        assert event.code == Code.DELETED_THIS_WEEK
        return event.args["at_ms"]

    done = await asyncio.gather(grant(ZOE.id), grant(ZOE.id), return_exceptions=True)
    assert [type(result) for result in done] == [type(None), Refusal]
    assert len((await club.rows())["departed"]) == 1
    match = await begin(club)
    assert await refused_until() == gone + 7 * DAY
    assert (await club.matches.match(match.id)).running, "a refusal ends nothing"
    await grant(BOB.id)
    await club.matches.forgetting.forget(ZOE.id)  # as whoever runs the bot does
    club.clock.time += 7 * DAY - 1
    assert await refused_until() == gone + 7 * DAY
    club.clock.time += 1
    await grant(ZOE.id)
    assert await refused_until() == gone + 14 * DAY


async def test_the_client_they_were_just_met_with_is_not_written_afterwards(club: Club) -> None:
    people = club.matches.people
    people.meet(await people.get(ZOE.id), "fr")
    await club.matches.forgetting.forget(ZOE.id)
    await club.begin()
    assert await traces(club, str(ZOE.id)) == []


async def test_whoever_comes_back_can_be_forgotten_once_more(club: Club) -> None:
    for _ in range(2):
        await club.matches.people.block(GIL.id, ZOE.id)
        match = await played(club, ZOE, FIN)
        await club.matches.forgetting.forget(ZOE.id)
        assert await traces(club, str(ZOE.id), ZOE.name) == []
        club.clock.time += SEASON_MS
    people = {row["person"] for row in (await club.rows())["rated"]} - {FIN.id}
    assert len(people) == 2, "each time they are another former player"
    assert await club.verified(match)


def test_every_column_about_a_person_has_its_rule() -> None:
    for kept in INVENTORY:
        purpose = kept.purpose
        assert (purpose.after is None) == (purpose.whose is not Whose.PERSON), kept
        named = any(name in USERS or name.endswith("name") for name in kept.columns)
        assert not named or purpose.after is not After.STAYS, kept


def test_a_sealed_block_is_found_by_the_number_alone() -> None:
    entropy = iter(range(1, 100))

    def draw(size: int) -> bytes:
        return next(entropy).to_bytes(size)

    block = seal(ZOE.id, draw)
    assert is_deleted_user(block)
    assert block != seal(ZOE.id, draw), "the salt is another one each time"
    assert against(block, ZOE.id)
    assert not against(block, ZOE.id + 1)
    assert not against(block, draw_number(draw))
    assert against(ZOE.id, ZOE.id)


@BOTH
async def test_who_is_barred_stays_so_as_somebody_whose_data_are_deleted(club: Club) -> None:
    servers = club.matches.servers
    await servers.bar(GUILD, ANN.id)
    await club.matches.forgetting.forget(ANN.id)
    assert ANN.id not in {*servers.of(GUILD).barred}
    assert await refusal(club.open()) == Code.BARRED
    await servers.admit(GUILD, ANN.id)
    assert (await club.open()).terms.host.id == ANN.id


async def test_a_block_that_another_program_has_sealed_can_be_lifted(club: Club) -> None:
    await club.matches.servers.bar(GUILD, ANN.id)
    beside = await Matches.open(club.url)
    await beside.forgetting.forget(ANN.id)
    await beside.close()
    await club.matches.servers.admit(GUILD, ANN.id)
    assert (await club.rows())["server_blocks"] == []
    assert not club.matches.servers.of(GUILD).barred


@BOTH
async def test_a_former_player_is_on_no_table_of_the_tour(club: Club) -> None:
    match = await rated_begun(club, FIN, host=GIL, tour=fortnight_at(SPRING))
    await club.resign(match, FIN)
    await club.matches.forgetting.forget(GIL.id)
    season, boards = TourSeason.at(SPRING), club.matches.leaderboards
    shown = await boards.page(Pool("tour", GUILD), 0, season=season)
    assert [placed.person for placed in shown.placed] == [FIN.id]
    assert await boards.everywhere(season, FIN.id) == (1, 1, 1)
