"""A table of Junqi with four people, and a fifth who looks on."""

from typing import Any

from bot.matches.match.match import Match

from . import dark
from .conftest import Evening, InteractionResult, MemberActor, ResponseMessage, shown_by
from .dark import sealed

LAYOUTS = ("fortress", "ambush", "decoy", "spearhead")
"""The layouts of South, West, North and East."""


class Table(Evening):
    """A table where Livia, Brennus, Mara, Quintus sit South, West, North, East. Mei looks on."""

    def __init__(self, evening: Evening) -> None:
        vars(self).update(vars(evening))
        self.users |= {name: evening.env.create_user(name) for name in ("Quintus", "Mei")}
        self.quintus, self.mei = (self.guild.add_member(self.users[n]) for n in ("Quintus", "Mei"))
        self.people = (self.livia, self.brennus, self.mara, self.quintus)

    async def invite(self, **options: Any) -> ResponseMessage:
        """Use `/match new` for four, all guests named unless `options` differ; return its card."""
        named = {"opponent": self.brennus, "partner": self.mara, "opponent2": self.quintus}
        wanted = {"game": "junqi-four", "where": "here", **named, **options}
        given = {key: value for key, value in wanted.items() if value is not None}
        opened = await self.new(self.livia, **given)
        assert not opened.ephemeral
        return shown_by(opened)

    async def sit(self, **options: Any) -> Match:
        """Open a match that all four accept."""
        card = await self.invite(**options)
        for guest in self.people[1:]:
            await self.press(guest, card, "Accept")
        return await self.match()

    async def set_up(self) -> Match:
        """Let all four seal a layout."""
        for who, layout in zip(self.people, LAYOUTS, strict=True):
            await self.ready(who, layout)
        return await self.match()

    async def open(self, game: str, **options: str) -> None:
        """Begin a match of any game, and let all set up their pieces."""
        if game == "junqi-four":
            await self.sit(**options)
            await self.set_up()
        elif game == "junqi-dark":
            await dark.play(self, **options)
        else:
            await self.begin(game=game, **options)

    async def ready(self, who: MemberActor, layout: str) -> InteractionResult:
        """Seal a layout."""
        return await sealed(who, await who.slash(self.channel, "match setup", layout=layout))

    async def quiet(self) -> str:
        """Return a move of the player to act that meets no piece."""
        matches, match = self.client.desk.matches, await self.match()
        seen = await matches.see(match.id, match.players[min(match.to_act)].human.id)
        free = (act for act in seen.game.legal(seen.view) if not seen.game.weight(seen.view, act))
        return seen.game.format(next(free))
