"""The time from a pressed button to the finished answer, in a simulated Discord; for the record."""

import asyncio
from tempfile import TemporaryDirectory
from time import perf_counter

from discord import Message
from simcord import Env, ResponseMessage

from bot.app import create
from bot.config import Settings

from .table import Row, median

RUNS = 11
WITHOUT_PICTURE, WITH_PICTURE = "Text", "My board"


def rows() -> list[Row]:
    """Time a private board with its picture, in milliseconds, beside the same answer as text."""
    return [asyncio.run(_measure(game)) for game in ("murus", "junqi-dark")]


async def _measure(game: str) -> Row:
    with TemporaryDirectory() as folder:
        client = create(Settings(database_url=f"sqlite+aiosqlite:///{folder}/benchmark.sqlite"))
        env = Env(client, shard_count=1)
        await env.start()
        try:
            channel = env.create_guild().create_text_channel("games")
            livia, brennus = (env.guild.add_member(env.create_user(name)) for name in "LB")
            card = await livia.slash(channel, "match new", game=game, opponent=brennus)
            assert card.response is not None
            await brennus.click(card.response, label="Accept")
            (channel,) = channel.threads
            for who in (livia, brennus) if game == "junqi-dark" else ():
                panel = await who.slash(channel, "match setup")
                assert panel.response is not None
                await who.click(panel.response, label="Ready")
            board = channel.last_message
            assert board is not None

            pairs = []
            for _ in range(RUNS):
                on: Message | ResponseMessage = board
                times = list[float]()
                for label in (WITH_PICTURE, WITHOUT_PICTURE):
                    began = perf_counter()
                    told = (await livia.click(on, label=label)).response
                    times.append((perf_counter() - began) * 1000)
                    assert told is not None
                    on = told
                pairs.append(times)
        finally:
            await env.shutdown()
            await client.shut_down()
    ours, text = (median(column) for column in zip(*pairs, strict=True))
    name = f"button to finished answer of {game}, picture beside text"
    return Row(name, ours, text, "ms", ours / text)
