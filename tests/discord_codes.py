"""The JSON error codes that Discord documents, with what each means in discord_codes.txt.

From Discord's page "Opcodes and Status Codes", https://docs.discord.com/developers/topics/
opcodes-and-status-codes#json-json-error-codes, as of mid 2026. `UNKNOWN` is in no list; `UNLISTED`
are seen in answers all the same.
"""

from pathlib import Path

_LINES = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
CODES = {int(code): words for code, words in (line.split(" ", 1) for line in _LINES)}
UNLISTED = {20026: "the bot is in quarantine"}
UNKNOWN = 999999
"""A code that no list has, and Discord may yet add."""
ALL = (*CODES, *UNLISTED, UNKNOWN)
