"""Invented custom ids: the bot answers kindly and changes nothing."""

from dataclasses import replace
from typing import Any, TypeAlias

import discord
import pytest

from bot.app import COMMANDS
from bot.ui.answers.visits import Answer, collect_verbs
from tests.drafts import plant

from .conftest import Evening, Match, MatchId, MemberActor, said, shown_by

pytestmark = pytest.mark.whole

Press: TypeAlias = tuple[str, list[str] | None, str]
"""A custom id, the values of a select, and what the answer says."""


async def press(
    evening: Evening, custom_id: str, values: list[str] | None = None, private: bool = False
) -> str:
    """Return what Livia is told by a message with an invented button or select.

    It is the newest board, or in `private` one she alone can read.
    """
    message: Any = evening.board()
    if private:
        message = (await evening.livia.slash(evening.channel, "match board")).response
    plant(evening.env, message, custom_id, values)
    if values:
        return said(await evening.livia.select(message, values, custom_id=custom_id))
    return said(await evening.livia.click(message, custom_id=custom_id))


def unseen(match: Match) -> Match:
    """Return the match without the times its players looked, which any look changes."""
    return replace(match, players=tuple(replace(player, seen_ms=None) for player in match.players))


PRESSES: list[Press] = [
    ("m:{id}:0:fly", None, "from an older version"),
    ("m:ZZZZ:0:move", None, "There is no match"),
    ("m:ZZZZ:0:join", None, "There is no match"),
    ("m:-:0:mine", None, "There is no match"),
    ("m:{id}:99999999999999999999:move", None, "has moved on"),
    ("m:{id}:0:after:1", None, "There is no turn 1 here"),
    ("m:{id}:0:walk:first 0 mine", None, "older version"),
    ("m:{id}:0:walk_to:go 0 open", None, "still being played"),
    ("s:-:0:reread", ["ZZZZ"], "There is no match"),
    ("m:{id}:0:poster", None, "still being played"),
    ("m:{id}:0:after:١", None, "older version"),
    ("m:{id}:0:after", None, "older version"),
    ("m:{id}:0:agree:draw", None, "older version"),
    ("m:{id}:0:agree:draw ١", None, "older version"),
    ("m:{id}:0:agree:draw 0", None, "no longer on the table"),
    ("m:{id}:0:refuse:takeback 7", None, "no longer on the table"),
    ("m:{id}:0:agree:everything", None, "older version"),
    ("m:{id}:0:join", None, "no longer open"),
    ("m:{id}:0:cancel", None, "no longer open"),
    ("m:{id}:0:record", None, "are shown at the end"),
    ("m:{id}:0:verify", None, "are shown at the end"),
    ("m:{id}:0:rematch", None, "is still being played"),
    ("m:{id}:0:rules:chess", None, "I do not know the game"),
    ("m:-:0:show_me:chess", None, "older version"),
    ("m:-:0:lesson:murus 3 0", None, "older version"),
    ("m:-:0:lesson:murus 0", None, "older version"),
    ("m:-:0:lesson", None, "older version"),
    ("s:-:0:set:locale", ["en"], "older version"),
    ("m:{id}:0:go:a1-a3", None, "older version"),
]


PAST: list[tuple[str, str]] = [
    ("walk:first 0 open", "still being played"),
    ("walk_to:go 0 open", "still being played"),
    ("moves:moves 0 open", "still being played"),
    ("walk:first 0 theirs", "older version"),
    ("walk:first -1 mine", "older version"),
    ("walk:first ١ mine", "older version"),
    ("walk:first 0 mine text text", "older version"),
    ("walk:first 0 mine 1", "older version"),
    ("walk:", "older version"),
    ("walk", "older version"),
    ("moves", "older version"),
    ("walked_to:mine", "older version"),
    ("walk:last 9223372036854775807 mine", "Turn 1 of 1"),
    ("walk:last 9223372036854775808 mine", "older version"),
    ("walk:forward 99 public", "Turns have been taken back since"),
    ("walked_to:0 mine", "Write a number from 0"),
    ("moves:later 99 public", "page 1 of 1"),
    ("animation", "older version"),
    ("animation:0 theirs", "older version"),
    ("animation:first 0 mine", "older version"),
    ("animation:0 open", "still being played"),
    ("share_animation:x open", "older version"),
]
"""Forged buttons of a past board, and what they are answered with."""


