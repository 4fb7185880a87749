"""The opening of matches: challenges, open seats, seats, places."""

import discord

from bot.matches.match.match import Options
from bot.ui.words.catalogue import catalogue
from games.library import GAMES

from .conftest import Evening, expect, items, labels, press, refused, said, shown_by
from .four import Table

ENGLISH = catalogue("en")


async def test_a_challenge_is_for_the_one_named_or_taken_back(evening: Evening) -> None:
    result = await evening.new(evening.livia, opponent=evening.brennus, seat="first")
    assert not result.ephemeral
    expect(said(result), f"Livia challenges <@{evening.brennus.id}>", "Livia moves first.")
    assert "-# Waiting for Brennus; only Livia can cancel." in said(result)
    assert "-# Fairness seal `" in said(result)
    assert labels(shown_by(result)) == ["Accept", "Decline", "Cancel", "Rules"]
    assert [user.id for user in shown_by(result).message.mentions] == [evening.brennus.id]
    for label in ("Accept", "Decline"):
        answer = await press(evening.mara, result, label)
        assert "This challenge is for someone else" in refused(answer)
    listed = shown_by(await evening.brennus.slash(evening.channel, "match list"))
    assert labels(listed)[0].startswith("Join ")
    assert "Only the player who opened" in refused(await press(evening.brennus, result, "Cancel"))
    await press(evening.brennus, result, "Decline")
    card = evening.channel.history()[0]
    assert card.content.endswith("this match did not start.")
    reply = evening.last()
    assert "Brennus would rather not play" in reply.content
    assert [user.id for user in reply.mentions] == [evening.livia.id]
    assert labels(card) == []
    assert evening.channel.threads == []
    evening.room()
    await press(evening.livia, await evening.new(evening.livia, opponent=evening.brennus), "Cancel")
    assert "did not start" in evening.channel.history()[0].content


async def test_an_accepted_challenge_begins_in_a_thread_of_its_own(evening: Evening) -> None:
    thread = await evening.begin("thread")
    assert thread.is_thread
    assert thread.name == f"Murus Gallicus · Livia – Brennus · {evening.id(thread)}"
    board = evening.board(thread)
    assert board.content.startswith(f"<@{evening.livia.id}>, your move")
    assert [user.id for user in board.mentions] == [evening.livia.id]
    assert labels(board) == ["Move", "My board", "Offer", "More", "Show me", "Rules"]
    assert "Romans" in (board.attachments[0].description or "")
    card = evening.channel.history()[0]
    expect(card.content, "the match has begun", f"<#{thread.id}>")
    assert labels(card) == []


async def test_without_leave_to_make_threads_a_match_is_played_here(evening: Evening) -> None:
    quiet = evening.guild.create_text_channel(
        "quiet", overwrites={evening.me: discord.PermissionOverwrite(create_public_threads=False)}
    )
    result = await evening.new(evening.livia, quiet, opponent=evening.brennus, where="thread")
    assert "I don't have permission to create threads here" in result.followups[0].content
    assert result.followups[0].ephemeral
    await press(evening.brennus, result, "Accept")
    assert evening.board(quiet)


async def test_an_open_seat_is_for_anybody_but_its_host(evening: Evening) -> None:
    result = await evening.new(evening.livia, where="here")
    assert "-# Waiting for anybody; only Livia can cancel." in said(result)
    assert labels(result) == ["Join", "Cancel", "Rules"]
    assert "This is your own match" in refused(await press(evening.livia, result, "Join"))
    await press(evening.mara, result, "Join")
    assert "Mara" in evening.channel.history()[0].content
    assert evening.channel.threads == []
    assert "You are watching" in refused(await evening.brennus.click(evening.board(), label="Move"))


async def test_the_host_chooses_who_moves_first_as_the_card_says(evening: Evening) -> None:
    for seat, mover in (("first", evening.livia), ("second", evening.brennus)):
        evening.room()
        result = await evening.new(evening.livia, opponent=evening.brennus, seat=seat, where="here")
        await press(evening.brennus, result, "Accept")
        assert evening.board().content.startswith(f"<@{mover.id}>, your move")
    for game in GAMES:
        opened = await evening.new(evening.mara, game=game)
        dark = GAMES[game].set_up is not None and GAMES[game].info.seats == 2
        first = "Mara moves first" if dark else "Who moves first is random."
        assert (first in said(opened)) == (GAMES[game].info.seats == 2)
        assert evening.words(f"{game}.kind") in said(opened)
    rules = await press(evening.brennus, opened, "Rules")
    assert rules.ephemeral
    assert said(rules).startswith(f"**{evening.words(f'{game}.name')} · ")
    lot = said(await evening.new(evening.brennus, game="junqi-dark", seat="random"))
    assert "Who moves first is random." in lot


async def test_all_there_is_to_choose_is_on_the_panel(table: Table) -> None:
    livia, mara, brennus = table.livia, table.mara, table.brennus
    panel = await press(
        livia, await livia.slash(table.channel, "match new"), "Junqi (four players)"
    )
    users = next(item["custom_id"] for item in items(panel) if item["type"] == 5)
    await livia.select(shown_by(panel), [brennus, mara], custom_id=users)
    await press(livia, panel, "Other partner", "1: Pupil, who has just learned the rules")
    told = f"partner: Computer (Pupil); opponents: {mara.mention}, {brennus.mention}"
    assert told in said(panel)
    await table.restart()
    terms = ("Open partner", "+ 3 missed turns put a seat out", "3 days for every turn")
    switched = ("Counts for points: on", "Hints: off", "Computer resigns: off", "Own thread: on")
    await press(livia, panel, "I move second", "More settings", *terms, *switched, "Post")
    (match,) = await table.client.desk.matches.list_matches(livia.id, "mine", None)
    chosen = Options("partners missed_limit=3", "3d", "here", hints=True, resigns=True, rated=False)
    assert match.options == chosen
    guests = [place.person and place.person.name for place in match.invitations]
    assert (guests, match.invitations[0].wanted) == (["Livia", "Mara", None, "Brennus"], 1)


async def test_games_come_in_the_order_in_which_they_are_played_here(evening: Evening) -> None:
    for game in ("ponte", "diablo", "ponte"):
        await evening.begin_anew(game=game)
    typed = await evening.mara.autocomplete(evening.channel, "match new", "game", "o")
    names = {game: ENGLISH(f"{game}.name") for game in ("ponte", "diablo", *GAMES)}
    named = [game for game, name in names.items() if "o" in name.lower()]
    assert [choice["value"] for choice in typed] == named
    shown = await evening.mara.slash(evening.channel, "match new")
    listed = [option["label"] for option in items(shown)[0]["options"]]
    assert listed == [*names.values()]
    assert "**Ponte del Diavolo**" in said(shown)
    assert "Murus Gallicus" in said(await evening.new(evening.mara, game="murus gallicus"))


async def test_a_rematch_exchanges_the_seats_and_the_second_press_accepts(evening: Evening) -> None:
    await evening.begin()
    await evening.resign(evening.livia)
    end = evening.board()
    assert labels(end) == ["Rematch", "Replay", "More", "Poster"]
    assert "You are watching" in refused(await evening.mara.click(end, label="Rematch"))
    assert "Livia moves second." in said(await evening.livia.click(end, label="Rematch"))
    await evening.brennus.click(end, label="Rematch")
    assert evening.board().content.startswith(f"<@{evening.brennus.id}>, your move")
