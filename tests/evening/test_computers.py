"""Evenings against the computer: it sits down, takes its turns, answers, and is never pinged."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult, UserHandle

from bot.matches.match.choices import choices
from bot.ui.controls import panels
from bot.ui.words.catalogue import catalogue
from games.__main__ import main
from games.clock import DAY
from games.core import Seat
from games.library import GAMES
from games.records import record
from players.__main__ import main as recompute
from players.core import AnyPlayer, Choice
from players.library import PLAYERS
from tests.samples import chosen

from .bells import prefer
from .conftest import Evening, expect, labels, press, refused, said
from .dark import sealed
from .eyes import Eyes
from .machines import machine, machines
from .manners import english
from .test_taps import SHORT_GAME


async def alone(evening: Evening, game: str = "murus", **options: Any) -> InteractionResult:
    """Let Livia, moving first unless `options` differ, play the computer."""
    wanted = {"level": "2", "seat": "first", "where": "here", **options}
    return await evening.new(evening.livia, game=game, **wanted)


async def test_the_computer_begins_at_once_and_answers_with_the_turn(evening: Evening) -> None:
    livia = evening.livia
    assert "Livia – Computer (Casual): the match has begun." in said(await alone(evening))
    board = evening.board()
    assert board.content.startswith(f"<@{livia.id}>, your move")
    assert "Time" not in board.content
    match = await evening.match()
    assert (match.options.pace, match.options.hints) == ("none", True)
    assert [player.computer and player.computer.level for player in match.players] == [None, 2]
    await evening.move(livia, "a1-a3")
    boards = evening.boards()
    assert len(boards) == 2
    own, answer = evening.log(evening.id())
    reply = boards[-1].content
    expect(reply, f"Livia `{own}`", f"Computer (Casual) `{answer}`")
    assert reply.startswith(f"<@{livia.id}>, your move")
    assert reply.index(own) < reply.index(answer)
    assert f"Livia `{own}`" in boards[0].content
    assert "Computer (Casual) declines" in await offer(evening, "draw")
    taken = await livia.slash(evening.channel, "match offer", what="takeback")
    assert said(taken).endswith("Takeback: Computer (Casual) agrees.")
    match = await evening.match()
    assert (match.stand.turns, match.seat_of(livia.id) in match.to_act) == (0, True)
    texts = [message.content for message in evening.channel.history()]
    assert any("Computer (Casual) agrees" in text or "taken back" in text for text in texts)
    assert "after a takeback" in evening.board().content
    await evening.move(livia, "b1-b3")
    assert (await evening.match()).stand.turns == 2
    await livia.slash(evening.channel, "match offer", what="cancel")
    await livia.click(evening.board(), label="Rematch")
    match = await evening.match()
    assert match.running
    assert (match.seat_of(livia.id), match.stand.turns) == (1, 1)
    assert "You are the Gauls (below)" in evening.board().content  # another side than before
    assert "Show me" not in labels(evening.board())


@pytest.mark.parametrize("seat", ["first", "second"])
async def test_the_public_board_faces_the_only_person(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, seat: str
) -> None:
    eyes = Eyes(evening, monkeypatch)
    await alone(evening, seat=seat, pace="normal")
    own = int(seat == "second")
    assert (await evening.match()).seat_of(evening.livia.id) == own
    wanted = ("You are the Romans (below): reach row 7.", "You are the Gauls (below): reach row 1.")
    board = evening.board().content
    assert board.startswith(f"<@{evening.livia.id}>, your move")
    assert board.splitlines()[1] == wanted[own]
    assert len(evening.log(evening.id())) == own, "the computer moves first where it sits first"
    clocks = [player.clock for player in (await evening.match()).players]
    assert [clock.running for clock in clocks] == [not own, bool(own)]
    assert clocks[1 - own].bank_ms == 0
    await press(evening.livia, await evening.livia.slash(evening.channel, "match history"), "Share")
    public = [drawn.look.below for drawn in (*eyes.drawn, *eyes.past) if drawn.seat is None]
    assert public == [own] * 2, "the board, and what is shared of the past"
    await prefer(evening, evening.livia, locale="zh-CN")
    await evening.move(evening.livia, await any_turn(evening, random.Random(1)))
    assert not english(evening.board().content)  # all who read it


async def test_a_computer_that_takes_a_seat_over_turns_no_board(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(evening, monkeypatch)
    await evening.begin(moves="a1-a3 a7-a5")
    await evening.pass_time(5 * DAY)
    asked = await evening.press(evening.brennus, evening.board(), "Find a replacement")
    await press(evening.brennus, asked, "Computer (Casual)")
    match = await evening.match()
    assert match.alone is None
    assert [player.person and player.person.name for player in match.players] == [None, "Brennus"]
    assert {drawn.look.below for drawn in eyes.drawn if drawn.seat is None} == {0}
    await prefer(evening, evening.brennus, locale="zh-CN")
    await evening.move(evening.brennus, await any_turn(evening, random.Random(1)))
    assert english(evening.board().content)  # Livia may still look


class TestTheComputersOfTheLibrary:
    @pytest.fixture
    def machines(self) -> Mapping[str, AnyPlayer]:
        return PLAYERS

    @pytest.mark.parametrize("game", chosen(sorted(PLAYERS), lambda game: game == "murus"))
    async def test_every_turn_can_be_computed_again_from_the_record(
        self, evening: Evening, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        rng = random.Random(game)
        await alone(evening, game, level="1")
        await deploy(evening)
        await play_some(evening, 5, rng)
        await evening.livia.slash(evening.channel, "match offer", what="takeback")
        await play_some(evening, 5, rng)
        match = await evening.match()
        if match.running:  # who plays by chance may have lost by now
            await evening.client.desk.matches.leaving.leave(78, match.id, evening.livia.id)
        await evening.follow()
        path, document = tmp_path / "match.json", await evening.record(evening.livia)
        path.write_text(document)
        held = [seat[-1].who for seat in record.read(document).seats]
        assert [who for who in held if isinstance(who, record.Computer)]
        itself = evening.client.user
        assert itself
        assert not any(f"<@{itself.id}>" in post.content for post in evening.channel.history())
        assert (main(["verify", str(path)]), recompute(["verify", str(path)])) == (0, 0)
        assert "turns recomputed, 0 of them" in capsys.readouterr().out

    async def test_a_hint_says_which_turn_wins(self, evening: Evening) -> None:
        await evening.begin(hints=True)
        before, won = SHORT_GAME.rsplit(" ", 1)
        await evening.play(before)
        best = said(await evening.livia.slash(evening.channel, "match hint")).splitlines()[1]
        assert best.startswith(f"1. `{won}`")
        assert best.endswith(": wins the match")


async def deploy(evening: Evening) -> None:
    """Let Livia set some layout up, where pieces are set up."""
    matches = evening.client.desk.matches
    match = await evening.match()
    if match.stand.phase == "setting_up":
        await matches.setting_up.lay(match.id, evening.livia.id, "random")
        await matches.setting_up.ready(77, match.id, evening.livia.id)
        await evening.follow()


async def play_some(evening: Evening, turns: int, rng: random.Random) -> None:
    """Play some turns of Livia's, with their answers, if the match does not end before."""
    for _ in range(turns):
        if (await evening.match()).running:
            await evening.move(evening.livia, await any_turn(evening, rng))


