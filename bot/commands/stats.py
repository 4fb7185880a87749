"""Where people stand: `/match stats` with profiles, leaderboards, and two who have met."""

import asyncio
from contextlib import suppress
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.matches.match.ids import MatchId
from bot.matches.match.refusals import Code, Refusal
from bot.people.person import Person
from bot.people.points.firsts import firsts
from bot.people.points.leaderboards import Page
from bot.people.points.seasons import Season
from bot.people.points.standing import Pool
from bot.people.points.tour import TourSeason
from bot.people.wish import TOUR
from bot.ui.answers.client import Interaction
from bot.ui.answers.replies import entry
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import NO_MATCH, Press, button, choose, number_in, read_number, rows
from bot.ui.messages.message import LONGEST_CONTENT
from bot.ui.wire.said import REFUSALS
from bot.ui.words import standing_lines
from bot.ui.words.catalogue import Catalogue
from bot.ui.words.lines import BETWEEN, escape, player_name, sanitize
from bot.ui.words.translator import choices, menu
from games.core import Sayable, Seat
from games.library import GAMES
from render.look import Look
from render.profile.standing import Profile, describe

from .group import MATCH, command

VIEWS = ("profile", "leaderboard", "together", TOUR)
LAST = 5
"""The matches of two people that are listed."""
LOOK_UP_S = 2
OLD_SCOPES = ("here", "all")
"""What stood before the season in the ids of older buttons."""
When: TypeAlias = Season | TourSeason | None
NOW = "-"
"""The season that goes on, in the id of a button."""


@command(MATCH, game=choices("{}.name", GAMES), view=choices("choice.stats.{}", VIEWS))
async def stats(
    interaction: Interaction,
    user: discord.User | None = None,
    game: str | None = None,
    view: str = "profile",
) -> None:
    """Show where somebody stands, to the asker alone."""
    visit = await interaction.client.visit(interaction)
    match view:
        case "leaderboard":
            await show_ranks(visit, game or next(iter(GAMES)), None, 0)
        case "together":
            await show_together(visit, user)
        case "tour":
            await show_ranks(visit, TOUR, None, 0)
        case _:
            await show_profile(visit, user or interaction.user)


@app_commands.context_menu(name=menu("menu.profile"))
async def profile_of(interaction: Interaction, member: discord.User) -> None:
    """Answer Profile, in a member's menu."""
    await show_profile(await interaction.client.visit(interaction), member)


# ----------------------------------------------------------------------------- profiles


async def visible_person(visit: Visit, user: discord.User | discord.Member) -> Person | None:
    """Read somebody, if the asker may see where they stand."""
    own = visit.reader.person
    if user.id == own.id:
        return own
    person = await visit.desk.matches.people.get(user.id)
    if own.id in person.blocks or user.id in own.blocks:
        return None
    here = isinstance(user, discord.Member)
    return person if here and person.preferences.seen == "server" else None


def here(visit: Visit) -> int:
    """Return the server whose points the asker is shown; 0 is the lobby."""
    return visit.interaction.guild_id or 0


async def profile_for(
    visit: Visit, person: Person, account: discord.abc.User, words: Catalogue, *, own: bool
) -> Profile:
    """Read a person's profile on a server; others read less of who is new in a game."""
    matches, user, guild = visit.desk.matches, person.id, here(visit)
    finished = await matches.profiles.finished_matches(user) if person.preferences.firsts else []
    standings = await matches.ratings.on(guild, user)
    results = await matches.profiles.results(user, guild) if standings else {}
    running = await matches.profiles.running(user, guild) if standings else {}
    left = await matches.profiles.count_left(user, guild) if standings else {}
    now = matches.now()
    places = (
        standing_lines.place(
            pool,
            standings[pool],
            results[pool],
            running.get(pool, 0),
            left.get(pool, 0),
            now,
            own=own,
        )
        for pool in matches.games
        if pool in standings and pool in results
    )
    done = standing_lines.firsts(firsts(finished, now), words)
    return Profile(sanitize(account.display_name, 32), tuple(places), tuple(done), account.name)


