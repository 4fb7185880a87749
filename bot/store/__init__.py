"""The database: its connection, its tables, and the statements that go straight to it."""

CONNECTIONS = 16
"""The most connections to a file or a server, if nothing else is said; any more wait their turn."""
AS_THE_BOT = 'Run this as the user that the bot runs as (docs/hosting.md, "systemd").'
"""What helps somebody who may not read what is the bot's."""
