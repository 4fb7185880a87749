"""No error of the database quotes what stands in it, neither in words nor in a log."""

import logging
import traceback
from collections.abc import Iterator

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage
from tests.databases import BOTH

from .club import ANN, Club

UNRULY = "ALTER TABLE {table} ADD CONSTRAINT ck_unruly CHECK ({claim})"
"""A constraint no change can satisfy, so that the next one is refused with all its rows."""
PLAN = "the general sits on c12"


def words(error: BaseException) -> Iterator[str]:
    """List everything an error and its causes say or carry."""
    while True:
        yield f"{error} {error!r} {error.args} {vars(error)}"
        yield "".join(traceback.format_exception(error))
        following = error.__cause__ or error.__context__
        if following is None:
            return
        error = following


async def refused(club: Club, match: Match) -> IntegrityError:
    """Have the next change of a match refused by the database, and return the error."""
    row = await club.row(match.id)
    with pytest.raises(IntegrityError) as refusal:
        await club.act(match, ANN, "a1-a3")
    assert (await club.row(match.id)) == row
    return refusal.value


def check(text: str, *secrets: str) -> None:
    for secret in secrets:
        assert secret not in text


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_failing_check_tells_no_row(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    match = await club.begin()
    await club.run(UNRULY.format(table="matches", claim="revision < 1"))
    row, error = await club.row(match.id), await refused(club, match)
    logging.getLogger("test").error("a fault", exc_info=error)
    secrets = (row["seed"].hex(), row["commitment"], "tttttttt", "Failing row", "DETAIL")
    for text in (*words(error), caplog.text):
        check(text, *secrets)
    assert "CheckViolationError 23514 ck_unruly" in str(error)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_no_value_that_a_server_refuses_is_told(club: Club) -> None:
    match = await club.begin()
    await club.run(
        UNRULY.format(table="notes", claim="turn < 0"),
        "ALTER TABLE posted ADD CONSTRAINT uq_unruly UNIQUE (channel)",
    )
    await club.matches.show(PostedMessage(match.id, "card", 31_337, 1, 0))
    again = club.matches.show(PostedMessage(match.id, "channel", 31_337, 2, 0))
    for deed, secrets in (
        (club.matches.noting.note(match.id, ANN.id, 0, PLAN), (PLAN, "Failing row")),
        (again, ("31337", "already exists")),
        (club.matches.prefer(1 << 70, theme="dark"), (str(1 << 70),)),
    ):
        with pytest.raises(DBAPIError) as refusal:
            await deed
        for text in words(refusal.value):
            check(text, *secrets)
        assert ("UniqueViolationError 23505 uq_unruly" in str(refusal.value)) == (deed is again)


@BOTH
async def test_an_error_names_no_values(club: Club) -> None:
    match = await club.begin()
    await club.run("CREATE UNIQUE INDEX uq_unruly ON players (match, acting)")
    row, error = await club.row(match.id), await refused(club, match)
    for text in words(error):
        check(text, row["seed"].hex(), repr(row["seed"]), row["position"], row["commitment"])


@BOTH
async def test_at_debug_no_value_is_logged(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    row = await club.row(match.id)
    check(caplog.text, row["seed"].hex(), repr(row["seed"]), row["position"], row["commitment"])


async def test_a_text_of_a_file_that_is_none_is_not_told(club: Club) -> None:
    match = await club.begin()
    await club.matches.noting.note(match.id, ANN.id, 0, PLAN)
    await club.run("UPDATE notes SET text = CAST(text || x'ff' AS TEXT)")
    with pytest.raises(DBAPIError) as refusal:
        await club.matches.noting.own(match.id, ANN.id)
    for text in words(refusal.value):
        check(text, PLAN)
