"""What the managers of servers have chosen: read once at the start, and kept at hand since."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import delete, select

from .deleted_users import Blocks, against
from .store import Store, insert_missing
from .tables.upkeep import server_blocks, server_limits, servers


@dataclass(frozen=True, slots=True)
class Server:
    """What has been chosen for a server; what has not follows the server's locale or the host.

    `locale` and `theme` are those of public messages, `pace` is that of matches for which none is
    named, `place` where all are played. `rated`: they may count for points. `channels` and `roles`
    are ids ("123 456"). `welcomed_ms` is when somebody who manages it was last told what the bot
    may do there. `announcements` is the channel for news, `told` the version they were last of.
    `lobby` is the channel whose open seats and results the `lobby_message` there shows, `ready` the
    one in which those play who are drawn, perhaps for the `tour`.
    `limits` are figures of `Limits`, by name. `barred` are the people who are kept from its
    matches, former players sealed.
    """

    locale: str | None = None
    theme: str | None = None
    pace: str | None = None
    place: str | None = None
    rated: bool = True
    channels: str = ""
    roles: str = ""
    welcomed_ms: int | None = None
    announcements: int | None = None
    lobby: int | None = None
    lobby_message: int | None = None
    ready: int | None = None
    tour: bool = True
    told: str | None = None
    limits: Mapping[str, int] = field(default_factory=dict)
    barred: Blocks = field(default_factory=Blocks)

    @property
    def open_channels(self) -> tuple[int, ...]:
        """The channels in which matches are opened; none: in all."""
        return tuple(map(int, self.channels.split()))

    @property
    def open_roles(self) -> tuple[int, ...]:
        """The roles of which whoever opens a match has one; none: everybody opens them."""
        return tuple(map(int, self.roles.split()))


CHOSEN = tuple(column.name for column in servers.c if column.name != "guild")
NOTHING = Server()


class Servers:
    """The choices for each server; no message and no match has to wait for them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[int, Server] = {}

    async def recall(self) -> None:
        """Read what has been chosen so far."""
        limits = {
            row.guild: {name: row._mapping[name] for name in row._mapping if name != "guild"}
            for row in await self._store.rows(select(server_limits))
        }
        barred = defaultdict[int, set[int]](set)
        for row in await self._store.rows(select(server_blocks)):
            barred[row.guild].add(row.user)
        chosen = {
            row.guild: {name: row._mapping[name] for name in CHOSEN}
            for row in await self._store.rows(select(servers))
        }
        self._known = {
            guild: Server(
                **chosen.get(guild, {}),
                limits={
                    name: most for name, most in limits.get(guild, {}).items() if most is not None
                },
                barred=Blocks(barred.get(guild, ())),
            )
            for guild in (*chosen, *limits, *barred)
        }

    @property
    def known(self) -> Mapping[int, Server]:
        """The servers for which something has been chosen."""
        return dict(self._known)

    def of(self, guild: int | None) -> Server:
        """Return what has been chosen for a server; nothing for a place outside of any."""
        return NOTHING if guild is None else self._known.get(guild, NOTHING)

    async def choose(self, guild: int, **changes: Any) -> None:
        """Change some of a server's choices, by their names; None takes one back."""
        await self._store.write(self._store.put(servers, *changes), {"guild": guild, **changes})
        self._known[guild] = replace(self.of(guild), **changes)

    async def limit(self, guild: int, name: str, figure: int | None) -> None:
        """Choose one of a server's limits; None leaves it to the host again."""
        row = {"guild": guild, name: figure}
        await self._store.write(self._store.put(server_limits, name), row)
        others = {limit: most for limit, most in self.of(guild).limits.items() if limit != name}
        limits = others if figure is None else others | {name: figure}
        self._known[guild] = replace(self.of(guild), limits=limits)

    async def bar(self, guild: int, user: int) -> None:
        """Keep somebody from a server's matches; those that are being played go on."""
        async with self._store.writing() as connection:
            await insert_missing(connection, server_blocks, {"guild": guild, "user": user})
        self._known[guild] = replace(self.of(guild), barred=Blocks(self.of(guild).barred | {user}))

    async def admit(self, guild: int, user: int) -> None:
        """Let somebody play on a server again, also if another program has sealed the block."""
        here = server_blocks.c.guild == guild
        async with self._store.writing() as connection:
            kept = await connection.scalars(select(server_blocks.c.user).where(here))
            own = here & server_blocks.c.user.in_([block for block in kept if against(block, user)])
            await connection.execute(delete(server_blocks).where(own))
        barred = Blocks(block for block in self.of(guild).barred if not against(block, user))
        self._known[guild] = replace(self.of(guild), barred=barred)

    def forget(self, user: int, block: int) -> None:
        """Know somebody who has had all about them deleted by the sealed `block` alone."""
        for guild, server in self._known.items():
            barred = Blocks(block if known == user else known for known in server.barred)
            self._known[guild] = replace(server, barred=barred)
