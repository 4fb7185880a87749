"""Lists of matches: `/match list`, and the More menu under a board."""

from typing import Any

import discord

from bot.matches.match.match import Scope
from bot.ui.answers.client import Interaction
from bot.ui.answers.opening import check_lobby
from bot.ui.answers.places import sees
from bot.ui.answers.replies import entry
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels, ready_panel
from bot.ui.controls.buttons import NO_MATCH, Press, button, choose, rows
from bot.ui.messages.message import LONGEST_CONTENT
from bot.ui.words import lines
from bot.ui.words.translator import choices

from .group import MATCH, command
from .options import MOST_CHOICES, describe

SCOPES: tuple[Scope, ...] = ("turn", "mine", "here", "open", "everywhere", "finished")
MOST_BUTTONS = 15
"""The most buttons of open seats: three rows."""


@command(MATCH, scope=choices("choice.scope.{}", SCOPES))
async def list_(interaction: Interaction, scope: str = "mine") -> None:
    visit = await interaction.client.visit(interaction)
    await show_list(visit, next((known for known in SCOPES if known == scope), "mine"))


async def show_list(visit: Visit, scope: Scope) -> None:
    """Show the matches that fit into one message: open seats to join, ended matches to choose."""
    matches, guild = visit.desk.matches, visit.interaction.guild_id
    if scope == "everywhere":
        check_lobby(visit)
    listed = await matches.list_matches(visit.user, scope, visit.channel, guild=guild)
    if scope == "open":
        listed = tuple([match for match in listed if await sees(visit.interaction, match)])
    content = f"**{visit.words(f'choice.scope.{scope}')}**"
    if not listed:
        content += f"\n{visit.words('list.none')}"
    seats, ended = [], dict[str, str]()
    for match in listed:
        line = await entry(visit, match)
        if len(content) + len(line) + 1 > LONGEST_CONTENT:
            break
        content += f"\n{line}"
        seated = {place.person.id for place in match.invitations if place.person and place.accepted}
        if match.stand.phase == "open" and visit.user not in seated:
            label = visit.words("button.join_match", match=match.id)
            seats.append(button(label, Press(match.id, 0, "sit"), panels.GREEN))
        if scope == "finished" and match.begun and len(ended) < MOST_CHOICES:
            ended[match.id] = describe(match, matches.game(match).info, visit.words)
    items: list[discord.ui.Item[Any]] = [*seats[:MOST_BUTTONS]]
    if ended:
        items.append(choose(Press(NO_MATCH, 0, "reread"), ended, visit.words("history.choose")))
    offered = await matches.pairing.offer(visit.user) if visit.reader.person.ready else None
    said, take = ready_panel.offer_line(offered, visit.words)
    items += [*take, button(visit.words("button.ready"), Press(NO_MATCH, 0, "be_ready"))]
    await visit.show(content, said, view=rows(*items))


@verb("more", Answer.AT_ONCE)
async def more(visit: Visit) -> None:
    """Open the More menu, needed now and then."""
    match = await visit.match()
    confers = visit.desk.rooms.open_to(match, visit.user)
    watches = match.running and match.seat_of(visit.user) is None
    follows = watches and await visit.desk.matches.following.follows(match.id, visit.user)
    view = panels.more(match, visit.user, visit.words, confers=confers, follows=follows)
    await visit.show(lines.title(match, visit.words), view=view)


@verb("matches", Answer.PRIVATE)
async def my_matches(visit: Visit) -> None:
    await show_list(visit, "mine")
