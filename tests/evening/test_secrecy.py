"""The same match on two servers, with other pieces behind the same backs.

Whatever goes to Red, to the channel and to a watcher must be equal to the byte, pictures too; only
the codes of the seals may differ, since what they seal does.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import discord
import pytest
from simcord import Env, InteractionResult, MemberActor

from bot.app import create
from bot.config import Settings
from bot.matches.machines.workers import InProcess
from bot.matches.match.ids import MatchId
from bot.playground.starting import start
from bot.ui.answers import replies
from games.core import AnyRules, Event, IllegalAction, Over, Seat
from games.junqi import layout
from games.junqi.board import GRID
from games.junqi.dark.game import DARK_JUNQI
from games.junqi.dark.position import Position
from games.junqi.dark.rules import DARK_RULES
from games.junqi.dark.view import DarkView
from games.rulebook import RULES
from games.submission import play
from players.core import AnyPlayer
from tests.databases import address, lay

from .conftest import PATIENCE_S, Evening, Lots, said
from .dark import sealed
from .machines import MACHINES

RED = layout.PRESETS["fortress"]
TURNS = 16
WRONG = ("a1-a2", "b1-b2", "a12-a11", "c4-c9", "e6", "d12-d1", "nonsense")
NOW_MS = 1_767_225_600_000
"""The time on both servers, which stands still: a busy machine would let some of it pass."""
TOLD_BY = GRID.square("c12")
"""The square whose piece the leaks made on purpose tell."""
E = TypeVar("E", bound=Evening)
SEAL = re.compile(r"[0-9a-f]{64}")
SNOWFLAKE = re.compile(r"[0-9]{17,20}")


def news_of(blue: str, moves: list[str]) -> Iterator[tuple[Event, ...]]:
    """List what a spectator hears of these moves, with Blue's pieces laid out like this."""
    state = DARK_RULES.initial("")
    for seat, codes in enumerate((RED, blue)):
        state, _ = play(DARK_RULES, state, Seat(seat), layout.written(codes))
    for number, text in enumerate(moves):
        turn = DARK_RULES.turn(state)
        if isinstance(turn, Over) or Seat(number % 2) not in turn.seats:  # type: ignore[union-attr]
            return
        state, _ = play(DARK_RULES, state, Seat(number % 2), text)
        yield DARK_RULES.view(state, None).news


@cache
def game(seed: int) -> tuple[str, str, list[str]]:
    """Find two layouts of Blue's and moves after which no other reader can tell them apart."""
    rng = random.Random(seed)
    while True:
        blue, moves = layout.chosen(rng.randrange), list[str]()
        state = DARK_RULES.initial("")
        for seat, codes in enumerate((RED, blue)):
            state, _ = play(DARK_RULES, state, Seat(seat), layout.written(codes))
        for number in range(TURNS):
            view = DARK_RULES.view(state, Seat(number % 2))
            legal = sorted(DARK_JUNQI.legal(view), key=DARK_JUNQI.format)
            if not legal:
                break
            takes = [action for action in legal if DARK_JUNQI.weight(view, action)]
            rough = takes and rng.random() < 0.7
            moves.append(DARK_JUNQI.format(rng.choice(takes if rough else legal)))
            state, _ = play(DARK_RULES, state, Seat(number % 2), moves[-1])
        heard = list(news_of(blue, moves))
        if len(heard) < TURNS or not any("both" in str(news) for news in heard):
            continue
        if other := twin(blue, moves, heard, rng):
            return blue, other, moves


def twin(blue: str, moves: list[str], heard: list[Any], rng: random.Random) -> str:
    """Find another layout with which the same moves make the same news; "" if none is soon."""
    other = blue
    for _ in range(400):
        changed = layout.swapped(other, rng.randrange(25), rng.randrange(25))
        if layout.faults(1, changed):
            continue
        try:
            if list(news_of(changed, moves)) == heard:
                other = changed
        except ValueError:
            continue
    return other if sum(a != b for a, b in zip(blue, other, strict=True)) >= 8 else ""