async def any_turn(evening: Evening, rng: random.Random, *, rough: bool = False) -> str:
    """Return some whole turn of the player to move; a `rough` one takes what it can."""
    seen = await evening.seen()
    text = ""
    while not seen.complete:
        legal = choices(seen)
        wanted = [choice for choice in legal if choice.weight] if rough else []
        text = seen.game.info.joint.join(filter(None, (text, rng.choice(wanted or legal).text)))
        seen = await evening.seen(text)
    return text


async def test_the_bot_named_as_opponent_is_the_computer(evening: Evening) -> None:
    assert "Everybody's seat is taken" in refused(await alone(evening, opponent=evening.brennus))
    itself = UserHandle(evening.env, evening.env.backend.bot_user)
    await evening.new(evening.livia, opponent=itself, seat="first", where="here")
    assert "Computer (Casual)" in evening.channel.history()[0].content
    assert (await evening.match()).running


async def offer(evening: Evening, what: str) -> str:
    """Let Livia propose something; return what its message says in the end."""
    before = {message.id for message in evening.channel.history()}
    answer = await evening.livia.slash(evening.channel, "match offer", what=what)
    new = [message for message in evening.channel.history() if message.id not in before]
    (made,) = [message for message in new if not message.attachments]
    assert said(answer) == made.content
    return made.content


@pytest.mark.slow
async def test_an_offer_addresses_people_and_no_computers(evening: Evening) -> None:
    table = {"opponent": evening.brennus, "variant": "resign_min_ply=9"}
    await press(evening.brennus, await alone(evening, "junqi-four", **table), "Accept")
    asked = await evening.offer(evening.livia, "cancel")
    assert asked.content.split(" · ")[0] == f"<@{evening.brennus.id}>"
    assert "Computer" not in asked.content


