"""A headless Chromium, spoken to over its DevTools protocol."""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.patience import PATIENCE_S

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
)
SHOWN = """
const shown = (selector, words) => [...document.querySelectorAll(selector)].filter((one) =>
  one.checkVisibility() && !one.disabled && one.textContent.trim().startsWith(words || ""));
"""


class Tab:
    """A page in the browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._last = 0

    async def _call(self, method: str, **params: object) -> Any:
        self._last += 1
        await self._socket.send_json({"id": self._last, "method": method, "params": params})
        while True:
            answer = json.loads(await self._socket.receive_str())
            if answer.get("id") == self._last:
                assert "error" not in answer, answer
                return answer["result"]

    async def open(self, url: str, width: int, height: int = 740) -> None:
        """Go to an address in a window of this size, in CSS pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        await self._call("Emulation.setDeviceMetricsOverride", **size)
        await self._call("Page.navigate", url=url)
        await self.until("document.querySelector('#places button')")

    async def read(self, script: str) -> Any:
        """Evaluate an expression; `shown(selector, words)` lists what can be seen."""
        code = f"(() => {{ {SHOWN} return ({script}); }})()"
        answer = await self._call("Runtime.evaluate", expression=code, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait for something to be true on the page."""
        code = f"""new Promise((done) => {{ {SHOWN}
          const look = () => {{ if ({script}) done(true); else setTimeout(look, 50); }};
          look(); }})"""
        waiting = self._call("Runtime.evaluate", expression=code, awaitPromise=True)
        try:
            answer = await asyncio.wait_for(waiting, PATIENCE_S)
        except TimeoutError:
            raise AssertionError(f"never: {script}") from None
        assert "exceptionDetails" not in answer, answer

    async def press(self, selector: str, words: str = "") -> None:
        """Press the last thing shown that begins with these words, at its place on the screen."""
        target = f"shown({selector!r}, {words!r}).at(-1)"
        spot = f"""(() => {{ const one = {target};
          one.scrollIntoView({{ block: 'center' }}); const box = one.getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          one.addEventListener('click', () => {{ window.clicked = true; }}, {{ once: true }});
          return one.contains(document.elementFromPoint(x, y)) && [x, y]; }})()"""
        drawn = "[...document.images].every((picture) => picture.complete)"
        await self.read("window.clicked = false")
        while not await self.read("window.clicked"):
            await self.until(f"document.body.ariaBusy !== 'true' && {drawn} && {target}")
            await self.until(spot)
            if found := await self.read(spot):  # else what came in above has moved it
                mouse = {"x": found[0], "y": found[1], "button": "left", "clickCount": 1}
                for kind in ("mousePressed", "mouseReleased"):
                    await self._call("Input.dispatchMouseEvent", type=kind, **mouse)

    async def choose(self, selector: str, words: str) -> None:
        """Choose the option that begins with these words in a drop-down list."""
        option = f"""[...document.querySelector({selector!r}).options]
          .find((one) => one.textContent.startsWith({words!r}))"""
        await self.until(f"document.body.ariaBusy !== 'true' && {option}")
        await self.read(f"""(() => {{ const one = document.querySelector({selector!r});
          one.value = {option}.value; one.dispatchEvent(new Event('change')); }})()""")


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Tab]:
    """Run a browser with a profile of its own, and give its first tab."""
    assert CHROMIUM
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *QUIET,
        f"--user-data-dir={folder}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr
        address = ""
        while "DevTools listening on ws://" not in address:
            address = (await process.stderr.readline()).decode()
            assert address, "Chromium has ended"
        host = address.split("ws://")[1].split("/")[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://{host}/json/list") as answer:
                pages = [target for target in await answer.json() if target["type"] == "page"]
            url = pages[0]["webSocketDebuggerUrl"]
            async with session.ws_connect(url, max_msg_size=0) as socket:
                yield Tab(socket)
    finally:
        process.terminate()
        await process.communicate()
