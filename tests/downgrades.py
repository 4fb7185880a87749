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

WITHOUT_ROWID = {"sqlite_with_rowid": False}
RowId = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def go_back(connection: sa.Connection, revision: str) -> None:
    """Take the tables back to a revision, step by step."""
    context = MigrationContext.configure(connection)
    present = str(context.get_current_revision())
    with Operations.context(context):
        for step, undo in STEPS.items():
            if revision < step <= present:
                undo()
        op.execute(f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608


def _drop_columns(table: BatchOperations, *names: str) -> None:
    for name in names:
        table.drop_column(name)


def _drop_checks(table: BatchOperations, name: str, *checks: str) -> None:
    for check in checks:
        table.drop_constraint(op.f(f"ck_{name}_{check}"), type_="check")


def _keep_default(table: BatchOperations) -> None:
    """State the empty default again: SQLite reports it otherwise than it was given."""
    table.alter_column("declined", existing_type=sa.String(40), server_default="")


# ---------------------------------------------------------------------------- 0023 to 0015
KINDS = ("start", "pause", "time", "vacation", "return", "outage", "flag", "seat", "takeback")


def _forget_clock_events(kind: str) -> None:
    op.execute(f"DELETE FROM clock_events WHERE kind = '{kind}'")  # noqa: S608
    known = f"kind IN {KINDS[: KINDS.index(kind)]}"
    with op.batch_alter_table("clock_events", table_kwargs=WITHOUT_ROWID) as table:
        _drop_checks(table, "clock_events", "kind")
        table.create_check_constraint(op.f("ck_clock_events_kind"), known)


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
    _forget_clock_events("seat")
    with op.batch_alter_table("holders", table_kwargs=WITHOUT_ROWID) as table:
        _drop_columns(table, "acted_ms", "lost_ms")
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        _drop_checks(
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
        _drop_columns(
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
        _drop_checks(table, "players", "a_person_has_a_name", *who)
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        _drop_checks(table, "invitations", *who, "somebody_joins")
    for name, place in PLACES.items():
        op.execute(COMPUTERS_BELOW_ZERO.format(table=name, place=place))
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        table.alter_column("person", existing_type=sa.BigInteger(), nullable=False)
        table.alter_column("name", existing_type=sa.Text(), nullable=False)
        _drop_columns(table, "computer", "version", "since")
        _keep_default(table)
    with op.batch_alter_table("invitations", table_kwargs=WITHOUT_ROWID) as table:
        table.create_check_constraint(
            op.f("ck_invitations_somebody_joins"), "person IS NOT NULL OR joined IS NULL"
        )
        _drop_columns(table, "computer", "version")
    with op.batch_alter_table("matches") as table:
        _drop_columns(table, "hints", "resigns")


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
        _drop_columns(table, "closer_name", "closer")


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
        _drop_checks(
            table, "preferences", "ping", "quiet_from", "quiet_until", "quiet_hours_have_an_end"
        )
        quiet = ("zone", "quiet_from", "quiet_until")
        _drop_columns(table, "ping", "boards_by_dm", *quiet, "auto_vacation")
    op.execute(
        "UPDATE players SET consent = NULL, consent_to = NULL, consent_revision = NULL"
        " WHERE consent IN ('pause', 'time')"
    )
    with op.batch_alter_table("players", table_kwargs=WITHOUT_ROWID) as table:
        _drop_checks(table, "players", "a_clock_runs_or_rests_or_is_down", "consent")
        known = "consent IN ('draw', 'takeback', 'cancel')"
        table.create_check_constraint(op.f("ck_players_consent"), known)
        clock = ("bank_ms", "deadline_ms", "left_ms", "flag_ms", "missed", "lost_ms")
        _drop_columns(table, *clock, "acted_ms", "seen_ms", "reminded_ms", "away_ms")
    op.drop_index("ix_matches_due", "matches")
    with op.batch_alter_table("matches") as table:
        credit = ("clock_ms", "credit_ms", "credit_turns", "due_ms")
        _drop_columns(table, "pace", "strict", "paused", *credit)


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


# ------------------------------------------------------------------------------------ 0004

CHECKS_OF_0003 = {
    "status": "status IN ('open', 'running', 'over', 'cancelled')",
    "seat_choice": "seat_choice IN ('first', 'second', 'random')",
    "two_people": "guest <> host",
    "counts": "turns >= 0 AND draws >= 0 AND turns + draws <= revision",
    "seats": "acting BETWEEN 0 AND 3 AND winners BETWEEN 0 AND 3",
    "running_needs_a_turn": "(status = 'running') = (acting > 0)",
    "open_is_not_begun": "status <> 'open' OR salt IS NULL",
    "only_a_begun_match_is_played": "status IN ('open', 'cancelled') OR salt IS NOT NULL",
    "begun_all_at_once": (
        "(salt IS NULL AND position IS NULL AND first IS NULL AND second IS NULL)"
        " OR (salt IS NOT NULL AND position IS NOT NULL AND guest IS NOT NULL"
        " AND ((first = host AND second = guest) OR (first = guest AND second = host)))"
    ),
    "a_begun_match_ends_for_a_reason": (
        "(reason IS NOT NULL) = (status IN ('over', 'cancelled') AND salt IS NOT NULL)"
    ),
    "outcome": "(reason IS NULL) = (winners IS NULL)",
    "offer": "offer IN ('draw', 'takeback', 'cancel')",
    "offer_by_a_seat": (
        "(offer IS NULL) = (offer_seat IS NULL) AND (offer IS NULL) = (offer_revision IS NULL)"
    ),
}
COLUMNS_OF_0003: dict[str, sa.types.TypeEngine[Any]] = {
    "status": sa.String(9),
    "guest": RowId,
    "seat_choice": sa.String(6),
    "first": sa.BigInteger(),
    "second": sa.BigInteger(),
    "acting": sa.SmallInteger(),
    "winners": sa.SmallInteger(),
    "offer": sa.String(8),
    "offer_seat": sa.SmallInteger(),
    "offer_revision": sa.Integer(),
}


def _seat_two() -> None:
    _name_people()
    for name, kind in COLUMNS_OF_0003.items():
        op.add_column("matches", sa.Column(name, kind))
    _tell_of_two()
    _restore_matches()
    op.drop_table("invitations")
    op.drop_table("players")
    with op.batch_alter_table("log", table_kwargs=WITHOUT_ROWID) as table:
        _drop_checks(table, "log", "seat")
        table.create_check_constraint(op.f("ck_log_seat"), "seat BETWEEN 0 AND 1")
    _restore_letters()
    op.execute("UPDATE drafts SET title = '@' || title WHERE NOT own")
    with op.batch_alter_table("drafts", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_column("own")


def _name_people() -> None:
    """Name each person as in the match of theirs that changed last."""
    op.create_table(
        "people",
        sa.Column("id", RowId, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.execute(
        """
        INSERT INTO people (id, name)
        SELECT person, name FROM (
            SELECT person, name, row_number() OVER (
                PARTITION BY person ORDER BY updated_ms DESC, matches.id
            ) AS number
            FROM invitations JOIN matches ON matches.id = invitations."match"
            WHERE person IS NOT NULL
        ) AS named
        WHERE number = 1
        """
    )


def _tell_of_two() -> None:
    place = 'SELECT {} FROM invitations WHERE invitations."match" = matches.id AND place = {}'
    seats = 'FROM players WHERE players."match" = matches.id'
    wanted = f"coalesce(({place.format('wanted_seat', 0)}), 1 - ({place.format('wanted_seat', 1)}))"
    op.execute(
        f"""
        UPDATE matches SET
            status = CASE phase
                WHEN 'called_off' THEN 'cancelled'
                WHEN 'setting_up' THEN 'running'
                WHEN 'playing' THEN 'running'
                ELSE phase
            END,
            host = ({place.format("person", 0)}),
            guest = ({place.format("person", 1)}),
            seat_choice = CASE {wanted} WHEN 0 THEN 'first' WHEN 1 THEN 'second' ELSE 'random' END,
            first = (SELECT person {seats} AND seat = 0),
            second = (SELECT person {seats} AND seat = 1),
            acting = (SELECT coalesce(sum(CASE WHEN acting THEN seat + 1 ELSE 0 END), 0) {seats}),
            winners = CASE WHEN reason IS NOT NULL THEN
                (SELECT sum(CASE WHEN result = 'won' THEN seat + 1 ELSE 0 END) {seats})
            END,
            offer = (SELECT consent {seats} AND consent_to = seat),
            offer_seat = (SELECT seat {seats} AND consent_to = seat),
            offer_revision = (SELECT consent_revision {seats} AND consent_to = seat)
        """  # noqa: S608
    )


def _restore_matches() -> None:
    for index in ("ix_matches_home", "uq_matches_proposal", "uq_matches_home"):
        op.drop_index(index, "matches")
    op.drop_index("uq_matches_rematch", "matches")
    with op.batch_alter_table("matches") as table:
        _drop_checks(
            table,
            "matches",
            "phase",
            "counts",
            "open_is_not_begun",
            "only_a_begun_match_is_played",
            "a_begun_match_has_a_position",
            "a_begun_match_ends_for_a_reason",
        )
        _drop_columns(table, "host_name", "proposal", "phase", "taken_back", "serial")
        for column in ("status", "seat_choice", "acting"):
            table.alter_column(column, existing_type=COLUMNS_OF_0003[column], nullable=False)
        table.alter_column("host", type_=RowId, existing_nullable=False)
        table.alter_column("rolls", new_column_name="draws", existing_type=sa.Integer())
        for check, claim in CHECKS_OF_0003.items():
            table.create_check_constraint(op.f(f"ck_matches_{check}"), claim)
        for key in ("guest", "host"):
            table.create_foreign_key(op.f(f"fk_matches_{key}"), "people", [key], ["id"])
    op.create_index(op.f("ix_matches_guest"), "matches", ["guest"])
    alive = "status IN ('open', 'running')"
    _unique("uq_matches_home", ["home"], f"{alive} AND home IS NOT NULL")
    _unique("uq_matches_rematch", ["rematch_of"], f"{alive} AND rematch_of IS NOT NULL")
    card = "status = 'open' AND guest IS"
    _unique("uq_matches_challenge", ["host", "channel", "guest"], f"{card} NOT NULL")
    _unique("uq_matches_open_seat", ["host", "channel", "game"], f"{card} NULL")


def _unique(name: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(
        name, "matches", columns, unique=True, sqlite_where=where, postgresql_where=where
    )


def _restore_letters() -> None:
    op.create_table(
        "letters",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_letters_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_letters")),
        sqlite_with_rowid=False,
    )
    columns = '"match", "user", told'
    op.execute(f"INSERT INTO letters ({columns}) SELECT {columns} FROM dm_refusals")  # noqa: S608
    op.drop_table("dm_refusals")


# ------------------------------------------------------------------------------------ 0003


def _take_nothing_back() -> None:
    op.execute(
        "UPDATE matches SET offer = NULL, offer_seat = NULL, offer_revision = NULL"
        " WHERE offer = 'takeback'"
    )
    with op.batch_alter_table("matches") as table:
        _drop_checks(table, "matches", "offer")
        table.alter_column("offer", type_=sa.String(6), existing_nullable=True)
        table.create_check_constraint(op.f("ck_matches_offer"), "offer IN ('draw', 'cancel')")
    with op.batch_alter_table("log", table_kwargs=WITHOUT_ROWID) as table:
        _drop_checks(table, "log", "kind")
        table.alter_column("kind", type_=sa.String(7), existing_nullable=False)
        known = "kind IN ('act', 'roll', 'lapse', 'forfeit')"
        table.create_check_constraint(op.f("ck_log_kind"), known)


STEPS: dict[str, Callable[[], None]] = {
    "0024": lambda: op.drop_table("judgements"),
    "0023": lambda: op.drop_table("posted"),
    "0022": lambda: _forget_clock_events("takeback"),
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
    "0004": _seat_two,
    "0003": _take_nothing_back,
}
"""The function that undoes each revision, the newest first."""
