"""What Discord says as it refuses a request: every code and status, as discord.py reports them."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, TypeAlias, get_args

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.ui.wire.said import REFUSALS, Kind, Said, Way, Why, judge
from tests.discord_codes import ALL, UNKNOWN

Refuse: TypeAlias = Callable[..., Awaitable[BaseException]]
WAYS: tuple[Way, ...] = get_args(Way)
STATUSES = (400, 401, 403, 404)
PAGE = "<html><head><title>Access denied</title></head></html>"
LATER_STATUSES = (501, 503, 520, 522, 530)
"""Some that discord.py does not repeat by itself."""


class Front:
    """A server that answers every request with what it is told to."""

    def __init__(self) -> None:
        self.status, self.body = 200, ""
        self.headers: dict[str, str] = {}

    async def answer(self, http: web.Request) -> web.Response:
        if not self.status and http.transport is not None:
            http.transport.abort()
        known = {"Content-Type": "text/html" if self.body.startswith("<") else "application/json"}
        status = self.status or 500
        return web.Response(status=status, body=self.body.encode(), headers=known | self.headers)


@pytest.fixture
async def front() -> AsyncIterator[tuple[Front, str]]:
    there, app = Front(), web.Application()
    app.router.add_route("*", "/{path:.*}", there.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    yield there, f"http://{host}:{port}"
    await runner.cleanup()


@pytest.fixture
async def refuse(
    front: tuple[Front, str], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Refuse]:
    """Send a message that is refused; return what discord.py raises."""
    there, address = front
    monkeypatch.setattr(Route, "BASE", address)
    patience: dict[str, Any] = {"max_ratelimit_timeout": 30}
    async with discord.Client(intents=discord.Intents(guilds=True), **patience) as client:
        there.body = json.dumps({"id": "1"})
        await client.http.static_login("not.a.token")

        async def failure(status: int, body: object, **headers: str) -> BaseException:
            there.status, there.headers = status, headers
            there.body = body if isinstance(body, str) else json.dumps(body)
            with pytest.raises(REFUSALS) as raised:
                await client.http.request(Route("POST", "/channels/1/messages"), json={})
            return raised.value

        yield failure


def refusal(code: int) -> dict[str, object]:
    return {"code": code, "message": "no"}


async def refused(refuse: Refuse, codes: Iterable[int]) -> dict[tuple[int, int], BaseException]:
    """Be refused with some codes, each with every status that refuses for good."""
    pairs = [(code, status) for code in codes for status in STATUSES]
    return {pair: await refuse(pair[1], refusal(pair[0])) for pair in pairs}


POSTS: tuple[Way, ...] = ("post",)
LETTERS: tuple[Way, ...] = ("letter",)
ANSWERS: tuple[Way, ...] = ("answer",)
SENDS = (*POSTS, *LETTERS)
RULES: list[tuple[Kind, tuple[int, ...], tuple[Way, ...]]] = [
    ("passes", (30046,), WAYS),
    ("passes", (40003, 20026, 40333, 50001), LETTERS),
    ("person", (50007, 50278), LETTERS),
    ("message", (10008,), SENDS),
    ("absent", (10007, 10013, 50033), WAYS),
    ("asker", (10062, 40060, 50027, 10015), WAYS),
    ("asker", (50083, 160005, 50001, 50013, 10003, 10008), ANSWERS),
    ("ours", (50035, 50109, 50006, 40005, 50045), WAYS),
    ("place", (10003, 160005, 50083, 160006, 30033, 50013), SENDS),
    ("place", (200000, 200001, 240000, 20009, 50024, 160007, 20035, 50101, UNKNOWN), WAYS),
    ("place", (50001, 50007, 50278, 40003, 20026, 40333), POSTS),
    ("place", (0,), (*POSTS, *ANSWERS)),
]
"""The kinds of refusals by code, but for status 401."""


@pytest.mark.parametrize(("kind", "codes", "ways"), RULES)
async def test_a_code_is_of_one_kind_whatever_its_status(
    refuse: Refuse, kind: Kind, codes: tuple[int, ...], ways: tuple[Way, ...]
) -> None:
    for (code, status), failure in (await refused(refuse, codes)).items():
        kinds = {judge(failure, way).kind for way in ways}
        assert kinds == {kind} or (status == 401 and kinds <= {kind, "out"}), code


KNOWN_AT_401: list[tuple[Way, int, Kind]] = [
    ("answer", 50027, "asker"),
    ("answer", 10062, "asker"),
    ("answer", 40060, "asker"),
    ("letter", 50007, "person"),
    ("letter", 50278, "person"),
    ("post", 10008, "message"),
    ("post", 10007, "absent"),
    ("post", 50035, "ours"),
    ("post", 30046, "passes"),
]


async def test_a_code_that_says_more_comes_before_the_status_401(refuse: Refuse) -> None:
    for way, code, kind in KNOWN_AT_401:
        assert judge(await refuse(401, refusal(code)), way).kind == kind, code


async def test_the_status_401_alone_says_that_the_bot_is_out(refuse: Refuse) -> None:
    for code in (0, 40001, 50014, UNKNOWN):
        failure = await refuse(401, refusal(code))
        assert [judge(failure, way) for way in WAYS] == [Said("out", code)] * 3


async def test_a_bare_403_passes_on_a_letter_and_is_the_place_s_elsewhere(refuse: Refuse) -> None:
    failure = await refuse(403, {"message": "Forbidden"})
    assert [judge(failure, way).kind for way in WAYS] == ["place", "passes", "place"]


WHYS: list[tuple[Why, tuple[int, ...]]] = [
    ("channel_gone", (10003,)),
    ("locked", (160005,)),
    ("archived", (50083,)),
    ("threads_full", (160006, 30033)),
    ("cannot_send", (50001, 50013)),
    ("automod", (200000, 200001, 240000, 20009)),
    ("refused", (0, 50024, 160007, 20035, 50035, 50101, UNKNOWN)),
]


async def test_the_code_says_why_a_place_takes_nothing(refuse: Refuse) -> None:
    for why, codes in WHYS:
        for (code, _), failure in (await refused(refuse, codes)).items():
            one = judge(failure)
            assert (one.code, one.why) == (code, why)


def test_every_reason_why_is_one_of_some_code() -> None:
    ours = {"no_place", "no_rest", "removed", "closed"}
    assert {why for why, _ in WHYS} == set(get_args(Why)) - ours


async def test_every_code_of_discord_s_is_judged_and_but_few_pass(refuse: Refuse) -> None:
    ruled = {code for _, codes, _ in RULES for code in codes}
    for (code, status), failure in (await refused(refuse, ALL)).items():
        for way in WAYS:
            one = judge(failure, way)
            assert one.code == code
            assert one.acknowledged is (code == 40060)
            assert one.thread_exists is (code == 160004)
            if code not in ruled:
                assert one.kind == ("out" if status == 401 else "place"), (code, way)


async def test_a_failure_of_discord_s_own_passes(refuse: Refuse) -> None:
    for status in LATER_STATUSES:
        for body in (PAGE, refusal(0), refusal(50007), refusal(10062)):
            failure = await refuse(status, body)
            assert isinstance(failure, discord.DiscordServerError)
            assert {judge(failure, way).kind for way in WAYS} == {"passes"}


@pytest.mark.parametrize("page", [PAGE, "\n <!DOCTYPE html><p>1015", "error code: 1015"])
async def test_a_page_instead_of_json_passes(refuse: Refuse, page: str) -> None:
    for status in (*STATUSES, 429):
        failure = await refuse(status, page, **{"Content-Type": "text/html"})
        assert isinstance(failure, discord.HTTPException)
        assert {judge(failure, way).kind for way in WAYS} == {"passes"}


async def test_a_limit_passes(refuse: Refuse) -> None:
    limit = {"message": "limited", "retry_after": 3600.0, "global": False}
    blocked = await refuse(429, limit)
    assert isinstance(blocked, discord.HTTPException)
    waiting = await refuse(429, limit, Via="1.1 google")
    assert isinstance(waiting, discord.RateLimited)
    assert {judge(error, way).kind for error in (blocked, waiting) for way in WAYS} == {"passes"}


async def test_a_lost_connection_passes(refuse: Refuse) -> None:
    failure = await refuse(0, "")
    assert isinstance(failure, aiohttp.ServerDisconnectedError)
    for error in (failure, TimeoutError(), ConnectionResetError(), aiohttp.ClientPayloadError()):
        assert isinstance(error, REFUSALS)
        assert {judge(error, way).kind for way in WAYS} == {"passes"}
