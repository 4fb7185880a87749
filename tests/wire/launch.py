"""Runs the bot of the folder it is started in, with a stand-in in the place of Discord.

`WIRE` is the address of the stand-in: "127.0.0.1:PORT". It must stay free of other imports of this
package, so that it can start an older bot too.
"""

from __future__ import annotations

import os
import sys


def main() -> int:
    """`python -m bot`, but for where Discord is."""
    sys.path[0] = os.getcwd()
    import discord.gateway
    import discord.http
    import yarl

    address = os.environ["WIRE"]
    discord.http.Route.BASE = f"http://{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")
    from bot.__main__ import main as bot

    return bot([])


if __name__ == "__main__":
    sys.exit(main())