@asynccontextmanager
async def server(
    file: Path,
    make: Callable[[Env, Settings, Lots], E],
    rulebook: Mapping[str, AnyRules] = RULES,
    machines: Mapping[str, AnyPlayer] = MACHINES,
) -> AsyncIterator[E]:
    """Run a server of its own where chance is the same every time."""
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]  # pydantic-settings takes it, its plugin is not used
        database_url=address(lay(file)),
    )
    lots = drawn_alike()
    patient = pytest.MonkeyPatch()
    patient.setattr(replies, "PATIENCE_S", PATIENCE_S)  # else a busy machine decides what is said
    anew = partial(
        create,
        settings,
        now=lambda: NOW_MS,
        entropy=lots,
        rulebook=rulebook,
        players=machines,
        workers=InProcess(),
    )
    env = Env(anew(), shard_count=1, settle_timeout=PATIENCE_S)
    await start(env, anew)
    evening = make(env, settings, lots)
    yield evening
    last = evening.client
    await env.shutdown()
    await last.shut()
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


def club(env: Env, settings: Settings, lots: Lots) -> Evening:
    return Evening(env, settings, lots=lots)


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


async def traffic(file: Path, blue: str, moves: list[str], every: int) -> list[tuple[Any, ...]]:
    """Play a match, asking for everything now and then; return all that is sent except to Blue."""
    async with server(file, club) as evening:
        uploads = watch_uploads(evening)
        await evening.begin(game="junqi-dark")
        match = MatchId(evening.id())
        asked: list[int] = []

        async def on_interaction(interaction: discord.Interaction[Any]) -> None:
            if interaction.user.id == evening.brennus.id:
                asked.append(interaction.id)

        evening.client.on_interaction = on_interaction  # type: ignore[attr-defined]
        await evening.livia.slash(evening.channel, "match setup", layout=RED)
        await evening.livia.click(evening.board(), label="Set up")
        await evening.client.desk.matches.setting_up.lay(match, evening.brennus.id, blue)
        for who in (evening.livia, evening.brennus):
            shown = await who.click(evening.board(), label="Set up")
            assert shown.response
            await sealed(who, shown.response)
        for number, text in enumerate(moves):
            mover = (evening.livia, evening.brennus)[number % 2]
            if number % every == 0:
                await look_round(evening)
            await evening.move(mover, text)
            if await taken_back(evening, mover):
                await evening.move(mover, text)
        return sent(evening, "Brennus", asked, uploads)


async def look_round(evening: Evening) -> None:
    """Ask for all that Red and a spectator can, some of it refused."""
    board, channel = evening.board(), evening.channel
    for who in (evening.livia, evening.mara):
        for label in ("My board", "Text", "Move"):
            await who.click(board, label=label)
        for view in ("public", "flipped", "text"):
            await who.slash(channel, "match board", view=view)
        for typed in ("", "c", "b7"):
            await who.autocomplete(channel, "move", "move", typed)
            await who.autocomplete(channel, "match mark", "square", typed)
        await who.slash(channel, "match list")
        await who.slash(channel, "match mark", square="a12", guess="L")
        await who.slash(channel, "match ask", square="a12")
        for question in ("pieces", "taken", "goal", "played"):
            await who.slash(channel, "match ask", question=question)
        for angle in ("public", "mine", "open"):
            await who.slash(channel, "match history", view=angle, turn=3)
        await walk(who, await who.slash(channel, "match history"))
        await who.autocomplete(channel, "match ask", "square", "a")
        for text in WRONG:
            await who.slash(channel, "move", move=text)


async def walk(who: MemberActor, past: InteractionResult) -> None:
    """Walk through a match, as far as it goes."""
    for label in ("Back", "Text", "Forward", "Picture", "Moves", "Board", "First", "Last"):
        assert past.response
        row = (item for one in past.response.components for item in one["components"])
        if not next(item for item in row if item["label"] == label).get("disabled"):
            past = await who.click(past.response, label=label)
    assert past.response
    await who.click(past.response, label="Animation")


async def taken_back(evening: Evening, mover: MemberActor) -> bool:
    """Tell whether the last player may have the turn back; the other side always agrees."""
    asked = await mover.slash(evening.channel, "match offer", what="takeback")
    question = evening.channel.last_message
    if question is None or "stands until the next move" not in said(asked):
        return False
    granting = evening.livia if mover is evening.brennus else evening.brennus
    await granting.click(question, label="Accept")
    return True


