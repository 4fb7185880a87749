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
from games.junqi.layout import PRESETS
from games.records.record import read, write

from .conftest import IN_BOTH, Evening, Match, expect, fairness, labels, press, refused, said
from .dark import begin, play, ready

POSTS = "/channels/*/messages"
LINK = re.compile(r"\[Fairness\]\((https://discord.com/channels/\d+/\d+/\d+)\)$", re.MULTILINE)


def requests(evening: Evening, method: str) -> list[Any]:
    """List the requests that post ("POST") or edit ("PATCH") messages of channels."""
    found = (one for one in evening.env.http_requests if one.method == method)
    return [one for one in found if one.path.startswith("/channels/") and "/messages" in one.path]


def linked(board: discord.Message) -> str:
    """Return the address under Fairness in a board's first line, or below it."""
    found = LINK.search(board.content)
    assert found, board.content
    return found[1]


async def test_a_commitment_is_below_its_card_a_salt_above_the_board(evening: Evening) -> None:
    thread = await evening.begin("thread")
    salt, board = thread.history()
    (seal,) = fairness(evening.channel)
    assert fairness(thread) == [salt]
    assert linked(board) == salt.jump_url
    assert seal.jump_url in salt.content
    await evening.begin_anew()
    match = await evening.match()
    card, seal, salt, board = evening.channel.history()
    assert fairness(evening.channel) == [seal, salt]
    assert f"`{match.terms.commitment}`" in seal.content
    assert f"`{match.terms.salt}`" in salt.content
    for one in (seal, salt):
        assert f"`{match.id}`" in one.content.splitlines()[0]
    assert match.terms.commitment not in card.content + board.content
    assert str(match.terms.salt) not in board.content
    assert seal.jump_url in salt.content
    assert linked(board) == salt.jump_url
    assert salt.jump_url in board.content.splitlines()[0]


async def test_seals_are_posted_at_ready_and_layouts_at_the_end(evening: Evening) -> None:
    await begin(evening)
    known = evening.client.desk.matches.evidence.seals
    first = evening.board()
    assert linked(first) == fairness(evening.channel)[-1].jump_url
    for seat, side, who, layout in (
        (1, "Blue", evening.brennus, "ambush"),
        (0, "Red", evening.livia, "fortress"),
    ):
        await ready(evening, who, layout)
        newest = fairness(evening.channel)[-1]
        seal = (await known(MatchId(evening.id())))[Seat(seat)]
        assert newest.content.splitlines()[2:] == [f"-# {side}'s layout seal `{seal}`"]
        assert linked(evening.board()) == newest.jump_url
    await evening.move(evening.livia, "a6-a7")
    assert "Fairness" not in evening.board().content
    await evening.agree("draw")
    own = fairness(evening.channel)
    assert len(own) == 5
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
    for proof in (record.commitment, str(record.salt), *(seal.seal for seal in record.seals)):
        assert proof in answer
        assert any(proof in one.content for one in own)
    assert json.loads(write(record))["variant"] in answer.lower()
    # They are silent, mention nobody and are never edited.
    sent = [one.json for one in requests(evening, "POST") if "**Fairness**" in repr(one.json)]
    assert [one["content"] for one in sent] == [one.content for one in own]
    silent = discord.MessageFlags(suppress_notifications=True).value
    assert all(one["flags"] == silent for one in sent)
    assert all(one["allowed_mentions"] == {"parse": []} for one in sent)
    edited = {int(one.path.rsplit("/", 1)[-1]) for one in requests(evening, "PATCH")}
    assert edited
    assert not edited & {one.id for one in own}


