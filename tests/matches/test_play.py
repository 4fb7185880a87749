"""Turns, offers and giving up."""

import asyncio
import random

import pytest
from sqlalchemy.engine import Engine

from bot.matches.match.choices import choices
from bot.matches.match.players import NamedPerson, Offer, OfferKind
from bot.matches.match.refusals import Code, Refusal, StaleRevision
from games.core import Entry, GameError, IllegalAction, NotationError, OutOfTurn, Over
from games.records import record as record_of
from games.records.verify import verify
from tests.databases import BOTH, listening
from tests.families import mapped
from tests.samples import chosen

from .club import ANN, BOB, FIRST, FOR_TWO, RULEBOOK, SECOND, THREAD, Club, refusal

KINDS: tuple[OfferKind, ...] = ("draw", "pause")


async def test_a_turn_is_logged_and_passes_the_move(club: Club) -> None:
    match = await club.begin()
    club.clock.time += 5000
    seen = await club.act(match, ANN, "A1 > A3", match.stand.revision)
    assert (seen.match.stand.revision, seen.match.stand.turns) == (1, 1)
    assert seen.match.to_act == {SECOND}
    assert seen.match.updated_ms == club.clock.time
    assert seen.match == await club.matches.match(match.id)
    assert await club.log(match.id) == [Entry("act", FIRST, "a1-a3")]
    assert (seen.view.seat, choices(seen), seen.last) == (0, (), (0, "a1-a3"))
    await club.check(match.id)


async def test_a_refused_turn_changes_nothing_and_does_not_use_up_its_key(club: Club) -> None:
    match, key = await club.begin(), club.keys()
    refusals: dict[tuple[NamedPerson, str], type[GameError]] = {
        (ANN, "a1-a2"): IllegalAction,
        (ANN, "nonsense"): GameError,
        (ANN, " "): NotationError,
        (BOB, "a7-a5"): OutOfTurn,
        (BOB, " "): OutOfTurn,
        (BOB, "a7-a5 " * 50): OutOfTurn,
    }
    for (person, text), error in refusals.items():
        with pytest.raises(error):
            await club.act(match, person, text, key=key)
        assert await club.matches.match(match.id) == match
    assert (await club.act(match, ANN, "a1-a3", key=key)).match.stand.revision == 1


async def test_half_a_turn_is_not_played(club: Club) -> None:
    match = await club.begin("cups")
    for person, layout in ((ANN, "abc"), (BOB, "cba")):
        await club.act(match, person, layout)
    before = await club.matches.match(match.id)
    half = await club.matches.playing.try_turn(club.keys(), match.id, ANN.id, "1")
    assert half.outcome == "incomplete"
    assert (half.seen.draft, half.seen.complete) == ("1", False)
    assert await club.matches.match(match.id) == before
    seen = await club.act(match, ANN, "1,2")
    assert [entry.kind for entry in (await club.log(match.id))[3:]] == ["act", "roll"]
    assert seen.match.stand.revision == before.stand.revision + 2


@BOTH
async def test_of_twenty_racing_turns_one_wins_and_nothing_else_happens(club: Club) -> None:
    match = await club.begin()
    texts = [choice.text for choice in choices(await club.matches.see(match.id, ANN.id))]
    await club.followed()
    found = await asyncio.gather(
        *(club.act(match, ANN, texts[n % len(texts)], 0) for n in range(20)), return_exceptions=True
    )
    won = [seen for seen in found if not isinstance(seen, BaseException)]
    assert len(won) == 1
    assert [type(error) for error in found if isinstance(error, BaseException)] == [
        StaleRevision
    ] * 19
    assert await club.log(match.id) == [Entry("act", FIRST, won[0].last[1] if won[0].last else "")]
    assert await club.matches.match(match.id) == won[0].match
    assert await club.followed() == [match.id]
    await club.check(match.id)


