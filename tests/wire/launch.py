"""Runs the bot of the folder it is started in, with a stand-in in place of Discord.

`WIRE` is the address of the stand-in: "127.0.0.1:PORT"; `PACE` the requests a second, if not as
many as usual; `WAITS` the seconds in which an answer waits for a board. This file must stay free of
other imports of this package, so that it can start an older bot too. With `again` it runs the bot
life after life, and imports nothing twice: each line it reads begins one, in a fork of its own,
with the environment that the line holds as JSON; `LOG` is the file it writes to. It writes the
number of that process, and later its exit code, a line each.
"""

import json
import os
import sys


def main() -> int:
    """Run `python -m bot`, but for where Discord is; once, or many times over."""
    sys.path[0] = os.getcwd()
    if sys.argv[1:] == ["again"]:
        return _lives()
    _meet(os.environ["WIRE"])
    if a_second := os.environ.get("PACE"):
        from bot.ui.wire import pace

        pace.A_SECOND = int(a_second)
    from bot.__main__ import main as bot

    return bot([])


def _meet(address: str) -> None:
    """Put the stand-in at this address in place of Discord from now on."""
    import discord.gateway
    import discord.http
    import yarl

    if seconds := os.environ.get("WAITS"):
        from bot.ui.answers import replies

        replies.PATIENCE_S = int(seconds)
    discord.http.Route.BASE = f"http://{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")


def _lives() -> int:
    from bot.host import painting

    painting.paint_ahead = _rest
    from bot.__main__ import main as bot

    for line in sys.stdin:
        child = os.fork()
        if not child:
            os.environ.update(json.loads(line))
            _meet(os.environ["WIRE"])
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(os.open(os.environ["LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
            os.dup2(2, 1)
            return bot([])
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
    return 0


def _rest(painter: object, themes: object) -> None:
    """Paint nothing beforehand: most lives are over before it would be needed."""


if __name__ == "__main__":
    sys.exit(main())
