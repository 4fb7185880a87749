"""What can be said in a match by letter: four phrases, and a report to whoever runs the bot."""

import asyncio

from bot.matches.match.refusals import Code, Refusal
from bot.matches.match.remarks import LONGEST_REASON, Report
from bot.ui.answers.replies import PATIENCE_S
from bot.ui.answers.visits import Answer, Visit, verb
from bot.ui.controls import panels
from bot.ui.controls.buttons import Window, on
from bot.ui.messages.message import Message
from bot.ui.words import lines
from bot.ui.words.catalogue import Catalogue


@verb("talk", Answer.AT_ONCE)
async def talk(visit: Visit) -> None:
    """Show the phrases, and the ways to report and to block those one plays with."""
    match = await visit.match()
    own = match.player_of(visit.user).seat
    asked = lines.title(match, visit.words, visit.words("say.what"))
    await visit.show(asked, view=panels.phrases(match, own, visit.words))


@verb("say", Answer.IN_PLACE)
async def say(visit: Visit) -> None:
    """Say a phrase to all others at the table, each in their language."""
    match, phrase = await visit.match(), visit.press.text
    own = match.player_of(visit.user).seat
    if phrase not in panels.PHRASES or not match.letters:
        raise Refusal(Code.OLD_BUTTON)
    await visit.desk.matches.attention.say(match, visit.user)
    others = await visit.desk.matches.people.of(
        player.person.id for player in match.others(own) if player.person
    )

    def saying(words: Catalogue) -> Message:
        name = lines.player(match, own, words)
        heard = words("say.heard", player=name, phrase=words(f"say.{phrase}"))
        return Message(lines.title(match, words, heard))

    heard = [person for person in others.values() if visit.user not in person.blocks]
    if letters := visit.desk.pings.tell(match, heard, saying):
        await asyncio.wait(letters, timeout=PATIENCE_S)
    said = visit.words("say.said", phrase=visit.words(f"say.{phrase}"))
    again = panels.phrases(match, own, visit.words)
    await visit.show(lines.title(match, visit.words, said), view=again)


@verb("report", Answer.AT_ONCE)
async def report(visit: Visit) -> None:
    match, words = await visit.match(), visit.words
    if not match.letters:
        raise Refusal(Code.OLD_BUTTON)
    title, label = words("say.report_title", match=match.id), words("say.report_label")
    await visit.open_window(Window(title, label, on(match, "reported"), LONGEST_REASON))


@verb("reported", Answer.PRIVATE)
async def keep_report(visit: Visit) -> None:
    """Keep what is reported of a match for whoever runs the bot."""
    match, matches = await visit.match(), visit.desk.matches
    if not match.letters:
        raise Refusal(Code.OLD_BUTTON)
    reason = lines.sanitize(visit.press.value, LONGEST_REASON)
    await matches.reports.add(Report(match.id, visit.user, matches.now(), reason))
    await visit.show(visit.words("say.reported", match=match.id))
