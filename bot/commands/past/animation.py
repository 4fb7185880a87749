"""Animation, under a past board: the whole match as a picture that moves, to keep or to share."""

import io

import discord

from bot.matches.match.history import History
from bot.ui.answers.past import ROUND_S, ROUNDS, own_look, read, read_shared
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls.buttons import button, on, rows
from bot.ui.controls.history_panel import Spot
from bot.ui.controls.pictures import LONGEST_ALT, look
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue
from render.look import Look


@verb("animation", Answer.PRIVATE)
async def animation(visit: Visit) -> None:
    """Play all boards of a match up to now as the asker may see them, in a message of their own."""
    spot, words, match = Spot.read(visit.press.text), visit.words, await visit.match()
    past = await read(visit, match, spot.angle)
    if not past.whole:
        await visit.show(words("history.not_whole", match=match.id))
        return
    wanted = own_look(visit, past, past.steps[0])
    share = button(words("button.share"), on(match, "share_animation", spot.written))
    await _play(visit, past, wanted, words, view=rows(share))


@verb("share_animation", Answer.SHARED)
async def share_animation(visit: Visit) -> None:
    """Play what spectators saw of a match, or after the end all that was there, to all here."""
    spot, desk, match = Spot.read(visit.press.text), visit.desk, await visit.match()
    past, words = await read_shared(visit, match, spot), desk.languages.public(match)
    theme = desk.studio.usual(match.terms.guild)
    wanted = look(past.step_for_reader(past.steps[0]), words, theme, below=match.faces, past=True)
    by = words("animation.shared", player=lines.player_name(visit.named.name))
    await _play(visit, past, wanted, words, by)


async def _play(
    visit: Visit,
    past: History,
    wanted: Look,
    words: Catalogue,
    above: str = "",
    view: discord.ui.View | None = None,
) -> None:
    """Tell how far the drawing has come, then show it under a line."""
    match, whose = past.match, visit.user if past.angle == "mine" else None
    made_of = match.id, match.stand.revision, past.angle, whose, words.locale, wanted.theme
    key = *made_of, wanted.names, wanted.below, wanted.private, wanted.codes
    limit = visit.interaction.filesize_limit
    views = [step.view for step in past.steps]
    replay = visit.desk.replays.begin(key, visit.user, views, wanted, limit)
    for _ in range(ROUNDS):
        await replay.wait(ROUND_S)
        if not replay.going_on:
            break
        total = replay.chosen or replay.total
        await visit.show(words("animation.drawing", n=replay.drawn, total=total))
    gif = None if replay.going_on else replay.gif()
    if gif is None:
        await visit.show(words(f"animation.{'slow' if replay.going_on else 'lost'}"))
        return
    thinned = words("animation.thinned", n=replay.chosen, total=replay.total)
    content = (
        above,
        lines.title(match, words, lines.result(match, words)),
        thinned if replay.chosen < replay.total else "",
    )
    file = discord.File(
        io.BytesIO(gif),
        filename=f"{match.terms.game}-{match.id}-replay.gif",
        description=_alt(past, wanted, words),
    )
    await visit.show(*content, file=file, view=view)


def _alt(past: History, wanted: Look, words: Catalogue) -> str:
    game = words(f"{past.match.terms.game}.name")
    players = words("alt.comma").join(wanted.spoken)
    result = lines.result(past.match, words) or words("animation.running")
    alt = words("animation.alt", game=game, players=players, result=result, n=past.total)
    return alt[:LONGEST_ALT]
