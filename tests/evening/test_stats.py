"""`/match stats`: profiles, leaderboards, two who have met, and who exists for whom."""

import re

import pytest
from simcord import InteractionResult, MemberActor

from .bells import prefer
from .conftest import DAY, HOUR, IN_BOTH, Evening, expect, labels, options, refused, said, shown_by
from .phone import plain
from .test_points import by_chance, known, resign

__all__ = ["known"]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody be known after one match."""
    monkeypatch.setattr("bot.people.points.standing.KNOWN_AFTER", 1)


async def play(evening: Evening, number: int = 3) -> None:
    """Let Livia win a number of rated matches against Brennus."""
    for at in range(number):
        seat = ("first", "second")[at % 2]
        opened = await evening.new(evening.livia, opponent=evening.brennus, where="here", seat=seat)
        await evening.press(evening.brennus, shown_by(opened), "Accept")
        await by_chance(evening, 4)
        await resign(evening, evening.brennus)
        evening.time.ahead += 3 * DAY


async def stats(evening: Evening, who: MemberActor, **options: object) -> InteractionResult:
    answer = await who.slash(evening.channel, "match stats", **options)
    assert answer.ephemeral
    return answer


def alt(answer: InteractionResult) -> str:
    """Return the words of the picture of an answer."""
    (picture,) = shown_by(answer).attachments
    return str(picture.description)


@pytest.mark.slow
@IN_BOTH
async def test_a_profile_is_a_picture_whose_words_say_all_once_somebody_is_known(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, livia, mara = evening.words, evening.livia, evening.mara
    nothing = said(await stats(evening, livia))
    assert nothing.startswith(words("profile.own_nothing").partition("`")[0])
    await play(evening)
    with monkeypatch.context() as patched:
        patched.setattr("bot.people.points.standing.KNOWN_AFTER", 5)
        own = await stats(evening, livia)
        assert "3–0–0" in alt(own)
        for seen in (
            await stats(evening, mara, user=livia),
            await evening.press(livia, shown_by(own), "Share"),
        ):
            assert words("profile.new") in alt(seen)
            assert not re.search(r"\d", alt(seen))
    shown = await stats(evening, livia)
    assert said(shown) == words("profile.of", name="Livia")
    won = " ".join([words("profile.sign.won")] * 3)
    expect(alt(shown), "3–0–0", won, words("profile.streak", n=3))
    assert said(await evening.press(livia, shown_by(shown), "Text")).splitlines()[0] in alt(shown)
    theirs = await stats(evening, mara, user=evening.brennus)
    assert "0–0–3" in alt(theirs)
    assert evening.named("Share")[0] not in labels(shown_by(theirs))
    assert "0–0–3" in said(await evening.press(mara, shown_by(theirs), "Text"))
    assert "3–0–0" in alt(await mara.context_menu(evening.channel, "Profile", livia))
    first = words("firsts.games", games=words("murus.name"))
    assert first in alt(shown)
    assert first in alt(await stats(evening, mara, user=livia))
    assert first not in alt(theirs)
    none = await stats(evening, evening.brennus)
    assert words("button.hide_firsts") not in labels(shown_by(none))
    hidden = await livia.click(shown_by(shown), label=words("button.hide_firsts"))
    assert first not in alt(hidden)
    assert first not in alt(await stats(evening, mara, user=livia))
    again = await livia.click(shown_by(hidden), label=words("button.show_firsts"))
    assert first in alt(again)
    pictures = set[bytes]()
    for theme in ("dark", "light", "contrast") * 3:
        await prefer(evening, livia, theme=theme)
        shared = shown_by(await evening.press(livia, shown_by(again), "Share")).message
        pictures.add(await shared.attachments[0].read())
    assert len(pictures) == 1, "what all see has the looks of the server"
    answer = refused(await evening.press(livia, shown_by(again), "Share"))
    assert answer.startswith(words("match.most_pages", limit=10, when="|").partition("|")[0])


@pytest.mark.slow
@IN_BOTH
async def test_a_leaderboard_has_everybody_who_wants_to_be_seen(evening: Evening) -> None:
    words = evening.words
    empty = await stats(evening, evening.livia, view="leaderboard", game="murus")
    assert words("ranks.nobody") in said(empty)
    evening.time.ahead += DAY
    await play(evening)
    shown = await stats(evening, evening.livia, view="leaderboard", game="murus")
    _, first, second, order = said(shown).splitlines()
    assert plain(first).startswith("1\\. **Livia**")
    assert plain(second).startswith("2\\. **Brennus**")
    assert words("ranks.played", n=3) in first
    assert re.sub("<t:[0-9]+:D>", "", order) == words("ranks.sorted", day="")
    shared = await evening.press(evening.livia, shown_by(shown), "Share")
    assert not shared.ephemeral
    assert "**Livia**" in said(shared)
    other = await evening.livia.select(shown_by(shown), ["diablo"], custom_id="s:-:0:ranks_of")
    assert words("diablo.name") in said(other)
    asked = said(await stats(evening, evening.livia, view="together"))
    assert asked.startswith(words("together.whom").partition("`")[0])
    met = said(await stats(evening, evening.livia, user=evening.brennus, view="together"))
    names = {"game": words("murus.name"), "one": "Livia", "other": "Brennus"}
    assert words("together.score", wins=3, losses=0, **names) in met
    assert words("together.begins", player="Brennus") in met
    assert len(re.findall(r"`[A-Z0-9]{4}`", met)) == 3
    none = said(await stats(evening, evening.livia, user=evening.mara, view="together"))
    assert none == words("profile.nothing", name="Livia – Mara")
    opened = await evening.livia.slash(evening.channel, "match settings")
    panel = await evening.livia.click(shown_by(opened), label=evening.words("settings.to_blocks"))
    chosen = await evening.livia.select(shown_by(panel), ["hidden"], custom_id="s:-:0:set:seen")
    assert evening.words("settings.seen_hidden") in options(chosen).values()
    people = evening.client.desk.matches.people
    assert (await people.get(evening.livia.id)).preferences.seen == "hidden"
    await evening.client.desk.matches.prefer(evening.livia.id, seen="server")
    await people.block(evening.brennus.id, evening.livia.id)
    for who, blocked in ((evening.livia, evening.brennus), (evening.brennus, evening.livia)):
        nothing = words("profile.nothing", name=blocked.name)
        assert said(await stats(evening, who, user=blocked)) == nothing
        board = said(await stats(evening, who, view="leaderboard", game="murus"))
        assert blocked.name not in board
        assert who.name in board


# --------------------------------------------------------------------- who has left


async def listed(evening: Evening) -> list[str]:
    """List the people on the leaderboard of the server that Mara reads, by name."""
    text = said(await stats(evening, evening.mara, view="leaderboard", game="murus"))
    return re.findall(r"\d\\. \*\*(\w+)\*\*", text)


def asked(evening: Evening) -> list[list[str]]:
    """List the answers to questions about who is on the server: those who were not found."""
    told = [entry for entry in evening.env.backend.transcript if entry[1] == "GUILD_MEMBERS_CHUNK"]
    return [list(payload.get("not_found", ())) for _, _, payload in told]


@pytest.mark.slow
@IN_BOTH
async def test_who_has_left_is_on_no_leaderboard_and_has_no_profile(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play(evening)
    for passed, times in ((0, 1), (HOUR // 2, 1), (HOUR, 2)):
        evening.time.ahead += passed
        assert await listed(evening) == ["Livia", "Brennus"]
        assert len(asked(evening)) == times
    profile = await stats(evening, evening.mara, user=evening.livia)
    evening.guild.remove_member(evening.livia)
    evening.time.ahead += HOUR
    shown = await stats(evening, evening.mara, view="leaderboard", game="murus")
    shared = await evening.press(evening.mara, shown_by(shown), "Share")
    for text in (said(shown), said(shared)):
        assert "1\\. **Brennus**" in text
        assert "Livia" not in text
    assert asked(evening) == [[], [], [str(evening.livia.id)]]
    nothing = evening.words("profile.nothing", name="Livia")
    assert said(await stats(evening, evening.mara, user=evening.users["Livia"])) == nothing
    assert said(await evening.press(evening.mara, shown_by(profile), "Text")) == nothing
    livia = evening.guild.add_member(evening.users["Livia"])
    answer = await stats(evening, livia, view="leaderboard", game="murus")
    assert "1\\. **Livia**" in said(answer), "who asks is there"
    evening.guild.remove_member(evening.brennus)
    evening.time.ahead += HOUR
    monkeypatch.setattr("bot.ui.answers.attendance.LOOK_UP_S", 0)
    for _ in range(2):
        assert await listed(evening) == ["Livia", "Brennus"], "while Discord does not answer"
