"""Fair draws and seals, against the published examples."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.fairness import commitment, draw, host_seat, seal

SHARED = Path(__file__).parents[3] / "shared" / "vectors" / "fair-draw.jsonl"
SEED = bytes.fromhex("9b274fc7e53b81098c409fbd78da9d0711b53c951217959ca3fcc63823ba4fda")
MATCH, SALT = "K7Q0", "110000000000012345"


def published() -> list[dict[str, Any]]:
    if not SHARED.exists():
        return []
    return [json.loads(line) for line in SHARED.read_text("utf-8").splitlines()]


@pytest.mark.skipif(not SHARED.exists(), reason="no published draws in ../shared/vectors")
def test_every_published_draw_can_be_recomputed() -> None:
    redrawn = [
        {
            "commitment": commitment(seed := bytes.fromhex(line["seed"])),
            "draws": {
                label: list(draw(seed, line["match"], line["salt"], label, tuple(line["sides"])))
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
def test_a_draw_depends_on_its_label(label: str, faces: tuple[int, ...]) -> None:
    assert draw(SEED, MATCH, SALT, label, (3, 3)) == faces


def test_a_draw_depends_on_seed_match_and_salt() -> None:
    sides = (256,) * 16
    draws = {
        draw(SEED, MATCH, SALT, "0", sides),
        draw(SEED[::-1], MATCH, SALT, "0", sides),
        draw(SEED, "K7Q1", SALT, "0", sides),
        draw(SEED, MATCH, "1", "0", sides),
    }
    assert len(draws) == 4


def test_a_long_draw_goes_on_in_the_next_block() -> None:
    """One block holds 32 bytes; the first dice of a longer draw stay as they were."""
    long = draw(SEED, MATCH, SALT, "0", (256,) * 100)
    assert draw(SEED, MATCH, SALT, "0", (256,) * 32) == long[:32]
    assert len(set(long)) > 50


def test_no_face_is_likelier_than_another() -> None:
    """Without rejection the first 256 mod 200 = 56 faces would come up twice as often."""
    seen = Counter(
        face for label in range(200) for face in draw(SEED, MATCH, SALT, str(label), (200,) * 50)
    )
    assert set(seen) == set(range(1, 201))
    low = sum(seen[face] for face in range(1, 57))
    assert low / seen.total() == pytest.approx(56 / 200, abs=0.03)


@pytest.mark.parametrize("sides", [(1,), (0,), (-3,), (257,), (6, 1)])
def test_a_die_has_two_to_256_sides(sides: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="2 to 256"):
        draw(SEED, MATCH, SALT, "0", sides)


def test_a_random_seat_is_the_face_of_its_draw() -> None:
    """The published draw of the seats in match K7Q5 shows a 2: its host sits second."""
    seed = bytes.fromhex("077271452c2099445ba033ac1f622c6e7169ef44530bbf2d75b143b6d7b0da56")
    assert host_seat(seed, "K7Q5", "110000000000051940") == 1


def test_the_seal_of_a_layout_is_the_published_one() -> None:
    nonce = bytes.fromhex("00112233445566778899aabbccddeeff")
    assert (
        seal("K7Q1", 0, nonce, "example")
        == "33980953c01fdf75cb3277e21ad59cb678515ead1ecd017c31d43a2e470a155e"
    )
