"""Twins: the same match on two servers, with other pieces behind the backs of its last seat.

Whatever goes to all others, to the channel and to a watcher must be equal to the byte, pictures
too; only the codes of the seals may differ, since what they seal does.
"""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import discord
import pytest
from simcord import Env, InteractionResult, MemberActor

from bot.playground.starting import start
from bot.ui.answers import replies
from games.core import Act, AnyRules, Seat
from games.junqi import layout
from games.junqi.dark.rules import DARK_RULES
from games.junqi.four.rules import FOUR_RULES
from games.submission import play
from players.core import AnyPlayer
from tests.databases import address, lay
from tests.patience import PATIENCE_S

from .conftest import Evening, Lots, Settings, bot_maker, items, press
from .machines import MACHINES

TURNS = 16
WEST, RESIGN = Seat(1), "resign"
NOW_MS = 1_767_225_600_000
"""The time on both servers, which stands still: a busy machine would let some of it pass."""
E = TypeVar("E", bound=Evening)
SEAL = re.compile(r"[0-9a-f]{64}|(?<=`)[\w-]{43}(?=`)")
SNOWFLAKE = re.compile(r"[0-9]{17,20}")


@dataclass(frozen=True, eq=False)
class Kind:
    """A game, the layouts of all seats but the last, and what the others ask meanwhile.

    `out_after` is the turn before which West gives up; a twin is looked for by so many `tries`.
    """

    rules: AnyRules
    variant: str
    before: tuple[str, ...]
    typed: tuple[str, ...]
    squares: tuple[str, ...]
    wrong: tuple[str, ...]
    out_after: int = -1
    tries: int = 400


DARK = Kind(
    rules=DARK_RULES,
    variant="",
    before=(layout.PRESETS["fortress"],),
    typed=("", "c", "b7"),
    squares=("a12",),
    wrong=("a1-a2", "b1-b2", "a12-a11", "c4-c9", "e6", "d12-d1", "nonsense"),
)
(RED,) = DARK.before
FOUR = Kind(
    rules=FOUR_RULES,
    variant="resign_min_ply=0",
    before=tuple(layout.PRESETS[name] for name in ("fortress", "ambush", "raiders")),
    typed=("", "l9", "g"),
    squares=("q8", "l9"),
    wrong=("g1-g2", "i9", "q8-p8", "l9-k9", "c10-c9", "nonsense"),
    out_after=9,
    tries=60,
)


# --------------------------------------------------------------------- what is played


def states(kind: Kind, last: str, moves: Iterable[str]) -> Iterator[Any]:
    """List the states of these moves, with the last seat's pieces laid out like this."""
    rules, state = kind.rules, kind.rules.initial(kind.variant)
    for seat, codes in enumerate((*kind.before, last)):
        state, _ = play(rules, state, Seat(seat), layout.write_layout(codes))
    yield state
    for text in moves:
        turn = rules.turn(state)
        if not isinstance(turn, Act):
            return
        if text == RESIGN:
            state = rules.forfeit(state, frozenset({WEST}), RESIGN)
        else:
            state, _ = play(rules, state, min(turn.seats), text)
        yield state


def heard(kind: Kind, last: str, moves: Iterable[str]) -> list[Any]:
    """List the news of everybody else, of spectators too, after each of these moves."""
    seats = (*map(Seat, range(len(kind.before))), None)
    found = states(kind, last, moves)
    return [[kind.rules.view(state, seat).news for seat in seats] for state in found]


@cache
def worlds(kind: Kind, seed: int) -> tuple[str, str, list[str]]:
    """Find two layouts of the last seat and moves after which nobody else can tell them apart."""
    rng, rules = random.Random(seed), kind.rules
    while True:
        last, moves = layout.random_layout(rng.randrange), list[str]()
        while len(moves) < TURNS:
            *_, state = states(kind, last, moves)
            turn = rules.turn(state)
            if not isinstance(turn, Act):
                break
            view = rules.view(state, min(turn.seats))
            legal = sorted(rules.game.legal(view), key=rules.game.format)
            takes = [action for action in legal if rules.game.weight(view, action)]
            rough = takes and rng.random() < 0.7
            chosen = rules.game.format(rng.choice(takes if rough else legal))
            moves.append(RESIGN if len(moves) == kind.out_after else chosen)
        news = heard(kind, last, moves)
        if len(news) <= TURNS or "both" not in str(news) or "skipped" in str(news):
            continue
        if other := twin(kind, last, moves, news, rng):
            return last, other, moves


