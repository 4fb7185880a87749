"""A reader's view of a match, and that nothing else gets out."""

import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.matches.match.choices import choices, draft_view, suggestions
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Stopped
from bot.matches.store.store import MatchStore
from games.core import Code, Event, GameError
from games.diablo.board import Action
from games.diablo.position import Position
from games.diablo.turns import after
from games.records.record import Line
from tests.laws.toys.toy import ToyView

from .club import ANN, BOB, CID, FIRST, RULEBOOK, Club, refusal
from .story import Story


async def hidden_cups(club: Club) -> Match:
    """Begin a match in which both have hidden their cups, and Ann is to lift."""
    match = await club.begin("cups")
    await club.act(match, ANN, "bca")
    return (await club.act(match, BOB, "cab")).match


async def set_up(club: Club) -> Match:
    """Begin a match of dark Junqi, with two lines on its log."""
    match = await club.begin("junqi-dark")
    await club.ready(match, ANN, BOB)
    return await club.matches.match(match.id)


async def test_everybody_sees_a_match_from_their_own_seat(club: Club) -> None:
    match = await hidden_cups(club)
    cups = {}
    for reader in (ANN.id, BOB.id, CID.id, None):
        view = (await club.matches.see(match.id, reader)).view
        assert isinstance(view, ToyView)
        cups[reader] = view.caps
    assert cups == {
        ANN.id: ("bca", "???"),
        BOB.id: ("???", "cab"),
        CID.id: ("???", "???"),
        None: ("???", "???"),
    }


async def test_choices_are_for_the_seat_to_act_alone_and_say_what_they_do(club: Club) -> None:
    match = await club.begin()
    seen = {reader: await club.matches.see(match.id, reader) for reader in (ANN.id, BOB.id, None)}
    found = {choice.text: choice for choice in choices(seen[ANN.id])}
    assert len(found) == 20
    assert choices(seen[BOB.id]) == choices(seen[None]) == ()
    assert len({reader.game.diagram(reader.view) for reader in seen.values()}) == 1
    choice = found["a1-a3"]
    assert (choice.path, choice.weight) == (("a1", "a3"), 0)
    assert [event.code for event in choice.news] == ["murus.distributed"]
    assert choice.news[0].args["far"] == "a3"


async def test_choices_are_sorted_by_weight_then_near_the_last_move(club: Club) -> None:
    match, rng = (await club.act(await club.begin(), ANN, "h1-h3")).match, random.Random(3)
    seen, weights = await club.matches.see(match.id, BOB.id), set[int]()
    texts = [choice.text for choice in choices(seen)]
    assert texts.index("h7-h5") < texts.index("a7-a5")
    assert texts == [choice.text for choice in choices(seen)]
    while weights < {0, 1, 2}:
        seen = await club.matches.see(match.id, [ANN.id, BOB.id][min(match.to_act)])
        found = [choice.weight for choice in choices(seen)]
        assert found == sorted(found, reverse=True)
        weights |= set(found)
        match = (await club.step(match, rng)).match


