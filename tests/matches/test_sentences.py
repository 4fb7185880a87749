"""What is said of a match in lists, pings, offers and on boards, read off the match alone."""

from dataclasses import replace

from bot.matches.match.match import Match
from bot.matches.match.ping import Ping, PingKind
from bot.matches.match.players import Computer, Player
from bot.people.person import Person, Preferences
from bot.people.points.ratings import Change
from bot.people.points.standing import KNOWN_AFTER, Standing
from bot.ui.controls.panels import on_board
from bot.ui.controls.pictures import setting
from bot.ui.messages.board import explains
from bot.ui.messages.own_board import own_board
from bot.ui.words import aim_line, lines, list_lines, offer_lines, points_lines, reminders, times
from bot.ui.words.catalogue import catalogue
from games.clock import HOUR, MINUTE, PACES, Clock
from games.core import Info, Word
from games.library import GAMES

from .club import ANN, BOB, CID, DAN, Club

WORDS = catalogue("en")
ADDRESS = "https://discord.com/channels/7/1000/1"


def info(match: Match) -> Info:
    return GAMES[match.terms.game].info


def entry(match: Match, reader: int = 0, address: str = ADDRESS) -> str:
    return list_lines.entry(match, info(match), reader, WORDS, address, None)


def pinged(match: Match, user: int, kind: PingKind, *, blind: bool = False) -> str:
    owed = Ping(match.id, user, kind, match.stand.revision, 0)
    return reminders.ping(match, owed, WORDS, None, name="", blind=blind)


def with_clocks(match: Match, *clocks: Clock) -> Match:
    held = zip(match.players, clocks, strict=True)
    return replace(match, players=tuple(replace(player, clock=clock) for player, clock in held))


def seat(player: Player) -> str:
    return f"seat {player.seat}"


async def four(club: Club) -> Match:
    return await club.join(await club.open("junqi-four", BOB, CID, DAN), BOB, CID, DAN)


async def test_only_a_match_that_no_message_shows_names_its_channel(club: Club) -> None:
    match = await club.begin()
    assert f"<#{match.place}>" in entry(match, address="")
    assert "<#" not in entry(match)


async def test_whoever_was_replaced_reads_it_of_the_match_that_has_ended(club: Club) -> None:
    ended = await club.resign(await club.begin(), ANN)
    assert "you were replaced" in entry(ended, CID.id)
    assert "replaced" not in entry(ended, ANN.id) + entry(ended)


async def test_a_match_called_off_by_agreement_is_no_result(club: Club) -> None:
    match = await club.begin()
    await club.offer(match, ANN, "cancel")
    assert "called off" in entry(await club.answer(match, BOB))
    opened = await club.open(channel=5)
    await club.matches.opening.withdraw(opened.id)
    assert "called off" in entry(await club.matches.match(opened.id))


