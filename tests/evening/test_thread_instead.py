"""A thread instead of letters: two of one server both press, and nobody else learns anything."""

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord import InteractionResult, MemberActor

from bot.matches.match.ids import MatchId
from bot.matches.match.match import NOWHERE
from bot.matches.match.refusals import Refusal
from bot.people.wish import Wish
from games.clock import DAY
from tests.drafts import plant
from tests.samples import sampled

from .conftest import IN_BOTH, Evening, expect, items, labels, press, refused, said
from .managers import silence
from .strangers import Strangers
from .test_everywhere import sent_since

HERE, THERE = "button.thread", "button.to_thread"


class Neighbours(Strangers):
    """Strangers of whom Quintus is a member of Livia's server as well."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self.neighbour = self.guild.add_member(self.users["Quintus"])


@pytest.fixture
def strangers(evening: Evening) -> Neighbours:
    evening.time.ahead += 31 * DAY  # their accounts are old enough for points
    return Neighbours(evening)


async def look(strangers: Neighbours, place: Any = None) -> InteractionResult:
    """Let Livia look at the match in a channel of her server."""
    return await strangers.livia.slash(
        place or strangers.channel, "match board", match=strangers.match_id
    )


async def ask(strangers: Neighbours) -> InteractionResult:
    """Let Livia ask for a thread in the channel."""
    asked = await press(strangers.livia, await look(strangers), strangers.words(HERE))
    await strangers.settle()
    return asked


def offered(strangers: Neighbours, who: MemberActor) -> list[discord.Message]:
    """List the direct messages in which somebody is asked."""
    return [post for post in strangers.post(who) if strangers.words(THERE) in labels(post)]


async def agree(strangers: Neighbours, who: MemberActor | None = None) -> InteractionResult:
    """Press what Quintus has been asked."""
    (letter,) = offered(strangers, strangers.quintus)
    return await press(strangers.actor(who or strangers.quintus), letter, strangers.words(THERE))


async def stays(strangers: Neighbours) -> bool:
    """Tell whether the letter match goes on alone."""
    matches = strangers.stored("SELECT id, phase FROM matches")
    return (
        matches == [(strangers.match_id, (await strangers.settle()).stand.phase)]
        and (await strangers.now()).running
    )


@IN_BOTH
async def test_two_of_one_server_begin_anew_in_a_thread_of_it(strangers: Neighbours) -> None:
    words = strangers.words
    strangers.env.backend.edit_member(strangers.guild.id, strangers.livia.id, {"nick": "Judith"})
    for who in (strangers.livia, strangers.quintus):  # whose languages are known by then
        await who.slash(strangers.places[who.id], "match list")
    before = await strangers.seat("murus", pace="3d")
    asked = await ask(strangers)
    assert asked.ephemeral
    expect(said(asked), words("thread.asked", player="Quintus"))
    (letter,) = offered(strangers, strangers.quintus)
    place = f"<#{strangers.channel.id}>"
    expect(letter.content, words("thread.ask", player="Livia", place=place))
    assert offered(strangers, strangers.livia) == []
    agreed = await agree(strangers)
    await strangers.follow()
    home = strangers.channel.threads[-1]
    moved = words("thread.moved", match=strangers.id(home), place=f"<#{home.id}>")
    expect(said(agreed), moved)
    assert labels(agreed) == []
    expect(strangers.post(strangers.livia)[-1].content, moved)
    after = await strangers.client.desk.matches.match(MatchId(strangers.id(home)))
    old = await strangers.settle()
    assert old.unrated == "called_off"
    assert (after.terms.guild, after.terms.channel) == (strangers.guild.id, strangers.channel.id)
    assert [person.name for person in after.people] == ["Judith", "Quintus"]
    kept = ("variant", "pace", "strict", "hints", "resigns", "rated")
    assert [getattr(after.options, name) for name in kept] == [
        getattr(before.options, name) for name in kept
    ]
    assert (after.options.where, after.unrated) == ("thread", None)
    assert strangers.livia.mention in strangers.board(home).content
    await strangers.move(strangers.livia, "a1-a3", home)
    assert strangers.quintus.mention in strangers.board(home).content


async def test_two_who_were_drawn_everywhere_move_in_as_well(strangers: Neighbours) -> None:
    matches = strangers.client.desk.matches
    for who in (strangers.livia, strangers.quintus):
        await matches.pairing.want(who.id, NOWHERE, Wish(frozenset({"murus basic"})))
    await matches.pairing.draw(NOWHERE)
    await strangers.follow()
    ((strangers.match_id,),) = strangers.stored("SELECT id FROM matches")
    drawn = await strangers.settle()
    await ask(strangers)
    await agree(strangers)
    await strangers.follow()
    board = strangers.board(strangers.channel.threads[-1])
    assert strangers.words("button.not_this") not in labels(board)
    after = await matches.match(MatchId(strangers.id(strangers.channel.threads[-1])))
    assert [who.id for who in after.people] == [who.id for who in drawn.people]
    assert not after.options.drawn


def alone(strangers: Neighbours) -> None:
    strangers.guild.remove_member(strangers.neighbour)


def blind(strangers: Neighbours) -> None:
    hidden: dict[Any, discord.PermissionOverwrite]
    hidden = {strangers.neighbour: discord.PermissionOverwrite(view_channel=False)}
    strangers.channel = strangers.guild.create_text_channel("closed", overwrites=hidden)


async def test_whoever_asks_reads_the_same_whether_or_not_the_other_is_asked(
    strangers: Neighbours,
) -> None:
    env, texts, asked = strangers.env, list[str](), list[int]()
    for change in (None, blind, alone):
        if change:
            change(strangers)
        await strangers.seat("murus")
        before, posts = len(env.http_requests), len(strangers.post(strangers.quintus))
        told = await ask(strangers)
        texts.append(said(told).replace(strangers.match_id, "K7Q2"))
        asked.append(len(strangers.post(strangers.quintus)) - posts)
        assert labels(told) == []
        if change:
            assert str(strangers.channel.id) not in sent_since(strangers, before)
    assert len(set(texts)) == 1
    assert asked == [1, 0, 0], "nobody else hears of it"


@pytest.mark.parametrize("blocks", sampled(["Livia", "Quintus"]))
async def test_nobody_is_asked_across_a_block(strangers: Neighbours, blocks: str) -> None:
    await strangers.seat("murus")
    people, pair = strangers.client.desk.matches.people, [strangers.livia.id, strangers.quintus.id]
    await people.block(*(pair if blocks == "Livia" else pair[::-1]))
    expect(said(await ask(strangers)), "if Quintus can see this channel too")
    assert offered(strangers, strangers.quintus) == []


async def left(strangers: Neighbours) -> None:
    strangers.guild.remove_member(strangers.livia)


async def blocked(strangers: Neighbours) -> None:
    people = strangers.client.desk.matches.people
    await people.block(strangers.livia.id, strangers.quintus.id)


async def barred(strangers: Neighbours) -> None:
    await strangers.client.desk.matches.servers.bar(strangers.guild.id, strangers.quintus.id)


async def gone(strangers: Neighbours) -> None:
    strangers.env.backend.delete_channel(strangers.channel.id)


async def silent(strangers: Neighbours) -> None:
    silence(strangers, strangers.channel)


async def unheard(strangers: Neighbours) -> None:
    members = f"/guilds/{strangers.guild.id}/members/{strangers.livia.id}"
    strangers.env.inject_error("GET", members, status=403, code=50001, times=None)


LATE: dict[str, tuple[Callable[[Neighbours], Any], str]] = {
    "one has left": (left, "not both of you can play there"),
    "one blocks the other": (blocked, "not both of you can play there"),
    "one is barred": (barred, "not both of you can play there"),
    "the channel is gone": (gone, "not both of you can play there"),
    "the bot may not write": (silent, "Send Messages"),
    "Discord does not tell": (unheard, "Nothing has happened"),
    "a turn is played": (Strangers.turn, "a turn has been played"),
}


@pytest.mark.parametrize("why", sampled(LATE))
async def test_what_has_come_between_leaves_the_letters_as_they_are(
    strangers: Neighbours, why: str
) -> None:
    await strangers.seat("murus")
    await ask(strangers)
    change, words = LATE[why]
    await change(strangers)
    expect(refused(await agree(strangers)), words)
    assert await stays(strangers)


async def test_asking_alone_changes_nothing_and_is_counted(strangers: Neighbours) -> None:
    await strangers.seat("murus")
    await ask(strangers)
    await ask(strangers)
    expect(refused(await ask(strangers)), "2 phrases")
    letter, *_ = offered(strangers, strangers.quintus)
    (id_,) = (item["custom_id"] for item in items(letter) if "custom_id" in item)
    own = strangers.post(strangers.livia)[-1]
    plant(strangers.env, own, id_)
    told = await strangers.actor(strangers.livia).click(own, custom_id=id_)
    expect(refused(told), "cannot begin anew")
    assert await stays(strangers)
    await strangers.turn()
    assert strangers.words(HERE) not in labels(await look(strangers))


async def test_two_presses_at_once_begin_one_match(strangers: Neighbours) -> None:
    match, pairing = await strangers.seat("murus"), strangers.client.desk.matches.pairing
    moves = (
        pairing.move_in(match.id, strangers.guild.id, strangers.channel.id, match.people)
        for _ in range(2)
    )
    one, other = await asyncio.gather(*moves, return_exceptions=True)
    assert isinstance(other, Refusal) != isinstance(one, Refusal)
    await strangers.follow()
    phases = strangers.stored("SELECT phase FROM matches ORDER BY created_ms")
    assert phases == [("called_off",), ("playing",)]


async def test_a_restart_keeps_what_was_asked(strangers: Neighbours) -> None:
    await strangers.seat("murus")
    await ask(strangers)
    await strangers.restart()
    await agree(strangers)
    await strangers.restart()
    await strangers.follow()
    assert len(strangers.channel.threads) == 1
    assert not (await strangers.settle()).running


async def test_where_a_server_wants_no_threads_none_is_offered(strangers: Neighbours) -> None:
    await strangers.seat("murus")
    servers, guild, here = (
        strangers.client.desk.matches.servers,
        strangers.guild.id,
        strangers.words,
    )
    shown = await look(strangers)
    assert here(HERE) in labels(shown)
    elsewhere = strangers.guild.create_text_channel("chess")
    await servers.choose(guild, channels=str(elsewhere.id))
    expect(refused(await press(strangers.livia, shown, here(HERE))), f"<#{elsewhere.id}>")
    await servers.choose(guild, channels="", place="here")
    assert here(HERE) not in labels(await look(strangers))
    expect(refused(await press(strangers.livia, shown, here(HERE))), "cannot begin anew")
    await servers.choose(guild, place=None)
    await servers.bar(guild, strangers.livia.id)
    expect(refused(await press(strangers.livia, shown, here(HERE))), "cannot begin anew")
    denied: dict[Any, discord.PermissionOverwrite]
    denied = {strangers.me: discord.PermissionOverwrite(create_public_threads=False)}
    quiet = strangers.guild.create_text_channel("quiet", overwrites=denied)
    assert here(HERE) not in labels(await look(strangers, quiet))
    assert offered(strangers, strangers.quintus) == []


async def test_it_is_for_two_and_asked_on_a_server(strangers: Neighbours) -> None:
    await strangers.seat("murus")
    own = await strangers.tap(strangers.livia, "My board")
    assert strangers.words(HERE) not in labels(own)
    panel = await press(
        strangers.actor(strangers.livia),
        await strangers.tap(strangers.livia, "More"),
        "Say or report",
    )
    expect(said(panel), "ask for a thread in a channel there")
    await strangers.seat("junqi-four")
    await strangers.set_up()
    assert strangers.words(HERE) not in labels(await look(strangers))


async def test_a_layout_that_is_sealed_stays_so(strangers: Neighbours) -> None:
    """A match called off after the set-up shows the layouts, which may be laid out once more."""
    await strangers.seat("junqi-dark")
    match = await strangers.set_up()
    assert match.stand.phase == "playing"
    assert strangers.words(HERE) not in labels(await look(strangers))
    pairing = strangers.client.desk.matches.pairing
    with pytest.raises(Refusal):
        await pairing.move_in(match.id, strangers.guild.id, strangers.channel.id, match.people)
    assert await stays(strangers)


async def test_a_letter_match_of_two_of_one_server_counts_in_the_lobby(
    strangers: Neighbours,
) -> None:
    """Its points are those of the lobby, wherever its players could have met."""
    match = await strangers.seat("murus")
    assert match.unrated is None
    for _ in range(8):
        await strangers.turn()
    answer = await strangers.ask(strangers.livia, "match resign")
    await strangers.press(strangers.livia, answer, "Resign")
    match = await strangers.settle()
    assert [player.result for player in match.players] == ["lost", "won"]
    assert match.unrated is None
    pools = strangers.stored("SELECT person, guild FROM ratings ORDER BY person")
    assert pools == sorted((who.id, 0) for who in (strangers.livia, strangers.quintus))
