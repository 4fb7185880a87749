"""A gauntlet is refereed, counted and recorded so that its result can be believed."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from games.core import Over, Seat
from games.junqi.four.game import FOUR_JUNQI
from games.records.record import Computer, Holder, Person, read
from games.records.verify import verify
from games.rulebook import RULES
from lab import outside
from lab.__main__ import main
from lab.contenders import House, contender, house
from lab.gauntlet import clear, elo, pairs, report, score
from lab.match import OPENING, Cost, Table, Terms, play_pair
from players.core import Choice
from players.thinker import NoSuchContender
from tests.records import errors
from tests.samples import chosen, sampled

NEWCOMER = f"exec:{sys.executable} {Path(__file__).parents[2] / 'docs' / 'random_program.py'}"
"""The program of the documentation."""
STRANGER = f"exec:{sys.executable} {Path(__file__).with_name('stranger.py')}"

SEVERAL_ACTIONS = [game for game, rules in RULES.items() if rules.game.info.joint]
"""The games in which a turn may have several actions."""


def terms(game: str = "murus", variant: str = "", plies: int = 4) -> Terms:
    return Terms(game, RULES[game].game.variant(variant), seed=1, plies=plies, seconds=1.0)


@pytest.mark.parametrize("game", sampled(sorted(RULES), 2))
def test_the_records_of_a_gauntlet_are_true(game: str) -> None:
    pair = play_pair(terms(game, plies=OPENING.get(game, 0)), "random", "random", 3)
    for played in pair.games:
        assert played.faults == []
        assert verify(read(played.record), RULES) == ()
        assert errors(played.record) == []


def test_the_seats_of_a_pair_are_exchanged_and_its_chances_are_the_same() -> None:
    first, second = play_pair(terms("diablo", plies=0), "random", "random", 0).games
    assert first.score + second.score == 1
    assert read(first.record).log == read(second.record).log


def test_an_opening_is_the_same_in_both_games_and_its_turns_are_the_random_players() -> None:
    pair = play_pair(terms(plies=6), f"{STRANGER} first", "random", 0)
    first, second = (read(game.record) for game in pair.games)
    chance = Holder(Computer("random", 1))
    stranger = Person("outside-0", f"{STRANGER.removeprefix('exec:')} first")
    assert first.seats == ((chance, Holder(stranger, 6)), (chance,))
    assert second.seats[0] == (chance,)
    assert [line.entry for line in first.log[:6]] == [line.entry for line in second.log[:6]]
    assert pair.costs[0].turns == sum(
        line.entry.seat == seat
        for seat, record in enumerate((first, second))
        for line in record.log[6:]
    )


@pytest.mark.slow
def test_partners_are_one_contender() -> None:
    pair = play_pair(terms("junqi-four", plies=0), "random", "random", 1)
    assert pair.games[0].score + pair.games[1].score == 1


@pytest.mark.parametrize("game", chosen(sorted(RULES), SEVERAL_ACTIONS.__contains__))
def test_the_program_of_the_documentation_plays_whole_games(game: str) -> None:
    pair = play_pair(terms(game, plies=0), NEWCOMER, "random", 0)
    for played in pair.games:
        assert played.faults == []
        assert played.reason not in ("resign", "escape", "closed")
        assert verify(read(played.record)) == ()


@pytest.mark.parametrize("game", sampled(SEVERAL_ACTIONS))
def test_a_program_may_answer_with_an_action_or_with_a_whole_turn(
    game: str, tmp_path: Path
) -> None:
    by_actions = play_pair(terms(game, plies=0), f"{STRANGER} first", "random", 0)
    logs = [read(played.record).log for played in by_actions.games]
    own = [
        line.entry.text
        for seat, log in enumerate(logs)
        for line in log
        if (line.entry.kind, line.entry.seat) == ("act", seat)
    ]
    script = tmp_path / "turns.json"
    script.write_text(json.dumps(own))
    at_once = play_pair(terms(game, plies=0), f"{STRANGER} script {script}", "random", 0)
    assert [read(played.record).log for played in at_once.games] == logs
    assert [*by_actions.games[0].faults, *at_once.games[0].faults] == []


def test_a_program_that_never_ends_its_turn_loses() -> None:
    pair = play_pair(terms(SEVERAL_ACTIONS[-1], plies=0), f"{STRANGER} endless", "random", 0)
    assert [game.score for game in pair.games] == [0.0, 0.0]
    assert ["incomplete" in fault for game in pair.games for fault in game.faults] == [True, True]


@pytest.mark.parametrize("manner", ["illegal", "nonsense", "deep", "dead", "mute"])
def test_whoever_answers_badly_loses_and_is_told_why(manner: str) -> None:
    pair = play_pair(terms(plies=0), f"{STRANGER} {manner}", "random", 0)
    for game in pair.games:
        assert (game.score, game.reason, len(game.faults)) == (0.0, "resign", 1)
        assert verify(read(game.record)) == ()
    assert any("illegal or missing answers: 2" in line for line in report("a", "b", [pair]))


def test_a_program_that_the_system_cannot_start_loses(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("no program, and no word of who could read it\n")
    program.chmod(0o755)
    pair = play_pair(terms(plies=0), f"exec:{program}", "random", 0)
    assert [game.score for game in pair.games] == [0.0, 0.0]
    (fault,) = pair.games[0].faults
    assert "it could not be started: Exec format error" in fault


@dataclass(frozen=True)
class Bereft(House):
    """A player that gives no answer once its partner is out."""

    def choose(self, past: Sequence[Any], seed: int) -> tuple[Choice, float]:
        if (past[-1].seat + 2) % 4 in past[-1].out:
            raise outside.Forfeited("it has died")
        return super().choose(past, seed)


@pytest.mark.parametrize("number", [1, 2])
def test_whoever_fails_when_the_partner_is_out_loses_for_both(number: int) -> None:
    bereft = Bereft(**vars(house("junqi-four", "random")))
    table = Table(terms("junqi-four", plies=0), number, dict.fromkeys(map(Seat, range(4)), bereft))
    result, faults = table.play({Seat(seat): Cost() for seat in range(4)})
    assert table.loser is not None
    assert faults == [f"random on seat {table.loser}: it has died"]
    assert result == Over(FOUR_JUNQI.info.everybody - FOUR_JUNQI.info.team(table.loser), "resign")
    assert verify(table.record(result)) == ()


@pytest.mark.slow
def test_whoever_is_silent_for_too_long_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside, "PATIENCE", 0.5)
    pair = play_pair(terms(plies=0), "random", f"{STRANGER} silent", 0)
    assert [game.score for game in pair.games] == [1.0, 1.0]
    assert ["silent" in fault for game in pair.games for fault in game.faults] == [True, True]


def test_a_layout_that_cannot_be_leaves_no_layout_on_the_record() -> None:
    pair = play_pair(terms("junqi-dark", plies=0), "random", f"{STRANGER} naked", 0)
    for game in pair.games:
        assert (game.score, len(game.faults)) == (1.0, 1)
        assert verify(read(game.record)) == ()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("0", "no player is called '0'"),
        ("7", "murus has levels 1 to 6"),
        ("murus:9", "murus has levels 1 to 6"),
        ("7-nodes-50", "murus has levels 1 to 6"),
        ("nodes-0", "no player is called 'nodes-0'"),
        ("clever", "no player is called 'clever'"),
        ("diablo:1", "no player is called 'diablo:1'"),
        ("", "no player is called ''"),
        ("exec:", "no program ''"),
    ],
)
def test_who_cannot_play_is_refused(name: str, why: str) -> None:
    with pytest.raises(NoSuchContender, match=why):
        contender("murus", name)


def test_the_interval_is_that_of_the_pairs() -> None:
    even = [0.5] * 30
    interval = score([0.0, 1.0] * 10)
    assert interval.mean == 0.5
    assert interval.error == pytest.approx(1.96 * (0.25 / 20) ** 0.5, rel=0.05)
    assert score(even).error < 0.05
    assert score([1.0] * 20).error > 0.02


def test_elo_is_that_of_the_score() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert (elo(0.0), elo(1.0)) == (float("-inf"), float("inf"))


def test_a_sequential_test_stops_when_it_is_clear() -> None:
    assert clear([1.0] * 8, 0.5, 0.65)
    assert clear([0.0] * 8, 0.5, 0.65)
    assert not clear([1.0, 0.5] * 1, 0.5, 0.65)
    assert not clear([0.5, 1.0, 0.5, 0.0] * 3, 0.5, 0.65)


@pytest.mark.slow
def test_several_processes_play_the_same_games() -> None:
    alone = list(pairs(terms(), "random", "random", 2, 1))
    shared = sorted(pairs(terms(), "random", "random", 2, 2), key=lambda pair: pair.number)
    assert [pair.games for pair in shared] == [pair.games for pair in alone]


def test_a_gauntlet_is_told_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = ["match", "random", "random", "--game", "diablo", "--variant", "size-6"]
    assert main([*played, "--games", "4", "--records", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "random scores 0.500 ± " in output
    assert "illegal or missing answers: 0" in output
    records = [read(path.read_text()) for path in sorted(tmp_path.iterdir())]
    assert [record.variant for record in records] == ["size-6"] * 4
    assert mean(len(verify(record)) for record in records) == 0


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (["7", "random"], "murus has levels 1 to 6"),
        (["random", "random", "--variant", "huge"], "unknown variant"),
        (["1", "random", "--time", "0.2"], "--cpu is for computer players"),
        (["exec:/nowhere/engine", "random"], "no program '/nowhere/engine'"),
        (["exec:'", "random"], "is no command"),
    ],
)
def test_what_cannot_be_played_is_refused(
    wrong: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *wrong, "--game", "murus"]) == 2
    output = capsys.readouterr()
    assert why in output.err
    assert output.out == ""


WHOLE = "a whole number of 1 or more is wanted"


@pytest.mark.parametrize(
    ("option", "why"),
    [
        *((f"--games={games}", "--games") for games in ("0", "3", "-2", "many")),
        (f"--records={__file__}", f"nothing can be kept in {__file__}"),
        (f"--records={__file__}/folder", f"nothing can be kept in {__file__}"),
        *((option, WHOLE) for option in ("--workers=0", "--nodes=0", "--nodes=-1")),
        *((f"--time={seconds}", "--time") for seconds in ("0", "-1", "nan", "inf", "soon")),
        *((f"--cpu={seconds}", "--cpu") for seconds in ("0", "-1", "nan", "inf", "soon")),
    ],
)
def test_options_that_make_no_sense_are_refused(
    option: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as status:
        main(["match", STRANGER, "1", "--game", "murus", "--games=2", option])
    assert status.value.code == 2
    assert why in capsys.readouterr().err


@pytest.mark.slow
def test_the_time_of_a_program_changes_no_level(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["match", "1", f"{STRANGER} illegal", "--game", "murus", "--games", "2"]
    assert main([*told, "--time", "0.1"]) == 0
    assert "nodes" not in capsys.readouterr().out
    assert main([*told, "--cpu", "0.001"]) == 0
    assert "nodes a turn" in capsys.readouterr().out
