"""What people read when Discord fails at any request: it is true, and nothing is lost or halved."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import pytest

from games.rulebook import RULES

from .faults import Fault
from .lives import Reborn
from .people import SLASH, Person, button, custom_ids, text, until
from .server import Discord
from .tables import Table, accepted, animated, dark, play_dark
from .test_faults import opened
from .things import APPLICATION, CHANNEL, Json, command
from .world import Asked

pytestmark = pytest.mark.slow

LONG_S = 600.0


@pytest.fixture(autouse=True)
def answers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an answer wait until it is known what becomes of the board, on however busy a machine."""
    monkeypatch.setenv("WAITS", "50")


FAULTS: dict[str, Json] = {
    "cut once": {"cut": True, "times": 1},
    "cut afterwards": {"cut": True, "done": True, "times": 1},
    "cut twice": {"cut": True, "times": 2},
    "garbled": {"garbled": True, "times": 2},
    "garbled afterwards": {"garbled": True, "done": True, "times": 1},
    "500 once": {"status": 500, "times": 1},
    "500 afterwards": {"status": 500, "done": True, "times": 1},
    "a short limit": {"status": 429, "retry_after": 0.5, "times": 1},
    "a long limit": {"status": 429, "retry_after": LONG_S},
    "a page": {"status": 403, "page": True, "times": 1},
    "40060": {"status": 400, "code": 40060, "done": True, "times": 1},
}
STATUS = {10003: 404, 10008: 404, 10013: 404, 10062: 404, 50027: 401, 40005: 413}
FORBIDDEN = {50001, 50007, 50013, 50278, 160005}
ONCE = {10062, 50027, 50035, 40005}
"""The codes with which a single answer is refused, so that the next can say so."""

CLOSED = {50007, 50278}
"""The codes that say that somebody takes no direct messages."""

NOTHING = "too late, dismissed or twice"
"""The line of the log where nobody can be told any more."""
LEFT, SENT = "the picker goes, for the board says all", "the card comes as a message"
CARD, POSTED, BEGUN, PICKER = "challenges", "Posted: ", "the match has begun", "Choose a piece"
FILM, OWN_BOARD, TO_SHARE = "replay.gif", "your move", "Ann resigned"
UNHEARD = "The connection to Discord failed before my answer was taken"
OURS = "Something went wrong on my side"
NO_CARD = "cannot be posted here, so nothing has been opened"
PERMISSIONS = "I need these permissions"
SOON = "will follow as soon as Discord accepts it"
MAY_NOT = "I don't have permission to show its board"
OFFERED = "Your offer is on the table"
NOT_TAKEN = "Discord did not answer when I posted it"
NOT_SHOWN = "I could not show it where"
NO_LETTERS = "I cannot send you direct messages"


def fault(kind: str, name: str | int) -> Json:
    """Describe what a request of this kind is to meet."""
    if not isinstance(name, int):
        return {"kind": kind, **FAULTS[name]}
    status = 403 if name in FORBIDDEN else STATUS.get(name, 400)
    once = {"times": 1} if name in ONCE and kind != "send" else {}
    return {"kind": kind, "status": status, "code": name} | once


# ------------------------------------------------------------------------------------- the places


@dataclass
class Scene:
    """Two people, of whom one asks for something that meets a fault."""

    discord: Discord
    bot: Reborn
    ann: Person
    bob: Person
    table: Table

    async def begin(self) -> None:
        """Begin a match in which Ann has moved."""
        await self.table.open()
        await self.table.turn()
        await self.table.shown()

    @property
    def cards(self) -> list[Json]:
        """The cards to be accepted."""
        there = self.discord.messages.values()
        return [row for row in there if any(":join" in id_ for id_ in custom_ids(row))]


Fail: TypeAlias = Callable[[], Fault]
"""Lets the next requests of a kind fail."""


class Place(Protocol):
    """Something that is asked for, and what has to be true of it in the end."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked: ...

    async def check(self, scene: Scene) -> None: ...


class Card:
    """A challenge, answered by its card."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        fail()
        data = command("match new", {"game": "murus", "opponent": scene.bob.user})
        return await scene.ann.ask(SLASH, CHANNEL, {"data": data})

    async def check(self, scene: Scene) -> None:
        """Check that whoever asks again has one card, which can be accepted."""
        await scene.ann.slash(CHANNEL, "match new", game="murus", opponent=scene.bob)
        (card,) = scene.cards
        await accepted(scene.bob, card)
        assert BEGUN in card["content"]


