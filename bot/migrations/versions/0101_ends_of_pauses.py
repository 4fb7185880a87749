"""Pauses end by themselves: note when, also of matches that were paused before."""

from alembic import op

revision = "0101"
down_revision = "0100"

LONGEST_MS = 30 * 24 * 60 * 60 * 1000
"""The time after the last move at which a pause ends."""


def upgrade() -> None:
    ends = f"updated_ms + {LONGEST_MS}"
    op.execute(
        f"UPDATE matches SET due_ms = CASE WHEN due_ms < {ends} THEN due_ms ELSE {ends} END"  # noqa: S608
        " WHERE paused"
    )