def test_the_turn_after_a_fallen_flag_has_an_increment_or_a_day() -> None:
    restarts = {name: pace.restart_ms // HOUR for name, pace in PACES.items()}
    assert restarts == {
        "quick": 8, "normal": 24, "slow": 48, "1d": 24, "3d": 24, "7d": 24, "none": 0
    }  # fmt: skip


def test_days_have_at_most_24_hours() -> None:
    assert times.span(50 * HOUR + 5 * MINUTE, WORDS) == "2 d 2 h"
    assert times.span(25 * MINUTE + 3 * HOUR, WORDS) == "3 h 25 min"


async def test_a_match_without_a_turn_has_no_last_move(club: Club) -> None:
    match = await club.begin(pace="none")
    assert times.list_time(match, 0, WORDS).startswith("last change ")
    moved = (await club.act(match, ANN, "a1-a3")).match
    assert times.list_time(moved, 0, WORDS).startswith("last move ")


async def test_the_first_clock_to_end_is_named(club: Club) -> None:
    match = with_clocks(await four(club), *(Clock(1, deadline_ms=n * HOUR) for n in (3, 2, 4, 5)))
    assert [*times.clocks(match, WORDS, seat)] == [f"ends <t:{2 * HOUR // 1000}:R>"]


async def test_a_ping_says_what_has_happened(club: Club) -> None:
    match = await club.begin()
    missed = match.with_player(replace(match.players[0], missed=2))
    assert "2" in pinged(missed, ANN.id, "notice").replace(match.id, "")
    down = missed.with_player(replace(missed.players[0], clock=Clock(1, flag_ms=1)))
    assert pinged(down, ANN.id, "notice") != pinged(missed, ANN.id, "notice")
    offered = await club.offer(match, ANN, "draw")
    said = pinged(offered, BOB.id, "offer")
    assert "Ann" in said
    assert "Bob" not in said
    opened = await club.open(channel=5)
    await club.matches.opening.withdraw(opened.id)
    assert "did not start" in pinged(await club.matches.match(opened.id), ANN.id, "end")


async def test_an_offer_waits_for_those_who_have_not_agreed(club: Club) -> None:
    match = await four(club)
    await club.offer(match, ANN, "cancel")
    agreed = await club.answer(match, CID)
    assert agreed.offer
    left = offer_lines.still_to_answer(agreed, agreed.offer, info(agreed))
    assert [player.human for player in left] == [BOB, DAN]
    told = offer_lines.waiting(agreed, agreed.offer, info(agreed), WORDS)
    assert WORDS("offer.waiting", players="Cid", waiting="Bob, Dan") in told


async def test_where_several_are_called_no_single_side_is_named(club: Club) -> None:
    match = await club.begin("junqi-dark")
    sides = [Word("junqi.red"), Word("junqi.blue")]
    told = aim_line.aim(match, info(match), {ANN.id}, sides, WORDS)
    assert told == WORDS("junqi-dark.aim.several")


async def test_a_poster_says_when_and_where_and_how_strong_the_computers_were(club: Club) -> None:
    match = await four(club)
    for player, level in zip(match.players[1:], (3, 1, 3), strict=True):
        match = match.with_player(replace(player, who=Computer(level)))
    said = setting(match, "The club", WORDS)
    assert said == ("1970-01-01", "The club", *(WORDS(f"computer.level.{n}") for n in (1, 3)))


async def test_a_board_says_what_the_match_counts_for_until_there_is_a_turn(club: Club) -> None:
    match = await club.begin()
    assert explains(match, first=False)
    moved = (await club.act(match, ANN, "a1-a3")).match
    assert not explains(moved, first=False)
    assert explains(moved, first=True)
    assert explains(await club.resign(moved, ANN), first=False)


async def test_whoever_plays_computers_alone_has_nobody_to_offer_anything(club: Club) -> None:
    match = await club.begin()
    alone = match.with_player(replace(match.players[1], who=Computer(1)))
    for game, offered in ((match, True), (alone, False)):
        ids = [str(getattr(item, "custom_id", "")) for item in on_board(game, WORDS).children]
        assert any(":offer" in id_ for id_ in ids) is offered


async def test_a_letter_that_begins_with_text_says_what_no_picture_shows(club: Club) -> None:
    match = await club.begin()
    seen = await club.act(match, ANN, "a1-a3")
    for text_first in (False, True):
        person = Person(ANN.id, Preferences(text_first=text_first))
        said = lines.own_board(seen, WORDS, drawn=not text_first)
        assert own_board(seen, None, person, WORDS).content.endswith(said)


def change(player: Player, before: int, after: int) -> Change:
    new, old = Standing(1500, 90, games=before), Standing(1516, 90, games=after)
    return Change(player.seat, player.human.id, "won", "ended", new, old)


async def test_points_of_many_are_told_short_and_numbers_once_they_show(club: Club) -> None:
    match = await four(club)
    known = [change(player, KNOWN_AFTER, KNOWN_AFTER + 1) for player in match.players]
    assert points_lines.points_line(match, info(match), known[:2], WORDS).count("1516") == 2
    assert "1516" not in points_lines.points_line(match, info(match), known, WORDS)
    third = change(match.players[0], KNOWN_AFTER - 1, KNOWN_AFTER)
    assert "1516" in points_lines.points_line(match, info(match), [third], WORDS)
    second = change(match.players[0], KNOWN_AFTER - 2, KNOWN_AFTER - 1)
    assert "1516" not in points_lines.points_line(match, info(match), [second], WORDS)