class Panel(Card):
    """A card posted by a panel."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        panel = await opened(scene.ann, scene.bob)
        fail()
        return await scene.ann.press_id(panel, button(panel, "post"))


class First:
    """The acceptance of a challenge, with the thread and the first board."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        card = await scene.ann.post(CHANNEL, "murus", scene.bob, seat="first")
        scene.table.match = next(custom_ids(card)).split(":")[1]
        scene.table.home, scene.table.state = CHANNEL, RULES["murus"].initial("")
        fail()
        return await scene.bob.press_id(card, button(card, "join"))

    async def check(self, scene: Scene) -> None:
        """Check that the match has begun, and goes on."""
        await scene.table.turn()
        await scene.table.shown_once()


class Later:
    """A move, with its board."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        await scene.begin()
        fail()
        who, action = scene.table.choice()
        asked = await scene.table.press(who, action)
        scene.table.played(action)
        return asked

    async def check(self, scene: Scene) -> None:
        """Check that the move counts once."""
        await scene.table.turn()
        await scene.table.shown_once()


class Private:
    """The picker, with its picture."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        await scene.begin()
        board = scene.table.boards()[1][-1]
        fail()
        return await scene.bob.press_id(board, button(board, "move"))

    async def check(self, scene: Scene) -> None:
        assert PICKER in text(await scene.bob.press(scene.table.boards()[1][-1], "move"))


class Offer:
    """The offer of a draw."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        await scene.begin()
        fail()
        data = command("match offer", {"what": "draw"})
        return await scene.ann.ask(SLASH, scene.table.home, {"data": data})

    async def check(self, scene: Scene) -> None:
        """Check that the offer stands for the other to agree to."""
        agreed = await scene.bob.slash(scene.table.home, "match offer", what="draw")
        assert "agreed" in text(agreed)


class Film:
    """An animation."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        await scene.begin()
        walk = await scene.ann.slash(scene.table.home, "match history", match=scene.table.match)
        assert walk.message
        fail()
        return await animated(scene.ann, walk.message | {"application_id": str(APPLICATION)})

    async def check(self, scene: Scene) -> None:
        await scene.table.turn()
        await scene.table.shown_once()


class Poster:
    """The poster of a match that somebody has resigned."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        await scene.begin()
        sure = await scene.ann.slash(scene.table.home, "match resign")
        assert sure.message
        await scene.ann.press(sure.message, "resign")
        scene.table.revision += 1
        await scene.table.shown()
        board = scene.table.boards()[scene.table.revision][-1]
        fail()
        return await scene.ann.press_id(board, button(board, "poster"))

    async def check(self, scene: Scene) -> None:
        board = scene.table.boards()[scene.table.revision][-1]
        assert TO_SHARE in text(await scene.ann.press(board, "poster"))


class Letter:
    """A move, with the other's own board by direct message; the other then looks at the match."""

    home = 0
    anew = False
    """Whether the direct message has to be opened first, as after every start."""

    async def deed(self, scene: Scene, fail: Fail) -> Asked:
        self.home = await dark(scene.ann, scene.bob)
        if self.anew:
            await scene.bot.kill()
            await scene.bot.start()
        fault = fail()
        await play_dark(scene.ann, self.home)
        await until(lambda: fault.met)
        if fault.code in CLOSED:
            await until(lambda: scene.bot.stored("SELECT 1 FROM dm_refusals"))
        return await scene.bob.ask(SLASH, self.home, {"data": command("match board", {})})

    async def check(self, scene: Scene) -> None:
        await play_dark(scene.bob, self.home)


class LetterAnew(Letter):
    """The same after a start."""

    anew = True


PLACES: dict[str, Callable[[], Place]] = {
    "card": Card,
    "panel": Panel,
    "first": First,
    "later": Later,
    "private": Private,
    "offer": Offer,
    "film": Film,
    "poster": Poster,
    "letter": Letter,
    "letter anew": LetterAnew,
}
ANSWERED = {
    "card": (CARD, NO_CARD, NO_CARD, SENT),
    "panel": (POSTED, UNHEARD, OURS, NOTHING),
    "first": (BEGUN, UNHEARD, OURS, NOTHING),
    "later": (LEFT, UNHEARD, OURS, NOTHING),
    "private": (PICKER, UNHEARD, OURS, NOTHING),
    "offer": (OFFERED, UNHEARD, OURS, NOTHING),
    "film": (FILM, UNHEARD, OURS, NOTHING),
    "poster": (TO_SHARE, UNHEARD, OURS, NOTHING),
}
"""The words when the promise of an answer is heard in the end; when it is not; when it is wrong;
when it comes too late."""
PASSING = ("cut twice", "garbled", "a long limit", "a page")
HEARD = ("cut once", "cut afterwards", "garbled afterwards", "a short limit")
REFUSED = {
    10003: "no longer exists",
    50001: MAY_NOT,
    50013: MAY_NOT,
    50035: "Discord refuses the board",
    160005: "is locked",
    50083: "is archived",
    **dict.fromkeys((200000, 200001), "AutoMod does not let me post the board"),
}
BOARD = dict.fromkeys((*PASSING, "cut once"), SOON) | REFUSED
NO_THREAD = (10003, 30033, 50001, 50013, 50083, 160005, 160006)

