"""Deserted seats, and who takes them over from whom.

On the way back a proposed deputy and a seat's clock set anew are forgotten. Whoever has taken a
seat over keeps it, and on the way forth `holders` tells from whom.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
OFFERS = "consent IN ('draw', 'takeback', 'cancel', 'pause', 'time'{more})"
CLOCKS = "kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag'{more})"
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
FORGET = (
    "UPDATE players SET consent = NULL, consent_to = NULL, consent_revision = NULL,"
    " consent_deputy = NULL WHERE consent = 'replace'",
    "DELETE FROM clock_events WHERE kind = 'seat'",
    "DELETE FROM boards WHERE audience LIKE 'offer:replace:%'",
)
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
"""Who has left a seat to somebody else, and at which revision."""
TURN = """
    SELECT 1 - (SELECT count(*) FROM seals WHERE seals."match" = :match) + coalesce(sum(
        CASE WHEN kind IN ('act', 'lapse') THEN 1
            WHEN kind = 'takeback' THEN -CAST(text AS INTEGER) ELSE 0 END
    ), 0) FROM log WHERE "match" = :match AND revision <= :revision
"""
"""The number of the turn to come at a revision; a layout is no turn."""


def upgrade() -> None:
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for column in _of_players():
            table.add_column(column)
        table.drop_constraint(op.f("ck_players_consent"), type_="check")
        _keep_default(table)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(op.f("ck_players_consent"), OFFERS.format(more=", 'replace'"))
        for name, check in SEATED.items():
            table.create_check_constraint(op.f(f"ck_players_{name}"), check)
        _keep_default(table)
    for column in _of_holders():
        op.add_column("holders", column)
    _relieve()
    _clock_kinds(", 'seat'")


def downgrade() -> None:
    for statement in FORGET:
        op.execute(statement)
    _clock_kinds("")
    with op.batch_alter_table("holders", table_kwargs=WITHOUT_ROWID) as table:
        for column in _of_holders():
            table.drop_column(column.name)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for name in ("consent", *SEATED):
            table.drop_constraint(op.f(f"ck_players_{name}"), type_="check")
        _keep_default(table)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        for column in _of_players():
            table.drop_column(column.name)
        table.create_check_constraint(op.f("ck_players_consent"), OFFERS.format(more=""))
        _keep_default(table)


def _relieve() -> None:
    """Say of every seat that was taken over from whom it was, the last time."""
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


def _clock_kinds(more: str) -> None:
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_constraint(op.f("ck_clock_events_kind"), type_="check")
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(op.f("ck_clock_events_kind"), CLOCKS.format(more=more))


def _keep_default(table) -> None:
    """What SQLite tells of an empty default is not what it was told."""
    table.alter_column("declined", existing_type=sa.String(40), server_default="")


def _of_players() -> tuple[sa.Column, ...]:
    return (
        sa.Column("consent_deputy", sa.String(4), nullable=True),
        sa.Column("deserted", sa.String(6), nullable=True),
        sa.Column("relief_person", sa.BigInteger(), nullable=True),
        sa.Column("relief_name", sa.Text(), nullable=True),
        sa.Column("relief_turn", sa.Integer(), nullable=True),
        sa.Column("relief_revision", sa.Integer(), nullable=True),
    )


def _of_holders() -> tuple[sa.Column, ...]:
    return tuple(
        sa.Column(name, sa.BigInteger(), nullable=True) for name in ("acted_ms", "lost_ms")
    )
