"""The opening of a match of four: who is asked, which seats are open, how people sit down."""

from .conftest import HOUR, Match, MemberActor, labels, press, refused, said
from .four import Table, table
from .test_times import seconds

__all__ = ["table"]


def sides(match: Match) -> list[str]:
    """List who sits South, West, North and East."""
    return [player.human.name for player in match.players]


async def test_a_card_for_four_says_who_sits_where_and_begins_with_the_last(table: Table) -> None:
    card = await table.invite()
    shown, _ = table.channel.history()
    guests = (table.brennus, table.mara, table.quintus)
    assert all(f"<@{who.id}>" in shown.content for who in guests)
    assert {user.id for user in shown.mentions} == {who.id for who in guests}
    assert f"**South** Livia ✓ · **North** <@{table.mara.id}> (invited)" in shown.content
    assert labels(card) == ["Accept", "Decline", "Cancel", "Rules"]
    for who in guests[:2]:
        await who.click(card, label="Accept")
    shown, _ = table.channel.history()
    assert "**South** Livia ✓ · **North** Mara ✓" in shown.content
    assert f"**West** Brennus ✓ · **East** <@{table.quintus.id}> (invited)" in shown.content
    assert "Waiting for Quintus" in shown.content
    assert "for someone else" in refused(await table.mei.click(card, label="Accept"))
    assert labels((await table.quintus.click(card, label="Accept")).followups[-1]) == ["Set up"]
    closed = table.channel.history()[0].content
    assert "Livia + Mara – Brennus + Quintus: the match has begun" in closed
    assert sides(await table.match()) == ["Livia", "Brennus", "Mara", "Quintus"]


async def test_open_seats_have_a_button_each(table: Table) -> None:
    card = await table.invite(opponent=None, opponent2=None)
    opened = ["Accept", "West, against Livia", "East, against Livia", "Decline", "Cancel", "Rules"]
    assert labels(card) == opened
    assert "invited you" in refused(await table.brennus.click(card, label="Accept"))
    assert "another seat" in refused(await table.mara.click(card, label="East, against Livia"))
    await table.quintus.click(card, label="East, against Livia")
    shown, _ = table.channel.history()
    assert labels(shown) == ["Accept", "West, against Livia", "Decline", "Cancel", "Rules"]
    assert "**West** open · **East** Quintus ✓" in shown.content
    await table.mara.click(card, label="Accept")
    shown, _ = table.channel.history()
    assert labels(shown) == ["West, against Livia", "Leave the table", "Cancel", "Rules"]
    await table.brennus.click(card, label="West, against Livia")
    assert sides(await table.match()) == ["Livia", "Brennus", "Mara", "Quintus"]


async def test_who_declines_leaves_the_seat_to_anybody(table: Table) -> None:
    card = await table.invite()
    await table.quintus.click(card, label="Accept")
    gone = await table.mara.click(card, label="Decline")
    assert "The seat is open to anybody now" in said(gone)
    assert "You have declined" in said(gone)
    shown = table.channel.history()[0]
    assert "**North** open" in shown.content
    assert "Waiting for Brennus and for open seats" in shown.content
    listed = await table.mei.slash(table.channel, "match list", scope="open")
    assert "Livia + anybody – Brennus + Quintus" in said(listed)
    (join,) = labels(listed)
    assert "You have joined" in said(await press(table.mei, listed, join))
    assert "**North** Mei ✓" in table.channel.history()[0].content
    again = await table.mei.slash(table.channel, "match list", scope="mine")
    assert labels(again) == []
    await table.quintus.click(table.channel.history()[0], label="Decline")
    await table.brennus.click(table.channel.history()[0], label="Accept")
    await table.quintus.click(table.channel.history()[0], label="East, against Livia")
    assert sides(await table.match()) == ["Livia", "Brennus", "Mei", "Quintus"]


async def test_lots_turn_the_table_and_partners_stay_partners(table: Table) -> None:
    card = await table.invite(seat="random", opponent2=None)
    shown, _ = table.channel.history()
    assert f"**With Livia** Livia ✓, <@{table.mara.id}> (invited)" in shown.content
    assert f"**Against Livia** <@{table.brennus.id}> (invited), open" in shown.content
    assert "drawn by lot" in shown.content
    await table.quintus.click(card, label="Join against Livia")
    for who in (table.brennus, table.mara):
        await who.click(card, label="Accept")
    seated = sides(await table.match())
    assert seated[(seated.index("Livia") + 2) % 4] == "Mara"
    assert seated[(seated.index("Livia") + 1) % 4] == "Brennus"


async def test_each_seat_of_the_game_is_for_another_person(table: Table) -> None:
    for extra in ("partner", "opponent2"):
        named: dict[str, MemberActor] = {"opponent": table.brennus, extra: table.mara}
        assert "Murus Gallicus is for two" in refused(await table.new(table.livia, **named))
    options = {"partner": table.brennus, "opponent": table.brennus, "opponent2": table.mara}
    answer = await table.livia.slash(table.channel, "match new", game="junqi-four", **options)
    assert "the same person twice" in refused(answer)
    assert table.channel.history() == []


async def test_a_board_tells_the_first_deadline_and_a_list_ones_own(table: Table) -> None:
    await table.sit()
    (ends,) = seconds(table.board().content)
    await table.pass_time(30 * HOUR)
    await press(table.livia, await table.livia.click(table.board(), label="Offer"), "Give 24 h")
    assert seconds(table.board().content) == [ends]
    for who, own in ((table.livia, ends), (table.brennus, ends + 24 * 3600), (table.mara, ends)):
        assert seconds(said(await who.slash(table.channel, "match list"))) == [own]
