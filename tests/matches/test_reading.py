"""The past of a match: every reader finds what they saw then, and nothing more before the end."""

import random
from contextlib import suppress

import pytest

from bot.matches.match.history import ANGLES, History
from bot.matches.match.match import Match
from bot.matches.match.messages import CHANNEL, PostedMessage
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.ui.words.catalogue import catalogue
from bot.ui.words.history_lines import headline, pages
from games.core import GameError, Over, Seat, View
from games.junqi.hidden import Back
from games.junqi.hidden_view import HiddenView
from games.library import GAMES as LIBRARY
from tests.samples import chosen

from .absences import BY_COMPUTER, absent, at_four, move, take_over, thought, wanted
from .club import ANN, BOB, CID, DAN, RULEBOOK, THREAD, Club, refusal
from .test_takebacks import played

EN = catalogue("en")
EVA = NamedPerson(505, "Eva")
READERS = (ANN, BOB, CID, DAN, EVA)
SEEDS = 4
BRIEF = 20
"""The turns of a match that is tried every time; the longer tests play to the end."""
EVERY_GAME = pytest.mark.parametrize("game", sorted(LIBRARY))
GAMES = chosen(
    [(game, seed) for seed in range(SEEDS) for game in sorted(RULEBOOK)], lambda case: case[1] == 0
)


async def begin(club: Club, game: str) -> Match:
    """Begin a match of all who play it: Ann, Bob, and perhaps Cid and Dan."""
    others = READERS[1 : RULEBOOK[game].game.info.seats]
    return await club.join(await club.open(game, *others), *others)


async def seen_by_all(club: Club, match: Match) -> dict[int, View]:
    return {who.id: (await club.matches.see(match.id, who.id)).view for who in READERS}


@pytest.mark.parametrize(("game", "seed"), GAMES)
async def test_every_reader_finds_the_boards_they_saw(club: Club, game: str, seed: int) -> None:
    """Turns are taken back on the way, and what was seen only then is in no history."""
    match, rng = await begin(club, game), random.Random(seed)
    then = {match.stand.revision: await seen_by_all(club, match)}
    while match.running and (seed or match.stand.turns < BRIEF):
        match = (await club.step(match, rng)).match
        then[match.stand.revision] = await seen_by_all(club, match)
        if match.running and len(match.players) == 2 and rng.random() < 0.1:
            for asking, granting in ((ANN, BOB), (BOB, ANN)):
                with suppress(Refusal, GameError):  # if the rules do not allow it
                    match = await club.take_back(match, asking, granting)
                    break
    for who in READERS:
        history = await club.matches.reading.history(match.id, who.id)
        assert history.angle == ("public" if match.seat_of(who.id) is None else "mine")
        for step in history.steps:
            assert step.view == then[step.revision][who.id]
        public = await club.matches.reading.history(match.id, who.id, "public")
        for step in public.steps:
            assert step.view == then[step.revision][EVA.id]


@EVERY_GAME
async def test_turns_are_numbered_as_on_the_boards(club: Club, game: str) -> None:
    match, rng = await begin(club, game), random.Random(7)
    while match.running and match.stand.turns < 6:
        match = (await club.step(match, rng)).match
    history = await club.matches.reading.history(match.id, EVA.id)
    assert [step.number for step in history.steps] == list(range(7))
    assert [step.kind for step in history.steps] == ["start"] + ["act"] * 6
    assert history.steps[-1].number == (history.steps[-1].view.number or match.stand.turns + 1) - 1
    assert (history.usual, history.total) == (5, 6)
    assert not history.steps[0].view.free
    assert history.place(-3) == history.place(0) == 0
    assert history.place(4) == 4
    assert history.place(999) == history.nearest(999) == 6
    assert history.nearest(-1) == 0


async def test_an_ended_match_opens_at_its_end_which_is_a_step_of_its_own(club: Club) -> None:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    await club.resign(match, BOB)
    history = await club.matches.reading.history(match.id, ANN.id)
    assert [(step.number, step.kind) for step in history.steps] == [
        (0, "start"),
        (1, "act"),
        (1, "forfeit"),
    ]
    assert (history.usual, history.place(1), history.total) == (2, 1, 1)
    assert isinstance(history.steps[2].view.turn, Over)
    open_ = await club.matches.reading.history(match.id, EVA.id, "open")
    assert (open_.angle, open_.angles) == ("public", ("public",)), "nothing is hidden in it"


