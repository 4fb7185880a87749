"""The opening of a match: what it needs, what stands in its way, and the card to accept it on."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord.utils import MISSING

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.match import NOWHERE, Match, Options, Where
from bot.matches.match.messages import CARD, PostedMessage, card_of
from bot.matches.match.players import Computer, NamedPerson, Who
from bot.matches.match.refusals import Code, Refusal
from bot.store.servers import Server
from games.core import Info, Sayable, Seat, Word
from games.submission import excerpt

from ..controls import panels
from ..controls.buttons import Asked, Press, button, rows
from ..controls.new_panel import Draft
from ..messages import invitation
from ..messages.message import Message
from ..wire.outbox import nonce, post
from ..wire.said import REFUSALS, judge
from ..words import lines, times
from ..words.direction import mark_lines
from .places import address, can_thread, check_granted, check_permissions, whole
from .replies import reconcile
from .sparing import role_ids
from .visits import Visit, insist, once_more

log = logging.getLogger(__name__)

LONGEST_CARD = 2000
USUAL_LEVEL = 2
"""The computer's level, unless the host chooses another."""
SEATS: dict[str, Seat | None] = {"random": None, "first": Seat(0), "second": Seat(1)}


def begin(visit: Visit, game: str) -> Draft:
    """Begin to put a match of this game together. Raises Refusal if there is none."""
    games = visit.desk.matches.games
    if game not in games:
        raise Refusal(Code.UNKNOWN_GAME, game=excerpt(game))
    return Draft(games[game])


async def propose(
    visit: Visit, draft: Draft, asked: Sequence[discord.abc.User | None]
) -> PostedMessage | None:
    """Open a match and answer with its card: a challenge, or without an opponent an open seat.

    Those `asked` are the draft's guests: opponent, partner, second opponent. The bot itself stands
    for the computer, and one of a level takes all seats without a name. A match against computers
    alone has no clock unless a pace is wished for. Without a seat the game says whether the host
    moves first or lots decide; unless "here" is wished for it gets a thread if it may. A list or
    panel opens one match, however often it is pressed. Return the card, None if Discord does not
    say which message it is. Raises Refusal.
    """
    interaction, info, seat = visit.interaction, draft.game.info, draft["seat"]
    server, everywhere = visit.desk.matches.servers.of(interaction.guild_id), False
    if opens_everywhere(draft, asked):
        check_lobby(visit)
        everywhere = True
    else:
        check_permissions(interaction, visit.words)
        server = await check_open(visit)
    wanted = SEATS.get(("first" if info.host_first else "random") if seat == "usual" else seat)
    wished = None if draft["where"] == "letters" else draft["where"]
    where = server.place or wished
    chosen: Where = "thread" if where != "here" and can_thread(interaction) else "here"
    invited = invite(interaction, info, asked, draft["level"])
    alone = all(isinstance(guest, Computer) for guest in invited)
    if visit.direct or everywhere:
        chosen = "direct" if alone else "letters"
    pace: Any = draft["pace"] or ("none" if alone else server.pace or "normal")
    switched = (draft[name] for name in ("strict", "hints", "resigns", "rated"))
    channel, thread = address(interaction)
    proposal = Proposal(
        game=info.id,
        host=visit.named,
        invited=invited,
        guild=interaction.guild_id or NOWHERE,
        channel=channel,
        options=Options(draft.variant, pace, chosen, *switched),
        wanted=(wanted,),
        seat_free=seat in ("usual", "random"),
        thread=thread,
    )
    opening, on = visit.desk.matches.opening, interaction.message
    if chosen == "letters":
        abroad = replace(proposal, host=visit.abroad, guild=NOWHERE, channel=0, thread=None)
        await show_invited(visit, await opening.open(visit.key, abroad))
        return None
    match = await opening.open(on.id if visit.promised and on else visit.key, proposal)
    if match.stand.phase == "called_off":  # its card could not be posted
        match = await opening.open(visit.key, proposal)
    card = await post_card(visit, match)
    if where == "thread" and chosen != where:
        await visit.add(visit.words("card.no_threads"))
    elif wished not in (None, where):
        await visit.add(visit.words(f"card.only_{where}"))
    return card


