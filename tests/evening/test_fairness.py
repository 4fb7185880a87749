"""Evenings on which seals, salts and layouts are posted in messages of their own."""

import json
import re
from typing import Any

import discord
import pytest

from bot.matches.match.ids import MatchId
from bot.ui.followers.match_threads import MatchThreads
from bot.ui.wire.said import Said
from games.core import Seat
from games.fairness import spell
from games.junqi.layout import PRESETS
from games.records.record import read, write

from .conftest import (
    IN_BOTH,
    Evening,
    Match,
    expect,
    fairness,
    press,
    refused,
    said,
    shown_by,
)
from .dark import begin, play, ready
from .phone import unended

POSTS = "/channels/*/messages"
LINK = re.compile(r"\[Fairness\]\((https://discord.com/channels/\d+/\d+/\d+)\)$", re.MULTILINE)


def requests(evening: Evening, method: str) -> list[Any]:
    """List the requests that post ("POST") or edit ("PATCH") messages of channels."""
    found = (request for request in evening.env.http_requests if request.method == method)
    return [ask for ask in found if ask.path.startswith("/channels/") and "/messages" in ask.path]


def linked(board: discord.Message) -> str:
    """Return the address under Fairness in a board's first line, or below it."""
    found = LINK.search(board.content)
    assert found, board.content
    return found[1]


async def test_a_card_has_its_commitment_and_lots_have_a_salt_above_the_board(
    evening: Evening,
) -> None:
    thread = await evening.begin("thread")
    (board,) = thread.history()
    assert "Fairness" not in board.content, "the seat was chosen"
    opened = await evening.new(evening.livia, opponent=evening.brennus)
    await press(evening.brennus, opened, "Accept")
    thread = evening.channel.threads[-1]
    salt, board = thread.history()
    match = await evening.client.desk.matches.match(MatchId(evening.id(thread)))
    card = shown_by(opened)
    assert f"`{spell(match.terms.commitment)}`" in card.content
    assert fairness(evening.channel) == []
    assert fairness(thread) == [salt]
    assert f"`{match.terms.salt}`" in salt.content
    assert f"`{match.id}`" in salt.content.splitlines()[0]
    assert str(match.terms.salt) not in board.content
    assert linked(board) == salt.jump_url
    assert salt.jump_url in board.content.splitlines()[0]


async def test_against_a_computer_there_are_a_card_and_a_board_that_has_the_salt(
    evening: Evening,
) -> None:
    await evening.new(evening.livia, level="1", where="here", seat="first")
    card, board = evening.channel.history()
    assert (await evening.match()).terms.salt == str(card.id)
    assert linked(board) == card.jump_url
    await evening.livia.slash(evening.channel, "move", move="a1-a3")
    *_, before, newest = evening.channel.history()
    assert linked(before) == card.jump_url
    assert "Fairness" not in newest.content


async def test_seals_come_by_themselves_if_the_board_of_a_set_up_cannot_become_them(
    evening: Evening,
) -> None:
    await evening.new(evening.livia, game="junqi-dark", level="1", where="here", seat="first")
    setting_up = evening.board()
    mine = f"/channels/{evening.channel.id}/messages/{setting_up.id}"
    evening.env.inject_error("PATCH", mine, status=400, code=200000, times=1)
    await ready(evening, evening.livia)
    (proofs,) = fairness(evening.channel)
    assert proofs.id != setting_up.id
    assert "Fairness salt" in proofs.content
    await setting_up.delete()  # what was refused would be taller than a phone above its picture


async def test_seals_are_posted_at_ready_and_layouts_at_the_end(evening: Evening) -> None:
    await begin(evening)
    known = evening.client.desk.matches.evidence.seals
    assert "Fairness" not in evening.board().content
    await ready(evening, evening.brennus, "ambush")
    assert fairness(evening.channel) == []
    await ready(evening, evening.livia)
    (newest,) = fairness(evening.channel)
    seals = [spell(seal) for _, seal in sorted((await known(MatchId(evening.id()))).items())]
    assert [line for line in newest.content.splitlines() if "seal `" in line] == [
        f"-# {side}'s layout seal `{seals[Seat(seat)]}`"
        for seat, side in enumerate(("Red", "Blue"))
    ]
    assert linked(evening.board()) == newest.jump_url
    await evening.move(evening.livia, "a6-a7")
    assert "Fairness" not in evening.board().content
    await evening.agree("draw")
    own = fairness(evening.channel)
    assert len(own) == 2
    for layout in ("fortress", "ambush"):
        assert f"had set up `{PRESETS[layout]}`, as sealed." in own[-1].content
        assert PRESETS[layout] not in evening.board().content
    board = evening.board()
    assert linked(board) == own[-1].jump_url
    assert own[-1].content.startswith(f"**Fairness** · `{evening.id()}` · [Earlier]")
    record = read(await evening.record(evening.mara, board))
    answer = said(await evening.verify(evening.mara, board))
    expect(
        answer,
        "is genuine",
        "Compare these with what was posted in the channel",
        f"Red: Livia (`{evening.livia.id}`)",
        f"Blue: Brennus (`{evening.brennus.id}`)",
    )
    hashes = [record.commitment, *(seal.seal for seal in record.seals)]
    for proof in (str(record.salt), *map(spell, hashes), *hashes):
        assert proof in answer
    (first, *_) = evening.channel.history()
    for proof in (str(record.salt), *map(spell, hashes)):
        assert any(proof in message.content for message in (first, *own))
    assert json.loads(write(record))["variant"] in answer.lower()
    # They are silent, mention nobody and are never edited.
    sent = [call.json for call in requests(evening, "POST") if "**Fairness**" in repr(call.json)]
    assert [body["content"] for body in sent] == [message.content for message in own]
    silent = discord.MessageFlags(suppress_notifications=True).value
    assert all(body["flags"] == silent for body in sent)
    assert all(body["allowed_mentions"] == {"parse": []} for body in sent)
    edited = {int(request.path.rsplit("/", 1)[-1]) for request in requests(evening, "PATCH")}
    assert edited
    assert not edited & {message.id for message in own}