class TestOneThatIsLosing:
    @pytest.fixture
    def machines(self) -> Mapping[str, AnyPlayer]:
        return machines(0.02)

    async def test_a_draw_is_accepted_and_it_resigns_only_where_that_is_wanted(
        self, evening: Evening
    ) -> None:
        for reason in ("agreement", "resign"):
            evening.room()
            await alone(evening, resigns=reason == "resign")
            await evening.move(evening.livia, "a1-a3")
            if reason == "agreement":
                assert (await evening.match()).running
                assert "Computer (Casual)" in await offer(evening, "draw")
            outcome = (await evening.match()).stand.outcome
            assert outcome
            assert outcome.reason == reason


async def test_after_two_losses_in_a_row_a_lower_level_is_offered(evening: Evening) -> None:
    await alone(evening)
    await evening.resign(evening.livia)
    assert not {"One level up", "One level down"} & {*labels(evening.board())}
    evening.time.ahead += 1000
    await alone(evening)
    await evening.resign(evening.livia)
    await evening.livia.click(evening.board(), label="One level down")
    match = await evening.match()
    assert match.running
    assert match.terms.rematch_of is not None
    assert [player.computer.level for player in match.players if player.computer] == [1]


async def test_after_a_win_or_a_draw_a_higher_level_is_offered(evening: Evening) -> None:
    matches, words = evening.client.desk.matches, catalogue("en")
    for level, wanted in (("2", 3), ("5", None)):
        evening.time.ahead += 1000
        await alone(evening, level=level)
        for result in ("won", "drawn"):
            running = await evening.match()
            over = replace(
                running.with_player(replace(running.players[0], result=result)),
                stand=replace(running.stand, phase="over"),
            )
            assert await matches.facts.next_level(over) == wanted
            under: list[Any] = list(panels.on_board(over, words, level=wanted).children)
            named = {button.to_component_dict()["label"] for button in under}
            assert ("One level up" in named) == (wanted is not None)
        await evening.resign(evening.livia)


async def test_a_hint_names_three_turns_in_private_and_the_record_says_so(evening: Evening) -> None:
    livia = evening.livia
    await alone(evening)
    await prefer(evening, livia, confirm=False)
    hint = await livia.slash(evening.channel, "match hint")
    answer = said(hint)
    assert hint.ephemeral
    assert [line[:4] for line in answer.splitlines()[1:4]] == ["1. `", "2. `", "3. `"]
    assert "50 %" in answer
    own = await livia.click(evening.board(), label="My board")
    assert said(await press(livia, own, "Hint")) == answer
    first, second, _ = re.findall(r"^\d\. `(\S+)`", answer, re.M)
    for text in (first, second):
        await evening.seen(text)
    assert labels(await press(livia, hint, f"Try {second}")) == [f"Confirm {second}", "Back"]
    assert evening.log(evening.id()) == []
    again, left_open = [await livia.slash(evening.channel, "match hint") for _ in range(2)]
    await press(livia, again, f"Play {first}")
    assert evening.log(evening.id())[0] == first
    assert "has moved on" in said(await press(livia, left_open, f"Try {second}"))
    await livia.slash(evening.channel, "match offer", what="cancel")
    assert record.read(await evening.record(livia)).hints == (record.Hint(Seat(0), 0),)


async def test_a_hint_says_what_a_turn_would_do(evening: Evening) -> None:
    await alone(evening, game="diablo")
    turns = said(await evening.livia.slash(evening.channel, "match hint")).splitlines()[1:-1]
    assert turns
    for turn in turns:
        assert any(verb in turn for verb in ("moves to", "merges to", "takes ", "removes "))
        assert not any(verb in turn for verb in ("moved", "merged", "took ", "removed"))


