"""Fair rolls and seals, against the published examples."""

import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.core import Seat
from games.fairness import commitment, player_seed, roll, seal, seats

PUBLISHED = Path(__file__).with_name("fair-draw.jsonl")
SEED = bytes.fromhex("9b274fc7e53b81098c409fbd78da9d0711b53c951217959ca3fcc63823ba4fda")
MATCH, SALT = "K7Q0", "110000000000012345"


def published() -> list[dict[str, Any]]:
    return [json.loads(line) for line in PUBLISHED.read_text("utf-8").splitlines()]


def test_every_published_roll_can_be_recomputed() -> None:
    redrawn = [
        {
            "commitment": commitment(seed := bytes.fromhex(line["seed"])),
            "draws": {
                label: list(roll(seed, line["match"], line["salt"], label, tuple(line["sides"])))
                for label in line["draws"]
            },
        }
        for line in published()
    ]
    assert redrawn == [{key: line[key] for key in ("commitment", "draws")} for line in published()]
    assert redrawn


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == "fa51b59c21485f0adc5572baf1d0ec003ed258e157bbdf712ef9c6c605d9646e"


@pytest.mark.parametrize(
    ("label", "faces"),
    [("0", (1, 2)), ("1", (2, 2)), ("2", (1, 1)), ("3", (3, 3)), ("4", (2, 1)), ("5", (3, 2))],
)
def test_a_roll_depends_on_its_label(label: str, faces: tuple[int, ...]) -> None:
    assert roll(SEED, MATCH, SALT, label, (3, 3)) == faces


def test_a_roll_depends_on_seed_match_and_salt() -> None:
    sides = (256,) * 16
    draws = {
        roll(SEED, MATCH, SALT, "0", sides),
        roll(SEED[::-1], MATCH, SALT, "0", sides),
        roll(SEED, "K7Q1", SALT, "0", sides),
        roll(SEED, MATCH, "1", "0", sides),
    }
    assert len(draws) == 4


def test_a_long_roll_goes_on_in_the_next_block() -> None:
    """One block holds 32 bytes; the first dice of a longer roll stay as they were."""
    long = roll(SEED, MATCH, SALT, "0", (256,) * 100)
    assert roll(SEED, MATCH, SALT, "0", (256,) * 32) == long[:32]
    assert len(set(long)) > 50


def test_no_face_is_likelier_than_another() -> None:
    """Without rejection the first 256 mod 200 = 56 faces would come up twice as often."""
    seen = Counter(
        face for label in range(200) for face in roll(SEED, MATCH, SALT, str(label), (200,) * 50)
    )
    assert set(seen) == set(range(1, 201))
    low = sum(seen[face] for face in range(1, 57))
    assert low / seen.total() == pytest.approx(56 / 200, abs=0.03)


@pytest.mark.parametrize("sides", [(1,), (0,), (-3,), (257,), (6, 1)])
def test_a_die_has_two_to_256_sides(sides: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="2 to 256"):
        roll(SEED, MATCH, SALT, "0", sides)


def test_a_random_seat_is_the_face_of_its_roll() -> None:
    """The published draw of the seats in match K7Q5 shows a 2: its host sits second."""
    seed = bytes.fromhex("077271452c2099445ba033ac1f622c6e7169ef44530bbf2d75b143b6d7b0da56")
    both = Seat(0), Seat(1)
    assert seats(seed, "K7Q5", "110000000000051940", both) == (1, 0)


def test_random_seats_of_four_are_taken_one_after_the_other() -> None:
    """One face for each person but the last, out of as many sides as seats are left."""
    free = [Seat(number) for number in range(4)]
    for number in range(50):
        match = f"M{number}"
        stream = hmac.digest(SEED, f"tetrarch-draw-v1|{match}|{SALT}|seats|0".encode(), "sha256")
        values, left, expected = iter(stream), [0, 1, 2, 3], []
        for sides in (4, 3, 2):
            value = next(value for value in values if value < 256 - 256 % sides)
            expected.append(left.pop(value % sides))
        assert seats(SEED, match, SALT, free) == (*expected, *left)


def test_only_the_free_seats_are_given_by_chance() -> None:
    for number in range(20):
        assert set(seats(SEED, f"M{number}", SALT, (Seat(1), Seat(3)))) == {1, 3}
    assert seats(SEED, MATCH, SALT, (Seat(2),)) == (2,)


def test_every_order_of_three_seats_comes_up_as_often() -> None:
    free = Seat(0), Seat(1), Seat(2)
    orders = Counter(seats(SEED, str(number), SALT, free) for number in range(1200))
    assert len(orders) == 6
    assert all(150 < times < 250 for times in orders.values())


def test_a_computers_chance_is_its_own_at_every_seat_and_revision() -> None:
    message = f"tetrarch-player-v1|{MATCH}|{SALT}|0|7"
    assert player_seed(SEED, MATCH, SALT, 0, 7) == hmac.digest(SEED, message.encode(), "sha256")
    others = {player_seed(SEED, MATCH, SALT, seat, at) for seat in (0, 1) for at in (7, 8)}
    assert len(others) == 4


def test_the_seal_of_a_layout_is_the_published_one() -> None:
    nonce = bytes.fromhex("00112233445566778899aabbccddeeff")
    assert (
        seal("K7Q1", 0, nonce, "example")
        == "33980953c01fdf75cb3277e21ad59cb678515ead1ecd017c31d43a2e470a155e"
    )
