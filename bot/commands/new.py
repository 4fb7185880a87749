"""The opening of matches: `/match new`, a member's menu, the card's buttons, the rematch."""

import asyncio

import discord
from discord import app_commands

from bot.matches.match.match import Match, Options
from bot.matches.match.messages import CARD, PostedMessage, is_committed
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.opening import (
    SEATS,
    check_open,
    check_opponent,
    is_itself,
    may_close,
    post_card,
    propose,
    show_taken,
)
from bot.ui.answers.places import address, check_permissions
from bot.ui.answers.replies import reconcile, show_done, show_match
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.controls.buttons import NO_MATCH, Press, button, choose, on, read_number, rows
from bot.ui.controls.cards import table_for_more
from bot.ui.messages import invitation
from bot.ui.wire.said import REFUSALS, judge
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue
from bot.ui.words.translator import choices, menu
from games.clock import PACES, PaceName
from games.core import Info
from games.fairness import spell
from games.grid import natural
from games.library import GAMES

from .group import MATCH, command
from .options import MOST_CHOICES, choice

LEVELS = range(1, 7)
"""The levels of a computer; where it has fewer, people are offered fewer."""
LOOK_UP_S = 5
"""The time Discord has to find a menu's member; discord.py would sit out any limit."""


@command(
    MATCH,
    game=choices("{}.name", GAMES),
    seat=choices("choice.seat.{}", SEATS),
    pace=choices("choice.pace.{}", PACES),
    where=choices("choice.where.{}", ("thread", "here")),
    level=choices("choice.level.{}", LEVELS),
)
async def new(
    interaction: Interaction,
    game: str,
    opponent: discord.User | None = None,
    level: str | None = None,
    partner: discord.User | None = None,
    opponent2: discord.User | None = None,
    seat: str | None = None,
    variant: str = "",
    pace: str | None = None,
    strict: bool = False,
    rated: bool = True,
    where: str | None = None,
    hints: bool | None = None,
    resigns: bool = False,
) -> None:
    """Open a match: a challenge if a user is named, else an open seat, or the computer's."""
    asked = (opponent, partner, opponent2)
    visit = await interaction.client.visit(interaction, defer=False)
    options = Options(variant, strict=strict, hints=hints, resigns=resigns, rated=rated)
    known: PaceName | None = next((name for name in PACES if name == pace), None)
    number = read_number(level) if level else None
    try:
        await propose(visit, game, asked, options, seat=seat, where=where, pace=known, level=number)
    except Refusal as refusal:
        await show_taken(visit, refusal)


@app_commands.context_menu(name=menu("menu.challenge"))
async def challenge(interaction: Interaction, member: discord.User) -> None:
    """Ask, from Challenge in a member's menu, for which game."""
    visit = await interaction.client.visit(interaction, defer=False)
    check_permissions(interaction, visit.words)
    words, matches = visit.words, visit.desk.matches
    computer = is_itself(interaction, member)
    if not computer:
        check_opponent(interaction, member)
    games = {
        game: words(f"{game}.name")
        for game in matches.games
        if matches.computers.levels(game) or not computer
    }
    if not games:
        raise Refusal(Code.A_BOT, name=member.display_name)
    asked = words("challenge.game", name=lines.player_name(member.display_name))
    chosen = Press(NO_MATCH, 0, "challenge", str(member.id))
    await visit.show(asked, view=rows(choose(chosen, games, words("challenge.choose"))))


@verb("challenge", Answer.IN_PLACE)
async def challenge_at(visit: Visit) -> None:
    guild, opponent = visit.interaction.guild, read_number(visit.press.text)
    if guild is None or opponent is None:
        raise Refusal(Code.OLD_BUTTON)
    try:
        async with asyncio.timeout(LOOK_UP_S):
            member = await guild.fetch_member(opponent)
    except REFUSALS as failure:
        if judge(failure).kind == "absent":
            raise Refusal(Code.GONE, name=lines.mention(opponent)) from failure
        raise Refusal(Code.NO_CARD) from failure
    try:
        card = await propose(visit, visit.press.value, [member])
    except Refusal as refusal:
        await show_taken(visit, refusal)
        return
    if card is not None:
        name = lines.player_name(member.display_name)
        address = lines.message_url(guild.id, card.channel, card.message)
        await visit.show(visit.words("challenge.posted", name=name, address=address))


