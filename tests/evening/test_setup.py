"""Evenings of dark Junqi until both are ready: drafts, panels, seals."""

from bot.matches.match.ids import MatchId
from games.core import Seat
from games.fairness import spell
from games.junqi.layout import PRESETS, mirrored, swapped

from .conftest import (
    Evening,
    choose,
    expect,
    fairness,
    items,
    labels,
    options,
    press,
    refused,
    said,
    shown_by,
)
from .dark import CONTROLS, begin, draft, panel, play, ready
from .test_settings import field

TRADITIONAL = str.maketrans("987654321BLF", "司軍師旅團營連排工炸雷旗")


async def test_after_accept_both_get_the_panel_by_button_and_by_letter(evening: Evening) -> None:
    await begin(evening)
    board = evening.board()
    assert f"<@{evening.livia.id}> <@{evening.brennus.id}>, set up · " in board.content
    assert labels(board) == ["Set up", "Offer", "More", "Show me", "Rules"]
    assert labels(evening.channel.history()[0]) == ["Set up"]
    for name, who in (("Livia", evening.livia), ("Brennus", evening.brennus)):
        (letter,) = evening.letters(name)
        shown = await panel(evening, who)
        assert labels(letter) == labels(shown) == CONTROLS
        assert letter.content == shown.content
        assert letter.attachments[0].description
    assert "Press" not in board.content
    offered = options(await evening.livia.click(board, label="Set up"))
    assert list(PRESETS) == list(offered)[: len(PRESETS)]
    assert len(PRESETS) >= 6
    assert "You are watching" in refused(await evening.mara.click(board, label="Set up"))
    for who, line in (
        (evening.livia, "set up your pieces"),
        (evening.mara, "Livia, Brennus to set up"),
    ):
        listed = said(await who.slash(evening.channel, "match list", scope="here"))
        assert line in listed
        assert "move" not in listed
    watched = await evening.mara.slash(evening.channel, "match board")
    assert "Livia, Brennus to set up" in said(watched)
    description = board.attachments[0].description or ""
    assert "Red (Livia) to set up. Blue (Brennus) to set up." in description


async def test_a_layout_is_taken_mirrored_swapped_pasted_and_kept(evening: Evening) -> None:
    livia = evening.livia
    await begin(evening)
    assert "Drawn for you" in (await panel(evening, livia)).content
    shown = await choose(livia, await panel(evening, livia), "lay", "decoy")
    assert "Decoy" in shown.content
    mirror = await livia.click(shown, label="Mirror")
    assert await draft(evening, livia) == mirrored(PRESETS["decoy"])
    half = await choose(livia, shown_by(mirror), "swap", "a6")
    assert "Swap a6 with" in half.content
    assert labels(half) == ["Back"]
    whole = await choose(livia, half, "swap", "e6")
    assert await draft(evening, livia) == swapped(mirrored(PRESETS["decoy"]), 20, 24)
    assert labels(whole) == CONTROLS
    window = await livia.click(await panel(evening, livia), label="Paste")
    codes = " ".join(mirrored(PRESETS["raiders"])).translate(TRADITIONAL)
    assert "Pasted" in said(await livia.submit_modal(window, {field(window): codes}))
    assert await draft(evening, livia) == mirrored(PRESETS["raiders"])
    window = await livia.click(await panel(evening, livia), label="Paste")
    answer = refused(await livia.submit_modal(window, {field(window): "LLLFFF"}))
    assert "nor 25 pieces (found: 6)" in answer
    assert await draft(evening, livia) == mirrored(PRESETS["raiders"])
    shuffled = await livia.click(await panel(evening, livia), label="Random")
    codes = await draft(evening, livia)
    window = await press(livia, shuffled, "Save")
    saved = await livia.submit_modal(window, {field(window): "lucky *one*"})
    assert "lucky \\*one\\*" in said(saved)
    named = await livia.slash(evening.channel, "match setup", layout="onslaught")
    assert "Onslaught" in refused(named)
    await evening.client.desk.matches.prefer(livia.id, locale="zh-TW")
    shown = await panel(evening, livia)
    kept = {option["label"]: option["description"] for option in items(shown)[0]["options"]}
    assert kept["lucky *one*"] == codes.translate(TRADITIONAL)
    await evening.client.desk.matches.prefer(livia.id, locale="en")
    await choose(livia, shown, "lay", "lucky *one*")
    assert await draft(evening, livia) == codes
    assert "lucky *one*" not in options(
        await evening.brennus.click(evening.board(), label="Set up")
    )
    offered = await livia.autocomplete(evening.channel, "match setup", "layout", "ra")
    assert [choice["value"] for choice in offered] == ["raiders", "random"]
    unknown = await livia.slash(evening.channel, "match setup", layout="castle")
    assert "neither a layout I know" in refused(unknown)


