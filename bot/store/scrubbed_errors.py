"""Errors of the database without the values they quote: asyncpg puts whole rows into its own, and
SQLite a text that is none."""

from collections.abc import Iterator

from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError

DRIVER = "asyncpg"
_MAD = "InternalClientError"
"""The error of a connection that was cut in the middle of an answer, and that knows of no state."""
_NO_TEXT = "Could not decode"
"""The beginning of an error of SQLite that quotes what it has read."""
_HARMLESS = ("sqlstate", "pgcode", "constraint_name")
"""The details of a server's error that name no values."""


def keep_quiet(context: ExceptionContext) -> None:
    """Reduce an error of SQLAlchemy's and all its causes to what names no values. Raises DBAPIError
    for one of the driver's that SQLAlchemy does not know, and has the connection go."""
    error = context.original_exception
    summary = scrub(error)
    if context.sqlalchemy_exception is not None:
        context.sqlalchemy_exception.params = None
        if summary is not None:
            context.sqlalchemy_exception.args = (summary,)
    elif type(error).__name__ == _MAD:
        context.is_disconnect = True
        raise DBAPIError(context.statement, None, error, True, connection_invalidated=True)


def scrub(error: BaseException) -> str | None:
    """Reduce an error and all its causes to its class, its SQL state and the constraint; None, with
    nothing done, if none of them quotes values."""
    errors = list(_chain(error))
    source = next((cause for cause in errors if _quotes(cause)), None)
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


def _quotes(error: BaseException) -> bool:
    return type(error).__module__.startswith(DRIVER) or str(error).startswith(_NO_TEXT)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