@pytest.mark.parametrize("game", chosen(FOR_TWO, lambda game: not game.startswith("junqi")))
async def test_a_game_played_to_its_end_can_be_verified(club: Club, game: str) -> None:
    match = await club.begin(game, seat="random")
    rng = random.Random(game)
    while match.running:
        match = (await club.step(match, rng)).match
        if match.stand.revision < 10 or rng.random() < 0.02:
            await club.check(match.id)
    assert await club.check(match.id) == match
    assert (match.stand.phase, match.to_act) == ("over", frozenset())
    assert isinstance(match.stand.outcome, Over)
    assert {player.seat for player in match.players if player.result == "won"} == set(
        match.stand.outcome.winners
    )
    assert await club.verified(match)
    record = await club.matches.evidence.record(match.id)
    assert verify(record, RULEBOOK) == ()
    assert record.seats == tuple(
        (record_of.Holder(record_of.Person(str(player.human.id), player.human.name)),)
        for player in match.players
    )


async def test_giving_up_makes_the_other_side_win_whoever_is_to_move(club: Club) -> None:
    match = await club.begin()
    seen = await club.matches.playing.resign(club.keys(), match.id, BOB.id, 0)
    assert seen.match.stand.phase == "over"
    assert seen.match.stand.outcome == Over(frozenset({FIRST}), "resign")
    assert [player.result for player in seen.match.players] == ["won", "lost"]
    assert await club.log(match.id) == [Entry("forfeit", SECOND, "resign")]
    await club.check(match.id)


async def test_an_ended_match_keeps_its_home_and_may_still_get_one(club: Club) -> None:
    match = await club.begin()
    await club.matches.playing.resign(club.keys(), match.id, ANN.id)
    assert (await club.matches.opening.live_in(match.id, THREAD)).home == THREAD


@BOTH
@pytest.mark.parametrize("again", [False, True], ids=["an answer", "the same offer"])
@pytest.mark.parametrize(
    ("kind", "phase", "end"), [("draw", "over", "agreement"), ("cancel", "called_off", "cancelled")]
)
async def test_an_accepted_offer_ends_the_match_without_a_winner(
    club: Club, kind: OfferKind, phase: str, end: str, again: bool
) -> None:
    match = await club.begin()
    offered = await club.offer(match, BOB, kind)
    assert offered.offer == Offer(kind, SECOND, 0)
    assert await club.matches.match(match.id) == offered
    ended = await (club.offer(match, ANN, kind) if again else club.answer(match, ANN))
    assert (ended.stand.phase, ended.stand.outcome) == (phase, Over(frozenset(), end))
    assert {player.result for player in ended.players} == {"drawn" if kind == "draw" else None}
    assert await club.check(match.id) == ended
    assert ended.offer is None
    assert await club.log(match.id) == [Entry("forfeit", None, end)]
    assert await club.verified(match)


@BOTH
async def test_offers_crossing_each_other_are_an_agreement(club: Club) -> None:
    match = await club.begin()
    found = await asyncio.gather(*(club.offer(match, person, "draw") for person in (ANN, BOB)))
    assert sorted(match.stand.phase for match in found) == ["over", "playing"]
    assert (await club.matches.match(match.id)).stand.phase == "over"


async def test_a_declined_offer_is_gone_and_not_repeated_before_the_next_turn(club: Club) -> None:
    match = await club.begin()
    for kind in KINDS:
        await club.offer(match, BOB, kind)
        declined = await club.answer(match, ANN, accept=False)
        assert (declined.stand.phase, declined.offer) == ("playing", None)
        assert await club.matches.match(match.id) == declined
        assert await refusal(club.offer(match, BOB, kind)) == Code.DECLINED_ALREADY
    assert await club.log(match.id) == []
    await club.act(match, ANN, "a1-a3")
    assert await refusal(club.offer(match, BOB, "draw")) == Code.DECLINED_ALREADY
    assert (await club.offer(match, ANN, "draw")).offer == Offer("draw", FIRST, 1)
    await club.act(match, BOB, "a7-a5")
    assert (await club.offer(match, BOB, "draw")).offer == Offer("draw", SECOND, 2)


