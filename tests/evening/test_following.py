"""Following a match that others play: one direct message at its end, and nothing else."""

from simcord import InteractionResult, MemberActor
from simcord.enums import ChannelType

from .bells import Ear, prefer, wait
from .conftest import IN_BOTH, Evening, MatchId, labels, press, said, shown_by
from .dark import play as play_dark
from .managers import manager, told
from .phone import plain
from .test_forged import press as forge
from .test_pings import NIGHT
from .test_places import begun_in_den, hidden
from .test_settings import panel


async def more(evening: Evening, who: MemberActor) -> InteractionResult:
    return await evening.press(who, evening.board(), "More")


async def follow(evening: Evening, who: MemberActor) -> InteractionResult:
    return await evening.press(who, (await more(evening, who)).response, "Follow")


async def end(evening: Evening) -> None:
    await evening.agree("cancel")
    await evening.follow()


@IN_BOTH
async def test_who_follows_a_match_hears_once_of_its_end_alone(evening: Evening) -> None:
    await evening.begin()
    shown = await follow(evening, evening.mara)
    assert shown_by(shown).ephemeral
    assert labels(shown_by(shown)) == evening.named("Stop following")
    ear = Ear(evening)
    await evening.play("a1-a3 a7-a5 b1-b3")
    assert await ear(evening.mara) == []
    await evening.restart()
    await end(evening)
    (bell,) = await ear(evening.mara)
    assert bell.direct
    (letter,) = evening.letters("Mara")
    board = evening.board()
    there = f"https://discord.com/channels/{evening.guild.id}/{evening.channel.id}/{board.id}"
    word = evening.words("ping.follow", title=evening.title())
    assert plain(letter.content) == plain(f"{word} · [{evening.words('list.go')}]({there})")
    assert letter.components == []
    await wait(evening, 30)
    await evening.restart()
    await evening.follow()
    assert (len(evening.letters("Mara")), evening.stored("SELECT * FROM follows")) == (1, [])
    assert evening.stored("SELECT * FROM pings") == []


@IN_BOTH
async def test_only_who_watches_a_match_that_runs_follows_it_and_may_stop(evening: Evening) -> None:
    words, mara = evening.words, evening.mara
    await evening.begin()
    match = evening.id()
    for player in (evening.livia, evening.brennus):
        assert not {*evening.named("Follow")} & {*labels(await more(evening, player))}
    shown = await follow(evening, mara)
    early = await more(evening, mara)
    assert evening.named("Stop following")[0] in labels(early)
    stopped = await evening.press(mara, shown.response, "Stop following")
    assert plain(said(stopped)) == plain(words("follow.stopped", title=evening.title()))
    assert labels(stopped) == evening.named("Follow")
    await follow(evening, mara)
    for who, there in ((mara, True), (evening.livia, False)):
        assert (match in said(await panel(evening, who, "pings"))) == there
    listed = shown_by(await panel(evening, mara, "pings"))
    assert match not in said(await mara.select(listed, [match], custom_id="s:-:0:let_go"))
    forged = await forge(evening, f"m:{match}:0:follow", private=True)
    assert words("match.follows_own", match=match) in forged
    forged = await forge(evening, f"m:{match}:0:follow")
    assert words("match.old_button").partition("`/")[0] in forged
    assert evening.stored("SELECT * FROM follows") == []
    await end(evening)
    late = await evening.press(mara, stopped.response, "Follow")
    assert words("match.not_running", match=match).partition("`/")[0] in said(late)
    assert evening.letters("Mara") == []


async def test_who_may_no_longer_look_at_a_match_hears_nothing_of_its_end(evening: Evening) -> None:
    for reason in ("moved out of sight", "plays", "has left"):
        await evening.begin_anew()
        await follow(evening, evening.mara)
        match, mara = MatchId(evening.id()), evening.mara
        if reason == "moved out of sight":
            judith, den = manager(evening), hidden(evening)
            await told(evening, judith, match, "move", channel=den)
            evening.channel = den
        elif reason == "plays":
            evening.stored("UPDATE players SET person = ?, name = 'Mara' WHERE seat = 1", mara.id)
        else:
            evening.guild.remove_member(mara)
        await evening.client.desk.matches.playing.resign(evening.time(), match, evening.livia.id)
        await evening.follow()
        assert evening.letters("Mara") == [], reason
        assert evening.stored("SELECT * FROM pings WHERE user = ?", mara.id) == []


async def test_word_of_a_hidden_game_heeds_quiet_hours_and_who_may_look(evening: Evening) -> None:
    await prefer(evening, evening.mara, ping="none", **NIGHT)
    await play_dark(evening)
    await follow(evening, evening.mara)
    path = f"/guilds/{evening.guild.id}/members/{evening.mara.id}"
    evening.env.inject_error("GET", path, status=500, times=None)
    await end(evening)
    await wait(evening, 6)
    evening.env.backend.faults.clear()
    assert evening.letters("Mara") == []
    await wait(evening, 2)
    (letter,) = evening.letters("Mara")
    start = f"a match you follow is over: `{evening.id()}` Junqi (dark) · [go there]("
    assert letter.content.startswith(start)
    assert (letter.content.count(" · "), letter.attachments) == (1, [])


async def test_if_direct_messages_are_refused_nothing_is_said_instead(evening: Evening) -> None:
    room = evening.users["Mara"].dm_channel.id
    await evening.begin()
    await follow(evening, evening.mara)
    evening.env.inject_error(
        "POST", f"/channels/{room}/messages", status=403, code=50007, times=None
    )
    ear = Ear(evening)
    await end(evening)
    await wait(evening, 1)
    assert [bell.direct for bell in await ear(evening.mara)] == [True], "tried once"
    assert evening.stored("SELECT * FROM pings") == []
    assert "direct messages" not in said(await evening.press(evening.mara, evening.board(), "Text"))


async def test_who_is_in_a_private_thread_hears_of_the_end_of_its_match(evening: Evening) -> None:
    den = await begun_in_den(evening, type=ChannelType.PRIVATE_THREAD)
    evening.env.backend.add_thread_member(den.id, evening.mara.id)
    shown = await evening.press(evening.mara, evening.board(den), "More")
    await press(evening.mara, shown, "Follow")
    await press(evening.livia, await evening.livia.slash(den, "match resign"), "Resign")
    await evening.follow()
    assert len(evening.letters("Mara")) == 1
