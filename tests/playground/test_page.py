"""The page in front of the playground, in a real browser: what a visitor sees and presses."""

import sqlite3
import time
from contextlib import closing
from json import dumps
from pathlib import Path

import aiohttp
import pytest

from .browser import CHROMIUM, Tab
from .conftest import playing

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
]
WIDTHS = (1000, 360)
BOARDS = "shown('article:not(.private) img').length"
PRIVATE = "article.private"
NAMELESS = """[...document.querySelectorAll('button, summary, a, input, select, textarea')]
  .filter((one) => one.checkVisibility() && !one.labels?.length)
  .filter((one) => !one.ariaLabel && !one.textContent.trim())
  .map((one) => one.outerHTML)"""


async def check(tab: Tab) -> None:
    """Check that nothing sticks out sideways, and that pictures and controls have words."""
    await tab.until("[...document.images].every((one) => one.complete)")
    assert await tab.read(
        """[document.documentElement, document.querySelector('main')]
        .every((one) => one.scrollWidth <= one.clientWidth)"""
    )
    assert await tab.read("[...document.images].filter((one) => !one.naturalWidth).length") == 0
    assert await tab.read("[...document.images].filter((one) => one.alt.length < 20).length") == 0
    assert await tab.read(NAMELESS) == []


async def be(tab: Tab, name: str) -> None:
    await tab.choose("#member", name)


async def go(tab: Tab, place: str) -> None:
    await tab.press("nav button", place)
    await tab.until(f"document.querySelector('#title').textContent.startsWith({place!r})")


async def challenge(tab: Tab, game: str) -> None:
    """Let Livia open a match on the panel, moving first, and Brennus accept it."""
    await tab.press("button", "/ Commands")
    await tab.choose("#command", "/match new")
    await check(tab)
    await tab.press("#commands button", "Send")
    chosen = {"Murus Gallicus": game, "People": "Brennus", "Who moves first": "I move first"}
    for listed, choice in chosen.items():
        await tab.press(f"{PRIVATE} summary", listed)
        await tab.press(f"{PRIVATE} .menu button", choice)
        await tab.until(f"shown('{PRIVATE} summary', {choice!r}).length")
    await check(tab)
    await tab.press(f"{PRIVATE} button", "Post")
    await tab.until("shown('article button', 'Accept').length")
    await be(tab, "Brennus")
    await tab.press("article button", "Accept")


async def move(tab: Tab) -> None:
    """Play a turn with the picker: always the first choice, whatever form it has."""
    before = await tab.read(BOARDS)
    await tab.press("article:not(.private) button", "Move")
    buttons = "button:not(.apps button)"
    last = f"[...document.querySelectorAll('{PRIVATE}')].at(-1)"
    made = f"{BOARDS} > {before}"
    await tab.until(f"{made} || {last}?.querySelector({buttons!r})")
    while not await tab.read(made):
        text = await tab.read(f"{last}.dataset.key")
        if await tab.read(f"shown('{PRIVATE} button', 'Confirm').length"):
            await tab.press(f"{PRIVATE} button", "Confirm")
        else:
            await tab.read(f"{last}.querySelector({buttons!r}).dataset.first = 'yes'")
            if not await tab.read("shown('[data-first]').length"):
                await tab.press(f"{PRIVATE} .menu summary")
            await tab.press("[data-first]")
        await tab.until(f"{made} || ({last} && {last}.dataset.key !== {dumps(text)})")


@pytest.mark.parametrize("width", WIDTHS)
async def test_a_match_is_opened_accepted_and_played_in_its_thread(
    address: str, tab: Tab, width: int
) -> None:
    await tab.open(address, width)
    await challenge(tab, "Murus Gallicus")
    await go(tab, "↳ Murus Gallicus")
    await be(tab, "Livia")
    await tab.until(f"{BOARDS} === 1")
    await check(tab)
    await move(tab)
    await check(tab)
    await be(tab, "Brennus")
    await move(tab)
    await check(tab)


@pytest.mark.parametrize("width", WIDTHS)
async def test_the_boards_of_hidden_pieces_come_by_direct_message_and_can_be_pressed(
    address: str, tab: Tab, width: int
) -> None:
    await tab.open(address, width)
    await go(tab, "# no-threads")
    await challenge(tab, "Junqi (dark)")
    for name in ("Brennus", "Livia"):
        await be(tab, name)
        await tab.press("article:not(.private) button", "Set up")
        await tab.until(f"shown('{PRIVATE} button', 'Ready').length")
        await check(tab)
        await tab.press(f"{PRIVATE} button", "Ready")
    assert await tab.read("shown('.thread').length") == 0
    await tab.until("shown('nav button', 'Direct messages').at(-1).textContent.includes('new')")
    await go(tab, "Direct messages")
    await tab.until("shown('article img').length")
    await check(tab)
    before = await tab.read("document.querySelector('#log').textContent")
    await tab.press("article button", "Text")
    await tab.until(f"document.querySelector('#log').textContent !== {before!r}")
    await be(tab, "Mara")
    await tab.until("document.querySelector('#log').textContent.includes('Nothing here yet')")


