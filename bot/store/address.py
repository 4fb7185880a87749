"""The address of the database, as hosts and the services that sell PostgreSQL write it."""

import re
from urllib.parse import parse_qsl

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
"""The drivers that are known well enough to be asked directly, by the dialect of SQL."""
KINDS = {kind: kind for kind in DRIVERS} | {"postgres": "postgresql"}
OF_SERVER = re.compile(
    r"([^:/@]*(:[^@]*)?@)?(\[[^]/?@]+\]|[^]\[:/?@]*)(:(?P<port>[0-9]{1,5}))?(/[^?@]*)?(\?(?P<query>[^@]*))?"
)
SECURITY = {"disable", "allow", "prefer", "require", "verify-ca", "verify-full"}
EXTRAS = {"application_name", "host", "port", "ssl", "sslmode"}

UNREADABLE = """\
This address cannot be read. Write sqlite+aiosqlite:///data/tetrarch.sqlite for a file (with four
slashes if its path begins with one), or postgresql+asyncpg://USER:PASSWORD@HOST:PORT/DATABASE. In a
name or password @ is %40, : is %3A, / is %2F, ? is %3F and % is %25."""
UNKNOWN = """\
Write nothing behind the ? in this address but sslmode=require (or another mode of PostgreSQL's) and
application_name=tetrarch: nothing else is known here."""


def read_address(text: str) -> str:
    """Return an address as it is written here. Raises ValueError with a sentence that helps, and
    that quotes nothing: there may be a password anywhere in it."""
    scheme, _, rest = text.strip().partition("://")
    kind = KINDS.get(scheme.partition("+")[0])
    odd = kind == "sqlite" and (rest[:1] not in ("", "/") or "?" in rest)
    if kind is None or odd or not rest.isprintable():
        raise ValueError(UNREADABLE)
    if kind == "postgresql":
        found = OF_SERVER.fullmatch(rest)
        if found is None or not 0 < int(found["port"] or 5432) < 1 << 16:
            raise ValueError(UNREADABLE)
        asked = parse_qsl(found["query"] or "", keep_blank_values=True)
        modes = [value for name, value in asked if name in ("ssl", "sslmode")]
        if not {name for name, _ in asked} <= EXTRAS or len({*modes} & SECURITY) != len(modes):
            raise ValueError(UNKNOWN)
    return f"{DRIVERS[kind]}://{rest}"
