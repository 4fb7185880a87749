"""Deserted seats, and the substitutes who take them over.

For a seat that was taken over before, `holders` tells who left it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
OFFERS = "consent IN ('draw', 'takeback', 'cancel', 'pause', 'time', 'replace')"
CLOCKS = "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag', 'seat')"
PLAYERS = {
    "consent_deputy": sa.String(4),
    "deserted": sa.String(6),
    "relief_person": sa.BigInteger(),
    "relief_name": sa.Text(),
    "relief_turn": sa.Integer(),
    "relief_revision": sa.Integer(),
}
SEATED = {
    "a_deputy_is_proposed": "(consent_deputy IS NOT NULL)"
    " = (consent IS NOT NULL AND consent = 'replace')",
    "deserted": "deserted IN ('left', 'missed')",
    "no_computer_deserts": "deserted IS NULL OR person IS NOT NULL",
    "relief_of_somebody": "(relief_person IS NULL) = (relief_name IS NULL)"
    " AND (relief_person IS NULL) = (relief_turn IS NULL)"
    " AND (relief_person IS NULL) = (relief_revision IS NULL)",
    "relief_begins_a_holding": "relief_revision IS NULL OR relief_revision <= since",
}
LEFT = """
    SELECT "match", seat, person, name, revision FROM (
        SELECT "match", seat, person, name, lead(since) OVER holding AS revision
        FROM (
            SELECT "match", seat, since, person, name FROM holders
            UNION ALL SELECT "match", seat, since, person, name FROM players
        ) AS held
        WINDOW holding AS (PARTITION BY "match", seat ORDER BY since)
    ) AS holdings
    WHERE person IS NOT NULL AND revision IS NOT NULL ORDER BY "match", seat, revision
"""
"""Selects the people who have left a seat to a substitute, and the revision."""
TURN = """
    SELECT 1 - (SELECT count(*) FROM seals WHERE seals."match" = :match) + coalesce(sum(
        CASE WHEN kind IN ('act', 'lapse') THEN 1
            WHEN kind = 'takeback' THEN -CAST(text AS INTEGER) ELSE 0 END
    ), 0) FROM log WHERE "match" = :match AND revision <= :revision
"""
"""The number of the turn to come at a revision; a layout is no turn."""


def upgrade() -> None:
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for name, kind in PLAYERS.items():
            table.add_column(sa.Column(name, kind, nullable=True))
        table.drop_constraint(op.f("ck_players_consent"), type_="check")
        _keep_default(table)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(op.f("ck_players_consent"), OFFERS)
        for name, check in SEATED.items():
            table.create_check_constraint(op.f(f"ck_players_{name}"), check)
        _keep_default(table)
    for name in ("acted_ms", "lost_ms"):
        op.add_column("holders", sa.Column(name, sa.BigInteger(), nullable=True))
    _relieve()
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_constraint(op.f("ck_clock_events_kind"), type_="check")
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(op.f("ck_clock_events_kind"), CLOCKS)


def _relieve() -> None:
    """Note at every seat that was taken over who left it last."""
    bind = op.get_bind()
    for match, seat, person, name, revision in bind.execute(sa.text(LEFT)).all():
        where = {"match": match, "revision": revision}
        left = {"seat": seat, "person": person, "name": name}
        turn = bind.scalar(sa.text(TURN), where)
        bind.execute(
            sa.text(
                "UPDATE players SET relief_person = :person, relief_name = :name,"
                " relief_turn = :turn, relief_revision = :revision"
                ' WHERE "match" = :match AND seat = :seat'
            ),
            {**where, **left, "turn": turn},
        )


def _keep_default(table) -> None:
    """State the empty default again: SQLite reports it otherwise than it was given."""
    table.alter_column("declined", existing_type=sa.String(40), server_default="")