async def check_open(visit: Visit) -> Server:
    """Return what is chosen for this server. Raises Refusal unless the asker opens matches here;
    channels and roles that are gone by now count for nothing."""
    asked, user, place = visit.interaction, visit.interaction.user, visit.interaction.channel
    server = visit.desk.matches.servers.of(asked.guild_id)
    here = place.parent_id if isinstance(place, discord.Thread) else asked.channel_id
    if server.open_channels and here not in server.open_channels:
        guild = await whole(asked)
        if channels := [channel for channel in server.open_channels if guild.get_channel(channel)]:
            raise Refusal(Code.NOT_HERE, places=" ".join(map(lines.place, channels)))
    own = role_ids(user) if isinstance(user, discord.Member) else frozenset()
    if server.open_roles and own.isdisjoint(server.open_roles):
        guild = await whole(asked)
        if roles := [role for role in server.open_roles if guild.get_role(role)]:
            raise Refusal(Code.NOT_THEIR_ROLE, roles=" ".join(f"<@&{role}>" for role in roles))
    return server


async def post_card(visit: Visit, match: Match) -> PostedMessage | None:
    """Answer with the card, for all to see; remember and return which message it is. A match whose
    card cannot be posted is called off at once, because nobody could cancel it."""
    try:
        message = await answer_with_card(visit, match)
    except Exception as failure:
        await visit.desk.matches.opening.withdraw(match.id)
        if not isinstance(failure, REFUSALS):
            raise
        if judge(failure).why == "cannot_send":  # whatever it is that Discord says is granted
            check_granted(discord.Permissions.none(), visit.interaction.channel, visit.words)
        raise Refusal(Code.NO_CARD) from failure
    if message is None:
        return None
    card = PostedMessage(match.id, CARD, visit.channel, message, digest=invitation.digest(match))
    await visit.desk.matches.show(card)
    return card


async def show_invited(visit: Visit, match: Match) -> None:
    """Let the cards of a match by letter go out, and say so to whoever opened it. Raises Refusal if
    somebody's direct messages are closed."""
    if not (visit.promised or visit.interaction.response.is_done()):
        await visit.interaction.response.defer(ephemeral=True, thinking=True)
    trouble = await reconcile(visit, match)
    match = await visit.desk.matches.match(match.id)
    if match.stand.phase == "called_off":
        cards = await visit.desk.matches.latest_messages(match.id)
        others = ", ".join(person.name for person in match.called)
        raise Refusal(Code.THEIR_LETTERS if CARD in cards else Code.SHUT_LETTERS, name=others)
    code = "new.opened_everywhere" if match.everywhere else "new.sent"
    await visit.show(visit.words(code, match=match.id), trouble)


def opens_everywhere(draft: Draft, asked: Iterable[object]) -> bool:
    """Tell whether a seat is to be open to everybody, wherever they are."""
    return draft["where"] == "letters" and not any(asked) and not draft["level"]


def check_lobby(visit: Visit) -> None:
    """Raise Refusal where strangers do not play, by the choice of whoever runs the bot."""
    if visit.interaction.client.settings.lobby == "off":
        raise Refusal(Code.LOBBY_OFF)


async def join_by_letter(visit: Visit, match: Match) -> Match:
    """Let a stranger take a seat that is open everywhere, once the card has reached them. Raises
    Refusal, and then takes the card back."""
    card = await send_card(visit, match)
    try:
        return await visit.desk.matches.opening.join(visit.key, match.id, visit.abroad)
    except Sayable:
        await visit.desk.matches.show(replace(card, state="closed"))
        await visit.interaction.client.http.delete_message(card.channel, card.message)
        raise


async def send_card(visit: Visit, match: Match) -> PostedMessage:
    """Send a stranger the card of a match. Raises Refusal if their letters are closed."""
    outbox, matches = visit.desk.outbox, visit.desk.matches
    own = replace(match, reader=visit.reader.person)
    written = invitation.invitation(own.veiled, matches.game(match), visit.words)
    try:
        channel, due_ms = await outbox.mailbox(visit.user), match.updated_ms
        message = await outbox.send(channel, written.content, due_ms, nonce=nonce(own, CARD))
    except REFUSALS as failure:
        log.info("no card of match=%s by letter: %r", match.id, failure)
        raise Refusal(Code.SHUT_LETTERS) from failure
    free = next((place.place for place in match.invitations if place.who is None), 0)
    digest = invitation.digest(match)
    card = PostedMessage(match.id, card_of(free), channel, message, digest=digest)
    await matches.show(card)
    return card


