"""Errors of the database without the values they quote: asyncpg puts whole rows into its own."""

from collections.abc import Iterator

from sqlalchemy.engine import ExceptionContext

DRIVER = "asyncpg"
_HARMLESS = ("sqlstate", "pgcode", "constraint_name")
"""The details of a server's error that name no values."""


def keep_quiet(context: ExceptionContext) -> None:
    """Reduce an error of SQLAlchemy's and all its causes to what names no values."""
    summary = scrub(context.original_exception)
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.params = None
        if summary is not None:
            context.sqlalchemy_exception.args = (summary,)


def scrub(error: BaseException) -> str | None:
    """Reduce an error and all its causes to its class, its SQL state and the constraint; None, with
    nothing done, if none of them is the driver's."""
    errors = list(_chain(error))
    source = next((cause for cause in errors if type(cause).__module__.startswith(DRIVER)), None)
    if source is None:
        return None
    details = (getattr(source, "sqlstate", None), getattr(source, "constraint_name", None))
    summary = " ".join([type(source).__name__, *filter(None, details)])
    for cause in errors:
        cause.args = (summary,)
        for name, value in vars(cause).items():
            if isinstance(value, str) and name not in _HARMLESS:
                setattr(cause, name, None)
    return summary


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
