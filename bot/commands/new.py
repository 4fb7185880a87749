"""The opening of matches: `/match new`, a member's menu, the card's buttons, the rematch."""

import asyncio
from collections.abc import Iterable

import discord
from discord import app_commands

from bot.matches.match.match import Match
from bot.matches.match.messages import CARD, PostedMessage, is_committed
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.opening import (
    USUAL_LEVEL,
    begin,
    check_lobby,
    check_open,
    check_opponent,
    is_itself,
    join_by_letter,
    may_close,
    opens_everywhere,
    own_id,
    post_card,
    propose,
    show_invited,
    show_taken,
)
from bot.ui.answers.places import address, can_thread, check_permissions
from bot.ui.answers.replies import reconcile, show_done, show_match
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import new_panel, panels
from bot.ui.controls.buttons import (
    button,
    number_in,
    on,
    read_number,
    rows,
)
from bot.ui.controls.cards import table_for_more
from bot.ui.controls.new_panel import USUAL, Draft, offered_name, variant_texts
from bot.ui.messages import invitation
from bot.ui.wire.said import REFUSALS, judge
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue
from bot.ui.words.translator import choices, menu
from games.clock import PACES
from games.fairness import spell
from games.library import GAMES
from render.words import capital

from .group import MATCH, command
from .options import MOST_CHOICES, choice, fitting

LOOK_UP_S = 5
"""The time Discord has to find a guest; discord.py would sit out any limit."""


@command(
    MATCH,
    pace=choices("choice.pace.{}", PACES),
    level=choices("choice.level.{}", USUAL["level"][1:]),
)
async def new(
    interaction: Interaction,
    game: str | None = None,
    opponent: discord.User | None = None,
    level: str | None = None,
    variant: str = "",
    pace: str | None = None,
    rated: bool = True,
    partner: discord.User | None = None,
    opponent2: discord.User | None = None,
) -> None:
    """Open a match: a challenge if a user is named, else an open seat, or the computer's; without a
    game, show the panel on which all can be chosen."""
    visit = await interaction.client.visit(interaction, defer=False)
    named, asked = await games_here(interaction, visit.words), (opponent, partner, opponent2)
    roomy = (known for known in named if GAMES[known].info.seats > 2 or not any(asked[1:]))
    typed = next(roomy) if game is None else game.casefold()
    draft = begin(visit, next((id_ for id_ in named if typed == named[id_].casefold()), typed))
    draft = draft.invite([user.id if user else 0 for user in asked]).of(variant)
    draft = draft.but(level=read_number(level or "0"), pace=pace, rated=rated)
    if game is None or (visit.direct and not draft["level"] and not any(asked)):
        await show_draft(visit, draft, named)
        return
    try:
        await propose(visit, draft, asked)
    except Refusal as refusal:
        await show_taken(visit, refusal)


async def games_here(interaction: Interaction, words: Catalogue) -> dict[str, str]:
    """Name the games, those played most on this server first."""
    order = await interaction.client.desk.matches.played_most(interaction.guild_id)
    return {game: words(f"{game}.name") for game in order}


@new.autocomplete("game")
async def games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    named = await games_here(interaction, (await interaction.client.desk.reader(interaction)).words)
    return fitting(((name, game) for game, name in named.items()), typed)


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


@app_commands.context_menu(name=menu("menu.challenge"))
async def challenge(interaction: Interaction, member: discord.User) -> None:
    """Show the panel, from Challenge in a member's menu, with this member as the guest."""
    visit = await interaction.client.visit(interaction, defer=False)
    if not is_itself(interaction, member):
        check_opponent(interaction, member)
    await show_first(visit, member.id)


@verb("new", Answer.PRIVATE)
async def new_here(visit: Visit) -> None:
    """Show the panel from a lobby."""
    await show_first(visit)


async def show_first(visit: Visit, *guests: int) -> None:
    """Show the panel with the game that is played most here."""
    named = await games_here(visit.interaction, visit.words)
    await show_draft(visit, begin(visit, next(iter(named))).invite(guests), named)