def sent(
    evening: Evening, name: str, asked: list[int], uploads: list[Upload]
) -> list[tuple[Any, ...]]:
    """List the requests with their files, without those that answer a user or write to them.

    They come place by place, in their order there: what goes to several places at once may
    overtake each other.
    """
    private = [str(evening.users[name].dm_channel.id), *map(str, asked)]
    names = named(evening)
    requests = [
        (
            request.method,
            called(request.path, names),
            called(masked(request.json), names),
            called(masked(request.params), names),
            *(file for number, *file in uploads if number == place),
        )
        for place, request in enumerate(evening.env.http_requests, start=1)
        if not any(one in request.path for one in private)
    ]
    return sorted(requests, key=lambda request: place_of(request[1]))


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
            ids = (id_ for id_, one in messages.items() if one.is_ephemeral is private)
            names |= {str(id_): f"{kind} {n} in {where}" for n, id_ in enumerate(ids)}
    return names


def called(text: str, names: Mapping[str, str]) -> str:
    """Put names in place of ids."""
    return SNOWFLAKE.sub(lambda id_: names.get(id_[0], id_[0]), text)


def place_of(path: str) -> str:
    """Return the channel that a request writes to, or the interaction that it answers."""
    kind, *ids = path.strip("/").split("/")
    place = ids[1] if kind == "webhooks" else ids[0]
    return place.rpartition("_")[2]


def masked(value: object) -> str:
    """Return everything in a request, with the codes of seals made alike."""
    return SEAL.sub("*", repr(value))


async def compared(
    folder: Path, seed: int, turns: int, every: int = 1
) -> tuple[list[Any], list[Any]]:
    """Return the traffic of both servers."""
    blue, other, moves = game(seed)
    one = await traffic(folder / "one.sqlite", blue, moves[:turns], every)
    two = await traffic(folder / "two.sqlite", other, moves[:turns], every)
    return one, two


@pytest.mark.parametrize(("seed", "every"), [(1, 10), *((seed, 1) for seed in (1, 2, 3, 4))])
@pytest.mark.slow
async def test_nobody_but_blue_can_tell_the_two_matches_apart(
    tmp_path: Path, seed: int, every: int
) -> None:
    one, two = await compared(tmp_path, seed, TURNS, every)
    assert len(one) > 500 / every
    assert "agrees: the turn is taken back" in str(one)
    assert "A takeback cannot go back past a capture" in str(one)
    files = [request[-1][1] for request in one if len(request) > 4]
    assert sum(b"PNG" in bytes(file[:8]) for file in files) > 100 / every
    for here, there in zip(one, two, strict=True):
        assert here == there


def leaky_view(state: Position, seat: Seat | None) -> DarkView:
    """Show the rank of one piece to all."""
    view = DARK_RULES.view(state, seat)
    leaks = [piece and piece.origin == TOLD_BY for piece in state.board]
    pairs = zip(view.board, state.board, leaks, strict=True)
    return replace(view, board=tuple(piece if leak else cell for cell, piece, leak in pairs))


def leaky_refusal() -> AnyRules:
    """Refuse a move of Red's flag with another reason while a landmine stands somewhere."""
    mine = False

    def see(state: Position, seat: Seat | None) -> DarkView:
        nonlocal mine
        piece = state.board[TOLD_BY]
        mine = bool(piece and piece.code == "L")
        return DARK_RULES.view(state, seat)

    def check(view: DarkView, action: Any) -> None:
        if mine and getattr(action, "origin", None) == GRID.square("b1"):
            raise IllegalAction("junqi.in_camp", square="b2")
        DARK_JUNQI.check(view, action)

    return replace(DARK_RULES, view=see, game=replace(DARK_JUNQI, check=check))


LEAKS: dict[str, AnyRules] = {
    "a rank in the view": replace(DARK_RULES, view=leaky_view),
    "a reason of a refusal": leaky_refusal(),
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS)
async def test_the_comparison_notices_a_wall_broken_on_purpose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str
) -> None:
    monkeypatch.setitem(RULES, DARK_JUNQI.info.id, LEAKS[leak])
    one, two = await compared(tmp_path, 2, 2)
    assert one != two