async def test_a_public_verb_of_a_match_changes_no_message_of_another(evening: Evening) -> None:
    """Mara plays elsewhere, and presses what her own boards and offers bear on Livia's board."""
    await evening.begin()
    board, channel = evening.board(), evening.channel
    await evening.new(evening.mara, opponent=evening.brennus, seat="first")
    await evening.press(evening.brennus, evening.last(), "Accept")
    thread = channel.threads[-1]
    own = MatchId(evening.id(thread))
    await evening.mara.slash(thread, "match offer", what="draw")
    before = await evening.client.desk.matches.match(own)
    assert before.offer
    for name, verb in collect_verbs(COMMANDS).items():
        if verb.answer is Answer.PUBLIC:
            text = ":draw 0" if name in ("agree", "refuse", "withdraw") else ""
            await forge(evening, evening.mara, board, f"m:{own}:0:{name}{text}", "")
    after = await evening.client.desk.matches.match(own)
    assert (after.offer, after.stand) == (before.offer, before.stand)


@pytest.mark.parametrize("old", [False, True])
async def test_a_card_that_is_not_written_down_yet_can_be_accepted_at_once(
    evening: Evening, old: bool
) -> None:
    card = await evening.new(evening.livia, opponent=evening.brennus)
    if old:
        await evening.env.advance_time(61)
    evening.stored("DELETE FROM posted")
    pressed = await evening.brennus.click(shown_by(card), label="Accept")
    ((phase,),) = evening.stored("SELECT phase FROM matches")
    refusals = [answer.content for answer in pressed.followups if "older version" in answer.content]
    assert (phase, len(refusals)) == (("open", 1) if old else ("playing", 0))


PRIVATE: list[Press] = [
    ("s:-:0:set:locale", ["xx"], "Your settings"),
    ("s:-:0:set:theme", ["pink"], "Your settings"),
    ("s:-:0:set:shoes", ["red"], "older version"),
    ("s:-:0:page:murus", ["nothing"], "The aim"),
    ("m:{id}:7:go:a1-a3", None, "has moved on"),
    ("m:{id}:0:go:a7-a5", None, "is your opponent's"),
    ("m:{id}:0:go:", None, "There is no move in that"),
    ("m:{id}:0:at:zz|zz zz|-1", None, "I cannot read"),
    ("m:{id}:0:at:|zz zz|-1", None, "Choose a piece"),
    ("m:{id}:0:at:|@x c 3", None, "Choose a piece"),
    ("m:{id}:0:at:|c c", None, "Choose where"),
    ("s:{id}:0:pick:||0", ["z9"], "Choose a piece"),
    ("s:{id}:0:pick:||0", ["@"], "Choose a piece"),
    ("s:{id}:0:pick:|c|0", ["@"], "Choose a piece"),
    ("m:{id}:0:ready", None, "nothing to set up"),
    ("m:-:0:draft:chess 0.0.0 0000000000", None, "older version"),
    ("m:-:0:draft:murus 0.0.0 000000000", None, "older version"),
    ("m:-:0:post:murus 0.0.0 9000000000", None, "older version"),
    ("m:-:0:post:murus x.0.0 0000000000", None, "older version"),
    ("m:-:0:post:murus -5.0.0 0000000000", None, "no longer on this server"),
    ("s:-:0:draft:murus 0.0.0 0000000000", ["Mara"], "older version"),
    ("s:-:0:challenge:5", ["chess"], "I do not know the game"),
    ("s:-:0:challenge:5", ["diablo"], "**Diablo** · 8 × 8 · against <@5>"),
    ("s:-:0:away", ["9" * 30], "older version"),
    ("s:-:0:away", ["9" * 12], "days of vacation left"),
    ("s:-:0:unblock", ["9" * 30], "older version"),
    ("m:-:0:block:" + "9" * 30, None, "older version"),
    ("m:{id}:" + "9" * 40 + ":setup", None, "nothing to set up"),
    ("m:{id}:0:mark", None, "so there is nothing to mark"),
    ("s:{id}:0:guessed:a12", ["9"], "so there is nothing to mark"),
    ("s:{id}:0:guessed:" + "x" * 60, ["9"], "so there is nothing to mark"),
]


