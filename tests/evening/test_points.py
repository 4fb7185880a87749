"""What people read about points: whether a match counts, why it does not, and what it changes."""

import random
import re
from typing import Any

import pytest

from bot.matches.match.choices import draft_view
from bot.matches.match.match import Match
from games.clock import DAY, HOUR
from games.library import GAMES

from .conftest import IN_BOTH, Evening, MatchId, MemberActor, Time, press, said
from .dark import play as begin_dark
from .four import Table
from .phone import plain, unended

TURNS = "a1-a3 b7-b5 h1-h3 h7-h5"
MONTH = 31 * DAY


@pytest.fixture(autouse=True)
def known(time: Time) -> None:
    """Let everybody's account be old enough."""
    time.ahead += MONTH


def unrated(evening: Evening, reason: str) -> str:
    """Write a reason in the language of the evening."""
    return evening.words("points.unrated_because", reason=evening.words(f"points.reason.{reason}"))


async def counted(evening: Evening) -> tuple[bool | None, str | None]:
    """Read in the record of the match whether it counts for points, or why not."""
    record = await evening.client.desk.matches.evidence.record(MatchId(evening.id()))
    return record.rated, record.unrated


async def resign(evening: Evening, who: MemberActor) -> None:
    """Resign, past Discord; the board then says so."""
    match, matches = await evening.match(), evening.client.desk.matches
    await matches.playing.resign(int(evening.time()), match.id, who.id)
    await evening.follow()


async def shown(evening: Evening, reason: str) -> None:
    """Check that the match in the channel does not count, and that its card says why."""
    assert (await evening.match()).unrated == reason
    assert any(unrated(evening, reason) in post.content for post in evening.channel.history())
    assert evening.words("points.unrated") in evening.board().content


# ---------------------------------------------------------------------- from the beginning


@IN_BOTH
async def test_a_rated_match_says_so_from_its_card_to_its_record(evening: Evening) -> None:
    opened = await evening.new(evening.livia, opponent=evening.brennus, where="here", seat="first")
    rated = evening.words("points.rated")
    assert rated in said(opened).splitlines()
    await evening.press(evening.brennus, opened, "Accept")
    assert f" · {rated}" in evening.board().content.splitlines()[0]
    await evening.play(TURNS)
    await resign(evening, evening.brennus)
    new = [evening.words("points.new", player=name) for name in ("Livia", "Brennus")]
    lines = evening.board().content.splitlines()
    assert lines[1] == f"-# {' · '.join(new)}"
    listed = said(await evening.livia.slash(evening.channel, "match list", scope="finished"))
    assert evening.words("points.rated") in listed
    assert await counted(evening) == (True, None)
    own = evening.words("points.own", before="1500 ?", after="1662 ?")
    assert own not in evening.board().content
    told = {
        who.id: said(await who.slash(evening.channel, "match board", match=evening.id()))
        for who in (evening.livia, evening.brennus, evening.mara)
    }
    assert own in told[evening.livia.id].splitlines()
    theirs = evening.words("points.own", before="1500 ?", after="1338 ?")
    assert theirs in told[evening.brennus.id].splitlines()
    assert "1500" not in told[evening.mara.id]
    matches, match = evening.client.desk.matches, await evening.match()
    await matches.striking.strike(match.id)
    await evening.follow()
    assert unrated(evening, "struck") in evening.board().content
    struck = plain(evening.words("ping.struck", title=evening.title()))
    for ping in await evening.client.desk.pings.deliver():
        await ping
    posted = [plain(message.content) for message in evening.channel.history()]
    sent = [text for text in posted if struck in text]
    both = (evening.livia.id, evening.brennus.id)
    assert sorted(text.partition(" ")[0] for text in sent) == sorted(f"<@{user}>" for user in both)
    evening.time.ahead += HOUR
    await matches.striking.undo(match.id)
    await evening.follow()
    assert evening.board().content.splitlines()[1] == lines[1]


ALTERED = next(
    {"game": name, "variant": f"{game.info.variants[0]} {option}={values[-1]}"}
    for name, game in GAMES.items()
    for option, values in game.info.options.items()
    if not game.set_up
)
"""A game by other rules than its usual ones."""
OPENED: dict[str, dict[str, Any]] = {
    "no_clock": {"pace": "none"},
    "chosen": {"rated": False},
    "hints": {"hints": True},
    "variant": ALTERED,
}