@new.autocomplete("variant")
async def variants(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """List the variants of the chosen game, by name, and what can be changed about them."""
    words = (await interaction.client.desk.reader(interaction)).words
    game = GAMES.get(getattr(interaction.namespace, "game", None) or "")
    if game is None:
        return []
    wanted = typed.casefold().replace("×", "x").split()
    offered = [
        (offered_name(game.info, text, words), text)
        for text in variant_texts(game.info, typed.casefold())
        if len(game.variant(text).split()) == len(text.split())  # each option changes something
    ]
    return [
        choice(name, text)
        for name, text in offered
        if all(word in f"{name} {text}".casefold().replace("×", "x") for word in wanted)
    ][:MOST_CHOICES]


def offered_name(info: Info, text: str, words: Catalogue) -> str:
    """Name a variant; the one that is played unless another is chosen says so."""
    name = lines.variant_name(info.id, text, words)
    return words("choice.usual", choice=name) if text == info.variants[0] else name


def variant_texts(info: Info, typed: str) -> list[str]:
    """List the named variants of a game by size, then each with one unusual option more than is
    typed already."""
    parts = typed.split()
    begun = [name for name in info.variants if name in parts]
    settings = {
        f"{key}={value}": key for key, (_, *others) in info.options.items() for value in others
    }
    kept = [part for part in parts if part in settings]
    known = {settings[part] for part in kept}
    further = [setting for setting, key in settings.items() if key not in known]
    families = {natural(name)[0][0]: at for at, name in reversed([*enumerate(info.variants)])}
    ordered = sorted(info.variants, key=lambda name: (families[natural(name)[0][0]], natural(name)))
    heads = [" ".join((name, *kept)) for name in begun or ordered]
    return [*heads, *(f"{head} {setting}" for head in heads for setting in further)]


@verb("join", Answer.PUBLIC)
async def join(visit: Visit) -> None:
    """Accept or join, perhaps one of some seats; the match begins with the last to do so."""
    matches, press, match = visit.desk.matches, visit.press, await visit.match()
    await check_card(visit, match, pressed=True)
    places = [place for text in press.text.split() if (place := read_number(text)) is not None]
    kept = visit.user in {person.id for person in match.called}
    if not places and not kept and table_for_more(match) and match.free_places:
        raise Refusal(Code.CHOOSE_SEAT)
    joined = await matches.opening.join(visit.key, press.match, visit.named, places)
    await show_joined(visit, joined)


@verb("sit", Answer.PRIVATE)
async def sit(visit: Visit) -> None:
    """Join from the list of matches; the answer is for the player who joins."""
    await check_card(visit, await visit.match())
    joined = await visit.desk.matches.opening.join(visit.key, visit.press.match, visit.named)
    await show_done(visit, joined, visit.words("list.joined", match=joined.id))
    await offer_set_up(visit, joined)


async def check_card(visit: Visit, match: Match, *, pressed: bool = False) -> None:
    """Raise Refusal unless an open match's card and commitment are, or can now be, posted.
    `pressed`: on the card itself."""
    matches, card = visit.desk.matches, visit.interaction.message
    if match.stand.phase != "open":
        return
    known = await matches.latest_messages(match.id)
    if CARD not in known and pressed and card and f"`{match.id}`" in card.content:
        digest = invitation.digest(match, sealed=spell(match.terms.commitment) in card.content)
        await matches.show(PostedMessage(match.id, CARD, visit.channel, card.id, digest=digest))
    if CARD not in known or not is_committed(known.values()):
        await reconcile(visit, match)
        await matches.opening.check_card(match.id)


async def show_joined(visit: Visit, match: Match) -> None:
    """Bring the messages up, and let a player who has joined set up at once."""
    await show_match(visit, match)
    await offer_set_up(visit, match)


async def offer_set_up(visit: Visit, match: Match) -> None:
    """Let a player who has just sat down set up at once, where pieces are set up."""
    if match.stand.phase != "setting_up":
        return
    content = lines.title(match, visit.words, visit.words("line.you_set_up"))
    setup = button(visit.words("button.setup"), on(match, "setup"), panels.BLUE)
    await visit.add(content, view=rows(setup))


@verb("decline", Answer.PUBLIC)
async def decline(visit: Visit) -> None:
    """Decline a challenge, and offer to block its host."""
    desk = visit.desk
    match = await desk.matches.opening.decline(visit.key, visit.press.match, visit.user)
    await show_match(visit, match)
    words, host = desk.languages.public(match), match.terms.host
    left = "card.place_declined" if match.stand.phase == "open" else "card.declined"
    content = words(
        left,
        host=lines.mention(host.id),
        title=lines.title(match, words),
        opponent=lines.player_name(visit.named.name),
    )
    called = [host.id] if await desk.matches.attention.ring(match, host.id) else []
    async with desk.pings.mentioning(match, called, "end") as mentions:
        sent = await visit.follow_up(content, allowed_mentions=mentions)
    if not sent and match.stand.phase != "open":
        await desk.matches.pings.later(match, host.id, "end")
        await desk.pings.deliver(match.id)
    shut = Press(NO_MATCH, 0, "block", str(host.id))
    await visit.add(
        visit.words("card.you_declined", host=lines.player_name(host.name)),
        view=rows(button(visit.words("settings.block", name=lines.sanitize(host.name, 40)), shut)),
    )


@verb("cancel", Answer.PUBLIC)
async def cancel(visit: Visit) -> None:
    opening = visit.desk.matches.opening
    await show_match(visit, await opening.cancel(visit.key, visit.press.match, visit.user))


@verb("close", Answer.IN_PLACE)
async def close(visit: Visit) -> None:
    """Call a match off to make room in its channel, for those who manage that."""
    match = await visit.match()
    if not may_close(visit.interaction, match):
        raise Refusal(Code.NOT_A_KEEPER)
    closed = await visit.desk.matches.leaving.close(visit.key, match.id, visit.named)
    done = visit.words("taken.closed", match=closed.id)
    await visit.show(done, await reconcile(visit, closed))


@verb("rematch", Answer.AT_ONCE)
async def rematch(visit: Visit) -> None:
    """Open the same game with the seats turned round; the second player to press it accepts."""
    await play_again(visit)


@verb("level", Answer.AT_ONCE)
async def another_level(visit: Visit) -> None:
    """Open a rematch against the computer at the level that the button's id names."""
    match, level = await visit.match(), read_number(visit.press.text) or 0
    highest = visit.desk.matches.computers.levels(match.terms.game)
    if match.alone is None or not 0 < level <= highest:
        raise Refusal(Code.OLD_BUTTON)
    await play_again(visit, level)


async def play_again(visit: Visit, level: int | None = None) -> None:
    """Open a rematch of the match, perhaps at another `level`, or accept one."""
    check_permissions(visit.interaction, visit.words)
    await check_open(visit)
    opening, press = visit.desk.matches.opening, visit.press
    channel, thread = address(visit.interaction)
    try:
        match = await opening.rematch(visit.key, press.match, visit.named, channel, level, thread)
    except Refusal as refusal:
        await show_taken(visit, refusal)
        return
    if match.stand.phase == "open" and match.terms.host.id == visit.user:
        await post_card(visit, match)
    else:
        await visit.interaction.response.defer()
        await show_joined(visit, match)
