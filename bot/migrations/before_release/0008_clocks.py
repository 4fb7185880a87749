"""Clocks: paces, the columns of a seat's clock, vacations, quiet hours, pings and blocks.

Matches that have begun before have no pace, and every age counts from now on.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

WEEK_MS = 7 * 86_400_000
MONTH_MS = 30 * 86_400_000
OFFERS = "'draw', 'takeback', 'cancel'"
WITHOUT_ROWID = {"sqlite_with_rowid": False}
ONE_STATE = (
    "(deadline_ms IS NULL OR left_ms IS NULL) AND (deadline_ms IS NULL OR flag_ms IS NULL)"
    " AND (left_ms IS NULL OR flag_ms IS NULL)"
)
PREFERENCE_CHECKS = {
    "ping": "ping IN ('channel', 'dm', 'none')",
    "quiet_from": "quiet_from BETWEEN 0 AND 1439",
    "quiet_until": "quiet_until BETWEEN 0 AND 1439",
    "quiet_hours_have_an_end": "(quiet_from IS NULL) = (quiet_until IS NULL)",
}


def upgrade() -> None:
    for column in (
        sa.Column("pace", sa.String(6), server_default="none", nullable=False),
        sa.Column("strict", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("paused", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("clock_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("credit_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("credit_turns", sa.Integer(), server_default="0", nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=True),
    ):
        op.add_column("matches", column)
    _age_matches()
    due = {f"{kind}_where": sa.text("due_ms IS NOT NULL") for kind in ("sqlite", "postgresql")}
    op.create_index("ix_matches_due", "matches", ["due_ms"], **due)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for column in (
            sa.Column("bank_ms", sa.BigInteger(), server_default="0", nullable=False),
            sa.Column("deadline_ms", sa.BigInteger(), nullable=True),
            sa.Column("left_ms", sa.BigInteger(), nullable=True),
            sa.Column("flag_ms", sa.BigInteger(), nullable=True),
            sa.Column("missed", sa.SmallInteger(), server_default="0", nullable=False),
            sa.Column("acted_ms", sa.BigInteger(), nullable=True),
            sa.Column("seen_ms", sa.BigInteger(), nullable=True),
            sa.Column("reminded_ms", sa.BigInteger(), nullable=True),
            sa.Column("away_ms", sa.BigInteger(), nullable=True),
            sa.Column("lost_ms", sa.BigInteger(), nullable=True),
        ):
            table.add_column(column)
        table.drop_constraint(op.f("ck_players_consent"), type_="check")
        known = f"consent IN ({OFFERS}, 'pause', 'time')"
        table.create_check_constraint(op.f("ck_players_consent"), known)
        name = op.f("ck_players_a_clock_runs_or_rests_or_is_down")
        table.create_check_constraint(name, ONE_STATE)
    for column in (
        sa.Column("ping", sa.String(7), server_default="channel", nullable=False),
        sa.Column("boards_by_dm", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("zone", sa.String(64), nullable=True),
        sa.Column("quiet_from", sa.SmallInteger(), nullable=True),
        sa.Column("quiet_until", sa.SmallInteger(), nullable=True),
        sa.Column("auto_vacation", sa.Boolean(), server_default=sa.false(), nullable=False),
    ):
        op.add_column("preferences", column)
    op.execute("UPDATE preferences SET ping = 'none' WHERE NOT pings")
    with op.batch_alter_table("preferences") as table:
        table.drop_column("pings")
        for name, check in PREFERENCE_CHECKS.items():
            table.create_check_constraint(op.f(f"ck_preferences_{name}"), check)
    _make_tables()


def _age_matches() -> None:
    """Let an open match stand for a week from now, a running one for a month."""
    now = time.time_ns() // 1_000_000
    op.get_bind().execute(
        sa.text(
            "UPDATE matches SET clock_ms = :now, due_ms = CASE WHEN phase = 'open' THEN :week"
            " WHEN phase IN ('setting_up', 'playing') THEN :month END"
        ).bindparams(
            sa.bindparam("now", type_=sa.BigInteger()),
            sa.bindparam("week", type_=sa.BigInteger()),
            sa.bindparam("month", type_=sa.BigInteger()),
        ),
        {"now": now, "week": now + WEEK_MS, "month": now + MONTH_MS},
    )


def _make_tables() -> None:
    op.create_table(
        "clock_events",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag')",
            name=op.f("ck_clock_events_kind"),
        ),
        sa.CheckConstraint("seat >= 0", name=op.f("ck_clock_events_seat")),
        sa.CheckConstraint(
            "(seat IS NULL) = (kind IN ('start', 'pause', 'outage'))",
            name=op.f("ck_clock_events_whose_clock_it_is_about"),
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_clock_events_match")),
        sa.PrimaryKeyConstraint("match", "serial", "place", name=op.f("pk_clock_events")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 0", name=op.f("ck_heartbeat_one_heart")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "vacations",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("from_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.Column("begin_ms", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "until_ms >= from_ms", name=op.f("ck_vacations_it_ends_after_it_begins")
        ),
        sa.PrimaryKeyConstraint("user", "from_ms", name=op.f("pk_vacations")),
        sqlite_with_rowid=False,
    )
    begin = {f"{kind}_where": sa.text("begin_ms IS NOT NULL") for kind in ("sqlite", "postgresql")}
    op.create_index("ix_vacations_begin", "vacations", ["begin_ms"], **begin)
    op.create_table(
        "blocks",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.CheckConstraint('"user" <> blocked', name=op.f("ck_blocks_nobody_blocks_themselves")),
        sa.PrimaryKeyConstraint("user", "blocked", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pings",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(9), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('turn', 'reminder', 'notice', 'challenge', 'offer', 'flag', 'end',"
            " 'vacation')",
            name=op.f("ck_pings_kind"),
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_pings_match")),
        sa.PrimaryKeyConstraint("match", "user", "kind", name=op.f("pk_pings")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_pings_at_ms"), "pings", ["at_ms"])
