"""Ready to play: `/match ready`, what is offered to those who are, and **Not this one**."""

from discord import Member

from bot.matches.match.match import NOWHERE
from bot.matches.match.refusals import Code, Refusal
from bot.ui.answers.client import Interaction
from bot.ui.answers.opening import check_lobby
from bot.ui.answers.places import whole
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels, ready_panel
from bot.ui.controls.buttons import rows
from bot.ui.controls.ready_panel import Sheet
from bot.ui.wire.members import is_visible
from bot.ui.words import lines

from .group import MATCH, command


@command(MATCH)
async def ready(interaction: Interaction) -> None:
    await begin(await interaction.client.visit(interaction))


@verb("be_ready", Answer.PRIVATE)
async def begin_here(visit: Visit) -> None:
    await begin(visit)


async def begin(visit: Visit) -> None:
    """Show the panel with the wish the asker has, or with one to begin with. Raises Refusal where
    there are only strangers to meet, and none may be met."""
    pairing = visit.desk.matches.pairing
    if visit.direct:
        check_lobby(visit)
    known = await pairing.wish_of(visit.user)
    wish = known.seeker.wish if known else await pairing.usual(visit.user)
    abroad = bool(known and known.guild == NOWHERE and pairing.lobby)
    await show(visit, Sheet(wish, everywhere=visit.direct or abroad))


@verb("wish", Answer.IN_PLACE)
async def change(visit: Visit) -> None:
    """Change what is ticked; a wish that stands changes at once."""
    pairing, (name, _, text) = visit.desk.matches.pairing, visit.press.text.partition(" ")
    sheet = Sheet.read(text, pairing.kinds)
    if name == "unwish":
        await pairing.take_off(visit.user)
    elif name == "want":
        await want(visit, sheet)
    else:
        sheet = sheet.choose(name, visit.press.values)
        if await pairing.wish_of(visit.user):
            await want(visit, sheet)
    await show(visit, sheet)


async def want(visit: Visit, sheet: Sheet) -> None:
    """Write a wish down. Raises Refusal, also for somebody who cannot look where people meet."""
    pairing, asked = visit.desk.matches.pairing, visit.interaction
    everywhere = sheet.everywhere or asked.guild_id is None
    guild = NOWHERE if everywhere else asked.guild_id or NOWHERE
    if everywhere:
        check_lobby(visit)
    if place := pairing.place_of(guild):
        channel = (await whole(asked)).get_channel(place)
        if not (channel and isinstance(asked.user, Member) and is_visible(channel, asked.user)):
            raise Refusal(Code.NO_READY_PLACE, place=lines.place(place))
    await pairing.want(visit.user, guild, sheet.wish)


async def show(visit: Visit, sheet: Sheet) -> None:
    """Show the panel, and how long its owner has been ready."""
    matches, words = visit.desk.matches, visit.words
    known = await matches.pairing.wish_of(visit.user)
    guild, kinds = visit.interaction.guild_id, matches.pairing.kinds
    place, tour = matches.pairing.place_of(guild or NOWHERE), matches.servers.of(guild).tour
    screen = ready_panel.show(sheet, known, kinds, place, matches.now(), words, guild, tour=tour)
    await visit.show(screen.content, view=screen.view)


@verb("take_up", Answer.PRIVATE)
async def take_up(visit: Visit) -> None:
    """Begin a match that was offered."""
    await visit.desk.matches.pairing.take_up(visit.user, visit.press.text)
    await visit.show(visit.words("ready.begins"))


@verb("not_this", Answer.PRIVATE)
async def turn_down(visit: Visit) -> None:
    """Call off a match somebody was drawn for, and offer to block who they were drawn with."""
    match, words = await visit.match(), visit.words
    after = await visit.desk.matches.pairing.turn_down(visit.key, match.id, visit.user)
    others = (person for person in after.people if person.id != visit.user)
    await visit.show(words("ready.turned_down"), view=rows(*panels.block(others, words)))