async def test_on_a_large_board_only_as_many_turns_are_foreseen_as_are_suggested(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, rng = await club.begin("diablo", variant="size-12"), random.Random(3)
    match = await club.steps(match, 3, rng)
    seen, foreseen = await club.matches.see(match.id, BOB.id), list[object]()

    def counted(position: Position, action: Action) -> Position:
        foreseen.append(action)
        return after(position, action)

    monkeypatch.setattr("games.diablo.view.after", counted)
    action, most = choices(seen)[0].text, 25
    for typed in ("", action[:1], action, f"{action},", f"{action} {action[:1]}"):
        all_ = suggestions(seen, typed, 1000)
        foreseen.clear()
        found = suggestions(seen, typed, most)
        assert len(foreseen) <= most + len(typed.split()), typed
        assert found == all_[:most]
        assert all(draft_view(seen, text).draft == text for text, _ in found)
    assert len(choices(seen)) > 4 * most


async def test_a_draft_shows_the_board_after_it_and_what_may_follow(club: Club) -> None:
    match = await hidden_cups(club)
    seen = await club.matches.see(match.id, ANN.id)
    for typed, texts in {"": "1 2 3", "2": "2 2,1 2,3", "2,": "2,1 2,3"}.items():
        assert [text for text, _ in suggestions(seen, typed, 25)] == texts.split()
    assert suggestions(await club.matches.see(match.id, BOB.id), "2", 25) == []
    half = await club.matches.see(match.id, ANN.id, " 2 ")
    assert (half.draft, half.complete) == ("2", False)
    assert [choice.text for choice in choices(half)] == ["1", "3"]
    assert draft_view(seen, " 2 ") == half
    assert isinstance(half.view, ToyView)
    assert half.view.table.done == "2"
    whole = await club.matches.see(match.id, ANN.id, "2 3")
    assert (whole.draft, whole.complete, choices(whole)) == ("2,3", True, ())
    assert isinstance(whole.view, ToyView)
    assert not set(whole.view.caps[1]) & set("abc"), "a draft finds nothing out"
    assert await club.matches.match(match.id) == match


DRAFTS = [
    ("begin", BOB, "a7-a5", Code.NOT_YOUR_TURN),
    ("begin", ANN, "a1-z9", Code.NO_SUCH_SQUARE),
    ("begin", ANN, "a1-a2", "murus.two_away"),
    ("begin", ANN, "a1-a3 " * 50, Code.TOO_LONG),
    ("begin; Ann playing.resign", ANN, "a1-a3", Code.ALREADY_OVER),
    ("begin cups; Ann moves bca; Bob moves cab", ANN, "1,2,3", Code.TOO_MANY_ACTIONS),
]


@pytest.mark.parametrize(("deeds", "who", "draft", "code"), DRAFTS)
async def test_a_draft_is_refused_as_the_turn_would_be(
    club: Club, deeds: str, who: NamedPerson, draft: str, code: str
) -> None:
    story = Story(club)
    await story.tell(deeds)
    (match,) = story.matches
    assert await refusal(club.matches.see(match.id, who.id, draft)) == code
    if story.matches == [await club.matches.match(match.id)]:  # nobody has resigned
        assert await refusal(club.act(match, who, draft)) == code


async def test_a_preview_is_what_the_turn_then_brings(club: Club) -> None:
    match = await club.begin()
    ahead = await club.matches.see(match.id, ANN.id, "b1-d3")
    played = await club.act(match, ANN, "b1-d3")
    assert replace(played, match=match, draft=ahead.draft, complete=True) == ahead
    assert played.last == (FIRST, "b1-d3")


async def test_no_secret_is_in_what_the_service_returns(club: Club) -> None:
    match = await hidden_cups(club)
    row = await club.row(match.id)
    offer = await club.offer(match, ANN, "draw")
    public: list[object] = [match, offer, *await club.matches.behind()]
    public += [await club.matches.see(match.id, reader) for reader in (ANN.id, CID.id, None)]
    public += await club.matches.list_matches(ANN.id, "mine", None)
    await club.followed()
    public += club.gossip.heard
    for text in map(repr, public):
        assert row["position"] not in text
        assert not re.search(r"(?<![0-9a-f])cab(?![0-9a-f])", text)
        assert row["seed"].hex() not in text
        assert repr(row["seed"]) not in text


async def test_no_position_is_in_what_a_running_match_shows(club: Club) -> None:
    match, rng = await club.begin(), random.Random(5)
    for _ in range(6):
        seen = await club.step(match, rng)
    position = (await club.row(match.id))["position"]
    assert position
    assert position not in repr(seen)


async def test_an_error_does_not_carry_the_position(club: Club) -> None:
    match = await hidden_cups(club)
    row = await club.row(match.id)
    for text in ("bac", "bac,1", "9", "x" * 400):
        with pytest.raises(GameError) as refused:
            await club.act(match, ANN, text)
        error: BaseException | None = refused.value
        while error:
            words = f"{error!r} {vars(error)}"
            assert row["position"] not in words
            assert "cab" not in words
            error = error.__cause__ or error.__context__


async def test_matches_are_remembered_turn_by_turn_until_they_are_too_long_together(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which match is followed from the beginning shows in the lines that are read for it."""
    read: list[tuple[str, int]] = []
    lines = MatchStore.lines

    async def noted(store: MatchStore, match: MatchId, since: int = 0) -> tuple[Line, ...]:
        read.append((match, since))
        return await lines(store, match, since)

    async def asked(match: Match) -> list[tuple[str, int]]:
        read.clear()
        assert await club.matches.reading.fights(match.id, ANN.id) == ()
        return [*read]

    monkeypatch.setattr(MatchStore, "lines", noted)
    monkeypatch.setattr("bot.matches.referee.MOST_LINES", 4)
    first, second, third = [await set_up(club) for _ in range(3)]  # of two lines each
    for match in (first, second):
        assert await asked(match) == [(match.id, 0)]
        assert await asked(match) == []
    assert await asked(first) == []
    assert await asked(third) == [(third.id, 0)]
    assert await asked(first) == []
    assert await asked(second) == [(second.id, 0)]


async def test_a_fight_is_told_with_where_the_enemy_stands_by_now(club: Club) -> None:
    match = await set_up(club)
    for number, turn in enumerate(("e6-e7", "c7-c6", "e5-e8", "e9-d6", "d6-e6")):
        await club.act(match, (ANN, BOB)[number % 2], turn)
    *_, fight = await club.matches.reading.fights(match.id, BOB.id)
    assert fight.news[-1] == Event("junqi.stands", {"square": "e6"})


async def test_the_games_are_those_of_the_rulebook(club: Club) -> None:
    assert club.matches.games == {name: rules.game for name, rules in RULEBOOK.items()}


@pytest.mark.parametrize("game", ["murus", "junqi-dark"])
async def test_an_unreadable_position_is_a_fault_and_tells_nothing(club: Club, game: str) -> None:
    match = await club.begin(game)
    if game == "junqi-dark":
        await club.ready(match, ANN, BOB)
    await club.run(
        "UPDATE matches SET position = replace(position, 'b12', '*b12')",
        "UPDATE matches SET position = position || ' x'",
    )
    attempts: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: club.matches.see(match.id, CID.id),
        lambda: club.act(match, ANN, "a1-a3"),
        lambda: club.matches.playing.resign(club.keys(), match.id, ANN.id),
    )
    for attempt in attempts:
        with pytest.raises(Stopped) as fault:
            await attempt()
        assert fault.value.__cause__ is None
        revision = (await club.matches.match(match.id)).stand.revision
        args = {"match": match.id, "reference": f"{match.id}-{revision}"}
        assert fault.value.event == Event("match.stopped", args)
