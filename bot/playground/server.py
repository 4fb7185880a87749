"""The playground's page and what it asks for, on this computer's loopback address only."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from urllib.parse import quote

from aiohttp import web
from simcord import BackendError, SetupError

from .doing import do
from .glimpse import Json, glimpse
from .world import LANGUAGES, World

PAGE = Path(__file__).with_name("page.html")
HOST, CDN = "127.0.0.1", "https://cdn.simcord.invalid/"
PICTURES = {"png": "image/png", "gif": "image/gif"}
"""The kinds of the bot's pictures by the ends of their names; its other files are text."""
DIRECT = "direct"
"""The page's name for the direct messages of the member in front of it."""
POLICY = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
}


class Server:
    """A world with any number of tabs; what they do happens one after the other."""

    def __init__(
        self, world: World, restart: Callable[[], Awaitable[None]], keep: Callable[[], None]
    ) -> None:
        self._world = world
        self._restart = restart
        self._keep = keep
        self._one_by_one = asyncio.Lock()
        self._hosts: set[str] = set()

    @asynccontextmanager
    async def serving(self, port: int) -> AsyncIterator[str]:
        """Serve on a port (0: any that is free); give the page's address."""
        application = web.Application(middlewares=[self._guard])
        application.router.add_get("/", self._page)
        application.router.add_get("/glimpse", self._glimpse)
        application.router.add_get("/files/{path:.+}", self._file)
        for path, change in (
            ("/do", partial(do, self._world)),
            ("/client", self._client),
            ("/forward", self._forward),
            ("/restart", self._handle_restart),
        ):
            application.router.add_post(path, self._changing(change))
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, HOST, port).start()
            taken = runner.addresses[0][1]
            self._hosts = {f"{HOST}:{taken}", f"localhost:{taken}"}
            yield f"http://{HOST}:{taken}/"
        finally:
            await runner.cleanup()

    async def restart(self) -> None:
        async with self._one_by_one:
            await self._restart()

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Refuse other web sites: a foreign name of this address, or a form sent from elsewhere."""
        if request.host not in self._hosts:
            raise web.HTTPForbidden
        if request.method == "POST" and request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        response = await handler(request)
        response.headers.update(POLICY)
        return response

    def _changing(
        self, change: Callable[[Json], Awaitable[Json]]
    ) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def change_world(request: web.Request) -> web.Response:
            wanted = await request.json()
            async with self._one_by_one:
                try:
                    await self._world.keep_time()
                    answer = await change(wanted)
                except (SetupError, BackendError, TimeoutError) as refusal:
                    answer = {"notice": str(refusal)}
                finally:
                    self._keep()
            return web.json_response(answer)

        return change_world

    async def _page(self, _: web.Request) -> web.Response:
        return web.Response(text=PAGE.read_text(encoding="utf-8"), content_type="text/html")

    async def _glimpse(self, request: web.Request) -> web.Response:
        asked, place = request.query.get("member", ""), request.query.get("place", "")
        members = self._world.members
        member = members.get(int(asked) if asked.isdecimal() else 0, next(iter(members.values())))
        direct = member.user.dm_channel.id if place == DIRECT else None
        seen = glimpse(self._world, member, int(place) if place.isdecimal() else direct)
        return web.json_response(seen)

    async def _file(self, request: web.Request) -> web.Response:
        url = CDN + quote(request.match_info["path"])
        body = self._world.env.backend.cdn.get(url)
        if body is None:
            raise web.HTTPNotFound
        kind = PICTURES.get(url.rpartition(".")[2], "text/plain")
        return web.Response(body=body, content_type=kind)

    async def _client(self, wanted: Json) -> Json:
        if wanted["language"] in LANGUAGES:
            self._world.languages[int(wanted["member"])] = wanted["language"]
        return {}

    async def _forward(self, wanted: Json) -> Json:
        self._world.ahead += timedelta(hours=int(wanted["hours"]))
        await self._world.keep_time()
        return {}

    async def _handle_restart(self, _: Json) -> Json:
        await self._restart()
        return {"notice": "The bot has been restarted; every button goes on working."}