async def test_no_match_begins_before_its_commitment_is_posted(evening: Evening) -> None:
    evening.env.inject_error("POST", POSTS, status=500, times=None)
    opened = await evening.new(evening.livia, opponent=evening.brennus, where="here")
    assert "are not posted yet" in refused(await press(evening.brennus, opened, "Accept"))
    assert evening.stored("SELECT phase, salt FROM matches") == [("open", None)]
    evening.env.backend.faults.clear()
    await press(evening.brennus, opened, "Accept")
    match = await evening.match()
    assert match.stand.phase == "playing"
    assert match.terms.commitment in fairness(evening.channel)[0].content
    evening.room()
    evening.env.inject_error("POST", POSTS, status=500, times=None)
    await evening.new(evening.livia, level="1", where="here")
    waiting = "SELECT salt FROM matches WHERE phase = 'open'"
    assert evening.stored(waiting) == [(None,)]
    evening.env.backend.faults.clear()
    await evening.env.advance_time(10 * 60)
    match = await evening.match()
    assert match.terms.salt == str(fairness(evening.channel)[0].id)
    evening.room()
    evening.env.inject_error("POST", POSTS, status=403, code=50013, times=None)
    opened = await evening.new(evening.livia, opponent=evening.brennus, where="here")
    (card,) = evening.channel.history()
    assert "this match did not start" in card.content
    assert "Accept" not in labels(card)


@IN_BOTH
async def test_a_board_says_that_a_message_is_missing_until_it_is_posted(evening: Evening) -> None:
    opened = await evening.new(evening.livia, opponent=evening.brennus, seat="first", where="here")
    evening.env.inject_error("POST", POSTS, status=403, code=50013, times=1)
    await evening.press(evening.brennus, opened, "Accept")
    late = evening.words("fairness.late")
    assert evening.board().content.splitlines()[0].endswith(f" · {late}")
    match = await evening.match()
    assert not any(str(match.terms.salt) in one.content for one in evening.channel.history())
    await evening.move(evening.livia, "a1-a3")
    *_, salt, board = evening.channel.history()
    assert f"`{match.terms.salt}`" in salt.content
    assert salt.jump_url in board.content
    assert late not in board.content


async def test_a_message_that_comes_twice_breaks_nothing(evening: Evening) -> None:
    opened = await evening.new(evening.livia, opponent=evening.brennus, where="here")
    evening.stored("DELETE FROM posted WHERE audience LIKE 'proofs:%'")
    await evening.restart()
    await press(evening.brennus, opened, "Accept")
    first, again, salt = fairness(evening.channel)
    assert first.content == again.content
    assert again.jump_url in salt.content
    sent = [one.json for one in requests(evening, "POST") if "**Fairness**" in repr(one.json)]
    assert sent[0]["nonce"] == sent[1]["nonce"] != sent[2]["nonce"]
    assert sent[0]["enforce_nonce"]


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
    known = await evening.client.desk.matches.evidence.seals(match.id)
    await evening.pass_time(1000)
    await evening.livia.slash(evening.channel, "match offer", what="pause")
    await evening.brennus.click(evening.last(), label="Accept")
    for _ in range(2):  # while it is the newest board, and when it is no more
        (old,) = (one for one in evening.channel.history() if one.id == before.id)
        assert all(one in old.content for one in (*known.values(), str(match.terms.salt)))
        await evening.move(evening.livia, "a6-a7")
    assert match.terms.commitment in evening.channel.history()[0].content
    posted = len(fairness(evening.channel))
    await evening.agree("draw")
    assert len(fairness(evening.channel)) == posted + 1
    opened = fairness(evening.channel)[-1].content
    assert opened.count("as sealed.") == 2
    assert not any(one in opened for one in (*known.values(), match.terms.commitment))
    posted, match = len(fairness(evening.channel)), await evening.match()
    await earlier(evening, f"salt:0 0:2 1:2 layouts:{match.stand.revision}")
    await evening.client.desk.matches.followers.reconcile(match.id)
    assert len(fairness(evening.channel)) == posted, "layouts opened then are not opened again"


async def test_a_card_of_an_earlier_version_gets_its_message_first(evening: Evening) -> None:
    opened = await evening.new(evening.livia, opponent=evening.brennus, where="here")
    evening.stored("DELETE FROM unfollowed")
    await earlier(evening, "")
    assert len(fairness(evening.channel)) == 1
    assert "fairness" not in said(await press(evening.brennus, opened, "Accept")).casefold()
    match = await evening.match()
    assert match.stand.phase == "playing"
    assert match.terms.commitment in fairness(evening.channel)[1].content


async def test_a_refused_message_of_proofs_is_not_told_as_a_refused_board(evening: Evening) -> None:
    await begin(evening)
    evening.env.inject_error("POST", POSTS, status=400, code=200000, times=1)
    answer = await ready(evening, evening.livia)
    assert "AutoMod" not in said(answer)
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