WORDS: dict[tuple[str, str], dict[Any, str]] = {
    **{
        (place, "callback"): dict.fromkeys(("cut once", "garbled afterwards", "40060"), heard)
        | {"cut twice": unheard, 50035: wrong, 50027: late}
        for place, (heard, unheard, wrong, late) in ANSWERED.items()
    },
    ("panel", "send"): dict.fromkeys((*HEARD, "500 once"), POSTED)
    | dict.fromkeys((*PASSING, 50035, 160005, 200000, 200001), NO_CARD)
    | dict.fromkeys((50001, 50013), PERMISSIONS),
    ("first", "thread"): dict.fromkeys(NO_THREAD, BEGUN) | dict.fromkeys(PASSING, SOON),
    ("first", "send"): BOARD,
    ("later", "send"): BOARD | {"a short limit": LEFT},
    ("private", "answer"): dict.fromkeys((*HEARD, "500 once"), PICKER)
    | {"cut twice": UNHEARD, "garbled": UNHEARD, "a page": UNHEARD}
    | {50035: OURS, 40005: OURS, 50027: NOTHING, 10008: NOTHING},
    ("film", "answer"): dict.fromkeys((*HEARD, "500 once"), FILM)
    | {"cut twice": UNHEARD, 40005: OURS, 50027: NOTHING, 10008: NOTHING},
    ("poster", "answer"): dict.fromkeys((*HEARD, "500 once"), TO_SHARE)
    | {"cut twice": UNHEARD, 50035: OURS, 40005: OURS, 50027: NOTHING, 10008: NOTHING},
    ("offer", "send"): dict.fromkeys(HEARD, OFFERED)
    | dict.fromkeys(PASSING, NOT_TAKEN)
    | dict.fromkeys((10003, 50013, 50035, 160005, 200001), NOT_SHOWN),
    ("letter", "send"): dict.fromkeys(("cut once", "a long limit", "a page"), OWN_BOARD)
    | dict.fromkeys((10013, 50001, 50033, 200000), OWN_BOARD)
    | dict.fromkeys((50007, 50278), NO_LETTERS),
    ("letter anew", "dm"): dict.fromkeys((*HEARD, "500 once", 40003), OWN_BOARD)
    | dict.fromkeys((10013, 50001, 50033), OWN_BOARD)
    | dict.fromkeys((50007, 50278), NO_LETTERS),
}
CASES = [(*where, met) for where, words in WORDS.items() for met in words]


@pytest.mark.parametrize(("place", "kind", "met"), CASES)
async def test_what_people_read_is_true_and_nothing_is_lost_or_halved(
    discord: Discord,
    reborn: Reborn,
    ann: Person,
    bob: Person,
    place: str,
    kind: str,
    met: str | int,
) -> None:
    scene, there = (
        Scene(discord, reborn, ann, bob, Table(discord, ann, bob, seed=1)),
        PLACES[place](),
    )
    about, words = fault(kind, met), WORDS[place, kind][met]
    if place == "letter":
        about["at"] = bob.room
    asked = await there.deed(scene, lambda: discord.fail(**about))
    try:
        await until(lambda: read(scene, asked, words))
    except TimeoutError:
        pytest.fail(f"told {text(asked)!r}")
    assert not (words in (NOTHING, LEFT) and text(asked))
    assert OURS not in text(asked) or words == OURS
    discord.heal()
    await there.check(scene)
    assert discord.twice() == []


def read(scene: Scene, asked: Asked, words: str) -> bool:
    """Tell whether whoever asked has read these words, or what stands for having read none."""
    if words == NOTHING:
        return NOTHING in scene.bot.output()
    if words == SENT:
        return bool(scene.cards)
    if words == FILM:
        return any(
            FILM in str(file["filename"]) for file in (asked.message or {}).get("attachments", ())
        )
    return asked.left if words == LEFT else words in text(asked)


async def test_a_move_while_no_connection_is_to_be_had_counts_once(
    discord: Discord, reborn: Reborn, ann: Person, bob: Person
) -> None:
    scene = Scene(discord, reborn, ann, bob, Table(discord, ann, bob, seed=1))
    await scene.begin()
    await discord.refuse()
    who, action = scene.table.choice()
    asked = await scene.table.press(who, action)
    await until(lambda: "could not answer" in reborn.output())
    assert not asked.type
    scene.table.played(action)
    await discord.listen()
    await scene.table.turn()
    await scene.table.shown_once()
