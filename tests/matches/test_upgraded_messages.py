"""The messages of a club that 1.0 has left behind are known, and stay as they are."""

from bot.matches.match.ids import MatchId
from bot.matches.match.messages import (
    AGAIN,
    BOARD_PROOFS,
    CHANNEL,
    PROOFS,
    PostedMessage,
    proofs_of,
    seals_card,
)
from bot.ui.messages import board, invitation, own_board
from bot.ui.messages.proofs import missing
from tests.databases import BOTH, Row, read

from .club import Club
from .left_behind import caught_up, club, found, left, left_behind, old

__all__ = ["caught_up", "club", "found", "left_behind", "old"]

SHOWN_OPEN = -1
"""The revision of a message that still had its buttons, and of a board to be posted once more."""
PANELS = {SHOWN_OPEN: own_board.SET_UP, 0: own_board.SEALED}


def messages() -> dict[tuple[int, int], PostedMessage]:
    """Say of every message what it shows, by its channel and id; of its digest nothing."""
    club, found = left(), dict[tuple[int, int], PostedMessage]()
    links = {(row["channel"], row["message"]): row for row in club["posted"]}
    gone = {(row["match"], row["audience"]) for row in club["boards"]}
    for row in club["boards"]:
        kind, _, seat = row["audience"].partition(":")
        if kind == "dismissed":
            continue
        answered = kind in ("offer", "team") and row["revision"] != SHOWN_OPEN
        closed = answered or (kind == "dm" and (row["match"], f"dismissed:{seat}") in gone)
        audience = f"proofs:{row['proofs']}" if kind == "fairness" else row["audience"]
        after = 0  # the revision of the board after one that was posted once more
        for channel, message, revision in reversed((*earlier(row), place_of(row))):
            unsure = kind == CHANNEL and revision == SHOWN_OPEN
            link = links.get((channel, message), {"revision": after}) if unsure else None
            after = link["revision"] if link else max(0, revision)
            found[channel, message] = PostedMessage(
                row["match"],
                audience,
                channel,
                message,
                after,
                state="closed" if closed else "open",
            )
    for place, row in links.items():
        linked = PostedMessage(row["match"], CHANNEL, *place, row["revision"], state="closed")
        found.setdefault(place, linked)
    return found


def earlier(row: Row) -> list[tuple[int, ...]]:
    """Read the messages before one that might still offer buttons."""
    return [tuple(map(int, triple.split(":"))) for triple in row["earlier"].split()]


def place_of(row: Row) -> tuple[int, ...]:
    return row["channel"], row["message"], row["revision"]


@BOTH
async def test_every_message_shows_what_it_showed(club: Club) -> None:
    found = await read(club.url, "SELECT * FROM posted WHERE message > 0")
    assert {row.pop("owner_kind") for row in found} == {"match"}
    told = [PostedMessage(row.pop("owner"), **{**row, "digest": ""}) for row in found]
    assert {(message.channel, message.message): message for message in told} == messages()
    assert len(told) > 250


@BOTH
async def test_the_latest_message_for_an_audience_is_the_latest_that_is_open(club: Club) -> None:
    latest: dict[MatchId, dict[str, int]] = {row["id"]: {} for row in left()["matches"]}
    for posted in sorted(messages().values(), key=lambda message: message.message):
        if posted.state == "open":
            latest[posted.match][posted.audience] = posted.message
    for match, wanted in latest.items():
        shown = (await club.matches.latest_messages(match)).values()
        assert {post.audience: post.message for post in shown if post.message > 0} == wanted


async def test_whatever_proofs_were_public_are_still(club: Club) -> None:
    for match in {row["match"] for row in left()["boards"]}:
        boards = {row["audience"]: row for row in left()["boards"] if row["match"] == match}
        kept = [boards[name]["proofs"] for name in ("fairness", CHANNEL) if name in boards]
        wanted = proofs_of(PROOFS + " ".join(kept))
        current = await club.matches.match(match)
        game = club.matches.games[current.terms.game]
        if current.stand.outcome and "fairness" not in boards and boards[CHANNEL]["proofs"]:
            wanted["layouts"] = current.stand.revision  # boards had no other sign of them
        shown = (await club.matches.latest_messages(match)).values()
        public = {key: at for message in shown for key, at in proven(message).items()}
        assert public == wanted
        if current.begun and kept[0]:
            assert not missing(current, game, public)


def proven(one: PostedMessage) -> dict[str, int]:
    return proofs_of(one.audience) if one.audience.startswith((PROOFS, BOARD_PROOFS)) else {}


async def test_no_message_is_edited_or_posted_again_for_the_new_version(club: Club) -> None:
    """But for cards of tables and of players who were replaced or are nameless, once."""
    for row in left()["boards"]:
        match = await club.matches.match(row["match"])
        latest = await club.matches.latest_messages(match.id)
        shown = latest.get(row["audience"])
        if shown is None:
            continue
        timed = (row["clock_ms"], row["absences"]) == (match.clock_ms, match.absences)
        if row["audience"] == "card":
            others = match.nameless or any(player.substitution for player in match.players)
            others |= match.stand.phase == "open" and len(match.invitations) > 2
            others |= match.stand.phase != "open" and row["revision"] == SHOWN_OPEN
            assert shown.tells(invitation.digest(match, sealed=seals_card(latest.values()))) == (
                not others
            )
        elif row["audience"] == CHANNEL and row["revision"] == SHOWN_OPEN:
            assert shown.digest == AGAIN
        elif row["audience"] == CHANNEL:
            assert shown.tells(board.digest(match, "de dark", first=False)) == timed
            assert shown.tells(board.digest(match, "fr light", first=True)) == timed
        elif row["audience"].startswith("dm:"):
            panel = PANELS.get(row["revision"])
            digest = own_board.digest(match, setting_up=False)
            assert shown.digest == panel if panel else shown.tells(digest) == timed


@BOTH
async def test_panels_among_earlier_letters_are_known_as_such(club: Club) -> None:
    found = await read(club.url, "SELECT message, digest FROM posted WHERE audience LIKE 'dm:%'")
    digests = {row["message"]: row["digest"] for row in found}
    letters = [row for row in left()["boards"] if row["audience"].startswith("dm:")]
    panels = {triple[1:] for row in letters for triple in earlier(row) if triple[2] in PANELS}
    assert {revision for _, revision in panels} == PANELS.keys()
    for message, revision in panels:
        assert digests[message] == PANELS[revision]
    others = {triple[1] for row in letters for triple in earlier(row) if triple[2] not in PANELS}
    assert {digests[other] for other in others} == {""}


async def test_turns_are_linked_to_their_boards(club: Club) -> None:
    linked = 0
    for row in left()["matches"]:
        if row["phase"] not in ("playing", "over"):
            continue
        links = {
            posted["revision"]: (posted["channel"], posted["message"])
            for posted in left()["posted"]
            if posted["match"] == row["id"]
        }
        for step in (await club.matches.reading.history(row["id"], None)).steps:
            if step.revision in links and step.since < step.revision:
                assert step.posted == links[step.revision]
                linked += 1
    assert linked > 100
