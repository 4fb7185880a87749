"""Two people at a match on the wire: they know the rules, and choose their moves at random."""

import asyncio
import random
from collections.abc import Sequence
from itertools import chain
from typing import Any

from bot.people.wish import Wish
from bot.ui.controls.ready_panel import Sheet
from bot.ui.wire.outbox import short
from games.core import Act, Over, Seat
from games.rulebook import RULES
from tests.drafts import posting
from tests.patience import PATIENCE_S

from .people import COMPONENT, Person, custom_ids, finished, is_played, text, until
from .server import Discord
from .things import CHANNEL, Json
from .world import Asked


class Table:
    """A match of Murus in a thread of its own; the host moves first."""

    game = "murus"
    copies = 1
    """The number of messages with the same board."""

    def __init__(
        self, discord: Discord, host: Person, guest: Person, seed: int, channel: int = CHANNEL
    ) -> None:
        self.discord = discord
        self.channel = channel
        self.people = (host, guest)
        self.rng = random.Random(seed)
        self.match = ""
        self.home = 0
        self.revision = 0
        self.state: Any = None

    async def open(self) -> None:
        """Make a challenge, and accept it."""
        host, guest = self.people
        card = await host.post(self.channel, self.game, guest, seat="first")
        self.match = next(custom_ids(card)).split(":")[1]
        joined = await accepted(guest, card)
        self.home = int(card["id"])
        self.revision = 0
        self.state = RULES[self.game].initial("")
        try:
            await self.shown()
        except TimeoutError:
            raise RuntimeError(f"no board: {text(joined)}") from None

    async def shown(self, seconds: float = PATIENCE_S) -> dict[int, list[Json]]:
        """Return the boards once the newest is there."""
        await until(lambda: self.revision in self.boards(), seconds)
        return self.boards()

    async def shown_once(self) -> list[int]:
        """Return the revisions of the boards, each of which is there once for everybody."""
        boards = await self.shown()
        assert {len(copies) for copies in boards.values()} == {self.copies}
        return sorted(boards)

    @property
    def over(self) -> bool:
        return isinstance(RULES[self.game].turn(self.state), Over)

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        turn = RULES[self.game].turn(self.state)
        if not isinstance(turn, Act):
            raise LookupError(f"nobody is to move in {self.match}")
        return min(turn.seats)

    def choice(self) -> tuple[Person, Any]:
        """Choose a move for the person who is to move."""
        rules, seat = RULES[self.game], self.seat
        action = self.rng.choice(rules.game.legal(rules.view(self.state, seat)))
        return self.people[seat], action

    async def press(self, who: Person, action: Any) -> Asked:
        """Confirm a picked move without waiting for the answer."""
        written = RULES[self.game].game.format(action)
        custom_id = f"m:{self.match}:{self.revision}:go:{written}"
        return await who.press_id(who.own(self.place_of(who), custom_id), custom_id)

    def place_of(self, who: Person) -> int:
        """Return the channel in which somebody plays."""
        return self.home

    def played(self, action: Any) -> None:
        """Record that the move stands."""
        rules = RULES[self.game]
        self.state = rules.apply(self.state, self.seat, action)
        self.revision += 1

    async def turn(self) -> Asked:
        """Play one move, and wait for its answer."""
        who, action = self.choice()
        asked = await finished(await self.press(who, action))
        if not is_played(asked):
            raise RuntimeError(f"{self.match} {self.revision}: {text(asked)}")
        self.played(action)
        return asked

    def boards(self) -> dict[int, list[Json]]:
        """Return the boards of the match in its thread by revision, as they stand there."""
        boards: dict[int, list[Json]] = {}
        for message in self.discord.sent[self.match]:
            number = str(message["nonce"]).split("-")[1]
            if number.isdecimal():  # the messages with its proofs have other nonces
                boards.setdefault(int(number), []).append(message)
        return boards


