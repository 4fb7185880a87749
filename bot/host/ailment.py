"""What keeps a running bot from its work, in a sentence for the host."""

from bot.ui.answers.ailment import UNREACHED, ailing
from bot.ui.answers.client import Tetrarch
from bot.ui.words.catalogue import DEFAULT, catalogue


async def ailment(bot: Tetrarch | None, *, waiting: bool = False) -> str:
    """Say what keeps a bot from its work; "" if nothing does or it is `waiting` to take over."""
    if waiting:
        return ""
    reached = bot is not None and bot.heard_ms is not None
    found = await ailing(bot.desk.matches, bot.heard_ms) if bot and reached else UNREACHED
    return catalogue(DEFAULT).tell(found) if found else ""
