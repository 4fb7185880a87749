"""Evenings of dark Junqi: set-up in private, letters, marks, the referee, the end."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.matches.model import MatchId
from games.__main__ import main
from games.core import Over
from games.junqi.layout import PRESETS, mirrored, preset, swapped

from .conftest import Evening, choose, labels, options, refused, said

CONTROLS = ["Mirror", "Random", "Paste", "Save", "Ready"]


async def begin(evening: Evening, **more: str) -> None:
    """A match of Livia (Red) against Brennus (Blue), nobody ready."""
    await evening.begin(game="junqi-dark", **more)


async def panel(evening: Evening, who: MemberActor) -> ResponseMessage:
    """The set-up panel, opened under the board."""
    opened = await who.click(evening.board(), label="Set up")
    assert opened.ephemeral
    assert opened.response
    return opened.response


async def ready(evening: Evening, who: MemberActor, layout: str = "fortress") -> InteractionResult:
    """Take a preset and seal it."""
    shown = await choose(who, await panel(evening, who), "lay", layout)
    return await who.click(shown, label="Ready")


async def play(evening: Evening, **more: str) -> None:
    """A match in which both are ready."""
    await begin(evening, **more)
    await ready(evening, evening.brennus, "ambush")
    await ready(evening, evening.livia)


async def draft(evening: Evening, who: MemberActor) -> str:
    """The codes on somebody's half."""
    layout = (await evening.client.desk.matches.set_up(MatchId(evening.id()), who.id)).layout
    assert layout
    return layout.codes


# ------------------------------------------------------------------------ set-up


async def test_after_accept_both_get_the_panel_by_button_and_by_letter(evening: Evening) -> None:
    await begin(evening)
    board = evening.board()
    assert f"<@{evening.livia.id}> <@{evening.brennus.id}> set up your pieces" in board.content
    assert labels(board) == ["Set up", "Offer", "More"]
    assert labels(evening.channel.history()[0]) == ["Set up"]
    for name, who in (("Livia", evening.livia), ("Brennus", evening.brennus)):
        (letter,) = evening.letters(name)
        shown = await panel(evening, who)
        assert labels(letter) == labels(shown) == CONTROLS
        assert letter.content == shown.content
        assert letter.attachments[0].description
    assert "Press" not in evening.board().content


async def test_at_least_six_presets_are_offered_with_their_ideas(evening: Evening) -> None:
    await begin(evening)
    opened = await evening.livia.click(evening.board(), label="Set up")
    offered = options(opened)
    assert list(PRESETS) == list(offered)[: len(PRESETS)]
    assert len(PRESETS) >= 6


async def test_a_layout_is_taken_mirrored_and_two_pieces_swapped(evening: Evening) -> None:
    await begin(evening)
    shown = await choose(evening.livia, await panel(evening, evening.livia), "lay", "decoy")
    assert "Decoy" in shown.content
    mirror = await evening.livia.click(shown, label="Mirror")
    assert await draft(evening, evening.livia) == mirrored(preset("decoy"))
    assert mirror.response
    half = await choose(evening.livia, mirror.response, "swap", "a6")
    assert "Swap a6 with" in half.content
    assert labels(half) == ["Back"]
    whole = await choose(evening.livia, half, "swap", "e6")
    assert await draft(evening, evening.livia) == swapped(mirrored(preset("decoy")), 20, 24)
    assert labels(whole) == CONTROLS


async def test_an_illegal_layout_is_explained_piece_by_piece_and_not_sealed(
    evening: Evening,
) -> None:
    await begin(evening)
    half = await choose(evening.livia, await panel(evening, evening.livia), "swap", "b1")
    wrong = await choose(evening.livia, half, "swap", "c6")
    assert "**1 problem**" in wrong.content
    assert "the flag is on c6; it must stand in a headquarters" in wrong.content
    half = await choose(evening.livia, wrong, "swap", "a1")
    wrong = await choose(evening.livia, half, "swap", "a6")
    assert "**2 problems**" in wrong.content
    assert "a landmine is on a6" in wrong.content
    told = refused(await evening.livia.click(wrong, label="Ready"))
    assert "a landmine is on a6" in told or "the flag is on c6" in told
    assert len(evening.boards()) == 1


