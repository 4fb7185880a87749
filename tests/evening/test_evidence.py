"""Evenings on which players ask for proof: seals, salts, records, and what stays closed."""

import asyncio
import re
from typing import Any

import discord
import pytest

from bot.matches.match.ids import MatchId
from bot.ui.controls.pictures import Studio
from games.clock import DAY, HOUR, MINUTE
from games.fairness import spell
from games.junqi.layout import PRESETS
from games.records.record import read
from games.records.verify import verify
from tests.samples import sampled

from .conftest import IN_BOTH, Evening, expect, fairness, labels, refused, said, shown_by
from .dark import begin, ready, sealed
from .managers import silence


@pytest.mark.parametrize("what", sampled(["cancel", "draw"]))
async def test_an_end_before_both_are_ready_shows_no_layout_to_anybody(
    evening: Evening, what: str
) -> None:
    await begin(evening)
    await ready(evening, evening.brennus, "ambush")
    board = await evening.agree(what)
    assert labels(board) == ["Rematch", "Replay", "More", "Poster"]
    assert "had set up" not in board.content
    texts = [board.content, board.attachments[0].description or ""]
    for who in (evening.livia, evening.mara):
        texts.append(said(await evening.press(who, board, "Text")))
        for view in ("mine", "public", "flipped", "text"):
            shown = await who.slash(evening.channel, "match board", view=view, match=evening.id())
            files = shown_by(shown).message.attachments
            texts += [said(shown), *(file.description or "" for file in files)]
    texts += [letter.attachments[0].description or "" for letter in evening.letters("Livia")[1:]]
    assert any("Blue is ready." in text for text in texts)
    for text in texts:
        assert "Blue: hidden" in text or "Blue: " not in text
        assert not re.search(r"\bb[1-9BLF]\b", text.partition("```")[2].partition("```")[0])
    record = await evening.record(evening.livia, board)
    assert PRESETS["ambush"] not in record
    assert "deploy" not in record
    assert "nonce" not in record
    (seal,) = read(record).seals
    assert spell(seal.seal) in posted(evening)
    assert verify(read(record)) == ()
    assert "is genuine" in said(await evening.verify(evening.mara, board))


