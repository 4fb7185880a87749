"""Errors of the database without what they quote: asyncpg puts whole rows into its own."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.engine import ExceptionContext

DRIVER = "asyncpg"
_HARMLESS = ("sqlstate", "pgcode", "constraint_name")
"""What a server says about an error without naming values."""


def keep_quiet(context: ExceptionContext) -> None:
    """Reduce an error, and all it came from, to its class, its SQL state and the constraint."""
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.params = None
    errors = list(_chain(context.original_exception))
    source = next((one for one in errors if type(one).__module__.startswith(DRIVER)), None)
    if source is None:
        return
    said = told(source)
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.args = (said,)
    for error in errors:
        error.args = (said,)
        for name, value in vars(error).items():
            if isinstance(value, str) and name not in _HARMLESS:
                setattr(error, name, None)


def told(error: BaseException) -> str:
    """An error of the driver in words that hold no values: "CheckViolationError 23514 ck_…"."""
    details = (getattr(error, "sqlstate", None), getattr(error, "constraint_name", None))
    return " ".join([type(error).__name__, *filter(None, details)])


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
