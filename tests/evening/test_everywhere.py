"""Seats that are open everywhere: what strangers see of them, and how two come to play."""

import json
import re

import pytest
from simcord import InteractionResult, MemberActor

from bot.matches.followers import Unfinished
from bot.matches.match.ids import MatchId
from bot.matches.match.match import NOWHERE, Match
from bot.matches.match.players import NamedPerson
from bot.people.wish import Wish
from games.clock import DAY, HOUR
from tests.drafts import plant

from .conftest import Evening, expect, labels, press, refused, said, shown_by, speak
from .strangers import Strangers


@pytest.fixture
def strangers(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Strangers:
    club = Strangers(evening)
    speak(monkeypatch, "zh-CN", {club.quintus.id})
    return club


async def offer_seat(
    strangers: Strangers, who: MemberActor, game: str = "Murus Gallicus"
) -> InteractionResult:
    """Open a seat everywhere from the panel of `/match new`."""
    panel = await who.slash(strangers.places[who.id], "match new")
    chosen = await press(who, panel, game, "More settings", "Open to everybody, everywhere: off")
    opened = await press(who, chosen, "Post")
    strangers.match_id = MatchId(said(opened).partition("`")[2].partition("`")[0])
    return opened


async def look_round(strangers: Strangers, who: MemberActor) -> InteractionResult:
    """List the open seats."""
    return await who.slash(strangers.places[who.id], "match list", scope="everywhere")


async def sit(strangers: Strangers, who: MemberActor) -> InteractionResult:
    """Sit down from the list of open seats."""
    listed = await look_round(strangers, who)
    return await who.click(shown_by(listed), label=seats(listed)[0])


def seats(listed: InteractionResult) -> list[str]:
    """Return the buttons of open seats under a list."""
    return [label for label in labels(listed) if label.startswith(("Join", "加入"))]


def close(strangers: Strangers, who: MemberActor, code: int = 50007) -> None:
    """Let somebody close their direct messages."""
    room = f"/channels/{strangers.room_of(who).id}/messages"
    strangers.env.inject_error("POST", room, status=403, code=code, times=None)


async def test_a_seat_that_is_open_everywhere_names_nobody(strangers: Strangers) -> None:
    """What anybody else gets has neither the host's names nor the number of them or their server;
    once all have sat down it has the name of their account, and still no server's."""
    env, livia = strangers.env, strangers.livia
    env.backend.edit_member(strangers.guild.id, livia.id, {"nick": "Empress of The club"})
    expect(said(await offer_seat(strangers, livia)), "open everywhere now, without your name")
    (own,) = strangers.post(livia)
    expect(own.content, "Livia is looking for players", "Fairness seal")
    assert labels(own) == ["Cancel", "Rules"]
    assert seats(await look_round(strangers, livia)) == []
    others = [strangers.mei, strangers.judith, strangers.brennus, strangers.quintus]
    before = len(env.http_requests)
    for number in range(46):
        user = env.create_user(f"Stranger {number}")
        guild = env.create_guild(f"Server {number}")
        others.append(guild.add_member(user))
        strangers.places[user.id] = guild.create_text_channel("games")
    strangers.places[strangers.brennus.id] = strangers.channel
    for who in others:
        listed = await look_round(strangers, who)
        assert strangers.match_id in said(listed)
        await who.slash(strangers.places[who.id], "match board", match=strangers.match_id)
    told = sent_since(strangers, before)
    for secret in ("Livia", "Empress", "The club", str(livia.id), str(strangers.guild.id)):
        assert secret not in told, secret
    assert str(strangers.room_of(livia).id) not in told
    sat = await sit(strangers, strangers.quintus)
    assert "私信" in said(sat)
    match = await strangers.settle()
    assert {person.name for person in match.people} == {"Livia", "Quintus"}
    received = "".join(message.content for message in strangers.post(strangers.quintus))
    assert "Empress" not in received
    assert "Livia" in received


def sent_since(strangers: Strangers, number: int) -> str:
    """Return all that has been sent to anybody since a request."""
    requests = strangers.env.http_requests[number:]
    return json.dumps([(ask.json, ask.params) for ask in requests], default=str)


async def test_an_outsider_gets_nothing_by_any_verb(strangers: Strangers) -> None:
    await offer_seat(strangers, strangers.livia)
    mei, verbs = strangers.mei, sorted(set(strangers.client._verbs) - {"sit", "rules", "show_me"})
    for begun in (False, True):
        if begun:
            await sit(strangers, strangers.judith)
            await strangers.settle()
        before = len(strangers.env.http_requests)
        for verb in verbs:
            listed = shown_by(await mei.slash(strangers.places[mei.id], "match list"))
            forged = f"m:{strangers.match_id}:0:{verb}:1"
            plant(strangers.env, listed, forged)
            await mei.click(listed, custom_id=forged)
        told = sent_since(strangers, before)
        for secret in ("Livia", "Judith", str(strangers.livia.id), str(strangers.judith.id)):
            assert secret not in told, secret
    assert {person.name for person in (await strangers.now()).people} == {"Livia", "Judith"}


async def test_whoever_cannot_be_written_to_gets_no_seat(strangers: Strangers) -> None:
    close(strangers, strangers.mei)
    told = said(await offer_seat(strangers, strangers.mei))
    expect(told, "cannot send you direct messages")
    assert seats(await look_round(strangers, strangers.judith)) == []
    await offer_seat(strangers, strangers.livia)
    expect(refused(await sit(strangers, strangers.mei)), "cannot send you direct messages")
    assert (await strangers.now()).free_places == 1
    await sit(strangers, strangers.judith)
    assert (await strangers.settle()).begun


async def test_a_seat_is_taken_once_and_a_late_card_goes(strangers: Strangers) -> None:
    await offer_seat(strangers, strangers.livia)
    late = await look_round(strangers, strangers.mei)
    await sit(strangers, strangers.judith)
    await strangers.settle()
    await strangers.mei.click(shown_by(late), label=seats(late)[0])
    assert strangers.post(strangers.mei) == []
    assert {person.name for person in (await strangers.now()).people} == {"Livia", "Judith"}


async def test_those_who_are_blocked_do_not_see_the_seat(strangers: Strangers) -> None:
    await offer_seat(strangers, strangers.livia)
    people = strangers.client.desk.matches.people
    await people.block(strangers.livia.id, strangers.mei.id)
    await people.block(strangers.judith.id, strangers.livia.id)
    for who in (strangers.mei, strangers.judith):
        assert seats(await look_round(strangers, who)) == []
    assert len(seats(await look_round(strangers, strangers.quintus))) == 1


async def test_an_open_seat_expires_and_can_be_cancelled(strangers: Strangers) -> None:
    await offer_seat(strangers, strangers.livia)
    await strangers.tap_last(strangers.livia, "Cancel")
    assert seats(await look_round(strangers, strangers.mei)) == []
    expect(strangers.post(strangers.livia)[-1].content, "did not start")
    await offer_seat(strangers, strangers.livia)
    await strangers.pass_time(7 * DAY)
    assert seats(await look_round(strangers, strangers.mei)) == []


async def test_four_strangers_sit_down_by_lot(strangers: Strangers) -> None:
    await offer_seat(strangers, strangers.livia, "Junqi (four players)")
    for who in (strangers.quintus, strangers.mei):
        await sit(strangers, who)
        await strangers.settle()
    table = strangers.post(strangers.mei)[-1]
    assert not re.search("Livia|Quintus", table.content)
    await sit(strangers, strangers.judith)
    match = await strangers.settle()
    assert len(match.people) == 4
    assert "Team" not in labels(await strangers.tap(strangers.mei, "More"))
    for who in strangers.strangers:
        assert len([post for post in strangers.post(who) if post.attachments]) == 1


async def test_a_host_may_switch_it_off(strangers: Strangers) -> None:
    await offer_seat(strangers, strangers.livia)
    listed = await look_round(strangers, strangers.mei)
    strangers.client.settings.lobby = "off"
    off = "switched off"
    expect(refused(await look_round(strangers, strangers.mei)), off)
    expect(refused(await strangers.mei.click(shown_by(listed), label=seats(listed)[0])), off)
    panel = await strangers.mei.slash(strangers.places[strangers.mei.id], "match new")
    more = await press(strangers.mei, panel, "More settings")
    assert not any("everywhere" in label for label in labels(more))


async def test_switched_off_only_the_people_of_a_server_are_to_be_met(
    strangers: Strangers,
) -> None:
    pairing, mei = strangers.client.desk.matches.pairing, strangers.mei
    await pairing.want(mei.id, NOWHERE, Wish(frozenset(pairing.kinds[:1])))
    strangers.client.settings.lobby, pairing.lobby = "off", False
    panel = await mei.slash(strangers.places[mei.id], "match ready")
    assert strangers.words("ready.by_letter") in said(panel)
    expect(refused(await strangers.actor(mei).slash("match ready")), "switched off")


async def test_switched_off_it_offers_no_wish_and_gives_none_that_was_offered(
    strangers: Strangers,
) -> None:
    pairing, mei = strangers.client.desk.matches.pairing, strangers.mei
    for who in (strangers.livia, mei):
        await pairing.want(who.id, NOWHERE, Wish(frozenset(pairing.kinds[:1])))
        strangers.time.ahead += 2 * DAY
    listed = await mei.slash(strangers.places[mei.id], "match list")
    pairing.lobby = False
    expect(refused(await press(mei, listed, "Play it")), "no longer to be had")
    strangers.time.ahead += 2 * DAY
    listed = await mei.slash(strangers.places[mei.id], "match list")
    assert "Play it" not in labels(listed)
    assert strangers.stored("SELECT * FROM matches") == []


async def test_whoever_has_sat_down_at_a_table_knows_nobody_yet(strangers: Strangers) -> None:
    """Neither does anything they press or ask there tell them, old buttons included."""
    env, mei = strangers.env, strangers.mei
    env.backend.edit_member(strangers.guild.id, strangers.livia.id, {"nick": "Empress"})
    await offer_seat(strangers, strangers.livia, "Junqi (four players)")
    for who in (strangers.quintus, mei):
        await sit(strangers, who)
        await strangers.settle()
    before, card = len(env.http_requests), strangers.post(mei)[-1]
    known = {"sit", "rules", "show_me", "join", "decline"}
    for verb in sorted(set(strangers.client._verbs) - known):
        forged = f"m:{strangers.match_id}:0:{verb}:1"
        plant(env, card, forged)
        await strangers.actor(mei).click(card, custom_id=forged)
    for command in ("match board", "match history", "match resign", "match ask", "match setup"):
        await strangers.ask(mei, command)
    await strangers.ask(mei, "match offer", what="draw")
    await look_round(strangers, mei)
    told, ids = sent_since(strangers, before), [strangers.livia.id, strangers.quintus.id]
    for secret in ("Livia", "Empress", "Quintus", *map(str, ids), str(strangers.guild.id)):
        assert secret not in told, secret


@pytest.mark.parametrize("answer", ["Accept", "Decline"])
async def test_somebody_is_challenged_from_the_direct_messages(
    strangers: Strangers, answer: str
) -> None:
    livia, mei = strangers.users["Livia"], strangers.users["Mei"]
    sent = await livia.slash("match new", game="murus", opponent=mei)
    strangers.match_id = MatchId(said(sent).partition("`")[2].partition("`")[0])
    expect(said(sent), "the cards are in your direct messages")
    card = strangers.post(strangers.mei)[-1]
    expect(card.content, "Livia challenges Mei")
    assert labels(card) == ["Accept", "Decline", "Rules"]
    await mei.click(card, label=answer)
    match = await strangers.settle()
    assert match.begun is (answer == "Accept")
    cards = [strangers.post(who)[0].content for who in (strangers.livia, strangers.mei)]
    wanted = "the match has begun" if match.begun else "did not start"
    assert all(wanted in text for text in cards)


async def test_a_challenge_to_closed_direct_messages_comes_to_nothing(
    strangers: Strangers,
) -> None:
    close(strangers, strangers.mei)
    livia = strangers.users["Livia"]
    sent = await livia.slash("match new", game="murus", opponent=strangers.users["Mei"])
    expect(refused(sent), "I cannot send Mei direct messages")
    assert strangers.stored("SELECT DISTINCT phase FROM matches") == [("called_off",)]


async def test_whoever_is_drawn_with_closed_direct_messages_is_taken_off_and_the_other_waits_on(
    strangers: Strangers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the bot dies before it has withdrawn their match."""
    matches, wish = strangers.client.desk.matches, Wish(frozenset({"murus basic"}))
    for who in (strangers.livia, strangers.mei):
        await matches.pairing.want(who.id, NOWHERE, wish)
    waits = await matches.pairing.wish_of(strangers.livia.id)
    close(strangers, strangers.mei)

    async def die(match: MatchId, *, shut: int) -> Match:
        raise Unfinished("died")

    with monkeypatch.context() as dying:
        dying.setattr(matches.opening, "withdraw", die)
        strangers.time.ahead += HOUR
        await matches.pairing.draw(NOWHERE)
        ((id_,),) = strangers.stored("SELECT id FROM matches")
        strangers.match_id = MatchId(id_)
        assert (await strangers.settle()).stand.phase == "open"
        assert await matches.pairing.wish_of(strangers.mei.id) is not None
    assert (await strangers.settle()).stand.phase == "called_off"
    assert await matches.pairing.wish_of(strangers.mei.id) is None
    assert await matches.pairing.wish_of(strangers.livia.id) == waits


async def test_cards_of_two_matches_are_not_mixed_up_after_a_restart(
    strangers: Strangers,
) -> None:
    """Cards of matches whose seats are all taken have no button of their match."""
    room = f"/channels/{strangers.room_of(strangers.quintus).id}/messages"
    strangers.env.inject_error("POST", room, status=500, code=0, times=None)
    opened = [(await strangers.seat(game)).id for game in ("murus", "ponte")]
    assert strangers.stored("SELECT DISTINCT phase FROM matches") == [("open",)]
    strangers.stored("DELETE FROM posted")  # it has died before it could note them
    strangers.env.backend.faults.clear()
    strangers.time.ahead += HOUR
    await strangers.restart()
    for id_ in opened:
        strangers.match_id = id_
        assert (await strangers.settle()).begun
    for who in (strangers.livia, strangers.quintus):
        cards = [post.content for post in strangers.post(who) if "Fairness seal" in post.content]
        assert [sum(id_ in card for card in cards) for id_ in opened] == [1, 1]
        assert len(cards) == 2


async def test_a_person_may_hold_three_seats(strangers: Strangers) -> None:
    for game in ("Murus Gallicus", "Ponte del Diavolo", "Diablo"):
        await offer_seat(strangers, strangers.livia, game)
    told = said(await offer_seat(strangers, strangers.livia, "Junqi (flip)"))
    expect(told, "Up to 3 of your seats")


async def test_all_about_letters_goes_with_a_person(strangers: Strangers) -> None:
    """The number of somebody's direct messages says who they are."""
    await strangers.seat("murus")
    await offer_seat(strangers, strangers.livia, "Diablo")
    await strangers.settle()
    room, user = str(strangers.room_of(strangers.livia).id), strangers.livia.id
    other = str(strangers.room_of(strangers.quintus).id)
    rooms = {str(channel) for (channel,) in strangers.stored("SELECT channel FROM posted")}
    assert rooms == {room, other}
    await strangers.client.desk.matches.forgetting.forget(user)
    await strangers.settle()
    assert {str(channel) for (channel,) in strangers.stored("SELECT channel FROM posted")} == {
        other
    }
    assert NamedPerson(user, "Livia") not in (await strangers.now()).people
