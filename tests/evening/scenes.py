"""The kinds of requests the bot makes, each in a scene in which Discord refuses it."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from .bells import prefer
from .conftest import ChannelHandle, InteractionResult, press, said
from .dark import ready
from .refusals import Pair, Refusal

Scene: TypeAlias = Callable[[Pair], Awaitable[None]]

TOO_LATE, LOCKED = Refusal(10062, 404), Refusal(160005)


async def first_board(pair: Pair) -> None:
    """Refuse the channel everything from the beginning: proofs, board, pings."""
    opened = await pair.invite()
    pair.refuse("POST", pair.messages)
    await pair.accept(opened)


async def card(pair: Pair) -> None:
    """Lose the card of an open match, and refuse another one."""
    pair.refuse("POST", "/interactions/*/*/callback", TOO_LATE, times=1)
    pair.refuse("POST", pair.messages)
    await pair.new(pair.livia, opponent=pair.brennus)


async def board(pair: Pair) -> None:
    """Refuse the channel the board of a turn."""
    await pair.begin()
    pair.refuse("POST", pair.messages)
    await pair.turn()


async def board_in_thread(pair: Pair) -> None:
    """Refuse a thread the board of a turn."""
    thread = await pair.begin("thread")
    pair.refuse("POST", f"/channels/{thread.id}/messages")
    await pair.turn()


async def board_anywhere(pair: Pair) -> None:
    """Refuse a thread and its channel the board of a turn."""
    thread = await pair.begin("thread")
    pair.refuse("POST", f"/channels/{thread.id}/messages")
    pair.refuse("POST", pair.messages)
    await pair.turn()


async def thread(pair: Pair) -> None:
    """Refuse a new match the thread from its card."""
    opened = await pair.invite("thread")
    pair.refuse("POST", f"{pair.messages}/*/threads")
    await pair.accept(opened)


async def nowhere(pair: Pair) -> None:
    """Refuse a new match its thread, and the channel the board."""
    opened = await pair.invite("thread")
    pair.refuse("POST", f"{pair.messages}/*/threads")
    pair.refuse("POST", pair.messages)
    await pair.accept(opened)


async def another_thread(pair: Pair) -> None:
    """Refuse a match the thread that is to follow a deleted one."""
    lost = await pair.begin("thread")
    pair.env.backend.delete_channel(lost.id)
    pair.refuse("POST", f"/channels/{pair.channel.id}/threads")
    await pair.turn()


async def look_at_channel(pair: Pair) -> None:
    """Refuse a look at the channel to which the match of a locked thread should go."""
    closed = await pair.begin("thread")
    pair.refuse("POST", f"/channels/{closed.id}/messages", LOCKED)
    pair.refuse("GET", f"/channels/{pair.channel.id}")
    await pair.turn()


async def edit(pair: Pair) -> None:
    """Refuse all edits: of the card, and of the board before the last."""
    opened = await pair.invite()
    pair.refuse("PATCH", f"{pair.messages}/*")
    await pair.accept(opened)
    await pair.turn()


async def name_of_thread(pair: Pair) -> None:
    """Refuse the thread of a rematch its new name."""
    home, opened = await rematch(pair)
    pair.refuse("PATCH", f"/channels/{home.id}")
    await pair.accept(opened)


async def rematch(pair: Pair) -> tuple[ChannelHandle, InteractionResult]:
    """Let Livia resign in a thread and propose a rematch; return the thread and the card."""
    home = await pair.begin("thread")
    asked = await pair.livia.slash(home, "match resign", match=pair.name)
    await press(pair.livia, asked, "Resign")
    opened = await pair.press(pair.livia, pair.board(home), "Rematch")
    pair.remember(opened)
    return home, opened


async def offer(pair: Pair) -> None:
    """Refuse the channel an offer."""
    await pair.begin()
    pair.refuse("POST", pair.messages)
    answer = await pair.livia.slash(pair.channel, "match offer", what="draw")
    pair.told.append(said(answer))


async def stop(pair: Pair) -> None:
    """Refuse the channel the news that a match cannot be read."""
    await pair.begin()
    whole = pair.stored("SELECT position FROM matches WHERE id = ?", pair.name)[0][0]
    pair.stored("UPDATE matches SET position = 'garbage' WHERE id = ?", pair.name)
    again = "UPDATE matches SET position = ? WHERE id = ?"
    pair.repairs.append(lambda: pair.stored(again, whole, pair.name))
    pair.refuse("POST", pair.messages)
    await pair.livia.slash(pair.channel, "move", move="a1-a3", match=pair.name)


async def letter(pair: Pair) -> None:
    """Refuse a private game its player's own board by direct message."""
    opened = await pair.invite(game="junqi-dark")
    pair.refuse("POST", pair.letterbox)
    await pair.accept(opened)


async def edit_of_letter(pair: Pair) -> None:
    """Refuse the edits of a player's own board."""
    await pair.begin(game="junqi-dark")
    pair.refuse("PATCH", f"{pair.letterbox}/*")
    await ready(pair, pair.brennus)


async def ping(pair: Pair) -> None:
    """Refuse a ping by direct message."""
    await prefer(pair, pair.brennus, ping="dm")
    await pair.begin()
    pair.refuse("POST", pair.letterbox)
    await pair.turn()


async def way_to_letters(pair: Pair) -> None:
    """Refuse to open the direct messages through which a ping should go."""
    await pair.begin()
    await prefer(pair, pair.brennus, ping="dm")
    pair.refuse("POST", "/users/@me/channels")
    await pair.turn()


async def promise(pair: Pair) -> None:
    """Refuse the first answer to a command, which only promises another."""
    await pair.begin()
    pair.refuse("POST", "/interactions/*/*/callback", times=1)
    await pair.livia.slash(pair.channel, "move", move="a1-a3", match=pair.name)


async def answer(pair: Pair) -> None:
    """Refuse the answer to a command after the promise of it."""
    await pair.begin()
    pair.refuse("PATCH", "/webhooks/*/*/messages/@original", times=1)
    await pair.livia.slash(pair.channel, "move", move="a1-a3", match=pair.name)


async def further_answer(pair: Pair) -> None:
    """Refuse the second answer to a press."""
    opened = await pair.invite(game="junqi-dark")
    pair.refuse("POST", "/webhooks/*/*", times=1)
    await pair.accept(opened)


async def reminder(pair: Pair) -> None:
    """Refuse the channel the ping that reminds a player."""
    await pair.begin(pace="1d")
    pair.refuse("POST", pair.messages)


async def look_at_member(pair: Pair) -> None:
    """Refuse a look whether the player to be reminded is still there."""
    await pair.begin(pace="1d")
    pair.refuse("GET", f"/guilds/{pair.guild.id}/members/{pair.livia.id}")


SCENES: tuple[Scene, ...] = (
    first_board,
    board,
    board_in_thread,
    board_anywhere,
    thread,
    another_thread,
    look_at_channel,
    edit,
    name_of_thread,
    offer,
    stop,
    card,
    letter,
    edit_of_letter,
    ping,
    promise,
    answer,
    further_answer,
    way_to_letters,
)
RINGING: tuple[Scene, ...] = (ping, way_to_letters)
"""Scenes in which a ping has to go another way."""
PAINTED: tuple[Scene, ...] = (edit_of_letter, further_answer)
"""Scenes with the pictures of a whole set-up, which take long."""
LATE_SCENES: tuple[Scene, ...] = (reminder, look_at_member)
"""Scenes in which the request comes with the reminder, after `REMINDED_HOURS`."""
REMINDED_HOURS = 20
