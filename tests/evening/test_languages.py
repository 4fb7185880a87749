"""A whole evening in Chinese: no English word slips through, in private or in public."""

from typing import Any

import pytest
from simcord import Env, InteractionResult

from bot.matches.acts.opening import Proposal
from bot.matches.match.match import Options
from bot.matches.match.players import NamedPerson

from . import dark
from .conftest import Evening, choose, items, press, said, select_id, shown_by, speak
from .managers import manager
from .manners import LATIN, english
from .test_direction import look_around

TRANSLATED = {"zh-CN", "zh-TW"}
"""Discord's languages with names and descriptions of their own for commands."""
LONGEST = {"name": 32, "description": 100}
"""The most characters Discord takes."""
MENUS = (2, 3)
"""Discord's types of menu commands, which have no description."""


CHINESE = pytest.mark.parametrize("language", ["zh-CN"], indirect=True)
"""The mark of evenings of which all words are read for English (`manners.untranslated`)."""


def described(evening: Evening) -> list[str]:
    """List the words of the pictures that have been sent, those to people alone included."""
    messages = (*evening.boards(), *evening.letters("Livia"), *evening.letters("Brennus"))
    pictures = (picture for message in messages for picture in message.attachments)
    return [picture.description or "" for picture in pictures]


@pytest.mark.slow
@CHINESE
async def test_an_evening_in_chinese(evening: Evening) -> None:
    opened = await evening.new(
        evening.livia, opponent=evening.brennus, seat="first", where="here", variant="advanced"
    )
    assert "Livia 向" in said(opened)
    await press(evening.brennus, opened, "接受")
    await look_around(evening, "murus")
    for who in (evening.livia, evening.brennus, evening.mara):
        assert said(await who.slash(evening.channel, "match resign"))
        assert said(await evening.press(who, evening.board(), "Text"))
    await evening.play("a1-a3 a7-a5")
    await evening.resign(evening.livia)
    assert [text for text in described(evening) if english(text)] == []
    assert "获胜" in evening.board().content


async def test_command_names_and_descriptions_are_translated(env: Env, evening: Evening) -> None:
    (sync,) = [r for r in env.http_requests if r.path.endswith("/commands")]
    assert isinstance(sync.json, list)

    def check(command: dict[str, Any], keys: tuple[str, ...] = ("name", "description")) -> None:
        for key in keys:
            translated = command.get(f"{key}_localizations")
            assert isinstance(translated, dict), command
            assert set(translated) == TRANSLATED, command
            for text in translated.values():
                assert text != command[key] or not LATIN.search(str(command[key]))
                assert 0 < len(text) <= LONGEST[key]
        for part in ("options", "choices"):
            for inner in command.get(part) or ():
                if part == "options":
                    check(inner)
                else:
                    assert set(inner["name_localizations"]) == TRANSLATED, inner

    menus = [command for command in sync.json if command["type"] in MENUS]
    assert [menu["name"] for menu in menus] == ["Challenge", "Profile", "Text of this board"]
    for command in sync.json:
        if command in menus:
            check(command, ("name",))
        else:
            check(command)


@pytest.mark.slow
@CHINESE
async def test_a_hidden_match_in_chinese(evening: Evening) -> None:
    """Go through set-up, letters, marks, refusals and the referee of dark Junqi."""
    await evening.begin(game="junqi-dark")
    for who, home, front in ((evening.livia, "b1", "c6"), (evening.brennus, "b12", "c7")):
        shown = shown_by(await who.slash(evening.channel, "match setup", layout="decoy"))
        wrong = await choose(who, await choose(who, shown, "swap", home), "swap", front)
        await who.click(wrong, label="准备就绪")
        await who.slash(evening.channel, "match setup", layout="城堡")
        legal = await who.slash(evening.channel, "match setup", layout="fortress")
        await press(who, legal, "准备就绪", "仍然就绪")
    await evening.livia.slash(evening.channel, "match resign")
    for text in ("a6xa7", "b1-b2", "a12-a11", "c3-c9"):
        await evening.move(evening.livia, text)
    await evening.livia.slash(evening.channel, "match mark", square="c7", guess="9")
    for who in (evening.livia, evening.brennus, evening.mara):
        for name in ("Move", "My board", "Text"):
            await evening.press(who, evening.board(), name)
    assert len(described(evening)) > 4
    assert [text for text in described(evening) if english(text)] == []
    assert "同归于尽" in evening.board().content


def public(shown: InteractionResult) -> dict[str, bool]:
    """Return the choices of the language of public messages, and the present one."""
    return {
        option["label"]: option.get("default", False)
        for item in items(shown)
        for option in item.get("options", ())
        if option["label"].startswith("Public messages here: ")
    }


async def test_managers_choose_the_language_of_what_everybody_reads(evening: Evening) -> None:
    judith = manager(evening)
    assert public(await evening.mara.slash(evening.channel, "match settings")) == {}
    await evening.begin()
    assert "your move" in evening.board().content
    panel = await judith.slash(evening.channel, "admin config")
    assert public(panel)["Public messages here: same as the server"]
    await judith.select(shown_by(panel), ["zh-CN"], custom_id=select_id(shown_by(panel), "speak"))
    await evening.move(evening.livia, "a1-a3")
    assert "轮到你" in evening.board().content
    assert (await evening.livia.slash(evening.channel, "match offer", what="cancel")).response
    assert any("Livia 提议取消" in message.content for message in evening.channel.history())
    await evening.restart()
    await evening.move(evening.brennus, "a7-a5")
    assert "轮到你" in evening.board().content
    panel = await judith.slash(evening.channel, "admin config")
    assert public(panel)["Public messages here: 简体中文"]
    await judith.select(shown_by(panel), ["-"], custom_id=select_id(shown_by(panel), "speak"))
    await evening.move(evening.livia, "c1-c3")
    assert "your move" in evening.board().content


async def test_a_direct_message_speaks_the_language_of_its_readers_client(
    monkeypatch: pytest.MonkeyPatch, evening: Evening
) -> None:
    """Check it on a server that speaks English, unless readers have chosen a language."""
    speak(monkeypatch, "zh-CN")
    await dark.begin(evening)
    await dark.ready(evening, evening.brennus, "ambush")
    await dark.ready(evening, evening.livia)
    await evening.client.desk.matches.prefer(evening.livia.id, locale="en")
    await evening.play("c5-c4 c8-c9")
    letters = [evening.letters(name)[-1].content for name in ("Livia", "Brennus")]
    assert [bool(english(letter)) for letter in (*letters, evening.board().content)] == [
        True,
        False,
        True,
    ]


async def test_a_letter_to_somebody_never_met_speaks_as_the_server(evening: Evening) -> None:
    matches = evening.client.desk.matches
    host, guest = (NamedPerson(who.id, "?") for who in (evening.livia, evening.brennus))
    channel, guild = evening.channel.id, evening.guild.id
    proposal = Proposal("junqi-dark", host, (guest,), guild, channel, Options(where="here"))
    await matches.followers.reconcile((await matches.opening.seat(proposal, [host, guest])).id)
    await evening.follow()
    (letter,) = evening.letters("Brennus")
    assert english(letter.content)
    assert (await matches.people.get(evening.brennus.id)).locale is None
