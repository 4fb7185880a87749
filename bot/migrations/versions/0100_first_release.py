"""The first release: all tables, made at once on a database that has none."""

from bot.migrations.first_release import matches, people, points, seats, upkeep

revision = "0100"
down_revision = None


def upgrade() -> None:
    for tables in (matches, seats, people, points, upkeep):
        tables.create()