async def test_ready_seals_only_what_its_panel_shows(evening: Evening) -> None:
    await begin(evening)
    old = await choose(evening.livia, await panel(evening, evening.livia), "lay", "fortress")
    await evening.livia.slash(evening.channel, "match setup", layout="onslaught")
    told = await evening.livia.click(old, label="Ready")
    assert "Your draft has changed since that panel was drawn" in refused(told)
    assert told.response
    assert "Onslaught" in told.response.content
    assert len(evening.boards()) == 1
    await evening.livia.click(told.response, label="Ready")
    log = await evening.client.desk.matches._store.lines(MatchId(evening.id()))
    assert log[0].entry.text.split()[-1] == preset("onslaught")


async def test_after_ready_an_old_panel_opens_no_window(evening: Evening) -> None:
    await begin(evening)
    old = await panel(evening, evening.livia)
    await ready(evening, evening.livia)
    for label in ("Paste", "Save", "Mirror", "Ready"):
        late = await evening.livia.click(old, label=label)
        assert not late.modal
        assert "cannot be changed any more" in refused(late)


async def test_a_layout_typed_as_a_move_is_sealed_and_shown_so(evening: Evening) -> None:
    await begin(evening)
    typed = await evening.livia.slash(evening.channel, "move", move=f"deploy {preset('fortress')}")
    assert "You are ready. Your layout is sealed" in refused(typed)
    assert typed.response
    assert typed.response.message.attachments
    (seal,) = (await evening.client.desk.matches.seals(MatchId(evening.id()))).values()
    assert seal in said(typed)


async def test_before_anybody_has_accepted_the_host_hears_that_it_has_not_begun(
    evening: Evening,
) -> None:
    await evening.new(evening.livia, game="junqi-dark", opponent=evening.brennus, where="here")
    (match,) = await evening.client.desk.matches.list(evening.livia.id, "mine", None)
    for command, more in (
        ("match setup", {}),
        ("match mark", {"square": "a12", "guess": "9"}),
        ("move", {"move": "a6-a7"}),
    ):
        told = await evening.livia.slash(evening.channel, command, match=match.id, **more)
        assert "is not being played" in refused(told)


async def test_25_codes_are_pasted_and_anything_else_is_explained(evening: Evening) -> None:
    await begin(evening)
    window = await evening.livia.click(await panel(evening, evening.livia), label="Paste")
    assert window.modal
    field = window.modal["components"][0]["component"]["custom_id"]
    codes = " ".join(mirrored(preset("raiders"))).lower()
    pasted = await evening.livia.submit_modal(window, {field: codes})
    assert "Pasted" in said(pasted)
    assert await draft(evening, evening.livia) == mirrored(preset("raiders"))
    window = await evening.livia.click(await panel(evening, evening.livia), label="Paste")
    assert window.modal
    field = window.modal["components"][0]["component"]["custom_id"]
    told = refused(await evening.livia.submit_modal(window, {field: "LLLFFF"}))
    assert "nor 25 codes (found: 6)" in told
    assert await draft(evening, evening.livia) == mirrored(preset("raiders"))


async def test_a_layout_is_kept_under_a_name_and_offered_again(evening: Evening) -> None:
    await begin(evening)
    shuffled = await evening.livia.click(await panel(evening, evening.livia), label="Random")
    codes = await draft(evening, evening.livia)
    assert shuffled.response
    window = await evening.livia.click(shuffled.response, label="Save")
    assert window.modal
    field = window.modal["components"][0]["component"]["custom_id"]
    saved = await evening.livia.submit_modal(window, {field: "lucky *one*"})
    assert "lucky \\*one\\*" in said(saved)
    await choose(evening.livia, await panel(evening, evening.livia), "lay", "ambush")
    await choose(evening.livia, await panel(evening, evening.livia), "lay", "lucky *one*")
    assert await draft(evening, evening.livia) == codes
    other = await evening.brennus.click(evening.board(), label="Set up")
    assert "lucky *one*" not in options(other)