async def show_profile(
    visit: Visit, user: discord.User | discord.Member, *, text: bool = False
) -> None:
    """Show a profile as a picture, or as text. Who may not be seen has nothing to show."""
    words, own = visit.words, user.id == visit.user
    seen = Profile(user.display_name, ())
    if person := await visible_person(visit, user):
        seen = await profile_for(visit, person, user, words, own=own)
    if not seen.places and not seen.firsts:
        code = "profile.own_nothing" if own else "profile.nothing"
        await visit.show(words(code, name=player_name(user.display_name)))
        return
    if text:
        await visit.show(escape("\n".join(describe(seen, Look(words)))))
        return
    items = [button(words("button.text"), Press(NO_MATCH, 0, "profile_text", str(user.id)))]
    if own:
        items.insert(0, button(words("button.share"), Press(NO_MATCH, 0, "profile_share")))
        shown = visit.reader.person.preferences.firsts
        if seen.firsts or not shown:
            label = words("button.hide_firsts" if shown else "button.show_firsts")
            wanted = Press(NO_MATCH, 0, "profile_firsts", "hide" if shown else "show")
            items.append(button(label, wanted))
    picture = await visit.desk.studio.profile(seen, words, visit.reader.theme)
    title = words("profile.of", name=player_name(user.display_name))
    moved = own and await visit.desk.matches.profiles.has_moved(user.id)
    above = f"{title}\n{words('points.moved')}" if moved else title
    await visit.show(above, file=picture, view=rows(*items))


@verb("profile_text", Answer.PRIVATE)
async def profile_text(visit: Visit) -> None:
    """Say a profile in words."""
    user = number_in(visit.press.text)
    own = visit.interaction.user
    await show_profile(visit, own if user == own.id else await find_user(visit, user), text=True)


async def find_user(visit: Visit, user: int) -> discord.User | discord.Member:
    """Find a user by their id, as a member if they are on this server. Raises Refusal."""
    client: discord.Client = visit.interaction.client
    guild = visit.interaction.guild
    try:
        async with asyncio.timeout(LOOK_UP_S):
            with suppress(*REFUSALS):  # who has left may be seen by all
                if guild:
                    return await guild.fetch_member(user)
            return await client.fetch_user(user)
    except REFUSALS as failure:
        raise Refusal(Code.OLD_BUTTON) from failure


@verb("profile_firsts", Answer.IN_PLACE)
async def switch_firsts(visit: Visit) -> None:
    """Show the asker's firsts in their profile, or hide them."""
    await visit.desk.matches.prefer(visit.user, firsts=visit.press.text == "show")
    visit.reader = await visit.desk.reader(visit.interaction)
    await show_profile(visit, visit.interaction.user)


@verb("profile_share", Answer.SHARED)
async def share_profile(visit: Visit) -> None:
    """Show the asker's profile to all here, as others see it."""
    words, user = public_words(visit), visit.interaction.user
    seen = await profile_for(visit, visit.reader.person, user, words, own=False)
    theme = visit.desk.studio.usual(visit.interaction.guild_id)
    picture = await visit.desk.studio.profile(seen, words, theme)
    await visit.show(words("profile.of", name=player_name(user.display_name)), file=picture)


def public_words(visit: Visit) -> Catalogue:
    return visit.desk.languages.here(visit.interaction.guild_id)


# ------------------------------------------------------------------------- leaderboards


def seasons(game: str) -> type[Season] | type[TourSeason]:
    """Return the seasons of a game's points, or of the Tour."""
    return TourSeason if game == TOUR else Season


async def read_page(visit: Visit, game: str, season: When, number: int, *, public: bool) -> Page:
    """Read a page of a leaderboard as the asker sees it, or as all do."""
    matches, guild = visit.desk.matches, visit.interaction.guild
    if guild is None:
        raise Sayable("error.only_in_servers")
    if game not in (*matches.games, TOUR):
        raise Refusal(Code.OLD_BUTTON)
    now, attendance = matches.now(), visit.desk.attendance
    if game == TOUR:
        season = season or TourSeason.at(now)
    private: dict[str, Any] = {"reader": visit.user, "blocked": visit.reader.person.blocks}
    return await matches.leaderboards.page(
        Pool(game, here(visit)),
        number,
        absent=lambda people: attendance.leavers(guild, people, now),
        season=season,
        **({} if public else private),
    )


def ranks_text(page: Page, game: str, season: When, words: Catalogue) -> str:
    when = standing_lines.season(season, words) if season else words("ranks.now")
    title = f"**{words(f'{game}.name')}** · {when}"
    room = TOUR if game == TOUR else "ranks"
    return standing_lines.ranks(page, title, words, room)[:LONGEST_CONTENT]


async def tour_text(visit: Visit, season: When) -> str:
    """Say where the asker stands in the Tour of all servers, and what it plays now."""
    matches, now = visit.desk.matches, visit.desk.matches.now()
    one = season if isinstance(season, TourSeason) else TourSeason.at(now)
    own = await matches.leaderboards.everywhere(one, visit.user)
    lines = [standing_lines.everywhere(own, visit.words)]
    if season is None:
        lines.append(standing_lines.on_tour("tour.plays", now, visit.words))
    return "\n".join(lines)


