"""The ways back of the later steps; `downgrades` has the older ones, and takes them all."""

from __future__ import annotations

from alembic import op


def forget_points() -> None:
    """Take the way back of 0026."""
    op.drop_table("rated")
    op.drop_table("ratings")
    op.drop_column("matches", "unrated")


def one_heart() -> None:
    """Take the way back of 0021."""
    op.execute("CREATE TABLE heartbeat (id SMALLINT PRIMARY KEY, at_ms BIGINT NOT NULL)")
    op.execute("INSERT INTO heartbeat SELECT 0, max(at_ms) FROM beats HAVING count(*) > 0")
    op.drop_table("beats")