async def test_the_command_takes_a_layout_and_offers_the_known_ones(evening: Evening) -> None:
    await begin(evening)
    shown = await evening.livia.slash(evening.channel, "match setup", layout="onslaught")
    assert "Onslaught" in refused(shown)
    found = await evening.livia.autocomplete(evening.channel, "match setup", "layout", "ra")
    assert [one["value"] for one in found] == ["raiders", "random"]
    told = await evening.livia.slash(evening.channel, "match setup", layout="castle")
    assert "neither a layout I know" in refused(told)


async def test_a_draft_and_its_panel_outlive_a_restart(evening: Evening) -> None:
    await begin(evening)
    shown = await choose(evening.livia, await panel(evening, evening.livia), "lay", "spearhead")
    await evening.restart()
    assert await draft(evening, evening.livia) == preset("spearhead")
    sealed = await evening.livia.click(shown, label="Ready")
    assert "You are ready" in said(sealed)


async def test_the_letter_alone_serves_to_set_up(evening: Evening) -> None:
    await begin(evening)
    (letter,) = evening.letters("Livia")
    livia = evening.users["Livia"]
    taken = await livia.select(letter, ["ambush"], custom_id=f"s:{evening.id()}:0:lay")
    assert "Ambush" in said(taken)
    assert taken.response
    await livia.click(taken.response, label="Ready")
    assert "Red is ready" in evening.board().content


async def test_ready_publishes_the_seal_and_nothing_else(evening: Evening) -> None:
    await begin(evening)
    told = await ready(evening, evening.livia)
    seal = (await evening.client.desk.matches.seals(MatchId(evening.id())))[0]
    assert seal in said(told)
    board = evening.board()
    assert board.content.count("\n") == 2
    assert f"Red is ready. Seal of the layout: `{seal}`" in board.content
    assert f"<@{evening.brennus.id}> set up your pieces" in board.content
    assert f"<@{evening.livia.id}>" not in board.content
    again = await evening.livia.click(board, label="Set up")
    assert "Your layout is sealed" in said(again)
    assert len(evening.letters("Brennus")) == 1


async def test_both_ready_begins_the_match(evening: Evening) -> None:
    await play(evening)
    board = evening.board()
    assert f"<@{evening.livia.id}> your move" in board.content
    assert "turn 1" in board.content
    assert board.content.count("Seal of the layout") == 2
    assert labels(board) == ["Move", "My board", "Text", "Offer", "More"]
    letter = evening.letters("Livia")[-1]
    assert labels(letter) == ["Move", "My board", "Text", "Public board"]
    row = letter.components[0].to_dict()
    assert board.jump_url == row["components"][-1]["url"]  # type: ignore[typeddict-item]
    late = await evening.brennus.click(evening.channel.history()[0], label="Set up")
    assert "cannot be changed any more" in refused(late)


async def test_who_only_watches_cannot_set_up(evening: Evening) -> None:
    await begin(evening)
    told = refused(await evening.mara.click(evening.board(), label="Set up"))
    assert "You are watching" in told


# -------------------------------------------------------------------- the match


async def test_the_referee_says_who_stays_and_the_owner_learns_what_fell(evening: Evening) -> None:
    await play(evening)
    told = await evening.move(evening.livia, "a6xa7")
    assert "defender remains" in told or "attacker remains" in told or "both are removed" in told
    board = evening.board()
    assert "`a6xa7`" in board.content
    assert "lost" not in board.content
    mine = said(await evening.livia.click(board, label="My board"))
    theirs = said(await evening.brennus.click(board, label="My board"))
    assert ("you lost 7 Major General" in mine) != ("attacker remains" in board.content)
    assert "Major General" not in theirs + board.content