async def test_illegal_layouts_are_explained_and_those_typed_are_sealed(evening: Evening) -> None:
    await begin(evening)
    await evening.livia.slash(evening.channel, "match setup", layout="balanced")
    half = await choose(evening.livia, await panel(evening, evening.livia), "swap", "b1")
    wrong = await choose(evening.livia, half, "swap", "c6")
    assert "**1 problem**" in wrong.content
    assert "flag on c6: only in a headquarters" in wrong.content
    half = await choose(evening.livia, wrong, "swap", "a1")
    wrong = await choose(evening.livia, half, "swap", "a6")
    assert "**2 problems**" in wrong.content
    assert "landmine on a6" in wrong.content
    answer = refused(await evening.livia.click(wrong, label="Ready"))
    assert "landmine on a6" in answer or "flag on c6" in answer
    assert len(evening.boards()) == 1
    typed = await evening.livia.slash(evening.channel, "move", move=f"deploy {PRESETS['fortress']}")
    assert "You are ready: your layout is sealed" in refused(typed)
    assert shown_by(typed).message.attachments
    (seal,) = (await evening.client.desk.matches.evidence.seals(MatchId(evening.id()))).values()
    assert spell(seal) in said(typed)


async def test_ready_asks_before_it_seals_what_anybody_can_look_up(evening: Evening) -> None:
    await begin(evening)
    shown = await choose(evening.livia, await panel(evening, evening.livia), "lay", "decoy")
    shown = shown_by(await evening.livia.click(shown, label="Mirror"))
    asked = shown_by(await evening.livia.click(shown, label="Ready"))
    assert "This is the well-known layout “Decoy”; anybody can look it up." in asked.content
    assert labels(asked) == ["Ready anyway", "Back"]
    assert len(evening.boards()) == 1
    back = shown_by(await evening.livia.click(asked, label="Back"))
    assert labels(back) == CONTROLS
    asked = shown_by(await evening.livia.click(back, label="Ready"))
    await evening.livia.slash(evening.channel, "match setup", layout="ambush")
    answer = await evening.livia.click(asked, label="Ready anyway")
    assert "Your layout has changed since you opened that panel" in refused(answer)
    asked = shown_by(await evening.livia.click(shown_by(answer), label="Ready"))
    assert "You are ready" in said(await evening.livia.click(asked, label="Ready anyway"))
    assert evening.log(evening.id())[0].split()[-1] == PRESETS["ambush"]


async def test_ready_seals_and_ends_old_panels(evening: Evening) -> None:
    await begin(evening)
    old = await panel(evening, evening.livia)
    answer = await ready(evening, evening.livia)
    seal = (await evening.client.desk.matches.evidence.seals(MatchId(evening.id())))[Seat(0)]
    assert spell(seal) in said(answer)
    board = evening.board()
    assert board.content.endswith("You are Blue: take the enemy's flag.")
    assert len(evening.boards()) == 1, "the board of a set-up is edited"
    assert fairness(evening.channel) == [], "seals come together"
    assert f"<@{evening.brennus.id}>, set up · " in board.content
    assert f"<@{evening.livia.id}>" not in board.content
    assert "your layout is sealed" in said(await evening.livia.click(board, label="Set up"))
    assert len(evening.letters("Brennus")) == 1
    for label in ("Paste", "Save", "Mirror", "Ready"):
        late = await evening.livia.click(old, label=label)
        assert not late.modal
        assert "can no longer be changed" in refused(late)


async def test_before_anybody_has_accepted_nothing_is_set_up(evening: Evening) -> None:
    await evening.new(evening.livia, game="junqi-dark", opponent=evening.brennus, where="here")
    (match,) = await evening.client.desk.matches.list_matches(evening.livia.id, "mine", None)
    for command, more in (
        ("match setup", {}),
        ("match mark", {"square": "a12", "guess": "9"}),
        ("move", {"move": "a6-a7"}),
    ):
        answer = await evening.livia.slash(evening.channel, command, match=match.id, **more)
        assert "is not being played" in refused(answer)


async def test_the_letter_alone_serves_to_set_up(evening: Evening) -> None:
    await begin(evening)
    (letter,) = evening.letters("Livia")
    livia = evening.users["Livia"]
    taken = await livia.select(letter, ["ambush"], custom_id=f"s:{evening.id()}:0:lay")
    assert "Ambush" in said(taken)
    await livia.click(shown_by(await press(livia, taken, "Ready")), label="Ready anyway")
    assert "Red is ready" in (evening.board().attachments[0].description or "")


async def test_both_ready_begins_the_match(evening: Evening) -> None:
    await play(evening)
    board = evening.board()
    assert f"<@{evening.livia.id}>, your move" in board.content
    assert "turn 1" in (board.attachments[0].description or "")
    (shown,) = fairness(evening.channel)
    expect(shown.content, "Red's layout seal", "Blue's layout seal")
    assert evening.channel.history()[-2:] == [shown, board]
    assert labels(board) == ["Move", "My board", "Offer", "More"]
    letter = evening.letters("Livia")[-1]
    assert labels(letter) == ["Move", "My board", "Text", "Public board"]
    row = letter.components[0].to_dict()
    assert board.jump_url == row["components"][-1]["url"]  # type: ignore[typeddict-item]
    late = await evening.brennus.click(evening.channel.history()[0], label="Set up")
    assert "can no longer be changed" in refused(late)
