"""People who want more attention than one person may have, as Discord sees it."""

import re

import discord

from .bells import Ear
from .conftest import HOUR, Evening, labels, press, refused, said
from .four import Table, table

__all__ = ["table"]


def free_at(told: str) -> int:
    """The moment a refusal names, in seconds."""
    (moment,) = re.findall(r"<t:(\d+):R>", told)
    return int(moment)


def in_seconds(at_ms: int) -> int:
    return -(-at_ms // 1000)


async def test_thirty_matches_against_the_computer_come_to_three_threads(evening: Evening) -> None:
    done = [await evening.new(evening.livia, level="1", where="thread") for _ in range(30)]
    await evening.env.settle()
    assert [one.ephemeral for one in done] == [False] * 3 + [True] * 27
    threads = evening.channel.threads
    assert [len(evening.boards(thread)) for thread in threads] == [1, 1, 1]
    told = {refused(one) for one in done[3:]}
    assert all("as many matches in this channel as one person can" in one for one in told)
    ((created, begun),) = evening.stored("SELECT min(created_ms), min(begun_ms) FROM matches")
    assert all(in_seconds(created) <= free_at(one) - 3600 <= in_seconds(begun) for one in told)
    await evening.pass_time(HOUR)
    again = await evening.new(evening.livia, level="1", where="thread")
    assert not again.ephemeral


async def test_no_more_than_five_matches_go_on_against_the_computer(evening: Evening) -> None:
    for at in range(5):
        place = evening.guild.create_text_channel(f"room-{at}")
        done = await evening.livia.slash(place, "match new", game="murus", level="1", where="here")
        assert not done.ephemeral
    told = refused(await evening.new(evening.livia, level="1"))
    assert "matches against the computer as one person can at a time: 5." in told


async def test_twenty_challenges_taken_back_mention_somebody_twice(evening: Evening) -> None:
    ear = Ear(evening)
    for number in range(20):
        card = await evening.new(evening.livia, opponent=evening.brennus)
        if card.ephemeral:
            assert number >= 2
            assert "Brennus has not accepted your last challenges" in refused(card)
            ((first,),) = evening.stored("SELECT min(at_ms) FROM challenges")
            assert free_at(said(card)) == in_seconds(first) + 24 * 3600
        else:
            await evening.press(evening.livia, card, "Cancel")
    assert len(await ear(evening.brennus)) == 2
    other = await evening.new(evening.livia, opponent=evening.mara)
    assert not other.ephemeral


async def test_fifteen_offers_are_three_messages_and_one_mention(evening: Evening) -> None:
    await evening.begin()
    ear, before = Ear(evening), len(evening.channel.history())
    answers = []
    for number in range(15):
        what = ("draw", "cancel", "pause", "draw", "takeback")[number % 5]
        done = await evening.livia.slash(evening.channel, "match offer", what=what)
        answers.append(said(done))
        newest = evening.channel.history()[-1]
        if "Withdraw" in labels(newest):
            await evening.press(evening.livia, newest, "Withdraw")
    offers = evening.channel.history()[before:]
    assert len(offers) == 3
    assert all("takes back" in one.content or "withdraws" in one.content for one in offers)
    assert len(await ear(evening.brennus)) == 1
    assert any("declined or withdrawn" in one for one in answers)


async def test_a_fourth_shared_board_is_refused_in_private(evening: Evening) -> None:
    await evening.begin()
    shown = await evening.mara.slash(evening.channel, "match board", view="public")
    before = len(evening.channel.history())
    for _ in range(3):
        assert not (await press(evening.mara, shown, "Share")).ephemeral
    fourth = await press(evening.mara, shown, "Share")
    assert "as many offers and shared boards" in refused(fourth)
    assert len(evening.channel.history()) == before + 3
    await evening.move(evening.livia, "a1-a3")
    assert not (await press(evening.mara, shown, "Share")).ephemeral


async def test_after_a_block_only_turns_mention_the_other(evening: Evening) -> None:
    await evening.begin()
    await evening.client.desk.matches.people.block(evening.brennus.id, evening.livia.id)
    ear = Ear(evening)
    told = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "You cannot make Brennus this offer at the moment." in refused(told)
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert labels(menu) == ["Call the match off"]
    await evening.press(evening.livia, menu, "Call the match off")
    assert "Withdraw" in labels(evening.channel.history()[-1])
    assert await ear() == []
    await evening.press(evening.brennus, evening.channel.history()[-1], "Decline")
    await evening.move(evening.livia, "a1-a3")
    (turn,) = await ear()
    assert turn.user == evening.brennus.id
    await evening.resign(evening.livia)
    assert await ear() == []
    assert "Brennus" in evening.board().content


async def test_joining_and_leaving_a_table_mentions_its_host_once(table: Table) -> None:
    await table.invite(opponent=None, partner=None, opponent2=None)
    ear = Ear(table)
    for _ in range(4):
        join = next(one for one in labels(card(table)) if one != "Cancel")
        await table.mara.click(card(table), label=join)
        await table.press(table.mara, card(table), "Leave the table")
    assert len(await ear(table.livia)) == 1


def card(table: Table) -> discord.Message:
    """The first message there."""
    return table.channel.history()[0]