async def test_the_game_is_played_from_letters(evening: Evening) -> None:
    await play(evening)
    livia = evening.users["Livia"]
    opened = await livia.click(evening.letters("Livia")[-1], label="Move")
    assert opened.response
    piece = await livia.select(opened.response, ["c5"])
    assert piece.response
    assert set(options(piece)) <= {"c4", "b4", "d4", "b5", "d5", "b6", "d6", "c6"}
    place = await livia.select(piece.response, [next(iter(options(piece)))])
    assert place.response
    done = await livia.click(place.response, label=labels(place.response)[0])
    assert "you played `c5-" in said(done)
    assert f"<@{evening.brennus.id}> your move" in evening.board().content
    assert labels(evening.letters("Livia")[-2]) == []
    mine = await evening.users["Brennus"].click(evening.letters("Brennus")[-1], label="My board")
    assert "your move" in said(mine)


@pytest.mark.parametrize("step", ["opening", "sending"])
async def test_a_refused_letter_is_told_of_once_and_the_match_goes_on(
    evening: Evening, step: str
) -> None:
    rooms = [evening.users[name].dm_channel.id for name in ("Livia", "Brennus")]
    sending = [f"/channels/{room}/messages" for room in rooms]
    for path in ["/users/@me/channels"] if step == "opening" else sending:
        evening.env.inject_error("POST", path, status=403, code=50007, times=None)
    await begin(evening)
    first = await evening.livia.click(evening.board(), label="Set up")
    second = await evening.livia.click(evening.board(), label="Set up")
    note = "I cannot send you direct messages"
    assert note in refused(first)
    assert first.followups[-1].ephemeral
    assert note not in said(second)
    assert note not in "".join(message.content for message in evening.channel.history())
    await ready(evening, evening.brennus)
    await ready(evening, evening.livia)
    assert "you played" in await evening.move(evening.livia, "c5-c4")
    assert evening.letters("Livia") == []


@pytest.mark.parametrize(("status", "code"), [(400, 50033), (400, 40003), (500, 0)])
async def test_a_letter_that_fails_keeps_nothing_else_back(
    evening: Evening, status: int, code: int
) -> None:
    rooms = {name: evening.users[name].dm_channel.id for name in ("Livia", "Brennus")}
    path = f"/channels/{rooms['Livia']}/messages"
    evening.env.inject_error("POST", path, status=status, code=code, times=None)
    await begin(evening)
    assert len(evening.letters("Brennus")) == 1
    assert labels(evening.channel.history()[0]) == ["Set up"]
    await ready(evening, evening.brennus)
    done = await ready(evening, evening.livia)
    assert "Discord did not take" not in said(done)
    evening.env.backend.faults.clear()
    await evening.client.desk.boards.sweep()
    assert len(evening.letters("Livia")) == 1


async def test_letters_go_out_where_the_channel_is_closed_to_the_bot(evening: Evening) -> None:
    await play(evening)
    path = f"/channels/{evening.channel.id}/messages"
    evening.env.inject_error("POST", path, status=403, code=50013, times=None)
    before = len(evening.letters("Brennus"))
    assert "I may not show its board" in await evening.move(evening.livia, "c5-c4")
    assert len(evening.letters("Brennus")) == before + 1


async def test_a_board_and_its_letters_are_not_taken_for_one_message(evening: Evening) -> None:
    await play(evening)
    await evening.move(evening.livia, "c5-c4")
    sent = [
        request.json["nonce"]
        for request in evening.env.http_requests
        if request.method == "POST" and isinstance(request.json, dict) and "nonce" in request.json
    ]
    assert len(sent) == len(set(sent)) > 6