async def test_an_offer_is_withdrawn_by_its_own_side_or_gives_place_to_another(club: Club) -> None:
    match, made = await club.begin(), Offer("draw", FIRST, 0)
    withdraw, key = club.matches.offers.withdraw, club.keys()
    await club.offer(match, ANN, "draw")
    assert await refusal(withdraw(1, match.id, BOB.id, made)) == Code.NOT_YOUR_OFFER
    withdrawn = await withdraw(key, match.id, ANN.id, made)
    assert (withdrawn.stand.phase, withdrawn.offer) == ("playing", None)
    assert await withdraw(key, match.id, ANN.id, made) == withdrawn
    assert await refusal(withdraw(2, match.id, ANN.id, made)) == Code.NO_OFFER
    await club.offer(match, ANN, "pause")
    await club.offer(match, BOB, "cancel")
    assert (await club.check(match.id)).offer == Offer("cancel", SECOND, 0)


@BOTH
async def test_of_an_answer_and_a_withdrawal_at_once_one_is_carried_out(club: Club) -> None:
    for channel in range(6):
        match = await club.begin(channel=channel)
        offers = club.matches.offers
        await club.offer(match, ANN, "draw")
        both = (
            offers.answer(club.keys(), match.id, BOB.id, "draw", True, 0),
            offers.withdraw(club.keys(), match.id, ANN.id, Offer("draw", FIRST, 0)),
        )
        found = await asyncio.gather(*both, return_exceptions=True)
        (refused,) = [result for result in found if isinstance(result, Refusal)]
        assert refused.event.code in (Code.NO_OFFER, Code.NOT_RUNNING)
        now = await club.matches.match(match.id)
        assert now.offer is None
        assert (now.stand.phase == "over") == (found[1] is refused)
        await club.check(match.id)


async def test_an_offer_dies_with_the_next_move(club: Club) -> None:
    match, answer = await club.begin(), club.matches.offers.answer
    await club.offer(match, BOB, "draw")
    await club.act(match, ANN, "a1-a3")
    assert (await club.matches.match(match.id)).offer is None
    for revision in (0, 1):
        late = answer(club.keys(), match.id, ANN.id, "draw", True, revision)
        assert await refusal(late) == Code.NO_OFFER
    assert (await club.offer(match, ANN, "draw")).offer == Offer("draw", FIRST, 1)


@pytest.mark.parametrize(("game", "turns"), list(mapped("facts", "LOSING")))
async def test_a_turn_that_loses_at_once_is_asked_back(club: Club, game: str, turns: str) -> None:
    match, (*before, last) = await club.begin(game), turns.split("; ")
    for text in before:
        match = (await club.act(match, match.players[min(match.to_act)].human, text)).match
    person, row = match.players[min(match.to_act)].human, await club.row(match.id)
    tried = await club.matches.playing.try_turn(club.keys(), match.id, person.id, last)
    assert tried.outcome == "unconfirmed"
    assert tried.seen.loses
    assert (tried.seen.draft, tried.seen.complete) == (last, True)
    assert await club.row(match.id) == row
    lost = await club.act(match, person, last)
    assert lost.match.stand.outcome
    assert lost.view.seat not in lost.match.stand.outcome.winners


@BOTH
async def test_a_turn_is_one_question_and_one_transaction(club: Club) -> None:
    """Followers ask once for its messages; that all is done is noted later, for many turns."""
    match = await club.begin()
    await club.followed()
    statements: list[str] = []
    commits: list[str] = []

    def executed(_c: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(statement.split()[0])

    def committed(_c: object) -> None:
        commits.append("COMMIT")

    with (
        listening(Engine, "before_cursor_execute", executed),
        listening(Engine, "commit", committed),
    ):
        await club.act(match, ANN, "a1-a3")
        turn = ["SELECT", "UPDATE", "UPDATE", "INSERT", "INSERT"]
        assert statements == turn
        assert len(commits) == 1
        await club.act(match, BOB, "h7-h5")
        await club.followed()
    assert [verb for verb in statements if verb != "SELECT"] == [*turn[1:], *turn[1:], "DELETE"]
    assert statements.count("SELECT") in (3, 4)  # followers may bring both turns up at once
    assert len(commits) == 3
