"""The ways back to the tables of older versions; the product has none, its way back is a backup.

A computer becomes a person with a number below zero, which identifies it. A proposed deputy and a
seat's clock set anew are forgotten; substitutes keep the seats they have taken over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op
from alembic.migration import MigrationContext
from alembic.operations import BatchOperations, Operations

from .early_downgrades import (
    WITHOUT_ROWID,
    drop_checks,
    drop_columns,
    seat_two,
    take_nothing_back,
)


def go_back(connection: sa.Connection, revision: str) -> None:
    """Take the tables back to a revision, step by step."""
    context = MigrationContext.configure(connection)
    present = str(context.get_current_revision())
    with Operations.context(context):
        for step, undo in STEPS.items():
            if revision < step <= present:
                undo()
        op.execute(f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608


def _keep_default(table: BatchOperations) -> None:
    """State the empty default again: SQLite reports it otherwise than it was given."""
    table.alter_column("declined", existing_type=sa.String(40), server_default="")


# ---------------------------------------------------------------------------- 0029 to 0015
# ---------------------------------------------------------------------------- 0028 to 0015
CLOCK = ("start", "pause", "time", "vacation", "return", "outage", "flag", "seat", "takeback")
PINGS = ("turn", "reminder", "notice", "challenge", "offer", "flag", "end", "vacation", "follow")


def _forget_managers() -> None:
    op.drop_table("server_blocks")
    op.execute("DELETE FROM servers WHERE locale IS NULL")
    with op.batch_alter_table("servers", table_kwargs=WITHOUT_ROWID) as table:
        drop_checks(table, "servers", "place")
        chosen = ("theme", "pace", "place", "rated", "channels", "roles")
        drop_columns(table, *chosen, "welcomed_ms", "announcements", "told")
        table.alter_column("locale", existing_type=sa.String(16), nullable=False)
    op.drop_column("matches", "closer_reason")


def _show_all_firsts() -> None:
    with op.batch_alter_table("preferences") as table:
        table.drop_column("firsts")


def _see_no_standings() -> None:
    op.drop_table("shares")
    op.drop_index("ix_blocks_blocked", "blocks")
    op.drop_index("ix_preferences_seen", "preferences")
    with op.batch_alter_table("preferences") as table:
        drop_checks(table, "preferences", "seen")
        table.drop_column("seen")


def _forget_points() -> None:
    op.drop_table("rated")
    op.drop_table("ratings")
    op.drop_column("matches", "unrated")


def _forget_reading() -> None:
    _forget_kind("pings", PINGS, "follow")
    for name in ("notes", "follows", "judgements"):
        op.drop_table(name)


def _forget_kind(name: str, kinds: tuple[str, ...], kind: str) -> None:
    op.execute(f"DELETE FROM {name} WHERE kind = '{kind}'")  # noqa: S608
    known = f"kind IN {kinds[: kinds.index(kind)]}"
    with op.batch_alter_table(name, table_kwargs=WITHOUT_ROWID) as table:
        drop_checks(table, name, "kind")
        table.create_check_constraint(op.f(f"ck_{name}_kind"), known)


def _one_heart() -> None:
    op.execute("CREATE TABLE heartbeat (id SMALLINT PRIMARY KEY, at_ms BIGINT NOT NULL)")
    op.execute("INSERT INTO heartbeat SELECT 0, max(at_ms) FROM beats HAVING count(*) > 0")
    op.drop_table("beats")


def _forget_attention() -> None:
    op.drop_table("attention")
    op.drop_table("challenges")
    op.drop_index("ix_players_undecided", "players")
    op.drop_index("ix_matches_started", "matches")
    op.drop_column("matches", "begun_ms")


def _remember_losses() -> None:
    op.drop_index("ix_players_computing", "players")
    op.drop_index("ix_players_consent", "players")
    op.drop_index("ix_boards_message", "boards")
    computers = sa.text("computer IS NOT NULL")
    op.create_index(
        "ix_players_computer",
        "players",
        ["match"],
        sqlite_where=computers,
        postgresql_where=computers,
    )
    op.add_column("players", sa.Column("lost_ms", sa.BigInteger()))
    op.add_column("holders", sa.Column("acted_ms", sa.BigInteger()))
    op.add_column("holders", sa.Column("lost_ms", sa.BigInteger()))


def _forget_people() -> None:
    op.drop_index("ix_dm_refusals_user", "dm_refusals")
    op.drop_table("people")


def _forget_absences() -> None:
    with op.batch_alter_table("boards", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_column("absences")


def _forget_deputies() -> None:
    offers = "consent IN ('draw', 'takeback', 'cancel', 'pause', 'time')"
    op.execute(
        "UPDATE players SET consent = NULL, consent_to = NULL, consent_revision = NULL,"
        " consent_deputy = NULL WHERE consent = 'replace'"
    )
    op.execute("DELETE FROM boards WHERE audience LIKE 'offer:replace:%'")
    _forget_kind("clock_events", CLOCK, "seat")
    with op.batch_alter_table("holders", table_kwargs=WITHOUT_ROWID) as table:
        drop_columns(table, "acted_ms", "lost_ms")
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        drop_checks(
            table,
            "players",
            "consent",
            "a_deputy_is_proposed",
            "deserted",
            "no_computer_deserts",
            "relief_of_somebody",
            "relief_begins_a_holding",
        )
        _keep_default(table)
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        drop_columns(
            table,
            "consent_deputy",
            "deserted",
            "relief_person",
            "relief_name",
            "relief_turn",
            "relief_revision",
        )
        table.create_check_constraint(op.f("ck_players_consent"), offers)
        _keep_default(table)


# ------------------------------------------------------------------------------------ 0014

COMPUTERS_BELOW_ZERO = """
    UPDATE {table} SET person = -1 - 16 * (computer + 16 * version) - (
        SELECT count(*) FROM {table} AS other
        WHERE other."match" = {table}."match" AND other.computer IS NOT NULL
            AND (other.computer < {table}.computer OR other.computer = {table}.computer
                AND (other.version < {table}.version OR other.version = {table}.version
                    AND other.{place} < {table}.{place}))
    ), name = 'Computer' WHERE computer IS NOT NULL