async def test_marks_are_made_by_command_and_by_button_and_follow_the_piece(
    evening: Evening,
) -> None:
    await play(evening)
    marked = await evening.livia.slash(evening.channel, "match mark", square="b7", guess="9")
    assert marked.ephemeral
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    assert (await matches.see(match, evening.livia.id)).notes == (("b7", "9?"),)
    found = await evening.livia.autocomplete(
        evening.channel, "match mark", "square", "b7", guess="9"
    )
    assert [one["name"] for one in found] == ["b7 9?"]
    mine = await evening.livia.click(evening.board(), label="My board")
    assert mine.response
    which = await evening.livia.click(mine.response, label="Mark")
    assert len(options(which)) == 25
    assert which.response
    (d12,) = (number for number, at in options(which).items() if at == "d12")
    what = await evening.livia.select(which.response, [d12])
    assert what.response
    done = await evening.livia.select(what.response, ["F"])
    assert done.response
    assert (await matches.see(match, evening.livia.id)).notes == (("b7", "9?"), ("d12", "F?"))
    await evening.move(evening.livia, "c5-c4")
    await evening.move(evening.brennus, "b7-b8")
    assert (await matches.see(match, evening.livia.id)).notes == (("b8", "9?"), ("d12", "F?"))
    gone = await evening.livia.slash(evening.channel, "match mark", square="b8", guess="-")
    assert gone.ephemeral
    assert (await matches.see(match, evening.livia.id)).notes == (("d12", "F?"),)
    told = await evening.mara.slash(evening.channel, "match mark", square="a12", guess="9")
    assert "You are watching" in refused(told)


async def test_a_watcher_sees_backs_only(evening: Evening) -> None:
    await play(evening)
    text = said(await evening.mara.click(evening.board(), label="Text"))
    assert text.count("r?") == 25
    assert text.count("b?") == 25
    mine = await evening.mara.click(evening.board(), label="My board")
    assert mine.response
    assert "Mark" not in labels(mine.response)
    assert await evening.mara.autocomplete(evening.channel, "move", "move", "") == []


async def test_resigning_waits_for_the_twentieth_turn_and_calling_off_does_not(
    evening: Evening,
) -> None:
    await play(evening)
    told = refused(await evening.livia.slash(evening.channel, "match resign"))
    assert "after 20 more turns" in told
    assert "call the match off" in told
    await evening.livia.slash(evening.channel, "match offer", what="cancel")
    await evening.brennus.slash(evening.channel, "match offer", what="cancel")
    assert "Called off" in evening.board().content


async def test_a_whole_match_ends_with_everything_shown_and_verified(
    evening: Evening, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    await play(evening, variant="standard no_capture_limit=12 hq_locks=false")
    rng = random.Random(5)
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    turns = 0
    while not isinstance((now := await evening.seen()).view.turn, Over):
        if turns == 9:
            await evening.restart()
            matches = evening.client.desk.matches
        takes = [choice for choice in now.choices if choice.weight] or list(now.choices)
        await evening.move(evening.to_move(now), rng.choice(takes).text)
        turns += 1
    board = evening.board()
    assert labels(board) == ["Rematch", "Text", "Record", "Verify"]
    assert f"Red had set up `{preset('fortress')}`, as sealed." in board.content
    assert f"Blue had set up `{preset('ambush')}`, as sealed." in board.content
    text = said(await evening.mara.click(board, label="Text"))
    assert "r?" not in text
    assert "b?" not in text
    assert "is true" in refused(await evening.mara.click(board, label="Verify"))
    document = await evening.livia.click(board, label="Record")
    assert document.response
    record = json.loads(await document.response.attachments[0].read())
    assert [seal["seat"] for seal in record["seals"]] == [1, 0] or len(record["seals"]) == 2
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record), "utf-8")
    assert main(["verify", str(file)]) == 0
    record["log"][0]["text"] = "deploy " + preset("decoy")
    file.write_text(json.dumps(record), "utf-8")
    assert main(["verify", str(file)]) == 1
    assert labels(evening.letters("Livia")[-1]) == ["Text", "Verify", "Public board"]
    assert (await matches.match(match)).status == "over"
    for secret in (preset("fortress"), preset("ambush"), "deploy"):
        assert secret not in caplog.text