async def answer_with_card(visit: Visit, match: Match) -> int | None:
    """Answer with a match's card, or post it if an answer is too late or promised to the asker
    alone; return the message's id."""
    words, game = visit.desk.languages.public(match), visit.desk.matches.game(match)
    card, interaction = invitation.invitation(match, game, words), visit.interaction
    if len(card.content) > LONGEST_CARD:
        raise Refusal(Code.NO_CARD)
    called = [person.id for person in match.called]
    async with visit.desk.pings.mentioning(match, called, "challenge") as mentions:
        if visit.promised:
            return await _send(visit, match, card, mentions)
        respond = partial(interaction.response.send_message, allowed_mentions=mentions)
        try:
            posted = await insist(
                lambda: respond(mark_lines(card.content), view=card.buttons or MISSING)
            )
        except discord.HTTPException as failure:
            if judge(failure, "answer").kind != "asker":
                raise
            return await _send(visit, match, invitation.invitation(match, game, words), mentions)
    # Only Discord's reply was lost, or the command came twice, if there is none.
    return posted.message_id if posted else (await interaction.original_response()).id


async def _send(
    visit: Visit, match: Match, card: Message, mentions: discord.AllowedMentions
) -> int:
    """Send a match's card to the channel; return the message's id. A repetition is harmless."""
    return await once_more(
        lambda: post(
            visit.interaction.client,
            visit.channel,
            card.content,
            view=card.buttons,
            allowed_mentions=mentions,
            nonce=f"{match.id}-{CARD}",
        )
    )


def invite(
    interaction: Asked, info: Info, asked: Sequence[discord.abc.User | None], level: int
) -> tuple[Who | None, ...]:
    """List who is to take the other seats: people, computers, None for anybody. Raises Refusal."""
    computer = Computer(level or USUAL_LEVEL)
    guests: list[Who | None] = [
        computer if is_itself(interaction, who) else check_opponent(interaction, who)
        for who in asked
    ]
    places, others = guests[: info.seats - 1], guests[info.seats - 1 :]
    if any(others):
        raise Refusal(Code.FOR_TWO, game=Word(f"{info.id}.name"))
    places += [None] * (info.seats - 1 - len(places))
    if not level:
        return tuple(places)
    if computer not in places and None not in places:
        raise Refusal(Code.NO_SEAT_LEFT)
    return tuple(place or computer for place in places)


def is_itself(interaction: Asked, user: discord.abc.User | None) -> bool:
    """Tell whether a user is the bot itself, which stands for the computer."""
    return user is not None and user.id == own_id(interaction)


def own_id(interaction: Asked) -> int:
    """Return the bot's own id; before it has any, that of nobody."""
    return interaction.client.user.id if interaction.client.user else 0


def check_opponent(interaction: Asked, opponent: discord.abc.User | None) -> NamedPerson | None:
    """Return the person challenged, None for nobody. Raises Refusal if they cannot be."""
    if opponent is None:
        return None
    if opponent.id == interaction.user.id:
        raise Refusal(Code.YOURSELF)
    if opponent.bot:
        raise Refusal(Code.A_BOT, name=opponent.display_name)
    if interaction.guild_id and not isinstance(opponent, discord.Member):
        raise Refusal(Code.GONE, name=opponent.display_name)
    return NamedPerson(opponent.id, opponent.display_name)


async def show_taken(visit: Visit, refusal: Refusal) -> None:
    """Say what stands in the way, with a Close button for moderators. Raises any other refusal."""
    named = refusal.event.args.get("match")
    if refusal.event.code != Code.PLACE_TAKEN or named is None:
        raise refusal
    match, words = await visit.desk.matches.match(MatchId(str(named))), visit.words
    info = visit.desk.matches.game(match).info
    host, people = lines.player_name(match.terms.host.name), lines.people(match, info, words)
    kind = "open" if match.stand.phase == "open" else "running"
    when = times.relative(times.expires_ms(match))
    parts = [words(f"taken.{kind}", match=match.id, host=host, people=people, when=when)]
    inside = isinstance(visit.interaction.channel, discord.Thread)
    room = "thread" if can_thread(visit.interaction) else "inside" if inside else "no_thread"
    parts.append(words(f"taken.{room}"))
    view = None
    if may_close(visit.interaction, match):
        parts.append(words("taken.close"))
        label = words("button.close", match=match.id)
        view = rows(button(label, Press(match.id, match.stand.revision, "close"), panels.RED))
    tell = visit.add if visit.promised else visit.show  # a list or panel is still there
    await tell("\n".join(parts), view=view)


def may_close(interaction: Asked, match: Match) -> bool:
    """Tell whether the asker manages the channel or thread of a match, and asks there."""
    granted = interaction.permissions
    managing = granted.manage_channels or granted.manage_threads
    return managing and interaction.channel_id == match.place