async def test_forged_presses_change_nothing_and_show_what_real_ones_do(evening: Evening) -> None:
    await evening.begin()
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    before = await matches.match(match)
    for custom_id, values, answer in PRESSES:
        assert answer in await press(evening, custom_id.format(id=match), values), custom_id
        assert unseen(await matches.match(match)) == unseen(before), custom_id
    for custom_id, values, answer in PRIVATE:
        reply = await press(evening, custom_id.format(id=match), values, private=True)
        assert answer in reply, custom_id
        assert unseen(await matches.match(match)) == unseen(before), custom_id
    await evening.play("a1-a3")
    for asked, answer in PAST:
        custom_id = f"m:{match}:0:{asked}"
        assert answer in await press(evening, custom_id, private=True), custom_id
    assert "There is no match" in await press(evening, "m:ZZZZ:0:walk:first 0 mine", private=True)


TEXTS = {
    "go": "a1-a3",
    "pick": "||0",
    "turn_up": "||0",
    "at": "|a1|0",
    "set": "theme",
    "switch": "pings off",
    "page": "murus",
    "topic": "murus aim",
    "rules": "murus",
    "turn": "1",
    "propose": "takeback",
}
"""The text that makes presses of these verbs meaningful; all others need none."""


def as_it_stands(evening: Evening, board: discord.Message) -> tuple[Any, ...]:
    """Return all that people see of a message."""
    stored = evening.env.backend.get_message(evening.channel.id, board.id)
    return stored.content, list(stored.attachments), stored.components


async def forge(
    evening: Evening, who: MemberActor, board: discord.Message, custom_id: str, value: str
) -> None:
    """Press an invented button on a board."""
    chosen = custom_id.startswith("s:")
    plant(evening.env, board, custom_id, [value] if chosen else None)
    before = as_it_stands(evening, board)
    if chosen:
        await who.select(board, [value], custom_id=custom_id)
    else:
        await who.click(board, custom_id=custom_id)
    assert as_it_stands(evening, board) == before, custom_id


@pytest.mark.slow
@pytest.mark.parametrize("game", ["murus", "junqi-dark"])
async def test_only_a_public_verb_can_change_what_all_can_read(evening: Evening, game: str) -> None:
    await evening.begin(game=game)
    board, match = evening.board(), evening.id()
    before = await evening.client.desk.matches.match(MatchId(match))
    verbs = collect_verbs(COMMANDS)
    private = sorted(name for name, verb in verbs.items() if verb.answer is not Answer.PUBLIC)
    assert {"go", "pick", "set", "switch", "keep", "page", "topic", "resign"} <= {*private}
    for verb in private:
        text = f":{TEXTS[verb]}" if verb in TEXTS else ""
        for who in (evening.livia, evening.brennus, evening.mara):
            for kind in "ms":
                await forge(evening, who, board, f"{kind}:{match}:0:{verb}{text}", "a1")
    assert (await evening.client.desk.matches.match(MatchId(match))).stand == before.stand


ON_THE_PANEL: list[Press] = [
    ("s:{id}:0:lay", ["nothing"], "neither a layout I know"),
    ("s:{id}:0:swap:{stamp} zz", ["a1"], "is not one of your squares"),
    ("s:{id}:0:swap:{stamp} a1", ["a12"], "is not one of your squares"),
    ("s:{id}:0:swap:{stamp} a1", ["b3"], "is not one of your squares"),
    ("s:{id}:0:swap:a1", ["e1"], "Your layout has changed"),
    ("m:{id}:0:ready", None, "Your layout has changed"),
    ("m:{id}:0:move", None, "still being set up"),
    ("m:{id}:0:at:deploy LF23L|", None, "still being set up"),
    ("s:{id}:0:pick:||0", ["deploy"], "still being set up"),
    ("m:{id}:0:mark", None, "so there is nothing to mark"),
]


async def test_a_forged_press_on_the_set_up_panel(evening: Evening) -> None:
    await evening.begin(game="junqi-dark")
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    before = (await matches.setting_up.see(match, evening.livia.id)).layout
    assert before
    for custom_id, values, answer in ON_THE_PANEL:
        forged = custom_id.format(id=match, stamp=before.stamp)
        assert answer in await press(evening, forged, values, private=True), custom_id
        assert (await matches.setting_up.see(match, evening.livia.id)).layout == before, custom_id
