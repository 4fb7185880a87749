"""An evening of people on different servers, who play by letter."""

from typing import Any

import discord

from bot.matches.acts.opening import Proposal
from bot.matches.match.ids import MatchId
from bot.matches.match.match import NOWHERE, Match, Options
from bot.matches.match.players import NamedPerson
from games.core import Seat

from .conftest import Evening, InteractionResult, MemberActor, button_ids, items, press, shown_by
from .dark import sealed

PRESETS = ("fortress", "ambush", "decoy", "spearhead")


class Strangers(Evening):
    """Livia of The club, Quintus of The circle, whose client may speak Chinese, and Mei and Judith,
    who have a server each."""

    def __init__(self, evening: Evening) -> None:
        vars(self).update(vars(evening))
        self.places = {self.livia.id: self.channel}
        self.strangers = [self.livia]
        for name, club in (("Quintus", "The circle"), ("Mei", "Tea"), ("Judith", "Chess")):
            user = self.users[name] = self.env.create_user(name)
            guild = self.env.create_guild(club)
            self.strangers.append(guild.add_member(user))
            self.places[user.id] = guild.create_text_channel("games")
        _, self.quintus, self.mei, self.judith = self.strangers
        self.match_id = MatchId("")

    async def seat(self, game: str, **options: Any) -> Match:
        """Begin a match of Livia and Quintus, or of four, by seat, as a program does."""
        matches = self.client.desk.matches
        seats = matches.games[game].info.seats
        names = {user.id: name for name, user in self.users.items()}
        people = [NamedPerson(who.id, names[who.id]) for who in self.strangers[:seats]]
        wanted = tuple(map(Seat, range(seats)))
        chosen = Options(where="letters", **options)
        opened = await matches.opening.seat(
            Proposal(game, people[0], tuple(people[1:]), NOWHERE, 0, chosen, wanted), people
        )
        self.match_id = opened.id
        return await self.settle()

    async def settle(self) -> Match:
        """Wait until all have what they should see by now; return the match."""
        matches = self.client.desk.matches
        for _ in range(3):  # what is found as one is written to may be news to the others
            await matches.followers.reconcile(self.match_id)
            await matches.followers.letters(self.match_id)
        return await self.now()

    async def now(self) -> Match:
        return await self.client.desk.matches.match(self.match_id)

    def shown(self, who: MemberActor) -> discord.Message:
        """Return the newest board of somebody's direct messages."""
        return [message for message in self.post(who) if message.attachments][-1]

    def post(self, who: MemberActor) -> list[discord.Message]:
        """List somebody's direct messages, oldest first."""
        return list(self.room_of(who).history())

    def room_of(self, who: MemberActor) -> Any:
        return next(user.dm_channel for user in self.users.values() if user.id == who.id)

    async def ask(self, who: MemberActor, command: str, **options: Any) -> InteractionResult:
        """Use a command about the match on somebody's own server."""
        named = {"match": self.match_id, **options}
        return await who.slash(self.places[who.id], command, **named)

    async def tap(self, who: MemberActor, label: str) -> InteractionResult:
        """Press a button under somebody's newest board."""
        return await self.press(self.actor(who), self.shown(who), label)

    async def tap_last(self, who: MemberActor, label: str) -> InteractionResult:
        """Press a button under somebody's newest direct message."""
        return await press(self.actor(who), self.post(who)[-1], label)

    async def do(self, who: MemberActor, verb: str) -> InteractionResult:
        """Press the newest button that means this, in any language."""
        for message in reversed(self.post(who)):
            ids = [item["custom_id"] for item in items(message) if "custom_id" in item]
            if found := [id_ for id_ in ids if id_.split(":")[3] == verb]:
                done: InteractionResult = await self.actor(who).click(message, custom_id=found[0])
                return done
        raise AssertionError(verb)

    def actor(self, who: MemberActor) -> Any:
        """Return somebody as they are in their direct messages."""
        return next(user for user in self.users.values() if user.id == who.id)

    async def set_up(self) -> Match:
        """Let everybody seal a layout, if the game has any."""
        if (await self.now()).stand.phase == "setting_up":
            people = self.strangers[: len((await self.now()).players)]
            for who, preset in zip(people, PRESETS, strict=False):
                await sealed(who, await self.ask(who, "match setup", layout=preset))
        return await self.settle()

    async def turn(self) -> Match:
        """Let whoever is to act play some legal turn, confirmed if asked."""
        matches, match = self.client.desk.matches, await self.now()
        person = match.players[min(match.to_act)].human
        seen, text = await matches.see(match.id, person.id), ""
        while not seen.complete:
            action = min(map(seen.game.format, seen.game.legal(seen.view)))
            text = seen.game.info.joint.join(filter(None, (text, action)))
            seen = await matches.see(match.id, person.id, text)
        who = next(who for who in self.strangers if who.id == person.id)
        await self.confirm(who, await self.ask(who, "move", move=text))
        return await self.settle()

    async def confirm(self, who: MemberActor, answer: InteractionResult) -> None:
        """Confirm a turn, if that is asked."""
        ids = button_ids(answer.response).values() if answer.response else ()
        if sure := next((id_ for id_ in ids if ":go:" in id_), ""):
            await who.click(shown_by(answer), custom_id=sure)
