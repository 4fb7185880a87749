"""The commands as Discord knows them: published when they have changed, mentioned by their ids."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from discord.app_commands import CommandTree

from bot.matches.service import Matches


class Published:
    """The commands as Discord has been told of them, with the `ids` of commands and groups by name
    (none before the first publishing)."""

    def __init__(self, matches: Matches) -> None:
        self._kept = matches.commands
        self._alone = matches.shards.hear(None)
        self._levels = max(map(matches.computers.levels, matches.games), default=0)
        self._doubted = False
        self.current = False
        self.ids: Mapping[str, int] = {}

    def mention(self, name: str) -> str:
        """Turn a command, "match new" or "move", into something to press; "" without its id."""
        id_ = self.ids.get(name.split()[0])
        return "" if id_ is None else f"</{name}:{id_}>"

    def doubt(self) -> None:
        """Publish again, whatever is noted: Discord has asked for a command we do not have."""
        self.current, self._doubted = False, True

    async def publish(self, tree: CommandTree[Any]) -> None:
        """Tell Discord of the commands if this database has not told it of these. The process that
        has the first shard does it; all others wait for it."""
        application = tree.client.application_id or 0
        payload = [_limit_levels(command, self._levels) for command in await _payload(tree)]
        digest = sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        known, self.ids = await self._kept.read(application)
        if not self._alone:
            self.current, self._doubted = known == digest, False
            return
        if known != digest or self._doubted:
            http = tree.client.http
            answer = await http.bulk_upsert_global_commands(application, payload=payload)
            self.ids = {command["name"]: int(command["id"]) for command in answer}
            await self._kept.write(application, digest, self.ids)
        self.current, self._doubted = True, False


async def _payload(tree: CommandTree[Any]) -> list[dict[str, Any]]:
    """Collect all that Discord is told of the commands; it also identifies a set of them."""
    translator = tree.translator
    payload = [
        await command.get_translated_payload(tree, translator)
        if translator
        else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    for command in payload:
        del command["dm_permission"]  # discord.py adds it to the `contexts` that replace it
    return payload


def _limit_levels(option: dict[str, Any], levels: int) -> dict[str, Any]:
    """Leave out the levels of the computer that it has in no game here."""
    kept = dict(option)
    if "options" in option:
        kept["options"] = [_limit_levels(part, levels) for part in option["options"]]
    if option["name"] == "level" and levels:
        kept["choices"] = option["choices"][:levels]
    return kept
