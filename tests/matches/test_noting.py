"""Notes on turns: the writer's alone, until the match has ended and they publish them."""

import logging

import pytest
from sqlalchemy.exc import IntegrityError

from bot.matches.match.refusals import Code
from bot.matches.match.remarks import LONGEST_NOTE, Note
from bot.matches.past.notes import MOST_NOTES
from games.records.record import Note as Noted
from games.records.record import Person
from games.records.verify import verify
from tests.databases import BOTH

from .club import ANN, BOB, CID, RULEBOOK, Club, refusal
from .test_discretion import check, words

PLAN = "feint on the left, then g5"


@BOTH
async def test_a_note_is_its_writers_alone_until_they_publish_it(club: Club) -> None:
    noting, match = club.matches.noting, await club.begin()
    await club.act(match, ANN, "a1-a3")
    for person, turn, text in ((ANN, 0, PLAN), (ANN, 1, "first"), (CID, 1, "a watcher's")):
        assert await noting.note(match.id, person.id, turn, text) == turn
    assert await noting.own(match.id, ANN.id) == (Note(0, PLAN), Note(1, "first"))
    assert await noting.own(match.id, BOB.id) == ()
    assert await refusal(noting.publish(match.id, ANN)) == Code.NOTES_LATER
    ended = await club.resign(match, BOB)
    assert await refusal(noting.publish(match.id, BOB)) == Code.NO_NOTES
    assert (await club.matches.evidence.record(match.id)).notes == ()
    await noting.publish(match.id, ANN)
    published = Note(0, PLAN, ANN), Note(1, "first", ANN)
    assert await noting.read_published(ended) == published
    record = await club.matches.evidence.record(match.id)
    ann = Person(str(ANN.id), "Ann")
    assert record.notes == (Noted(0, ann, PLAN), Noted(1, ann, "first"))
    assert verify(record, RULEBOOK) == ()
    await noting.note(match.id, ANN.id, 1, "second")
    await noting.note(match.id, ANN.id, 0, " ")
    assert await noting.read_published(ended) == (Note(1, "second", ANN),)


async def test_what_is_published_is_read_by_nobody_before_the_end(club: Club) -> None:
    match = await club.begin()
    await club.matches.noting.note(match.id, ANN.id, 0, PLAN)
    await club.run("UPDATE notes SET name = 'Ann'")
    assert await club.matches.noting.read_published(match) == ()


@BOTH
async def test_a_note_can_be_changed_and_deleted_and_there_is_room_for_sixty(club: Club) -> None:
    match, noting = await club.begin(), club.matches.noting
    row = "INSERT INTO notes VALUES ('{match}', {user}, {turn}, 'x', NULL)"
    for turn in range(1, MOST_NOTES + 1):
        await club.run(row.format(match=match.id, user=ANN.id, turn=turn))
    assert await refusal(noting.note(match.id, ANN.id, 0, PLAN)) == Code.MOST_NOTES
    await club.run("DELETE FROM notes WHERE turn = 1")
    assert await noting.note(match.id, ANN.id, 0, PLAN) == 0
    await noting.note(match.id, ANN.id, 0, f"\0 {'y ' * 1000}")
    (first, *_) = await noting.own(match.id, ANN.id)
    assert first.text == ("y " * 1000)[: LONGEST_NOTE - 1]
    await noting.note(match.id, ANN.id, 0, "\n ")
    assert len(await noting.own(match.id, ANN.id)) == MOST_NOTES - 1


async def test_a_note_on_a_turn_that_was_taken_back_goes_to_the_nearest(club: Club) -> None:
    match = await club.begin()
    await club.act(match, ANN, "a1-a3")
    await club.take_back(match, ANN, BOB)
    assert await club.matches.noting.note(match.id, ANN.id, 1, PLAN) == 0


@BOTH
async def test_no_note_is_in_logs_or_errors(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    match = await club.begin()
    await club.matches.noting.note(match.id, ANN.id, 0, PLAN)
    (note,) = await club.matches.noting.own(match.id, ANN.id)
    await club.run("CREATE UNIQUE INDEX uq_unruly ON notes (text)")
    with pytest.raises(IntegrityError) as refusal:
        await club.matches.noting.note(match.id, BOB.id, 0, PLAN)
    logging.getLogger("test").error("a fault", exc_info=refusal.value)
    for text in (*words(refusal.value), caplog.text, repr(note)):
        check(text, PLAN)
