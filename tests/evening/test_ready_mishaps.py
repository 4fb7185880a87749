"""What befalls those who are ready, or have been drawn: a night's rest, lost servers, closed doors,
languages nobody has translated."""

import asyncio
from typing import Any

import pytest

from bot.matches.match.match import NOWHERE
from bot.matches.match.players import NamedPerson
from bot.people.wish import Wish
from bot.ui.wire.rounds import ROUND_SECONDS
from bot.ui.words.catalogue import DEFAULT, catalogue
from games.clock import DAY, HOUR, MINUTE

from .bells import Ear, prefer, wait
from .conftest import Evening, expect, labels, options, said, shown_by, speak
from .managers import manager
from .strangers import Strangers
from .test_admin_config import serve
from .test_everywhere import close
from .test_flags import begun, stay
from .test_pings import NIGHT
from .test_ready import MEET, draw, ready, tick

MURUS = Wish(frozenset({"murus basic"}))


@pytest.fixture
def strangers(evening: Evening) -> Strangers:
    return Strangers(evening)


async def wished(club: Strangers, *people: Any, guild: int = NOWHERE) -> None:
    """Let people be ready."""
    club.time.ahead += 1
    for who in people:
        await club.client.desk.matches.pairing.want(who.id, guild, MURUS)


async def drawn(club: Strangers, *people: Any) -> None:
    """Let strangers be drawn with each other, and note their match."""
    await wished(club, *people)
    await draw(club, *people, guild=NOWHERE)
    (match,) = await club.client.desk.matches.list_matches(people[0].id, "mine", None)
    club.match_id = match.id
    await club.settle()


async def test_whoever_is_drawn_in_their_quiet_hours_is_called_at_their_end(
    evening: Evening,
) -> None:
    await serve(evening, manager(evening), "ready", evening.channel, ways=MEET)
    people = (evening.livia, evening.brennus)
    for who in people:
        await prefer(evening, who, **NIGHT)
        await tick(who, await ready(evening, who), "kinds", "murus basic")
    ear = Ear(evening)
    await draw(evening, *people)
    board = evening.board(evening.channel.threads[-1])
    mover = next(who for who in people if who.mention in board.content)
    assert await ear() == []
    await ear.rest(5)
    await wait(evening, 1.1)
    (bell,) = await ear()
    assert bell.user == mover.id


async def test_a_wish_for_a_server_that_is_lost_stands_until_it_is_moved(
    strangers: Strangers,
) -> None:
    club, server = strangers, strangers.guild.id
    judith = club.judith
    await club.client.desk.matches.servers.choose(server, ready=club.channel.id)
    await wished(club, club.livia, club.brennus, judith, guild=server)
    elsewhere = club.words("ready.elsewhere")
    panel = await judith.slash(club.places[judith.id], "match ready")
    expect(said(panel), elsewhere)
    club.env.backend.remove_guild(server)
    await club.env.settle()
    await draw(club, guild=server)
    assert club.stored("SELECT * FROM matches") == []
    assert len(club.stored("SELECT * FROM wishes")) == 3
    panel = await club.users["Livia"].slash("match ready")
    expect(said(panel), elsewhere, club.words("ready.everywhere"))
    moved = await tick(club.users["Livia"], shown_by(panel), "kinds", "murus basic")
    assert elsewhere not in said(moved)
    await wished(club, club.quintus)
    await draw(club, club.livia, club.quintus, guild=NOWHERE)
    assert club.shown(club.livia).attachments


async def test_whoever_cannot_be_written_to_any_more_still_presses(strangers: Strangers) -> None:
    """They have lost the last server they shared with the bot."""
    await drawn(strangers, strangers.livia, strangers.quintus)
    match = await strangers.now()
    mover, other = match.players[0].human, match.players[1].human
    first = next(who for who in strangers.strangers if who.id == mover.id)
    last = next(who for who in strangers.strangers if who.id == other.id)
    close(strangers, last, 50278)
    await strangers.turn()
    closed = strangers.words("line.out_of_reach", players="|").partition("|")[2]
    expect(strangers.shown(first).content, closed)
    old = strangers.shown(last)
    mine = await strangers.press(strangers.actor(last), old, "My board")
    picker = await strangers.press(strangers.actor(last), mine, "Move")
    assert options(picker) or labels(picker)
    await strangers.turn()
    assert (await strangers.now()).stand.turns == 2
    expect(strangers.shown(first).content, strangers.words("line.your_move", player=mover.name))


@pytest.mark.parametrize("tongues", [("fr", "th")])
async def test_languages_without_a_translation_are_written_to_in_english(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, tongues: tuple[str, str]
) -> None:
    club = Strangers(evening)
    for who, tongue in zip((club.quintus, club.mei), tongues, strict=True):
        speak(monkeypatch, tongue, {who.id})
        await who.slash(club.places[who.id], "match ready")
    await drawn(club, club.quintus, club.mei)
    english = catalogue(DEFAULT)
    for who in (club.quintus, club.mei):
        board = club.shown(who)
        expect(labels(board), english("button.not_this"))
        expect(board.content, english("points.unrated"))


async def test_those_who_block_each_other_play_on_and_are_never_drawn_again(
    strangers: Strangers,
) -> None:
    club, pairing = strangers, strangers.client.desk.matches.pairing
    await drawn(club, club.livia, club.quintus)
    await club.client.desk.matches.people.block(club.quintus.id, club.livia.id)
    for _ in range(2):
        await club.turn()
    assert (await club.now()).stand.turns == 2
    await club.client.desk.matches.playing.resign(77, club.match_id, club.livia.id)
    await club.settle()
    club.time.ahead += 15 * DAY
    await wished(club, club.livia, club.quintus)
    club.time.ahead += HOUR
    await pairing.draw(NOWHERE)
    assert len(club.stored("SELECT * FROM matches")) == 1


async def test_whoever_is_drawn_with_somebody_who_goes_for_good_waits_on(
    strangers: Strangers,
) -> None:
    club = strangers
    await drawn(club, club.livia, club.quintus)
    await club.client.desk.matches.forgetting.forget(club.quintus.id)
    await club.settle()
    assert not (await club.now()).running
    assert "Quintus" not in club.shown(club.livia).content
    assert club.stored("SELECT person FROM wishes") == [(club.livia.id,)]
    await wished(club, club.mei, club.livia)
    await draw(club, club.livia, club.mei, guild=NOWHERE)
    assert len(club.stored("SELECT * FROM matches WHERE phase = 'playing'")) == 1


async def test_while_many_are_drawn_clocks_run_out_all_the_same(strangers: Strangers) -> None:
    """Discord is asked for everybody who is drawn, and takes its time."""
    club, asked = strangers, asyncio.Event()

    async def find(guild: int, user: int) -> NamedPerson | None:
        asked.set()
        await asyncio.sleep(3600)
        return None

    await begun(club)
    await wished(club, club.quintus, club.mei)
    club.client.desk.matches.pairing.find = find
    await stay(club, DAY - 4 * MINUTE)
    await club.env.advance_time(ROUND_SECONDS)
    assert asked.is_set()
    assert not (await club.match()).flag_down
    club.time.ahead += 4 * MINUTE
    await club.env.advance_time(2 * ROUND_SECONDS)
    assert (await club.match()).flag_down
