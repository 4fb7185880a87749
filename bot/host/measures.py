"""What is measured of the running bot, as a page for Prometheus."""

import logging
from collections.abc import Callable

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.metrics import GAUGES, REGISTRY
from bot.ui.answers.client import Tetrarch

log = logging.getLogger(__name__)


async def measure(bot: Tetrarch | None) -> bytes:
    """Write down every figure; what the database does not tell is not a number."""
    figures = dict.fromkeys(GAUGES, float("nan"))
    if bot is not None and bot.heard_ms is not None:
        try:
            figures |= await bot.desk.matches.figures()
        except Exception as failure:  # whatever it is: its text may quote rows
            log.warning("not all can be measured: %s", type(failure).__name__)
    for name, gauge in GAUGES.items():
        gauge.set(figures[name])
    return generate_latest(REGISTRY)


def page(bot: Callable[[], Tetrarch | None]) -> web.Application:
    """Make the page `/metrics`."""

    async def metrics(_: web.Request) -> web.Response:
        text = await measure(bot())
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    pages = web.Application()
    pages.router.add_get("/metrics", metrics)
    return pages
