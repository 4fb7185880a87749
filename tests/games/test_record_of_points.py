"""A record says whether its match counted for points, which nothing in it could prove."""

import json
from dataclasses import replace

import pytest

from games.records.record import read, write
from games.records.verify import verify

from .test_record import RULES_AND_TOY, murus


@pytest.mark.parametrize(("rated", "unrated"), [(True, None), (False, "no_clock"), (None, None)])
def test_a_record_says_whether_the_match_counted_and_is_verified_all_the_same(
    rated: bool | None, unrated: str | None
) -> None:
    record = replace(murus(), rated=rated, unrated=unrated)
    assert read(write(record)) == record
    assert ("rated" in json.loads(write(record))) == (rated is not None)
    assert verify(record, RULES_AND_TOY) == verify(murus(), RULES_AND_TOY)
