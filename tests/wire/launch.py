"""Runs the bot of the folder it is started in, with a stand-in in the place of Discord.

`WIRE` is the address of the stand-in: "127.0.0.1:PORT". It must stay free of other imports of this
package, so that it can start an older bot too.

With `again` it runs the bot life after life, and imports nothing twice: each line it reads begins
one, in a fork of its own. It writes the number of that process, and later how it ended, a line
each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def main() -> int:
    """`python -m bot`, but for where Discord is; once, or many times over."""
    sys.path[0] = os.getcwd()
    import discord.gateway
    import discord.http
    import yarl

    address = os.environ["WIRE"]
    discord.http.Route.BASE = f"http://{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")
    from bot.__main__ import main as bot

    return _lives(bot) if sys.argv[1:] == ["again"] else bot([])


def _lives(bot: Callable[[list[str]], int]) -> int:
    from bot.config import Settings
    from bot.ui.words.catalogue import DEFAULT, catalogue
    from render.draw import warm

    warm([Settings().board_theme], catalogue(DEFAULT))
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(2, 1)
            return bot([])
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