class TestAComputerThatLikesAttacks:
    @pytest.fixture
    def machines(self) -> Mapping[str, AnyPlayer]:
        game = GAMES["junqi-four"]

        def judge(view: Any, past: Sequence[Any], nodes: int) -> Sequence[Choice]:
            attacks = [action for action in game.legal(view) if game.weight(view, action) == 1]
            return [Choice(game.format(move), 0.9 - n / 2) for n, move in enumerate(attacks[:2])]

        return {"junqi-four": replace(machine("junqi-four"), judge=judge)}

    @pytest.mark.slow
    async def test_a_hint_and_an_analysis_write_an_attack_as_boards_do(
        self, evening: Evening
    ) -> None:
        await alone(evening, game="junqi-four")
        shown = await evening.livia.slash(evening.channel, "match setup", layout="fortress")
        await sealed(evening.livia, shown)
        answer = said(await evening.livia.slash(evening.channel, "match hint"))
        best, attack = re.findall(r"`([a-q]\d+x[a-q]\d+)`", answer)
        assert not await evening.move(evening.livia, attack)
        assert f"`{attack}`" in evening.boards()[-2].content + evening.board().content
        asked = await evening.livia.slash(evening.channel, "match resign")
        await press(evening.livia, asked, "Leave without result")
        curve = await evening.livia.click(evening.board(), label="Analysis")
        expect(said(curve), f"Livia `{attack}`", f"`{best}`")


async def test_there_are_hints_only_where_they_are_wanted(evening: Evening) -> None:
    await alone(evening, hints=False)
    assert "no hints" in refused(await evening.livia.slash(evening.channel, "match hint"))
    await evening.begin_anew()
    assert "no hints" in refused(await evening.livia.slash(evening.channel, "match hint"))
    assert "Hint" not in labels(await evening.livia.click(evening.board(), label="My board"))
    await evening.begin_anew(hints=True)
    assert "3. `" in said(await evening.livia.slash(evening.channel, "match hint"))
    assert "not your turn" in refused(await evening.brennus.slash(evening.channel, "match hint"))


@pytest.mark.parametrize("language", ["zh-CN"], indirect=True)
async def test_an_evening_against_the_computer_in_chinese(evening: Evening) -> None:
    livia, channel = evening.livia, evening.channel
    texts = [said(await alone(evening)), await evening.move(livia, "a1-a3")]
    for command in ("match hint", "match list", "match resign"):
        texts.append(said(await livia.slash(channel, command)))
    for what in ("draw", "takeback", "cancel"):
        texts.append(said(await livia.slash(channel, "match offer", what=what)))
    assert "和棋：电脑（业余）不同意" in texts[-3]
    texts.append(said(await evening.press(livia, evening.board(), "Rematch")))
    await evening.move(livia, await any_turn(evening, random.Random(1)))
    texts.append(said(await livia.slash(channel, "match offer", what="cancel")))
    texts.append(said(await evening.press(livia, evening.board(), "Analysis")))
    texts += [text.content for text in channel.history()]
    pictures = [attachment for board in evening.boards() for attachment in board.attachments]
    texts += [attachment.description or "" for attachment in pictures]
    assert [(text, english(text)) for text in texts if english(text)] == []
    assert sum("电脑" in text for text in texts) > 8


class TestOneThatTakesItsTime:
    @pytest.fixture(autouse=True)
    def slowly(self, at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("bot.matches.machines.computers.DELAY_MS", (500, 700))
        monkeypatch.setattr("bot.ui.followers.reconcile.HELD_S", 0.1)
        monkeypatch.setattr("bot.ui.followers.reconcile.MOST_HELD_S", 0.1)

    async def test_the_board_says_meanwhile_that_it_is_thinking(self, evening: Evening) -> None:
        await alone(evening)
        await evening.move(evening.livia, "a1-a3")
        first, thinking, answered = evening.boards()
        assert "Computer (Casual) is thinking" not in first.content
        assert "Computer (Casual) `" in thinking.content
        assert "Gauls (Computer (Casual)) to move" in (thinking.attachments[0].description or "")
        assert answered.content.startswith(f"<@{evening.livia.id}>, your move")
        posted = [
            (str(request.json.get("content")), str(request.json))
            for request in evening.env.http_requests
            if isinstance(request.json, dict) and "is thinking" in str(request.json.get("content"))
        ]
        ((content, buttons),) = posted
        assert "Computer (Casual) is thinking" in content
        assert '"Move"' not in buttons.replace("'", '"')


@pytest.mark.slow
async def test_what_computers_play_among_themselves_is_shown_to_the_end(evening: Evening) -> None:
    await alone(evening, "junqi-four", level="1", variant="resign_min_ply=0 max_plies=40")
    await deploy(evening)
    await play_some(evening, 1, random.Random(1))
    await evening.resign(evening.livia)
    while (await evening.match()).running:
        await evening.follow()
    await evening.follow()
    board = evening.board()
    assert re.search(r"· \d+ turns later · (\d+\. )?\w+ `", board.content)
    assert "Analysis" in labels(board)