@IN_BOTH
async def test_a_board_says_that_a_message_is_missing_until_it_is_posted(evening: Evening) -> None:
    opened = await evening.new(
        evening.livia, opponent=evening.brennus, where="here", game="junqi-flip", seat="first"
    )
    evening.env.inject_error("POST", POSTS, status=403, code=50013, times=1)
    await evening.press(evening.brennus, opened, "Accept")
    late = evening.words("fairness.late")
    assert unended(evening.board().content).splitlines()[0].endswith(f" · {late}")
    match = await evening.match()
    assert not any(str(match.terms.salt) in post.content for post in evening.channel.history())
    await evening.move(evening.livia, "a1")
    *_, salt, board = evening.channel.history()
    assert f"`{match.terms.salt}`" in salt.content
    assert salt.jump_url in board.content
    assert late not in board.content


async def earlier(evening: Evening, proofs: str) -> None:
    """Make the file what an earlier version left, whose boards showed these proofs."""
    evening.stored("DELETE FROM posted WHERE audience LIKE 'proofs:%'")
    if proofs:
        evening.stored(
            "INSERT INTO posted SELECT channel, -message, owner_kind, owner, ?, 0, '', 'open'"
            " FROM posted WHERE audience = 'channel' AND state = 'open'",
            f"shown:{proofs}",
        )
    evening.stored("UPDATE posted SET digest = 'open|' WHERE audience = 'card'")
    await evening.restart()


@pytest.mark.slow
async def test_what_boards_of_an_earlier_version_showed_counts(evening: Evening) -> None:
    await play(evening)
    await earlier(evening, "salt:0 0:2 1:2")
    match, before = await evening.match(), evening.board()
    known = [*map(spell, (await evening.client.desk.matches.evidence.seals(match.id)).values())]
    await evening.pass_time(1000)
    await evening.livia.slash(evening.channel, "match offer", what="pause")
    await evening.brennus.click(evening.last(), label="Accept")
    for _ in range(2):  # while it is the newest board, and when it is no more
        (old,) = (message for message in evening.channel.history() if message.id == before.id)
        assert all(secret in old.content for secret in (*known, str(match.terms.salt)))
        await evening.move(evening.livia, "a6-a7")
    assert spell(match.terms.commitment) in evening.channel.history()[0].content
    posted = len(fairness(evening.channel))
    await evening.agree("draw")
    assert len(fairness(evening.channel)) == posted + 1
    opened = fairness(evening.channel)[-1].content
    assert opened.count("as sealed.") == 2
    assert not any(secret in opened for secret in (*known, spell(match.terms.commitment)))
    posted, match = len(fairness(evening.channel)), await evening.match()
    await earlier(evening, f"salt:0 0:2 1:2 layouts:{match.stand.revision}")
    await evening.client.desk.matches.followers.reconcile(match.id)
    assert len(fairness(evening.channel)) == posted, "layouts opened then are not opened again"


async def test_a_card_of_an_earlier_version_gets_its_commitment_first(evening: Evening) -> None:
    opened = await evening.new(evening.livia, opponent=evening.brennus, where="here")
    evening.stored("DELETE FROM unfollowed")
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)
    await earlier(evening, "")
    assert "are not posted yet" in refused(await press(evening.brennus, opened, "Accept"))
    evening.env.backend.faults.clear()
    await press(evening.brennus, opened, "Accept")
    match = await evening.match()
    assert match.stand.phase == "playing"
    assert spell(match.terms.commitment) in evening.channel.history()[0].content


async def test_a_refused_message_of_proofs_is_not_told_as_a_refused_board(evening: Evening) -> None:
    await begin(evening)
    await ready(evening, evening.brennus)
    evening.env.inject_error("POST", POSTS, status=400, code=200000, times=1)
    assert "AutoMod" not in said(await ready(evening, evening.livia))
    assert evening.words("fairness.late") in evening.board().content
    posted = len(fairness(evening.channel))
    await evening.env.advance_time(10 * 60)
    assert len(fairness(evening.channel)) == posted + 1


async def test_a_match_moves_once_even_if_its_new_home_fails_at_first(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread = await evening.begin("thread", game="junqi-dark")
    matches, match = evening.client.desk.matches, MatchId(evening.id(thread))
    gone = await evening.client.fetch_channel(thread.id)
    assert isinstance(gone, discord.Thread)
    await gone.delete()
    move, moved = MatchThreads.another, list[int | None]()

    async def failing(threads: MatchThreads, match: Match, refusal: Said) -> Match:
        there = await move(threads, match, refusal)
        moved.append(there.home)
        path = f"/channels/{there.home}/messages"
        evening.env.inject_error("POST", path, status=403, code=50013, times=1)
        return there

    monkeypatch.setattr(MatchThreads, "another", failing)
    await matches.setting_up.ready(1, match, evening.livia.id)
    await matches.followers.reconcile(match)
    await evening.env.advance_time(10 * 60)
    assert [(await matches.match(match)).home] == moved
