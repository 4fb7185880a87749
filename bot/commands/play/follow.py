"""Follow, in the More menu: a direct message at the end of a match that others play."""

from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.controls.buttons import rows
from bot.ui.words import lines


@verb("follow", Answer.IN_PLACE)
async def follow(visit: Visit) -> None:
    await visit.desk.matches.following.follow(visit.press.match, visit.user)
    await show(visit, "follow.done", follows=True)


@verb("unfollow", Answer.IN_PLACE)
async def unfollow(visit: Visit) -> None:
    await visit.desk.matches.following.unfollow(visit.press.match, visit.user)
    await show(visit, "follow.stopped", follows=False)


async def show(visit: Visit, code: str, *, follows: bool) -> None:
    match, words = await visit.match(), visit.words
    view = rows(*panels.follow(match, visit.user, words, follows=follows))
    await visit.show(words(code, title=lines.title(match, words)), view=view)
