"""Settings: everything a host may choose, read once from the environment or a `.env` file."""

import re
from typing import Literal

from pydantic import Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.matches.match.shards import Shards
from bot.store import CONNECTIONS
from players.wire import ADDRESS as NATS

WORKERS = rf"local(:[1-9][0-9]?)?|{NATS}"
ADDRESS = r"[^\s/:]+:[0-9]{1,5}"

UNREADABLE = "Tetrarch cannot read this setting; .env.example says how to write it."
"""What is said of a setting; what stands there is never quoted."""

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
OURS = ("bot", "games", "players", "render", "tetrarch")
"""The parts of the program that may be logged at every level."""
TOO_MUCH = """\
{part}=DEBUG would write down what libraries send and store, hidden pieces and private notes
included. Only parts of Tetrarch have that level: LOG_LEVEL=INFO,bot=DEBUG"""
NO_SHARDS = """\
Name the shards of this process and how many there are in all, such as 0-3/16 or 0,1/4; they are
counted from 0, so that of 4 the last is 3. Without it one process has all."""
NO_DASK = """\
Workers are asked through NATS and no longer through dask: nats://NAME:PASSWORD@HOST:4222, or tls://
for an encrypted connection (docs/scale.md, "Workers elsewhere")."""
UNSHARED = """\
These are not all shards, and several processes cannot share a file of SQLite. Take SHARDS out, or
have matches kept in PostgreSQL (docs/scale.md, "Several processes")."""


def levels(text: str) -> dict[str, str]:
    """Read "INFO,bot.ui=DEBUG" as levels by part of the program; the one for all is "". Raises
    ValueError, with a sentence for the host if a level is known and must not be."""
    first, *others = text.split(",")
    found = {"": first.strip()}
    for other in others:
        part, _, level = other.partition("=")
        found[part.strip()] = level.strip()
    if "" not in found or len(found) <= len(others) or not {*found.values()} <= {*LEVELS}:
        raise ValueError
    for part, level in found.items():
        if level == "DEBUG" and part.partition(".")[0] not in ("", *OURS):
            raise ValueError(TOO_MUCH.format(part=part))
    return found


class Settings(BaseSettings):
    """One field per variable; `.env.example` explains each to the host."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///data/tetrarch.sqlite"
    database_connections: int = Field(default=CONNECTIONS, ge=4, le=500)
    shards: str = ""
    backup_every: str = Field(default="24h", pattern=r"^(none|[1-9][0-9]{0,3}[hd])$")
    backup_keep: int = Field(default=7, ge=1, le=1000)
    backup_dir: str = ""
    health: str = "data/health.sock"
    metrics: str = Field(default="", pattern=f"^({ADDRESS})?$")
    log_level: str = "INFO"
    log_format: Literal["text", "json"] = "text"
    sentry_dsn: SecretStr = SecretStr("")
    keep_finished: Literal["forever", "2y", "1y", "90d"] = "forever"
    board_theme: Literal["light", "dark", "contrast"] = "dark"
    drawing_threads: int = Field(default=2, ge=1, le=16)
    picture_cache_mb: int = Field(default=64, ge=0, le=4096)
    picture_cache_dir: str = "data/pictures"
    workers: str = Field(default="local", repr=False)
    master: Literal["off", "on"] = "off"
    contact: str = Field(default="", max_length=200)
    privacy_url: str = Field(default="", pattern=r"^(https?://[^\s<>]+)?$", max_length=300)
    matches_at_once: int = Field(default=20, ge=1, le=1000)
    computer_matches_at_once: int = Field(default=5, ge=1, le=1000)
    matches_an_hour: int = Field(default=3, ge=1, le=1000)
    challenges_a_day: int = Field(default=10, ge=3, le=1000)
    challenges_to_one: int = Field(default=2, ge=1, le=100)
    offers_a_turn: int = Field(default=3, ge=1, le=100)
    mentions_a_turn: int = Field(default=1, ge=1, le=100)
    pages_a_day: int = Field(default=10, ge=1, le=100)

    @field_validator("shards")
    @classmethod
    def _own_shards(cls, text: str, others: ValidationInfo) -> str:
        try:
            own = Shards.read(text)
        except ValueError:
            raise ValueError(NO_SHARDS) from None
        if not own.whole and others.data["database_url"].startswith("sqlite"):
            raise ValueError(UNSHARED)
        return text

    @field_validator("workers")
    @classmethod
    def _check_workers(cls, text: str) -> str:
        if not re.fullmatch(WORKERS, text):
            raise ValueError(NO_DASK if text.startswith("tcp:") else UNREADABLE)
        return text

    @field_validator("log_level")
    @classmethod
    def _check_levels(cls, text: str) -> str:
        levels(text)
        return text