@pytest.mark.slow
@IN_BOTH
async def test_the_card_says_why_a_match_will_not_count(evening: Evening) -> None:
    for reason, terms in OPENED.items():
        evening.room()
        opened = await evening.new(evening.livia, opponent=evening.brennus, where="here", **terms)
        assert unrated(evening, reason) in said(opened)
        await evening.press(evening.brennus, opened, "Accept")
        await shown(evening, reason)
    evening.room()
    opened = await evening.new(evening.livia, level="1", where="here", rated=True)
    assert unrated(evening, "computer") in said(opened)
    await evening.follow()
    assert (await evening.match()).unrated == "computer"
    assert unrated(evening, "computer") not in evening.board().content  # the card has said it
    evening.room()
    await evening.begin()  # Livia moves first
    due = await evening.new(evening.livia, opponent=evening.brennus)
    assert evening.words("card.seat_second", host="Livia") in said(due)
    await evening.press(evening.livia, due, "Cancel")
    await evening.begin_anew()
    await shown(evening, "seats")
    evening.room()
    evening.time.ahead -= MONTH
    await evening.begin()
    await shown(evening, "young")


# ---------------------------------------------------------------------- on the way


async def by_chance(evening: Evening, turns: int) -> Match:
    """Let whoever is to act take turns by chance, past Discord."""
    matches, rng = evening.client.desk.matches, random.Random(7)
    match = await evening.match()
    while match.running and match.stand.turns < turns:
        person = next(player.human for player in match.players if player.acting)
        seen = start = await matches.see(match.id, person.id)
        while not seen.complete:
            action = seen.game.format(rng.choice(list(seen.game.legal(seen.view))))
            seen = draft_view(start, f"{seen.draft} {action}".strip())
        await matches.playing.try_turn(
            rng.randrange(1 << 60), match.id, person.id, seen.draft, confirmed=True
        )
        match = await matches.match(match.id)
    await evening.follow()
    return match


@pytest.mark.slow
@IN_BOTH
async def test_what_comes_to_count_for_nothing_or_for_one_alone_is_said(evening: Evening) -> None:
    await evening.begin(moves=TURNS)
    await evening.agree("cancel")
    assert await counted(evening) == (False, "called_off")
    await evening.begin_anew(moves=TURNS)
    evening.time.ahead += 4 * DAY  # what was saved
    await evening.pass_time(0)
    assert (await evening.match()).unrated is None
    asked = await evening.press(evening.brennus, evening.board(), "Find a replacement")
    level = evening.words("computer.name", level=evening.words("computer.level.1"))
    await press(evening.brennus, asked, level)
    await evening.follow()
    assert (await evening.match()).unrated == "replaced"
    assert evening.words("points.new", player="Livia") in evening.board().content
    assert evening.words("points.new", player="Brennus") not in evening.board().content


@pytest.mark.slow
@IN_BOTH
async def test_an_escape_at_a_table_of_four_is_said_at_once(table: Table) -> None:
    await table.sit()
    await table.set_up()
    match = await by_chance(table, 6)
    assert match.unrated is None
    leaver = next(player.human for player in match.players if not player.acting)
    await table.client.desk.matches.leaving.note_departure(MatchId(match.id), leaver.id, late=True)
    await table.follow()
    assert (await table.match()).unrated == "escaped"
    assert table.words("over.void") in table.board().content


# ---------------------------------------------------------------------- the result


@pytest.mark.slow
@IN_BOTH
async def test_a_fourth_match_counts_in_part_and_known_numbers_change(evening: Evening) -> None:
    part = evening.words("points.rated_part", whole=3, nth=4)
    assert "3/4" in part
    for number in range(4):
        seat = ("first", "second")[number % 2]
        opened = await evening.new(evening.livia, opponent=evening.brennus, where="here", seat=seat)
        counts = part if number == 3 else evening.words("points.rated")
        assert counts in said(opened).splitlines()
        await evening.press(evening.brennus, opened, "Accept")
        assert evening.words("points.rated") in evening.board().content
        if number < 3:
            await by_chance(evening, 4)
            await resign(evening, evening.brennus)
            evening.time.ahead += 9 * DAY
    evening.room()
    opened = await evening.new(evening.livia, opponent=evening.mara, where="here")
    await evening.press(evening.mara, opened, "Accept")
    await by_chance(evening, 4)
    await resign(evening, evening.livia)
    line = plain(evening.board().content).splitlines()[1]
    shown = re.search(r"Livia \d+(?: \?)? \(−(\d+)\)", line)
    assert shown, line
    assert int(shown[1]) > 0
    new = plain(evening.words("points.new", player="Mara"))
    assert new in line.removeprefix("-# ").split(" · ")


@pytest.mark.slow
@IN_BOTH
async def test_a_draw_in_dark_junqi_costs_nobody_points(evening: Evening) -> None:
    await begin_dark(evening)
    await by_chance(evening, 4)
    offer = await evening.offer(evening.livia, "draw")
    assert unended(offer.content).endswith(evening.words("points.free_draw"))
    await evening.press(evening.brennus, offer, "Accept")
    assert f"\n-# {evening.words('points.free_draw')}" in evening.board().content
    assert await counted(evening) == (True, None)
