"""The kinds of requests the bot makes, each in a scene in which Discord refuses it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from .bells import prefer
from .conftest import ChannelHandle, InteractionResult, press, said
from .dark import ready
from .refusals import Pair, Refusal

Before: TypeAlias = Callable[[Pair], Awaitable[Any]]
Deed: TypeAlias = Callable[[Pair, Any], Awaitable[Any]]

CALLBACK = "/interactions/*/*/callback"
MESSAGES = "/channels/{pair.channel.id}/messages"
THREAD = "/channels/{pair.channel.threads[0].id}"
LETTERS = "{pair.letterbox}"
TOO_LATE, LOCKED = Refusal(10062, 404), Refusal(160005)


@dataclass(frozen=True)
class Scene:
    """What comes before, what is refused from then on, and the deed that leads to it.

    A refusal is a method and a path, and may be another one than the pair's, and end after some
    times.
    """

    before: Before
    deed: Deed
    refused: tuple[tuple[Any, ...], ...]

    async def play(self, pair: Pair) -> None:
        opened = await self.before(pair)
        for method, path, *more in self.refused:
            pair.refuse(method, path.format(pair=pair), *more)
        await self.deed(pair, opened)


# ------------------------------------------------------------------------ what comes before


def match(where: str = "here", **options: Any) -> Before:
    return lambda pair: pair.begin(where, **options)


def invitation(where: str = "here", **options: Any) -> Before:
    return lambda pair: pair.invite(where, **options)


async def nothing(pair: Pair, opened: object = None) -> None:
    """Do nothing more."""


async def lose_thread(pair: Pair) -> None:
    """Delete the thread of a match."""
    pair.env.backend.delete_channel((await pair.begin("thread")).id)


async def rematch(pair: Pair) -> tuple[ChannelHandle, InteractionResult]:
    """Let Livia resign in a thread and propose a rematch; return the thread and the card."""
    home = await pair.begin("thread")
    await press(pair.livia, await pair.livia.slash(home, "match resign", match=pair.name), "Resign")
    opened = await pair.press(pair.livia, pair.board(home), "Rematch")
    pair.remember(opened)
    return home, opened


async def spoil(pair: Pair) -> None:
    """Make a match unreadable."""
    await pair.begin()
    whole = pair.stored("SELECT position FROM matches WHERE id = ?", pair.name)[0][0]
    pair.stored("UPDATE matches SET position = 'garbage' WHERE id = ?", pair.name)
    again = "UPDATE matches SET position = ? WHERE id = ?"
    pair.repairs.append(lambda: pair.stored(again, whole, pair.name))


async def wish_letters_first(pair: Pair) -> None:
    """Begin a match with somebody who has wished to be pinged by direct message."""
    await prefer(pair, pair.brennus, ping="dm")
    await pair.begin()


async def wish_letters_then(pair: Pair) -> None:
    """Begin a match with somebody who then wishes so."""
    await pair.begin()
    await prefer(pair, pair.brennus, ping="dm")


# ------------------------------------------------------------------------ what is done


async def accept(pair: Pair, opened: InteractionResult) -> None:
    await pair.accept(opened)


async def accept_again(pair: Pair, opened: tuple[object, InteractionResult]) -> None:
    """Accept a rematch."""
    await pair.accept(opened[1])


async def accept_and_move(pair: Pair, opened: InteractionResult) -> None:
    await pair.accept(opened)
    await pair.turn()


async def challenge(pair: Pair, _: object) -> None:
    await pair.new(pair.livia, opponent=pair.brennus)


async def get_ready(pair: Pair, _: object) -> None:
    await ready(pair, pair.brennus)


async def move(pair: Pair, _: object) -> None:
    """Play a turn whose answer may be lost."""
    await pair.livia.slash(pair.channel, "move", move="a1-a3", match=pair.name)


async def offer(pair: Pair, _: object) -> None:
    pair.told.append(said(await pair.livia.slash(pair.channel, "match offer", what="draw")))


async def turn(pair: Pair, _: object) -> None:
    await pair.turn()


BOARD, LETTER, IN_THREAD = ("POST", MESSAGES), ("POST", LETTERS), ("POST", f"{THREAD}/messages")
ITS_THREAD = ("POST", f"{MESSAGES}/*/threads")
DARK = {"game": "junqi-dark"}

SCENES = {
    "first board": Scene(invitation(), accept, (BOARD,)),
    "board": Scene(match(), turn, (BOARD,)),
    "board in a thread": Scene(match("thread"), turn, (IN_THREAD,)),
    "board anywhere": Scene(match("thread"), turn, (IN_THREAD, BOARD)),
    "thread": Scene(invitation("thread"), accept, (ITS_THREAD,)),
    "thread and board": Scene(invitation("thread"), accept, (ITS_THREAD, BOARD)),
    "another thread": Scene(lose_thread, turn, (("POST", "/channels/{pair.channel.id}/threads"),)),
    "look at a channel": Scene(
        match("thread"), turn, ((*IN_THREAD, LOCKED), ("GET", "/channels/{pair.channel.id}"))
    ),
    "edits": Scene(invitation(), accept_and_move, (("PATCH", f"{MESSAGES}/*"),)),
    "name of a thread": Scene(rematch, accept_again, (("PATCH", THREAD),)),
    "offer": Scene(match(), offer, (BOARD,)),
    "news that a match stops": Scene(spoil, move, (BOARD,)),
    "card": Scene(nothing, challenge, (("POST", CALLBACK, TOO_LATE, 1), BOARD)),
    "letter": Scene(invitation(**DARK), accept, (LETTER,)),
    "edit of a letter": Scene(match(**DARK), get_ready, (("PATCH", f"{LETTERS}/*"),)),
    "ping": Scene(wish_letters_first, turn, (LETTER,)),
    "promise": Scene(match(), move, (("POST", CALLBACK, None, 1),)),
    "answer": Scene(match(), move, (("DELETE", "/webhooks/*/*/messages/@original", None, 1),)),
    "further answer": Scene(invitation(**DARK), accept, (("POST", "/webhooks/*/*", None, 1),)),
    "way to letters": Scene(wish_letters_then, turn, (("POST", "/users/@me/channels"),)),
    "reminder": Scene(match(pace="1d"), nothing, (BOARD,)),
    "look at a member": Scene(
        match(pace="1d"), nothing, (("GET", "/guilds/{pair.guild.id}/members/{pair.livia.id}"),)
    ),
}
RINGING = ("ping", "way to letters")
"""Scenes in which a ping has to go another way."""
PAINTED = ("edit of a letter", "further answer")
"""Scenes with the pictures of a whole set-up, which take long."""
LATE = ("reminder", "look at a member")
"""Scenes in which the request comes with the reminder, after `REMINDED_HOURS`."""
REMINDED_HOURS = 20
