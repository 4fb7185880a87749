"""Follow, in the More menu: a direct message at the end of a match that others play."""

from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.controls.buttons import rows
from bot.ui.words import lines


@verb("follow", Answer.IN_PLACE)
async def follow(visit: Visit) -> None:
    match = await visit.match()
    await visit.desk.matches.following.follow(match.id, visit.user)
    text = visit.words("follow.done", title=lines.title(match, visit.words))
    await visit.show(text, view=rows(*panels.follow(match, visit.user, visit.words, follows=True)))


@verb("unfollow", Answer.IN_PLACE)
async def unfollow(visit: Visit) -> None:
    match = await visit.match()
    await visit.desk.matches.following.unfollow(match.id, visit.user)
    text = visit.words("follow.stopped", title=lines.title(match, visit.words))
    await visit.show(text, view=rows(*panels.follow(match, visit.user, visit.words, follows=False)))