"""
"""A computer has the same number at its seat and in its invitation, and no other has it there."""
PLACES = {"players": "seat", "invitations": "place"}


def _forget_computers() -> None:
    _invite_holders()
    op.drop_table("hints")
    op.drop_table("holders")
    op.drop_index("ix_players_computer", "players")
    who = ("a_person_or_a_computer", "a_computer_has_a_version")
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        drop_checks(table, "players", "a_person_has_a_name", *who)
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        drop_checks(table, "invitations", *who, "somebody_joins")
    for name, place in PLACES.items():
        op.execute(COMPUTERS_BELOW_ZERO.format(table=name, place=place))
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        table.alter_column("person", existing_type=sa.BigInteger(), nullable=False)
        table.alter_column("name", existing_type=sa.Text(), nullable=False)
        drop_columns(table, "computer", "version", "since")
        _keep_default(table)
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(
            op.f("ck_invitations_somebody_joins"), "person IS NOT NULL OR joined IS NULL"
        )
        drop_columns(table, "computer", "version")
    with op.batch_alter_table("matches") as table:
        drop_columns(table, "hints", "resigns")


def _invite_holders() -> None:
    """Put the present holder of a seat into the invitation of its first one."""
    who = "person, name, computer, version"
    bind = op.get_bind()
    held = bind.execute(
        sa.text(f'SELECT "match", seat, {who} FROM holders ORDER BY "match", seat, since')  # noqa: S608
    )
    first: dict[str, dict[int, Sequence[Any]]] = defaultdict(dict)
    for match, seat, *holder in held:
        first[match].setdefault(seat, holder)
    for match, seats in first.items():
        rows = {}
        for table, place in PLACES.items():
            found = sa.text(f'SELECT {place}, {who} FROM {table} WHERE "match" = :match')  # noqa: S608
            rows[table] = {at: one for at, *one in bind.execute(found, {"match": match})}
        for seat, (person, _, *computer) in seats.items():
            place = next(
                place
                for place, (invited, _, *programme) in rows["invitations"].items()
                if (invited, programme) == (person, computer)
            )
            del rows["invitations"][place]
            now = dict(zip(who.split(", "), rows["players"][seat], strict=True))
            bind.execute(
                sa.text(
                    "UPDATE invitations SET person = :person, name = :name, computer = :computer,"
                    ' version = :version WHERE "match" = :match AND place = :place'
                ),
                {**now, "match": match, "place": place},
            )


# ---------------------------------------------------------------------------- 0013 to 0009


def _forget_closers() -> None:
    # Records of the time before know no such end.
    op.execute("UPDATE matches SET reason = 'cancelled' WHERE reason = 'closed'")
    op.execute("UPDATE log SET text = 'cancelled' WHERE kind = 'forfeit' AND text = 'closed'")
    with op.batch_alter_table("matches") as table:
        drop_columns(table, "closer_name", "closer")


def _forget_declined_offers() -> None:
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_column("declined")


def _send_no_boards_unasked() -> None:
    with op.batch_alter_table("preferences") as table:
        table.alter_column("boards_by_dm", existing_type=sa.Boolean(), server_default=sa.false())


def _forget_servers() -> None:
    op.drop_table("servers")


def _forget_clocks_shown() -> None:
    with op.batch_alter_table("boards", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_column("clock_ms")


# ------------------------------------------------------------------------------------ 0008


def _forget_clocks() -> None:
    for name in ("pings", "blocks", "vacations", "heartbeat", "clock_events"):
        op.drop_table(name)
    op.add_column(
        "preferences", sa.Column("pings", sa.Boolean(), server_default=sa.true(), nullable=False)
    )
    op.execute("UPDATE preferences SET pings = (ping <> 'none')")
    with op.batch_alter_table("preferences") as table:
        table.alter_column("pings", server_default=None)
        drop_checks(
            table, "preferences", "ping", "quiet_from", "quiet_until", "quiet_hours_have_an_end"
        )
        quiet = ("zone", "quiet_from", "quiet_until")
        drop_columns(table, "ping", "boards_by_dm", *quiet, "auto_vacation")
    op.execute(
        "UPDATE players SET consent = NULL, consent_to = NULL, consent_revision = NULL"
        " WHERE consent IN ('pause', 'time')"
    )
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        drop_checks(table, "players", "a_clock_runs_or_rests_or_is_down", "consent")
        known = "consent IN ('draw', 'takeback', 'cancel')"
        table.create_check_constraint(op.f("ck_players_consent"), known)
        clock = ("bank_ms", "deadline_ms", "left_ms", "flag_ms", "missed", "lost_ms")
        drop_columns(table, *clock, "acted_ms", "seen_ms", "reminded_ms", "away_ms")
    op.drop_index("ix_matches_due", "matches")
    with op.batch_alter_table("matches") as table:
        credit = ("clock_ms", "credit_ms", "credit_turns", "due_ms")
        drop_columns(table, "pace", "strict", "paused", *credit)


# ---------------------------------------------------------------------------- 0007 to 0005


def _forget_unfollowed() -> None:
    for name in ("rematch_of", "guild", "home", "channel"):
        op.drop_index(f"ix_matches_{name}", "matches")
    op.create_index("ix_matches_channel", "matches", ["channel"])
    op.create_index("ix_matches_home", "matches", ["home"])
    with op.batch_alter_table("boards", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_column("earlier")
    op.drop_table("unfollowed")


def _forget_commands() -> None:
    op.drop_table("commands")


def _forget_proofs() -> None:
    with op.batch_alter_table("boards", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_column("proofs")


STEPS: dict[str, Callable[[], None]] = {
    "0029": lambda: op.drop_index("ix_matches_kept", "matches"),
    "0028": _forget_managers,
    "0027": _show_all_firsts,
    "0026": _see_no_standings,
    "0025": _forget_points,
    "0024": _forget_reading,
    "0023": lambda: op.drop_table("posted"),
    "0022": lambda: _forget_kind("clock_events", CLOCK, "takeback"),
    "0021": _one_heart,
    "0020": lambda: op.drop_table("server_limits"),
    "0019": _forget_attention,
    "0018": _remember_losses,
    "0017": _forget_people,
    "0016": _forget_absences,
    "0015": _forget_deputies,
    "0014": _forget_computers,
    "0013": _forget_closers,
    "0012": _forget_declined_offers,
    "0011": _send_no_boards_unasked,
    "0010": _forget_servers,
    "0009": _forget_clocks_shown,
    "0008": _forget_clocks,
    "0007": _forget_unfollowed,
    "0006": _forget_commands,
    "0005": _forget_proofs,
    "0004": seat_two,
    "0003": take_nothing_back,
}
"""The function that undoes each revision, the newest first."""
