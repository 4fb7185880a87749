"""The proofs that boards have shown; variants and users' layouts in their canonical spelling.

The log and the seals stay as they are.
"""

import unicodedata

import sqlalchemy as sa
from alembic import op

from games.core import NotationError
from games.library import GAMES

revision = "0005"
down_revision = "0004"

LONGEST_NAME = 64


def upgrade() -> None:
    op.add_column("boards", sa.Column("proofs", sa.String(255), server_default="", nullable=False))
    _spell_variants()
    _spell_drafts()
    _spell_layouts()


def _spell_variants() -> None:
    """Write variants as each game does today; leave alone those it cannot read any more."""
    rows = op.get_bind().execute(sa.text("SELECT id, game, version, variant FROM matches"))
    for match, game, version, variant in rows.all():
        known = GAMES.get(game)
        if known is None or known.info.version != version:
            continue
        try:
            canonical = known.variant(variant)
        except NotationError:
            continue
        if canonical != variant:
            _run("UPDATE matches SET variant = :to WHERE id = :id", to=canonical, id=match)


def _spell_drafts() -> None:
    rows = op.get_bind().execute(sa.text('SELECT match, "user", codes, title, own FROM drafts'))
    for match, user, codes, title, own in rows.all():
        _run(
            'UPDATE drafts SET codes = :codes, title = :title WHERE match = :id AND "user" = :user',
            codes=_codes(codes),
            title=_name(title) if own else title,
            id=match,
            user=user,
        )


def _spell_layouts() -> None:
    """Spell names anew, and number two that would have the same name from now on."""
    rows = op.get_bind().execute(
        sa.text('SELECT "user", name, codes FROM layouts ORDER BY "user", name')
    )
    kept = rows.all()
    taken = {(user, name) for user, name, _ in kept if _name(name) == name}
    for user, name, codes in kept:
        wanted, number = _name(name), 1
        while wanted != name and (user, wanted) in taken:
            number += 1
            wanted = f"{_name(name)[: LONGEST_NAME - 4]} {number}"
        taken.add((user, wanted))
        _run(
            'UPDATE layouts SET name = :to, codes = :codes WHERE "user" = :user AND name = :name',
            to=wanted,
            codes=_codes(codes),
            user=user,
            name=name,
        )


def _run(statement: str, **values: object) -> None:
    op.get_bind().execute(sa.text(statement), values)


def _codes(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).upper().split())


def _name(text: str) -> str:
    """Spell a name as it is kept from now on; never empty, never too long."""
    return " ".join(unicodedata.normalize("NFKC", text).split())[:LONGEST_NAME] or text