async def test_a_turn_and_what_is_rolled_after_it_is_one_step(club: Club) -> None:
    match, rng = await club.begin("diablo"), random.Random(3)
    match = await club.steps(match, 3, rng)
    rolls = [entry.text for entry in await club.log(match.id) if entry.kind == "roll"]
    history = await club.matches.reading.history(match.id, ANN.id)
    assert len(history.steps) == 4
    faces = [" ".join(map(str, step.faces)) for step in history.steps]
    assert faces == ["", *rolls[:3]]
    dealt = await club.begin("junqi-flip", channel=7)
    await club.act(dealt, ANN, "a1")
    history = await club.matches.reading.history(dealt.id, ANN.id)
    assert [step.faces for step in history.steps] == [(), ()], "what is dealt face down is no roll"


async def test_turns_taken_back_are_counted_and_no_longer_there(club: Club) -> None:
    match = await played(club, "a1-a3", "a7-a5", "b1-b3")
    before = await club.matches.reading.history(match.id, EVA.id)
    await club.take_back(match, ANN, BOB)
    shorter = await club.matches.reading.history(match.id, EVA.id)
    assert [step.undone for step in shorter.steps] == [0, 0, 1]
    assert shorter.steps[:2] == before.steps[:2]
    assert shorter.nearest(len(before.steps) - 1) == 2
    await club.take_back(match, ANN, BOB)
    again = await club.matches.reading.history(match.id, EVA.id)
    assert [step.undone for step in again.steps] == [3]
    await club.act(match, ANN, "c1-c3")
    after = await club.matches.reading.history(match.id, EVA.id)
    assert [(step.number, step.revision) for step in after.steps] == [(0, 0), (1, 6)]


# ---------------------------------------------------------------------------- angles


@EVERY_GAME
async def test_nothing_is_open_before_the_end(club: Club, game: str) -> None:
    match, rng = await begin(club, game), random.Random(5)
    reading = club.matches.reading
    while match.running and match.stand.turns < 5:
        for who in READERS:
            assert await refusal(reading.history(match.id, who.id, "open")) == Code.NOT_OVER
            assert "open" not in (await reading.history(match.id, who.id)).angles
        match = (await club.step(match, rng)).match
    assert await refusal(reading.history(match.id, EVA.id, "mine")) == Code.NOT_A_PLAYER
    assert (await reading.history(match.id, EVA.id)).angles == ("public",)
    assert (await reading.history(match.id, ANN.id)).angles == ("public", "mine")


@pytest.mark.parametrize("game", ["junqi-dark", "junqi-four"])
async def test_after_the_end_all_may_open_every_piece_at_every_turn(club: Club, game: str) -> None:
    match, rng = await begin(club, game), random.Random(11)
    while match.stand.turns < 12:
        match = (await club.step(match, rng)).match
    await club.offer(match, ANN, "draw")
    await club.answer(match, *READERS[1 : len(match.players)])
    for who in READERS:
        history = await club.matches.reading.history(match.id, who.id, "open")
        plays = match.seat_of(who.id) is not None
        assert history.angles == (ANGLES if plays else ("public", "open"))
        for step in history.steps:
            assert isinstance(step.view, HiddenView)
            assert not any(isinstance(cell, Back) for cell in step.view.board)
        shown = (await club.matches.see(match.id, None)).view
        assert history.steps[-1].view == shown
        public = await club.matches.reading.history(match.id, who.id, "public")
        backs = [covered(step.view) for step in public.steps]
        assert all(backs[:-1])
        assert not backs[-1]


def covered(view: View) -> int:
    assert isinstance(view, HiddenView)
    return sum(isinstance(cell, Back) for cell in view.board)