async def show_draft(visit: Visit, draft: Draft, games: Iterable[str]) -> None:
    """Show the panel with these games, and with what is played here where nothing else is wished
    for. Raises Refusal where no matches can be opened."""
    check_permissions(visit.interaction, visit.words)
    server = await check_open(visit)
    interaction, matches = visit.interaction, visit.desk.matches
    everywhere = opens_everywhere(draft, draft.guests)
    if visit.direct and not any(draft.guests) and not everywhere:
        draft = draft.but(level=draft["level"] or USUAL_LEVEL)
    bot, lapses = own_id(interaction), draft.game.info.lapses and not draft["strict"]
    alone = all(guest == bot or (not guest and draft["level"]) for guest in draft.guests)
    usual = {
        "pace": "none" if alone else server.pace or "normal",
        **({} if alone else {"rated": True}),
        **({} if lapses else {"strict": False}),
        "hints": alone,
        "resigns": False,
        "where": server.place or ("thread" if can_thread(interaction) else "here"),
    }
    if visit.direct or everywhere:
        del usual["where"]
    now = {name: value if draft[name] is None else draft[name] for name, value in usual.items()}
    if interaction.client.settings.lobby == "on" and not any(draft.guests):
        now["everywhere"] = everywhere
    offered = [matches.games[game] for game in games]
    levels = matches.computers.levels(draft.game.info.id)
    draft = draft.but(level=min(draft["level"], levels))
    screen = new_panel.show(draft, now, offered, levels, visit.words)
    await visit.show(screen.content, view=screen.view)


@verb("draft", Answer.IN_PLACE)
async def change_draft(visit: Visit) -> None:
    """Show the draft as it was chosen, or seat the people who were. Where one seat is free, either
    a guest takes it or a computer, whichever was chosen last."""
    draft, people = Draft.read(visit.press.text, visit.desk.matches.games), visit.press.values
    if people:
        draft = draft.invite([number_in(user) for user in people])
    if len(draft.guests) == 1 and all(draft.guests) and draft["level"]:
        draft = draft.but(level=0) if people else draft.invite(())
    await show_draft(visit, draft, await games_here(visit.interaction, visit.words))


@verb("challenge", Answer.IN_PLACE)
async def challenge_at(visit: Visit) -> None:
    """Go on from a list of games, which the menu of a member showed before there was the panel."""
    draft = begin(visit, visit.press.value).invite([number_in(visit.press.text)])
    await show_draft(visit, draft, await games_here(visit.interaction, visit.words))


@verb("post", Answer.IN_PLACE)
async def post(visit: Visit) -> None:
    """Post the card; the panel becomes the way there."""
    draft = Draft.read(visit.press.text, visit.desk.matches.games)
    guests = [await find_guest(visit, guest) if guest else None for guest in draft.guests]
    try:
        card = await propose(visit, draft, guests)
    except Refusal as refusal:
        await show_taken(visit, refusal)
        return
    if card is not None:
        address = lines.message_url(visit.interaction.guild_id, card.channel, card.message)
        await visit.show(visit.words("new.posted", address=address))


async def find_guest(visit: Visit, user: int) -> discord.abc.User:
    """Ask Discord for a member, in direct messages for any user; the bot itself is known. Raises
    Refusal."""
    guild, client = visit.interaction.guild, visit.interaction.client
    own: discord.ClientUser | None = client.user
    if own and user == own.id:
        return own
    try:
        async with asyncio.timeout(LOOK_UP_S):
            found: discord.abc.User = await (guild.fetch_member if guild else client.fetch_user)(
                user
            )
            return found
    except REFUSALS as failure:
        if judge(failure).kind == "absent":
            raise Refusal(Code.GONE, name=lines.mention(user)) from failure
        raise Refusal(Code.NO_CARD) from failure


