"""Settings: everything a host may choose, read once from the environment or a `.env` file."""

import re
from pathlib import Path
from typing import Literal, get_args

from annotated_types import Ge, Le
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.matches.match.shards import Shards
from bot.store import AS_THE_BOT, CONNECTIONS
from bot.store.address import read_address
from players.wire import ADDRESS as NATS

ADDRESS = r"[^\s/:]+:[0-9]+"
FILE = Path(".env")

UNREADABLE = "Tetrarch cannot read this setting. Write {way}."
"""What is said of a setting; what stands there is never quoted."""
ODD_LETTERS = f"""\
{FILE} is not written in UTF-8. Save it anew in UTF-8, as editors offer and PowerShell does with
Out-File -Encoding utf8."""

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
OURS = ("bot", "games", "players", "render", "tetrarch")
"""The parts of the program that may be logged at every level."""
TOO_MUCH = """\
{part}=DEBUG would write down what libraries send and store, hidden pieces and private notes
included. Only parts of Tetrarch have that level: LOG_LEVEL=INFO,bot=DEBUG"""
NO_SHARDS = """\
Name the shards of this process and how many there are in all, such as 0-3/16 or 0,1/4; they are
counted from 0, so that of 4 the last is 3. Without it one process has all."""
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
    if len(found) <= len(others) or not {*found.values()} <= {*LEVELS}:
        raise ValueError("")
    for part, level in found.items():
        if level == "DEBUG" and part.partition(".")[0] not in ("", *OURS):
            raise ValueError(TOO_MUCH.format(part=part))
    return found


WAYS = {
    "discord_token": "it as the bot's page shows it, without quotes, blanks or words",
    "backup_every": "hours or days from 1 to 9999, such as 12h or 7d, or none",
    "health": "a socket's path, or an address such as 127.0.0.1:9107, of port 1 to 65535",
    "metrics": "an address such as 127.0.0.1:9108, of port 1 to 65535",
    "log_level": "DEBUG, INFO, WARNING or ERROR, and others for parts: INFO,bot.ui=DEBUG",
    "sentry_dsn": "the DSN of a project, https://KEY@HOST/NUMBER",
    "workers": "local, local:1 to local:99, or nats:// or tls://NAME:PASSWORD@HOST:4222",
    "contact": "200 characters at most",
    "privacy_url": "an address that begins with https://, of 300 characters at most",
}
"""How settings are written whose types and bounds do not say it."""


class Misset(Exception):
    """Something is not set up; the text says what, and how it is written or made."""


class Settings(BaseSettings):
    """One field per variable; `.env.example` explains each to the host."""

    model_config = SettingsConfigDict(
        env_file=FILE, env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///data/tetrarch.sqlite"
    database_connections: int = Field(default=CONNECTIONS, ge=4, le=500)
    shards: str = ""
    backup_every: str = Field(default="24h", pattern=r"^(none|[1-9][0-9]{0,3}[hd])$")
    backup_keep: int = Field(default=7, ge=1, le=1000)
    backup_dir: str = ""
    health: str = "data/health.sock"
    metrics: str = ""
    log_level: str = "INFO"
    log_format: Literal["text", "json"] = "text"
    sentry_dsn: SecretStr = SecretStr("")
    keep_finished: Literal["forever", "2y", "1y", "90d"] = "forever"
    board_theme: Literal["light", "dark", "contrast"] = "dark"
    drawing_threads: int = Field(default=2, ge=1, le=16)
    picture_cache_mb: int = Field(default=80, ge=0, le=4096)
    picture_cache_dir: str = "data/pictures"
    workers: str = Field(default="local", pattern=rf"^(local(:[1-9][0-9]?)?|{NATS})$", repr=False)
    master: Literal["off", "on"] = "off"
    lobby: Literal["on", "off"] = "on"
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

    _read_address = field_validator("database_url")(read_address)

    @field_validator("shards")
    @classmethod
    def _own_shards(cls, text: str, others: ValidationInfo) -> str:
        try:
            own = Shards.read(text)
        except ValueError:
            raise ValueError(NO_SHARDS) from None
        if not own.whole and others.data.get("database_url", "").startswith("sqlite"):
            raise ValueError(UNSHARED)
        return text

    @field_validator("discord_token")
    @classmethod
    def _check_token(cls, token: SecretStr | None) -> SecretStr | None:
        text = token.get_secret_value().strip() if token else ""
        if token and not re.fullmatch(r"[\w.-]+", text, re.ASCII):
            raise ValueError("")
        return SecretStr(text) if token else None

    @field_validator("health", "metrics")
    @classmethod
    def _check_place(cls, text: str, field: ValidationInfo) -> str:
        """An address needs a port that there is; a path is none of other programs' spellings."""
        if re.fullmatch(ADDRESS, text, re.ASCII):
            if not 0 < int(text.rpartition(":")[2][:6]) < 1 << 16:
                raise ValueError("")
        elif text and (field.field_name == "metrics" or re.search(r"://|^[:[]|:$|^\d+$", text)):
            raise ValueError("")
        return text

    @field_validator("log_level")
    @classmethod
    def _check_levels(cls, text: str) -> str:
        levels(text)
        return text


def read_settings() -> Settings:
    """Read the settings. Raises Misset."""
    try:
        if FILE.is_file() and "\0" in FILE.read_text("utf-8"):
            raise Misset(ODD_LETTERS)
        return Settings()
    except ValidationError as wrong:  # its text quotes what stands there: a password, perhaps
        raise Misset("\n".join(sorted({*map(_wrong, wrong.errors())}))) from None
    except UnicodeDecodeError:
        raise Misset(ODD_LETTERS) from None
    except OSError as failure:
        told = f"{failure.filename} cannot be read: {failure.strerror}. {AS_THE_BOT}"
        raise Misset(told) from None


def _wrong(error: ErrorDetails) -> str:
    """Name a setting and say what is wrong with it, without what stands there."""
    name = str(error["loc"][0])
    own = str(error.get("ctx", {}).get("error", "")) if error["type"] == "value_error" else ""
    return f"{name.upper()}: {own or UNREADABLE.format(way=way_of(name))}"


def way_of(name: str) -> str:
    """Say how a setting is written."""
    field = Settings.model_fields[name]
    bounds = {type(bound): bound for bound in field.metadata}
    if {Ge, Le} <= bounds.keys():
        return f"a whole number from {bounds[Ge].ge} to {bounds[Le].le}"
    return WAYS.get(name) or " or ".join(get_args(field.annotation))