def twin(kind: Kind, last: str, moves: list[str], news: list[Any], rng: random.Random) -> str:
    """Find another layout with which the same moves make the same news; "" if none is soon."""
    other = last
    for _ in range(kind.tries):
        changed = layout.swapped(other, rng.randrange(25), rng.randrange(25))
        try:
            if heard(kind, changed, moves) == news:
                other = changed
        except ValueError:
            continue
    return other if sum(a != b for a, b in zip(last, other, strict=True)) >= 8 else ""


async def look_round(evening: Evening, kind: Kind, *people: MemberActor) -> None:
    """Ask for all that others than the last seat can, some of it refused."""
    board, channel = evening.board(), evening.channel
    for who in people:
        for label in ("My board", "Text", "Move"):
            await evening.press(who, board, label)
        for view in ("public", "flipped", "text"):
            await who.slash(channel, "match board", view=view)
        for typed in kind.typed:
            await who.autocomplete(channel, "move", "move", typed)
            await who.autocomplete(channel, "match mark", "square", typed)
        await who.slash(channel, "match list")
        await who.slash(channel, "match mark", square=kind.squares[0], guess="L")
        for square in kind.squares:
            await who.slash(channel, "match ask", square=square)
        for question in ("pieces", "taken", "goal", "played"):
            await who.slash(channel, "match ask", question=question)
        for angle in ("public", "mine", "open"):
            await who.slash(channel, "match history", view=angle, turn=3)
        await walk(who, await who.slash(channel, "match history"))
        await who.autocomplete(channel, "match ask", "square", kind.squares[0][0])
        for text in kind.wrong:
            await who.slash(channel, "move", move=text)


async def walk(who: MemberActor, past: InteractionResult) -> None:
    """Walk through a match, as far as it goes."""
    for label in ("Back", "Text", "Forward", "Picture", "Moves", "Board", "First", "Last"):
        if not any(tap.get("label") == label and tap.get("disabled") for tap in items(past)):
            past = await press(who, past, label)
    await press(who, past, "Animation")


# ------------------------------------------------------------------------ the servers


def club(env: Env, settings: Settings, lots: Lots) -> Evening:
    return Evening(env, settings, lots=lots)


async def both(
    folder: Path,
    kind: Kind,
    seed: int,
    tell: Callable[[E, str, list[str]], Awaitable[None]],
    name: str = "Brennus",
    make: Callable[[Env, Settings, Lots], E] = club,  # type: ignore[assignment]
    turns: int = TURNS,
    machines: Callable[[str, list[str]], Mapping[str, AnyPlayer]] = lambda *_: MACHINES,
) -> tuple[list[Any], list[Any]]:
    """Tell the same on two servers; return what each has sent to all but the last seat, `name`."""
    *layouts, moves = worlds(kind, seed)
    heard = list[list[Any]]()
    for codes in layouts:
        file, players = folder / f"{len(heard)}.sqlite", machines(codes, moves)
        async with server(file, name, make, machines=players) as (evening, sent):
            await tell(evening, codes, moves[:turns])
            heard.append(sent())
    one, two = heard
    return one, two


@asynccontextmanager
async def server(
    file: Path,
    name: str,
    make: Callable[[Env, Settings, Lots], E],
    machines: Mapping[str, AnyPlayer] = MACHINES,
) -> AsyncIterator[tuple[E, Callable[[], list[tuple[Any, ...]]]]]:
    """Run a server of its own where chance is the same every time.

    It comes with a way to list all that has been sent so far, except to one of its people.
    """
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # pydantic-settings takes it, its plugin is not used
        database_url=address(lay(file)),
    )
    lots = drawn_alike()
    patient = pytest.MonkeyPatch()
    patient.setattr(replies, "PATIENCE_S", PATIENCE_S)  # else a busy machine decides what is said
    anew = bot_maker(settings, lambda: NOW_MS, lots, machines)
    env = Env(anew(), shard_count=1, settle_timeout=PATIENCE_S)
    await start(env, anew)
    evening = make(env, settings, lots)
    uploads, asked, own = watch_uploads(evening), list[int](), evening.users[name].id

    async def on_interaction(interaction: discord.Interaction[Any]) -> None:
        if interaction.user.id == own:
            asked.append(interaction.id)

    evening.client.on_interaction = on_interaction  # type: ignore[attr-defined]
    yield evening, lambda: sent(evening, name, asked, uploads)
    last = evening.client
    await env.shutdown()
    await last.shut_down()
    patient.undo()