@verb("join", Answer.PUBLIC)
async def join(visit: Visit) -> None:
    """Accept or join, perhaps one of some seats; the match begins with the last to do so."""
    matches, press, match = visit.desk.matches, visit.press, await visit.match()
    await check_card(visit, match, pressed=True)
    places = [place for text in press.text.split() if (place := read_number(text)) is not None]
    kept = visit.user in {person.id for person in match.called}
    if not places and not kept and table_for_more(match) and match.free_places:
        raise Refusal(Code.CHOOSE_SEAT)
    joined = await matches.opening.join(visit.key, press.match, visit.called_in(match), places)
    await show_joined(visit, joined)


@verb("sit", Answer.PRIVATE, sits=True)
async def sit(visit: Visit) -> None:
    """Join from the list of matches; the answer is for the player who joins. A seat that is open
    everywhere is theirs once a letter has reached them."""
    match = await visit.match()
    await check_card(visit, match)
    if match.everywhere:
        check_lobby(visit)
        joined, code = await join_by_letter(visit, match), "list.joined_by_letter"
    else:
        named, code = visit.called_in(match), "list.joined"
        joined = await visit.desk.matches.opening.join(visit.key, visit.press.match, named)
    await show_done(visit, joined, visit.words(code, match=joined.id))
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
        if (await matches.match(match.id)).stand.phase == "called_off":  # its card is refused
            check_permissions(visit.interaction, visit.words)
            raise Refusal(Code.NO_CARD)
        await matches.opening.check_card(match.id)


async def show_joined(visit: Visit, match: Match) -> None:
    """Bring the messages up, and let a player who has joined set up at once."""
    await show_match(visit, match)
    await offer_set_up(visit, match)


async def offer_set_up(visit: Visit, match: Match) -> None:
    """Let a player who has just sat down set up at once, where pieces are set up."""
    if match.stand.phase != "setting_up":
        return
    content = capital(visit.words("ping.set_up", title=lines.title(match, visit.words)))
    setup = button(visit.words("button.setup"), on(match, "setup"), panels.BLUE)
    await visit.add(content, view=rows(setup))


@verb("decline", Answer.PUBLIC)
async def decline(visit: Visit) -> None:
    """Decline a challenge, and offer to block its host."""
    desk = visit.desk
    match = await desk.matches.opening.decline(visit.key, visit.press.match, visit.user)
    await show_match(visit, match)
    if match.veiled is not match:
        return
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
        sent = not match.letters and await visit.follow_up(content, allowed_mentions=mentions)
    if not sent and match.stand.phase != "open":
        await desk.matches.pings.later(match, host.id, "end")
        await desk.pings.deliver(match.id)
    told = visit.words("card.you_declined", host=lines.player_name(host.name))
    await visit.add(told, view=rows(*panels.block([host], visit.words)))


@verb("cancel", Answer.PUBLIC)
async def cancel(visit: Visit) -> None:
    opening = visit.desk.matches.opening
    await show_match(visit, await opening.cancel(visit.key, visit.press.match, visit.user))


@verb("close", Answer.IN_PLACE)
async def close(visit: Visit) -> None:
    """Call a match off to make room in its channel, for those who manage that."""
    match = await visit.match()
    if not may_close(visit.interaction, match):
        raise Refusal(Code.NOT_A_MANAGER)
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
    before = await visit.match()
    if not before.letters:
        check_permissions(visit.interaction, visit.words)
        await check_open(visit)
    opening, named = visit.desk.matches.opening, visit.called_in(before)
    channel, thread = address(visit.interaction)
    try:
        match = await opening.rematch(visit.key, before.id, named, channel, level, thread)
    except Refusal as refusal:
        await show_taken(visit, refusal)
        return
    if match.letters and match.stand.phase == "open":
        await show_invited(visit, match)
    elif match.stand.phase == "open" and match.terms.host.id == visit.user:
        await post_card(visit, match)
    else:
        await visit.interaction.response.defer()
        await show_joined(visit, match)