class Letters(Table):
    """A match of Murus by letter: two strangers have a board each in their direct messages."""

    copies = 2

    async def open(self) -> None:
        """Open a seat everywhere, and sit down on it from the list."""
        host, _ = self.people
        id_ = posting(self.game, seat="first", where="letters")
        opened = await finished(await host.press_id(host.own(host.room, id_), id_))
        self.sit_at(text(opened).partition("`")[2].partition("`")[0])
        joined = await self.sit()
        if "You have joined" not in text(joined):
            raise RuntimeError(text(joined))
        await self.shown()

    async def sit(self) -> Asked:
        """Let the guest press Join on the list of open seats."""
        _, guest = self.people
        listed = await guest.slash(guest.room, "match list", scope="everywhere")
        if listed.message is None:
            raise RuntimeError("no list")
        (seat,) = (id_ for id_ in custom_ids(listed.message) if f":{self.match}:" in id_)
        return await finished(await guest.press_id(listed.message, seat))

    def sit_at(self, match: str) -> None:
        """Be at this match, which has yet to begin."""
        self.match, self.revision, self.state = match, 0, RULES[self.game].initial("")

    def place_of(self, who: Person) -> int:
        return who.room

    def boards(self) -> dict[int, list[Json]]:
        """Return the boards that both have, by revision."""
        boards: dict[int, list[Json]] = {}
        for revision in range(self.revision + 1):
            about = f"{self.match} {revision}"
            copies = [self.discord.sent[short(f"{about} {who.id}")] for who in self.people]
            if all(copies):
                boards[revision] = [*chain(*copies)]
        return boards


async def be_ready(person: Person, deed: str = "want") -> Asked:
    """Be ready to play one match of Murus with anybody, or no longer ("unwish")."""
    kinds = [f"{game} {name}" for game, rules in RULES.items() for name in rules.game.info.variants]
    wish = Wish(frozenset({"murus basic"}), most=1)
    press = f"m:-:0:wish:{deed} {Sheet(wish, everywhere=True).text(kinds)}"
    return await finished(await person.press_id(person.own(person.room, press), press))


async def accepted(guest: Person, card: Json) -> Asked:
    """Press Accept until the match has begun: a card may be there before the bot knows of it."""
    async with asyncio.timeout(PATIENCE_S):
        while "accept on the card" in text(asked := await guest.press(card, "join")):
            pass
    return asked


async def dark(host: Person, guest: Person) -> int:
    """Set up a match of dark Junqi, and return the place it is played in."""
    card = await host.slash(CHANNEL, "match new", game="junqi-dark", opponent=guest)
    if card.message is None:
        raise RuntimeError(text(card))
    await accepted(guest, card.message)
    home = int(card.message["id"])
    await set_up(home, host, guest)
    return home


async def set_up(home: int, *people: Person) -> None:
    """Let each of these people be ready with the pieces as they are laid out."""
    for person in people:
        await person.press(await _panel(person, home), "ready")


async def _panel(person: Person, home: int) -> Json:
    """Return the set-up panel of a match that may only just be getting its thread."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            panel = await person.slash(home, "match setup")
            if panel.message and any(":ready" in id_ for id_ in custom_ids(panel.message)):
                return panel.message


async def play_dark(who: Person, home: int) -> Asked:
    """Play some move of dark Junqi by text, and press Confirm if asked."""
    moves = await who.suggest(home, "move", "move", move="")
    asked = await who.slash(home, "move", move=moves[0])
    if asked.message and any(":go:" in id_ for id_ in custom_ids(asked.message)):
        asked = await who.press(asked.message, "go")
    if not is_played(asked):
        raise RuntimeError(text(asked))
    return asked


async def animated(who: Person, on: Json) -> Asked:
    """Choose Animation from the list without waiting for the answer."""
    (menu,) = (menu for row in on["components"] for menu in row["components"] if "options" in menu)
    (value,) = (option["value"] for option in menu["options"] if ":animation:" in option["value"])
    chosen = {"custom_id": menu["custom_id"], "component_type": 3, "values": [value]}
    return await who.ask(COMPONENT, int(on["channel_id"]), {"message": on, "data": chosen})


async def opened(
    discord: Discord, wanted: int, at_once: int = 8, channels: Sequence[int] = (CHANNEL,)
) -> list[Table]:
    """Open this number of tables, in these channels in turn (`NOWHERE`: by letter), each with two
    people of its own."""
    free = asyncio.Semaphore(at_once)
    tables = [lay_table(discord, n, channels[n % len(channels)]) for n in range(wanted)]

    async def open_one(table: Table) -> None:
        async with free:
            await table.open()

    await asyncio.gather(*map(open_one, tables))
    return tables


def lay_table(discord: Discord, number: int, channel: int = CHANNEL) -> Table:
    """Make a table for two people of its own, who play by letter without a channel."""
    host = Person(discord, 100_000 + 2 * number, "Ann")
    guest = Person(discord, 100_001 + 2 * number, "Bob")
    kind = Table if channel else Letters
    return kind(discord, host, guest, number, channel)


def refused(discord: Discord) -> int:
    """Count the requests that went beyond a limit."""
    return sum(request.status == 429 for request in discord.requests)