async def test_a_window_for_text_is_filled_in(address: str, tab: Tab) -> None:
    await tab.open(address, 360)
    await challenge(tab, "Junqi (dark)")
    await go(tab, "↳ Junqi")
    await tab.press("article:not(.private) button", "Set up")
    await tab.press(f"{PRIVATE} button", "Paste")
    await tab.until("shown('#window').length")
    await check(tab)
    await tab.read("document.querySelector('#window input, #window textarea').value = 'no layout'")
    before = await tab.read("document.querySelector('#log').textContent")
    await tab.press("#window button", "Submit")
    await tab.until(f"document.querySelector('#log').textContent !== {before!r}")


async def test_a_chinese_client_reads_and_is_answered_in_chinese(address: str, tab: Tab) -> None:
    await tab.open(address, 360)
    await be(tab, "Mei")
    await tab.press("button", "/ Commands")
    names = await tab.read("[...document.querySelector('#command').options].map((one) => one.text)")
    assert all(any(sign > "\u2e80" for sign in name) for name in names), names
    await tab.choose("#command", next(name for name in names if name.endswith("设置")))
    await tab.press("#commands button", "Send")
    await tab.until(f"shown('{PRIVATE}').some((one) => one.textContent.includes('你的设置'))")
    await tab.press("button", "/ Commands")
    await tab.choose("#command", "/帮助")
    await tab.press("#commands button", "Send")
    await tab.press(f"{PRIVATE} button", "/对局 新建")
    chosen = "document.querySelector('#command').selectedOptions[0].text"
    await tab.until(f"{chosen} === '/对局 新建' && shown('#commands').length")
    await tab.press("#commands button", "Cancel")
    await tab.choose("#language", "English")
    await tab.press("button", "/ Commands")
    await tab.choose("#command", "/match settings")
    await tab.press("#commands button", "Send")
    await tab.until(f"shown('{PRIVATE}').some((one) => one.textContent.includes('Your settings'))")


async def test_the_menus_of_members_and_messages_have_the_bots_entries(
    address: str, tab: Tab
) -> None:
    await tab.open(address, 360)
    await tab.press("button", "/ Commands")
    await tab.choose("#command", "Challenge (menu of a member)")
    await tab.choose("#option-target", "Brennus")
    await check(tab)
    await tab.press("#commands button", "Send")
    await tab.until("shown('article').length")
    await tab.press("article summary", "⋯")
    await tab.press("article .apps button", "Text of this board")
    await tab.until("document.body.ariaBusy !== 'true' && shown('article.private').length")
    await check(tab)


async def test_what_is_kept_goes_on_at_the_next_start_a_day_later(tmp_path: Path, tab: Tab) -> None:
    folder = tmp_path / "kept"
    async with playing(folder) as playground:
        await tab.open(playground.address, 1000)
        await challenge(tab, "Murus Gallicus")
        await tab.choose("#language", "简体中文")
        await tab.press("summary", "Bot")
        before = await tab.read("document.querySelector('#now').dateTime")
        await tab.press("button", "Forward 1 day")
        await tab.until("document.querySelector('#notice').textContent.endsWith('h of 24')")
        await tab.until(f"document.querySelector('#now').dateTime >= {int(before) + 86400}")
        await tab.press("button", "Restart the bot")
        await tab.until("document.querySelector('#notice').textContent.includes('restarted')")
        playground.kill()
    async with playing(folder) as playground:
        await tab.open(playground.address, 1000)
        await be(tab, "Brennus")
        await tab.until("document.querySelector('#language').value === 'zh-CN'")
        await be(tab, "Livia")
        await go(tab, "↳ Murus Gallicus")
        await move(tab)
    with closing(sqlite3.connect(folder / "tetrarch.sqlite")) as database:
        (moved,) = database.execute("SELECT max(at_ms) FROM log").fetchone()
    assert moved / 1000 > time.time() + 80_000


async def test_other_web_sites_cannot_press_anything(address: str) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(address, headers={"Host": "example.org"}) as answer:
            assert answer.status == 403
        async with session.post(f"{address}restart", data="{}") as answer:
            assert answer.status == 415
        async with session.post(f"{address}restart", json={}) as answer:
            assert "restarted" in (await answer.json())["notice"]