async def show_ranks(visit: Visit, game: str, season: When, number: int) -> None:
    """Show a page of a leaderboard, with the ways to all others."""
    words = visit.words
    below = await tour_text(visit, season) if game == TOUR else ""
    if below and visit.direct:
        await visit.show(f"**{words('tour.name')}**\n{below}")
        return
    page = await read_page(visit, game, season, number, public=False)

    def way(label: str, season: When, number: int) -> Any:
        return button(label, Press(NO_MATCH, 0, "ranks", f"{game} {season or NOW} {number}"))

    tour = [TOUR] if visit.desk.matches.servers.of(here(visit)).tour else []
    games = {known: words(f"{known}.name") for known in (*visit.desk.matches.games, *tour)}
    items: list[discord.ui.Item[Any]] = [
        choose(Press(NO_MATCH, 0, "ranks_of"), games, words("new.choose"), game)
    ]
    if page.number:
        items.append(way(words("ranks.better"), season, page.number - 1))
    if page.after:
        items.append(way(words("ranks.further"), season, page.number + 1))
    earlier = (season or seasons(game).at(visit.desk.matches.now())).before
    if page.placed or season is None:
        items.append(way(standing_lines.season(earlier, words), earlier, 0))
    if season:
        items.append(way(words("ranks.to_now"), None, 0))
    if page.placed:
        text = f"{game} {season or NOW} {page.number}"
        items.append(button(words("button.share"), Press(NO_MATCH, 0, "ranks_share", text)))
    text = ranks_text(page, game, season, words)[: LONGEST_CONTENT - len(below) - 1]
    await visit.show(text, below, view=rows(*items))


def page_asked_for(visit: Visit) -> tuple[str, When, int]:
    """Read game, season and page from a button's id. Raises Refusal."""
    game, *rest = visit.press.text.split(" ")
    when, number = [*(part for part in rest if part not in OLD_SCOPES), "", ""][:2]
    season = seasons(game).read(when)
    if season is None and when != NOW:
        raise Refusal(Code.OLD_BUTTON)
    if season and season.until_ms >= visit.desk.matches.now():
        season = None
    return game, season, read_number(number) or 0


@verb("ranks", Answer.IN_PLACE)
async def turn_ranks(visit: Visit) -> None:
    """Turn to another page or season."""
    await show_ranks(visit, *page_asked_for(visit))


@verb("ranks_of", Answer.IN_PLACE)
async def ranks_of(visit: Visit) -> None:
    """Turn to the leaderboard of another game."""
    await show_ranks(visit, visit.press.value, None, 0)


@verb("ranks_share", Answer.SHARED)
async def share_ranks(visit: Visit) -> None:
    """Show a page of a leaderboard to all here."""
    game, season, number = page_asked_for(visit)
    page = await read_page(visit, game, season, number, public=True)
    await visit.show(ranks_text(page, game, season, public_words(visit)))


# ----------------------------------------------------------------------------- together


async def show_together(visit: Visit, user: discord.User | discord.Member | None) -> None:
    """Show how the asker and somebody have fared against each other, and their last matches."""
    words, matches = visit.words, visit.desk.matches
    if user is None or user.id == visit.user:
        await visit.show(words("together.whom"))
        return
    person = await visible_person(visit, user)
    met = await matches.profiles.together(visit.user, user.id) if person else ()
    names = sanitize(visit.interaction.user.display_name, 32), sanitize(user.display_name, 32)
    opposed = [pair for pair in met if pair.game in matches.games and not _partners(visit, pair)]
    if not opposed:
        await visit.show(words("profile.nothing", name=BETWEEN.join(map(player_name, names))))
        return
    pools = []
    for game in (name for name in matches.games if any(each.game == name for each in opposed)):
        due = None
        if matches.games[game].info.seats == 2:
            due = await matches.first_move_due(visit.user, user.id, Pool(game, here(visit)))
        begins = "" if due is None else names[due == user.id]
        pools.append((game, [pair for pair in opposed if pair.game == game], begins))
    lines = [words("together.title", one=player_name(names[0]), other=player_name(names[1]))]
    lines += standing_lines.meetings(names, pools, words)
    lines.append(words("together.last"))
    for played in opposed[:LAST]:
        line = await entry(visit, await matches.match(MatchId(played.match)))
        if sum(map(len, lines)) + len(line) + len(lines) > LONGEST_CONTENT:
            break
        lines.append(line)
    await visit.show(*lines)


def _partners(visit: Visit, one: Any) -> bool:
    team = visit.desk.matches.games[one.game].info.team(Seat(one.seats[0]))
    return Seat(one.seats[1]) in team
