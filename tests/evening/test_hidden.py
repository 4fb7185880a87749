"""Who wants to be seen by nobody: thousands of answers of `/match stats`, searched for one person.

By default some dozens of answers; with TETRARCH_FULL=1 two thousand in a language.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.people.points.tour import fortnight_at
from bot.people.wish import TOUR
from games.clock import MINUTE
from games.library import GAMES
from tests.samples import FULL, sampled

from .conftest import Evening, InteractionResult, MemberActor, ResponseMessage, items, said
from .test_points import known
from .test_stats import play, soon

__all__ = ["known", "soon"]

MANY = 2_000 if FULL else 200


class Curious:
    """Two people who ask for whatever `/match stats` and the lists tell of others."""

    def __init__(self, evening: Evening, seed: int) -> None:
        self._evening = evening
        self._rng = random.Random(seed)
        self._shown: dict[MemberActor, ResponseMessage] = {}

    async def ask(self) -> InteractionResult:
        """Ask for something by chance, or press something under the last answer."""
        evening, rng = self._evening, self._rng
        who, other = rng.sample([evening.brennus, evening.mara], 2)
        answer = None
        if who in self._shown and rng.random() < 0.6:
            answer = await self._pressed(who, self._shown[who])
        answer = answer or await self._commanded(who, other)
        if answer.response:
            self._shown[who] = answer.response
        evening.time.ahead += MINUTE
        return answer

    async def _commanded(self, who: MemberActor, other: MemberActor) -> InteractionResult:
        rng, channel = self._rng, self._evening.channel
        match rng.choice(["profile", "leaderboard", TOUR, "together", "menu", "list"]):
            case "menu":
                return await who.context_menu(channel, "Profile", other)
            case "list":  # one's own matches name their players
                scope = rng.choice(["turn", "open"] if who is self._evening.brennus else SCOPES)
                return await who.slash(channel, "match list", scope=scope)
            case view:
                options: dict[str, Any] = {"view": view, "game": rng.choice(sorted(GAMES))}
                if view not in ("leaderboard", TOUR):
                    options["user"] = rng.choice([who, other])
                return await who.slash(channel, "match stats", **options)

    async def _pressed(self, who: MemberActor, on: ResponseMessage) -> InteractionResult | None:
        """Press a button or choose an option, if there are any and all may be pressed for this."""
        usable = [item for item in items(on) if item.get("custom_id", "").split(":")[3] in VERBS]
        if not usable:
            return None
        item = self._rng.choice(usable)
        if "options" in item:
            value = self._rng.choice(item["options"])["value"]
            return await who.select(on, [value], custom_id=item["custom_id"])
        return await who.click(on, custom_id=item["custom_id"])


SCOPES = ("turn", "mine", "open", "finished")
VERBS = {"ranks", "ranks_of", "ranks_share", "profile_text", "profile_share", "profile_firsts"}


def sent(evening: Evening, since: int) -> Iterator[str]:
    """Yield whatever has been sent to Discord since a number of requests: texts, ids, alt texts."""
    for request in evening.env.http_requests[since:]:
        yield json.dumps([request.path, request.json], ensure_ascii=False)


def betrayals(evening: Evening, since: int) -> list[str]:
    """List what names Livia, or her id, among all that has been sent since."""
    wanted = ("Livia", str(evening.livia.id))
    return [text for text in sent(evening, since) if any(word in text for word in wanted)]


@pytest.mark.slow
@pytest.mark.parametrize("language", sampled(["en-US", "zh-CN"]), indirect=True)
@pytest.mark.parametrize("number", [20, pytest.param(MANY, marks=pytest.mark.slow)])
async def test_no_answer_names_who_is_hidden(evening: Evening, number: int) -> None:
    await play(evening)
    evening.stored("UPDATE matches SET tour = ?", fortnight_at(evening.time()))
    since = len(evening.env.http_requests)
    curious = Curious(evening, 1)
    for _ in range(20):
        await curious.ask()
    assert betrayals(evening, since)
    await evening.client.desk.matches.prefer(evening.livia.id, seen="hidden")
    since, curious = len(evening.env.http_requests), Curious(evening, number)
    for _ in range(number):
        assert said(await curious.ask())
    assert betrayals(evening, since) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", sampled(["en-US", "zh-CN"]), indirect=True)
async def test_somebody_hidden_reads_as_a_newcomer_does(evening: Evening) -> None:
    await play(evening)
    evening.stored("UPDATE matches SET tour = ?", fortnight_at(evening.time()))
    who, channel = evening.mara, evening.channel
    old = (await who.slash(channel, "match stats", user=evening.livia)).response
    assert old
    new = evening.guild.add_member(evening.env.create_user("Judith"))
    await evening.client.desk.matches.prefer(evening.livia.id, seen="hidden")
    for view in ("profile", "together", "leaderboard", TOUR):
        texts = []
        for user, name in ((evening.livia, "Livia"), (new, "Judith")):
            answer = await who.slash(channel, "match stats", user=user, view=view, game="murus")
            texts.append(said(answer).replace(name, "…"))
        assert texts[0] == texts[1]
    pressed = said(await evening.press(who, old, "Text"))
    assert pressed == evening.words("profile.nothing", name="Livia")