@pytest.mark.parametrize("game", ["cups", "junqi-dark"])
async def test_a_match_ended_before_all_are_ready_shows_no_layout(club: Club, game: str) -> None:
    match = await begin(club, game)
    await club.step(match, random.Random(1))
    await club.offer(match, ANN, "cancel")
    await club.answer(match, BOB)
    reading = club.matches.reading
    for who in READERS:
        assert await refusal(reading.history(match.id, who.id, "open")) == Code.NEVER_SET_UP
        history = await reading.history(match.id, who.id)
        assert (history.angle, history.angles) == ("public", ("public",))
        for step in history.steps:
            assert not history.game.cells(step.view) or "?" in str(history.game.cells(step.view))
        assert history == await reading.history(match.id, EVA.id)


# --------------------------------------------------------------------- replacements


async def test_who_was_replaced_sees_what_they_saw_and_then_what_all_see(club: Club) -> None:
    match = await at_four(club)
    await wanted(club, match, BY_COMPUTER)
    current = await club.answer(match, CID, DAN)
    since = current.players[0].since
    assert since
    assert current.seat_of(ANN.id) is None
    await thought(club, match)
    while (await club.matches.match(match.id)).stand.revision < since + 3:
        acting = min((await club.matches.match(match.id)).to_act)
        await move(club, match, READERS[acting])
        await thought(club, match)
    history = await club.matches.reading.history(match.id, ANN.id)
    public = await club.matches.reading.history(match.id, None)
    assert history.steps[-1].revision > since
    assert history.angles == ("public", "mine")
    for own, all_ in zip(history.steps, public.steps, strict=True):
        assert (own.view.seat == 0) == (own.revision <= since)
        assert own.view.seat == 0 or own.view == all_.view


async def test_who_takes_a_seat_over_sees_all_of_it_from_there(club: Club) -> None:
    match = await absent(club)
    await take_over(club, match, CID)
    history = await club.matches.reading.history(match.id, CID.id)
    assert {step.view.seat for step in history.steps} == {Seat(0)}
    former = await club.matches.reading.history(match.id, ANN.id)
    assert [step.view.seat for step in former.steps] == [Seat(0)] * len(former.steps)


# ------------------------------------------------------------------------ the rest


async def test_a_match_of_rules_that_are_not_kept_shows_only_how_it_stands(club: Club) -> None:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    await club.run("UPDATE matches SET version = 0")
    for who in (ANN, EVA):
        history = await club.matches.reading.history(match.id, who.id)
        assert not history.whole
        (step,) = history.steps
        assert (step.number, step.view) == (1, (await club.matches.see(match.id, who.id)).view)


async def test_the_message_that_showed_a_turn_is_kept(club: Club) -> None:
    match = await club.begin()
    for revision, text in enumerate(("", "a1-a3", "a7-a5")):
        if text:
            await club.act(match, (BOB, ANN)[revision % 2], text)
        await club.matches.show(PostedMessage(match.id, CHANNEL, THREAD, 500 + revision, revision))
    await club.matches.show(PostedMessage(match.id, CHANNEL, THREAD, 777, 2))
    assert await links(club, match) == [(THREAD, 500), (THREAD, 501), (THREAD, 777)]
    await club.take_back(match, BOB, ANN)
    assert await links(club, match) == [(THREAD, 500), (THREAD, 501)]
    await club.act(match, BOB, "b7-b5")
    assert await links(club, match) == [(THREAD, 500), (THREAD, 501), None]


async def links(club: Club, match: Match) -> list[tuple[int, int] | None]:
    history: History = await club.matches.reading.history(match.id, EVA.id)
    return [step.posted for step in history.steps]


async def test_who_goes_out_last_is_told_with_the_end(club: Club) -> None:
    opened = await club.open("junqi-four", BOB, CID, DAN, variant="resign_min_ply=0")
    match, rng = await club.join(opened, BOB, CID, DAN), random.Random(1)
    while not match.stand.turns:
        match = (await club.step(match, rng)).match
    for seat in (0, 2):
        await club.resign(match, match.players[seat].human)
    history = await club.matches.reading.history(match.id, EVA.id)
    told = [headline(history, step, EN).split(" · ", 2)[2] for step in history.steps[-2:]]
    end = "Bob, Dan won: their last opponent resigned"
    assert told == ["South is out: resigned", f"North is out: resigned · {end}"]
    listed = pages(history, {}, EN)[-1].text.splitlines()
    assert listed[-3:] == ["South is out: resigned", "North is out: resigned", end]
