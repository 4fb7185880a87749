"""Messages are kept as values: one table in the place of boards' flags and of links to boards.

Boards that are up keep the beginning of their digest, so that none of them is posted or edited
again before its match goes on.
"""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = "0101"

BATCH = 5000
LETTER = "audience LIKE 'dm:%'"


def upgrade() -> None:
    op.rename_table("boards", "shown")
    op.execute("CREATE TABLE linked AS SELECT * FROM posted")
    op.execute("CREATE INDEX linked_place ON linked (channel, message)")
    op.drop_table("posted")
    _create()
    op.drop_index("ix_dm_refusals_user", table_name="dm_refusals")
    op.create_index(op.f("ix_dm_refusals_user"), "dm_refusals", ["user"])
    columns = "channel, message, owner_kind, owner, audience, revision, digest, state"
    op.execute(
        f"INSERT INTO posted ({columns}) SELECT channel, message, 'match', match,"  # noqa: S608
        f" {AUDIENCE}, {REVISION}, {DIGEST}, {STATE}"
        " FROM shown WHERE audience NOT LIKE 'dismissed:%'"
    )
    op.execute(
        f"INSERT INTO posted ({columns}) SELECT channel, -message, 'match', match,"  # noqa: S608
        f" 'shown:' || proofs || {LAYOUTS}, 0, '', 'open'"
        " FROM shown WHERE audience = 'channel' AND proofs <> ''"
    )
    _earlier()
    op.execute(
        f"INSERT INTO posted ({columns}) SELECT channel, message, 'match', match, 'channel',"  # noqa: S608
        " revision, '', 'closed' FROM linked WHERE NOT EXISTS (SELECT 1 FROM posted"
        " WHERE posted.channel = linked.channel AND posted.message = linked.message)"
    )
    op.drop_table("linked")
    op.drop_table("shown")


AUDIENCE = "CASE WHEN audience = 'fairness' THEN 'proofs:' || proofs ELSE audience END"
LAYOUTS = """CASE WHEN EXISTS (SELECT 1 FROM matches WHERE matches.id = shown.match
    AND reason IS NOT NULL AND matches.revision <= shown.revision
) AND NOT EXISTS (SELECT 1 FROM shown AS proven WHERE proven.match = shown.match
    AND proven.audience = 'fairness'
) THEN ' layouts:' || revision ELSE '' END"""
"""The last board of a match showed them before there were messages of proofs."""
FORMER = """(host < 0
    OR EXISTS (SELECT 1 FROM players WHERE players.match = matches.id
        AND (person < 0 OR relief_person IS NOT NULL))
    OR EXISTS (SELECT 1 FROM invitations WHERE invitations.match = matches.id AND person < 0))"""
REVISION = """CASE WHEN revision >= 0 THEN revision WHEN audience <> 'channel' THEN 0
    ELSE coalesce((SELECT max(linked.revision) FROM linked
        WHERE linked.channel = shown.channel AND linked.message = shown.message), 0) END"""
"""A board that was to be posted once more has its revision in the link to it alone."""
CARD = f"""(SELECT CASE
    WHEN phase = 'open' THEN 'open|'
    WHEN shown.revision < 0 OR {FORMER} THEN '?'
    WHEN salt IS NULL THEN 'off||'
    ELSE 'begun|||' END FROM matches WHERE matches.id = shown.match)"""  # noqa: S608
DIGEST = f"""CASE
    WHEN audience = 'card' THEN {CARD}
    WHEN {LETTER} AND revision = -1 THEN 'set up|'
    WHEN {LETTER} AND revision = 0 THEN 'sealed|'
    WHEN audience = 'channel' AND revision < 0 THEN 'again'
    WHEN audience = 'channel' OR {LETTER} THEN clock_ms || ' ' || absences || '|'
    ELSE '' END"""
STATE = f"""CASE
    WHEN audience LIKE 'offer:%' AND revision >= 0 THEN 'closed'
    WHEN audience LIKE 'team:%' AND revision >= 0 THEN 'closed'
    WHEN {LETTER} AND EXISTS (
        SELECT 1 FROM shown AS gone WHERE gone.match = shown.match
        AND gone.audience = 'dismissed:' || substr(shown.audience, 4)
    ) THEN 'closed'
    ELSE 'open' END"""  # noqa: S608

PANELS = {-1: "set up|", 0: "sealed|"}
"""The digests of letters by their revision, if no board was in them."""


def _create() -> None:
    op.create_table(
        "posted",
        sa.Column("channel", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("message", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("owner_kind", sa.String(8), nullable=False),
        sa.Column("owner", sa.String(20), nullable=False),
        sa.Column("audience", sa.String(96), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(160), nullable=False),
        sa.Column("state", sa.String(6), nullable=False),
        sa.CheckConstraint(
            "owner_kind IN ('match', 'channel', 'server', 'person')",
            name=op.f("ck_posted_owner_kind"),
        ),
        sa.CheckConstraint("state IN ('open', 'closed')", name=op.f("ck_posted_state")),
        sa.CheckConstraint("revision >= 0", name=op.f("ck_posted_revision")),
        sa.PrimaryKeyConstraint("channel", "message", name=op.f("pk_posted")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_posted_message"), "posted", ["message"])
    op.create_index(op.f("ix_posted_owner"), "posted", ["owner_kind", "owner", "state"])


def _earlier() -> None:
    """Keep the messages before the latest, which may still offer buttons, open as well."""
    bind = op.get_bind()
    columns = f"match, audience, {REVISION} AS revision, earlier, {STATE} AS state"
    found = bind.execute(sa.text(f"SELECT {columns} FROM shown WHERE earlier <> ''"))  # noqa: S608
    insert = sa.text(
        "INSERT INTO posted VALUES (:channel, :message, 'match', :match, :audience, :revision,"
        " :digest, :state) ON CONFLICT DO NOTHING"
    )
    while rows := found.fetchmany(BATCH):
        bind.execute(insert, [earlier for row in rows for earlier in _before(row)])


def _before(row: sa.Row) -> Iterator[dict[str, object]]:
    """Give the rows of the messages before one, the last first."""
    letter, after = row.audience.startswith("dm:"), row.revision
    for earlier in reversed(row.earlier.split()):
        channel, message, revision = map(int, earlier.split(":"))
        digest = PANELS.get(revision, "") if letter else ""
        if revision < 0:
            revision = 0 if letter else _linked(channel, message, after)
        after = revision
        yield {
            "match": row.match,
            "audience": row.audience,
            "channel": channel,
            "message": message,
            "revision": revision,
            "digest": digest,
            "state": row.state,
        }


def _linked(channel: int, message: int, after: int) -> int:
    """Find the revision of a board that was posted once more: that `after` it, if that took over
    the link."""
    link = sa.text("SELECT revision FROM linked WHERE channel = :channel AND message = :message")
    found = op.get_bind().scalar(link, {"channel": channel, "message": message})
    return after if found is None else int(found)
