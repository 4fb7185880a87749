"""A thread instead of letters: one who plays by letter asks for it in a channel, the other agrees.

Nobody learns of a server the other is on before that one has pressed, nor of any they are not on:
only somebody who sees the channel is asked, and whoever asks reads the same if nobody is.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress

from discord import Member, TextChannel

from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.opening import check_open, own_id
from bot.ui.answers.places import MEMBERS_S, check_granted, check_permissions, whole
from bot.ui.answers.replies import may_thread, reconcile
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import button, number_in, on, rows
from bot.ui.messages.message import Message
from bot.ui.wire.members import onlooker
from bot.ui.wire.said import REFUSALS
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue


@verb("thread", Answer.PRIVATE)
async def ask(visit: Visit) -> None:
    """Ask the other player by letter, unless one of the two blocks the other. What is looked up
    comes after the answer, so that not even the time it takes tells anything."""
    match, asked, matches = await visit.match(), visit.interaction, visit.desk.matches
    own, server, channel = match.player_of(visit.user).seat, asked.guild_id or 0, visit.channel
    if not may_thread(visit, match) or visit.user in matches.servers.of(server).barred:
        raise Refusal(Code.NO_THREAD, match=match.id)
    check_permissions(asked, visit.words)
    await check_open(visit)
    await matches.attention.say(match, visit.user)
    (other,) = (person for person in match.people if person.id != visit.user)
    told = visit.words("thread.asked", player=lines.who(other, visit.words))
    await visit.show(lines.title(match, visit.words, told))

    def asking(words: Catalogue) -> Message:
        name, place = lines.player(match, own, words), lines.place(channel)
        agree = button(
            words("button.to_thread"), on(match, "to_thread", f"{own} {server} {channel}")
        )
        said = words("thread.ask", player=name, place=place)
        return Message(lines.title(match, words, said), rows(agree))

    hearer = await matches.people.get(other.id)
    apart = visit.user in hearer.blocks or other.id in visit.reader.person.blocks
    with suppress(Refusal):
        _, there = await look_up(visit, match, server, channel, [other.id])
        if there and not apart:
            visit.desk.pings.tell(match, [hearer], asking)


@verb("to_thread", Answer.IN_PLACE)
async def agree(visit: Visit) -> None:
    """Begin anew in the thread that the other player has asked for, and tell both where."""
    match, matches, bot = await visit.match(), visit.desk.matches, own_id(visit.interaction)
    seat, server, channel = map(number_in, (*visit.press.text.split(" "), "", "")[:3])
    own, people = match.player_of(visit.user).seat, [person.id for person in match.people]
    if own == seat or not match.may_move_in:
        raise Refusal(Code.NO_THREAD, match=match.id)
    place, there = await look_up(visit, match, server, channel, [*people, bot])
    if len(there) <= len(people):
        raise Refusal(Code.NO_THREAD, match=match.id)
    check_granted(place.permissions_for(there[bot]), place, visit.words)
    named = [NamedPerson(id_, there[id_].display_name) for id_ in people]
    begun = await matches.pairing.move_in(match.id, server, channel, named)
    trouble = await reconcile(visit, begun)
    home = (await matches.match(begun.id)).place

    def telling(words: Catalogue) -> Message:
        said = words("thread.moved", match=begun.id, place=lines.place(home))
        return Message(lines.title(match, words, said))

    await visit.show(telling(visit.words).content, trouble)
    others = await matches.people.of(id_ for id_ in people if id_ != visit.user)
    visit.desk.pings.tell(match, others.values(), telling)


async def look_up(
    visit: Visit, match: Match, server: int, channel: int, users: Iterable[int]
) -> tuple[TextChannel, dict[int, Member]]:
    """Find a channel, and who of some people sees it. Raises Refusal."""
    place = (await whole(visit.interaction, server)).get_channel(channel)
    if not isinstance(place, TextChannel):
        raise Refusal(Code.NO_THREAD, match=match.id)
    try:
        async with asyncio.timeout(MEMBERS_S):
            found = [await onlooker(place, user) for user in users]
    except REFUSALS as failure:
        raise Refusal(Code.NO_LOOK) from failure
    return place, {member.id: member for member in found if member}
