"""People who want more attention than one person may have, as Discord sees it."""

import discord

from .bells import Ear
from .conftest import DAY, HOUR, IN_BOTH, Evening, labels, press, refused, said
from .four import Table


def moment(at_ms: int) -> str:
    """Write a moment as refusals name it."""
    return f"<t:{-(-at_ms // 1000)}:R>"


@IN_BOTH
async def test_who_opens_too_many_reads_how_many_and_when_to_go_on(evening: Evening) -> None:
    words, livia, brennus = evening.words, evening.livia, evening.brennus
    done = [await evening.new(livia, level="1") for _ in range(6)]
    await evening.env.settle()
    assert [result.ephemeral for result in done] == [False] * 3 + [True] * 3
    threads = evening.channel.threads
    assert [len(evening.boards(thread)) for thread in threads] == [1, 1, 1]
    ((created, begun),) = evening.stored("SELECT min(created_ms), min(begun_ms) FROM matches")
    before, _, after = words("match.most_started", limit=3, where="", when="|").partition("|")
    for told in map(refused, done[3:]):
        at = int(told.removeprefix(f"{before}<t:").removesuffix(f":R>{after}"))
        assert created <= (at - 3600) * 1000 < begun + 1000
    await evening.pass_time(HOUR)
    for _ in range(2):
        assert not (await evening.new(livia, level="1")).ephemeral
    told = refused(await evening.new(livia, level="1"))
    assert told.startswith(words("match.most_alone", limit=5, where="").partition("`/")[0])
    ear = Ear(evening)
    for _ in range(2):
        await evening.press(livia, await evening.new(livia, opponent=brennus), "Cancel")
    ((first,),) = evening.stored("SELECT min(at_ms) FROM challenges")
    told = refused(await evening.new(livia, opponent=brennus))
    assert told == words("match.most_to_one", name="Brennus", limit=2, when=moment(first + DAY))
    assert len(await ear(brennus)) == 2
    assert not (await evening.new(livia, opponent=evening.mara)).ephemeral


async def test_offers_and_shared_boards_are_few_a_turn_and_mention_once(evening: Evening) -> None:
    await evening.begin()
    ear, before = Ear(evening), len(evening.channel.history())
    answers = []
    for number in range(15):
        what = ("draw", "cancel", "pause", "draw", "takeback")[number % 5]
        answers.append(said(await evening.livia.slash(evening.channel, "match offer", what=what)))
        if "Withdraw" in labels(evening.last()):
            await evening.press(evening.livia, evening.last(), "Withdraw")
    offers = evening.channel.history()[before:]
    assert len(offers) == 3
    assert all("takes back" in post.content or "withdraws" in post.content for post in offers)
    assert len(await ear(evening.brennus)) == 1
    assert any("declined or withdrawn" in answer for answer in answers)
    shown = await evening.mara.slash(evening.channel, "match board", view="public")
    for _ in range(3):
        assert not (await press(evening.mara, shown, "Share")).ephemeral
    assert "boards for this turn" in refused(await press(evening.mara, shown, "Share"))
    assert len(evening.channel.history()) == before + 6
    await evening.move(evening.livia, "a1-a3")
    assert not (await press(evening.mara, shown, "Share")).ephemeral


async def test_after_a_block_only_turns_mention_the_other(evening: Evening) -> None:
    await evening.begin()
    await evening.client.desk.matches.people.block(evening.brennus.id, evening.livia.id)
    ear = Ear(evening)
    told = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "You cannot make Brennus this offer at the moment." in refused(told)
    menu = await evening.press(evening.livia, evening.board(), "Offer")
    assert labels(menu) == ["Call the match off"]
    await evening.press(evening.livia, menu, "Call the match off")
    assert "Withdraw" in labels(evening.last())
    assert await ear() == []
    await evening.press(evening.brennus, evening.last(), "Decline")
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
        join = next(label for label in labels(card(table)) if label != "Cancel")
        await table.mara.click(card(table), label=join)
        await table.press(table.mara, card(table), "Leave the table")
    assert len(await ear(table.livia)) == 1


def card(table: Table) -> discord.Message:
    """The first message there."""
    return table.channel.history()[0]