def drawn_alike() -> Lots:
    """Draw the same every time, for each person's letters apart: they are written side by side."""
    streams: dict[str, random.Random] = {}

    def draw(amount: int) -> bytes:
        task = asyncio.current_task()
        name = task.get_name() if task else ""
        name = name if name.startswith("post to") else ""
        return streams.setdefault(name, random.Random(name)).randbytes(amount)

    return draw


Upload: TypeAlias = tuple[int, str, bytes, str | None]


def watch_uploads(evening: Evening) -> list[Upload]:
    """List every file sent from now on, with the number of the request that carries it."""
    uploads: list[Upload] = []
    cdn, requests = evening.env.backend.cdn, evening.env.backend.http_requests
    store = cdn.store_attachment

    def noting(
        attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        uploads.append((len(requests), filename, data, description))
        return store(attachment_id, channel_id, filename, data, description)

    cdn.store_attachment = noting  # type: ignore[method-assign]
    return uploads


def sent(
    evening: Evening, name: str, asked: list[int], uploads: list[Upload]
) -> list[tuple[Any, ...]]:
    """List the requests with their files, without those that answer a user or write to them.

    They come place by place, in their order there: what goes to several places at once may
    overtake each other.
    """
    private = [str(evening.users[name].dm_channel.id), *map(str, asked)]
    names = named(evening)
    files: dict[int, list[Any]] = {}
    for number, file, data, words in uploads:
        plain = called(SEAL.sub("*", data.decode()), names) if file.endswith(".json") else data
        files.setdefault(number, []).append((file, plain, words))
    requests = [
        (
            request.method,
            called(request.path, names),
            called(masked(request.json), names),
            called(masked(request.params), names),
            *files.get(place, ()),
        )
        for place, request in enumerate(evening.env.http_requests, start=1)
        if not any(path in request.path for path in private)
    ]
    return sorted(requests, key=lambda request: place_of(*request[1:3]))


def named(evening: Evening) -> dict[str, str]:
    """Name what has an id of its own by where it is and how many were there before it.

    A message and a private answer may overtake each other.
    """
    backend = evening.env.backend
    names = {str(id_): f"interaction {n}" for n, id_ in enumerate(backend.interactions)}
    for name, user in evening.users.items():
        names[str(user.dm_channel.id)] = f"room of {name}"
    for place, messages in backend.messages.items():
        where = names.get(str(place), str(place))
        for kind, private in (("message", False), ("private answer", True)):
            ids = (id_ for id_, message in messages.items() if message.is_ephemeral is private)
            names |= {str(id_): f"{kind} {n} in {where}" for n, id_ in enumerate(ids)}
    return names


def called(text: str, names: Mapping[str, str]) -> str:
    """Put names in place of ids."""
    return SNOWFLAKE.sub(lambda id_: names.get(id_[0], id_[0]), text)


def place_of(path: str, body: str) -> str:
    """Return the channel that a request writes to or opens, or the interaction that it answers."""
    kind, *ids = path.strip("/").split("/")
    if kind == "users":
        return body
    return (ids[1] if kind == "webhooks" else ids[0]).rpartition("_")[2]


def masked(value: object) -> str:
    """Return everything in a request, with the codes of seals made alike."""
    return SEAL.sub("*", repr(value))


def alike(one: list[Any], two: list[Any]) -> None:
    """Check that all is the same on both servers."""
    for here, there in zip(one, two, strict=True):
        assert here == there, (here, there)


def pictures(requests: list[Any]) -> int:
    """Count the pictures among what has been sent."""
    return sum(b"PNG" in file[1][:8] for ask in requests for file in ask[4:] if file[1][:1] != "{")