@IN_BOTH
async def test_verify_tells_a_contradiction_from_what_it_cannot_check(evening: Evening) -> None:
    """A host has let the first turn come that long after the time was up."""
    await evening.begin(moves="a1-a3")
    board = await evening.agree("cancel")
    match, words, before_ms = evening.id(), evening.words, 0
    for late_ms, key in ((0, "true"), (2 * HOUR, "undecided"), (30 * DAY, "false")):
        if late_ms:
            more_ms = 48 * HOUR + late_ms - before_ms
            evening.stored("UPDATE log SET at_ms = at_ms + ?", more_ms)
            before_ms += more_ms
        told = said(await evening.verify(evening.mara, board))
        for verdict in ("true", "undecided", "false"):
            assert (words(f"verify.{verdict}", match=match) in told) == (verdict == key)
        assert words("choice.pace.normal") in told
        if late_ms:
            code = "flag_late" if key == "undecided" else "flag_left_out"
            assert words(f"verify.{code}", line=1, seat=0, minutes=late_ms // MINUTE) in told


POSTS, ANSWERS = "/channels/*/messages", "/interactions/*/*/callback"


def posted(evening: Evening) -> str:
    """Return all that stands in the channel."""
    return "\n".join(message.content for message in evening.channel.history())


async def step(evening: Evening) -> None:
    """Play a turn in which nothing is attacked."""
    seen = await evening.seen()
    game, view = seen.game, seen.view
    quiet = next(action for action in game.legal(view) if not game.weight(view, action))
    await evening.move(evening.to_move(seen), game.format(quiet))
    assert (await evening.seen()).match.stand.turns > seen.match.stand.turns


async def seals(evening: Evening, match: str) -> list[str]:
    known = await evening.client.desk.matches.evidence.seals(MatchId(match))
    return [*map(spell, known.values())]


async def test_seals_refused_at_ready_are_posted_with_the_next_board(evening: Evening) -> None:
    await begin(evening)
    match, board = evening.id(), evening.board()
    evening.env.inject_error("POST", POSTS, status=403, code=50013, times=None)
    for who in (evening.livia, evening.brennus):
        await who.slash(evening.channel, "match setup", layout="fortress")
        await sealed(who, await who.click(board, label="Set up"))
    await step(evening)
    known = await seals(evening, match)
    assert not any(seal in posted(evening) for seal in known)
    evening.env.backend.faults.clear()
    await evening.pass_time(HOUR)
    late = fairness(evening.channel)[-1]
    assert all(seal in late.content for seal in known)
    assert late.jump_url in evening.board().content
    await step(evening)
    assert fairness(evening.channel)[-1] == late
    end = await evening.agree("draw")
    opened = fairness(evening.channel)[-1]
    assert opened.jump_url in end.content
    assert opened.content.count("; but the seal has been public only since after line 3") == 2
    assert "as sealed." not in opened.content


async def test_a_ready_overtaken_by_the_next_ones_is_sealed_in_public_all_the_same(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin(evening)
    match, matches = MatchId(evening.id()), evening.client.desk.matches
    gate, drawing, draw = asyncio.Event(), asyncio.Event(), Studio.draw

    async def late(studio: Studio, *wanted: Any) -> discord.File:
        drawing.set()
        await gate.wait()
        return await draw(studio, *wanted)

    monkeypatch.setattr(Studio, "draw", late)
    await matches.setting_up.ready(1, match, evening.livia.id)
    await drawing.wait()
    await matches.setting_up.ready(2, match, evening.brennus.id)
    await matches.playing.try_turn(3, match, evening.livia.id, "a6-a7")
    gate.set()
    await matches.followers.reconcile(match)
    expect(posted(evening), *await seals(evening, match))
    await evening.agree("draw")
    red, blue = fairness(evening.channel)[-1].content.splitlines()[-2:]
    assert all("the seal has been public only since" in report for report in (red, blue))


async def test_seals_shown_only_at_the_end_are_not_said_to_prove(evening: Evening) -> None:
    await begin(evening)
    match = MatchId(evening.id())
    evening.env.inject_error("POST", POSTS, status=403, code=50013, times=None)
    matches = evening.client.desk.matches
    for key, who in enumerate((evening.livia, evening.brennus)):
        await matches.setting_up.ready(key, match, who.id)
    await matches.offers.offer(7, match, evening.livia.id, "draw")
    await matches.offers.offer(8, match, evening.brennus.id, "draw")
    await matches.followers.reconcile(match)
    evening.env.backend.faults.clear()
    await evening.pass_time(HOUR)
    opened = fairness(evening.channel)[-1].content
    assert opened.count("No message before the end is known to have shown its seal") == 2
    expect(opened, *await seals(evening, match))


@pytest.mark.slow
async def test_a_rematch_waits_for_its_card(evening: Evening) -> None:
    await evening.begin()
    await evening.resign(evening.livia)
    end, matches = evening.board(), evening.client.desk.matches
    ended = await matches.match(MatchId(evening.id()))
    proposed = await matches.opening.rematch(5, ended.id, ended.players[0].human, end.channel.id)
    assert "are not posted yet" in refused(await evening.brennus.click(end, label="Rematch"))
    assert (await matches.match(proposed.id)).stand.phase == "open"
    await evening.env.advance_time(6 * 60)
    assert spell(proposed.terms.commitment) in evening.last().content
    await evening.brennus.click(end, label="Rematch")
    assert evening.id() == proposed.id
    await evening.resign(evening.livia)
    old, end = await evening.match(), evening.board()
    lost = await matches.opening.rematch(6, old.id, old.players[0].human, end.channel.id)
    silence(evening, evening.channel)
    listed = await evening.livia.slash(evening.channel, "match list")
    missing = await evening.livia.click(shown_by(listed), label=f"Join {lost.id}")
    assert refused(missing).endswith(
        "permissions: Send Messages. Please ask a moderator to grant them."
    )
    assert (await matches.match(lost.id)).stand.phase == "called_off"


async def test_a_match_whose_card_cannot_be_posted_is_called_off_at_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.env.inject_error("POST", ANSWERS, status=400, code=50035, times=1)
    answer = await evening.new(evening.livia, game="junqi-dark")
    assert "nothing has been opened" in refused(answer)
    with monkeypatch.context() as patched:
        patched.setattr("bot.ui.answers.opening.LONGEST_CARD", 20)
        assert "nothing has been opened" in refused(await evening.new(evening.livia))
    assert await evening.client.desk.matches.list_matches(evening.livia.id, "mine", None) == ()
    again = await evening.new(evening.brennus, game="junqi-dark")
    assert labels(again) == ["Join", "Cancel", "Rules"]


async def test_the_longest_variant_fits_its_card(evening: Evening) -> None:
    for number, (id_, game) in enumerate(evening.client.desk.matches.games.items()):
        options = game.info.options.items()
        text = " ".join([game.info.variants[-1], *(f"{key}={more[-1]}" for key, more in options)])
        place = evening.guild.create_text_channel(f"games-{number}")
        opened = await evening.new(evening.livia, place, game=id_, variant=text, where="here")
        four = ["West, against Livia", "North, with Livia", "East, against Livia"]
        assert labels(opened) == [*(four if game.info.seats > 2 else ["Join"]), "Cancel", "Rules"]
