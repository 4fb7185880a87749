"""Statements compiled once and handed to the database as they are, past SQLAlchemy, whose work on a
statement costs several times the statement's own. A few statements make up nearly all the work of
the database for a move. Each is described once, for both databases."""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, TypeAlias

from sqlalchemy import CompoundSelect, Dialect, Executable, Float, Select, create_engine
from sqlalchemy.sql.compiler import SQLCompiler

from .address import DRIVERS

_DOUBLE = 701
"""PostgreSQL's own number for the type of doubles, which SQLAlchemy asks for."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a transaction and the rows it is executed with, all with the same keys. If it
    `swaps` and does not change its one row, the transaction is undone."""

    executable: Executable
    rows: Sequence[Mapping[str, object]]
    swaps: bool = False


class Direct(Protocol):
    """A way to a database past SQLAlchemy, with rows and errors like its own; the errors name no
    values. Listeners to SQLAlchemy's statements and commits hear of those made here as well."""

    async def close(self) -> None:
        """Close the connections that are kept for it alone."""

    async def rows(self, statement: Executable, parameters: Mapping[str, object]) -> list[Any]:
        """Return all rows of a query."""

    async def carry_out(self, statements: Sequence[Statement]) -> bool:
        """Make one transaction; False, and nothing has happened, if one that swaps changed nothing.
        It is undone too if its caller is cancelled."""


class Prepared:
    """A statement as its database reads it, with the order of its values and its rows' types."""

    def __init__(self, dialect: Dialect, statement: Executable, keys: tuple[str, ...]) -> None:
        compiled = statement.compile(  # type: ignore[attr-defined]  # executables can be compiled
            dialect=dialect,
            column_keys=list(keys) or None,
            for_executemany=True,  # else PostgreSQL is asked for the new row's number as well
            compile_kwargs={"render_postcompile": True},
        )
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(f"{statement!r} is no statement with rows")
        self.sql = str(compiled)
        constants = compiled.params
        self._places = [(name, constants.get(name)) for name in compiled.positiontup or ()]
        self._make: Callable[[Sequence[Any]], Any] = tuple
        self._read: list[tuple[int, Callable[[Any], Any]]] = []
        if isinstance(statement, Select | CompoundSelect):
            columns = list(statement.selected_columns)
            row = namedtuple("Row", [column.name for column in columns])  # type: ignore[misc]
            self._make = row._make
            for number, column in enumerate(columns):
                code = _DOUBLE if isinstance(column.type, Float) else None
                read = column.type.dialect_impl(dialect).result_processor(dialect, code)
                if read is not None:
                    self._read.append((number, read))

    def arguments(self, parameters: Mapping[str, object]) -> tuple[object, ...]:
        """Return the values in the order in which the statement wants them."""
        return tuple([parameters.get(name, default) for name, default in self._places])

    def row(self, values: Sequence[Any]) -> Any:
        """Return a row with the names and types of its columns."""
        if self._read:
            converted = list(values)
            for number, read in self._read:
                converted[number] = read(converted[number])
            values = converted
        return self._make(values)


Work: TypeAlias = Sequence[tuple[Prepared, Sequence[tuple[object, ...]], bool]]
"""The statements of a transaction, with the values of their rows, and whether each swaps."""


@cache
def prepare(kind: str, statement: Executable, keys: tuple[str, ...] = ()) -> Prepared:
    """Compile a statement for a kind of database, with rows of these keys, once and for all."""
    return Prepared(_dialect(kind), statement, keys)


def plan(kind: str, statements: Sequence[Statement]) -> Work:
    """Compile the statements of a transaction, with the values of their rows."""
    return [
        (asked, [asked.arguments(row) for row in statement.rows], statement.swaps)
        for statement in statements
        for asked in [prepare(kind, statement.executable, tuple(statement.rows[0]))]
    ]


@cache
def _dialect(kind: str) -> Dialect:
    """Make the dialect that every engine on this kind of database speaks."""
    return create_engine(f"{DRIVERS[kind]}://").dialect
