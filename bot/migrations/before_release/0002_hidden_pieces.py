"""Layout seals, drafts and saved layouts, private marks, refused direct messages, large codes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    _of_match(
        "seals",
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("seal", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.LargeBinary(), nullable=False),
        sa.CheckConstraint("seat >= 0", name=op.f("ck_seals_seat")),
        key=("match", "seat"),
    )
    _of_match(
        "drafts",
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("codes", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        key=("match", "user"),
    )
    op.create_table(
        "layouts",
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("codes", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("user", "name", name=op.f("pk_layouts")),
        sqlite_with_rowid=False,
    )
    _of_match(
        "marks",
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("piece", sa.SmallInteger(), nullable=False),
        sa.Column("guess", sa.String(length=4), nullable=False),
        key=("match", "user", "piece"),
    )
    _of_match(
        "letters",
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        key=("match", "user"),
    )
    column = sa.Column("codes", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("preferences", column)


def _of_match(name: str, *columns: sa.schema.SchemaItem, key: tuple[str, ...]) -> None:
    """Make a table whose rows belong to a match."""
    op.create_table(
        name,
        sa.Column("match", sa.String(length=8), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f(f"fk_{name}_match")),
        sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}")),
        sqlite_with_rowid=False,
    )
