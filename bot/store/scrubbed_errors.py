"""Errors of the database without the values they quote: asyncpg puts whole rows into its own."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.engine import ExceptionContext

DRIVER = "asyncpg"
_HARMLESS = ("sqlstate", "pgcode", "constraint_name")
"""The details of a server's error that name no values."""


def keep_quiet(context: ExceptionContext) -> None:
    """Reduce an error and all its causes to its class, its SQL state and the constraint."""
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.params = None
    errors = list(_chain(context.original_exception))
    source = next((one for one in errors if type(one).__module__.startswith(DRIVER)), None)
    if source is None:
        return
    summary = summarised(source)
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.args = (summary,)
    for error in errors:
        error.args = (summary,)
        for name, value in vars(error).items():
            if isinstance(value, str) and name not in _HARMLESS:
                setattr(error, name, None)


def summarised(error: BaseException) -> str:
    """Summarise an error of the driver without its values: "CheckViolationError 23514 ck_…"."""
    details = (getattr(error, "sqlstate", None), getattr(error, "constraint_name", None))
    return " ".join([type(error).__name__, *filter(None, details)])


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
