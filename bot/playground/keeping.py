"""The file in which the playground keeps the simulated Discord, next to the bot's database."""

import pickle
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import simcord

DATABASE, DISCORD = "tetrarch.sqlite", "discord.pickle"
PASSING = {"subscribers", "transcript", "http_requests", "faults"}
"""The parts of SimCord's world that belong to a single run."""


@dataclass(frozen=True)
class Kept:
    """SimCord's world as it was left; how far ahead its clock was, and the members' languages."""

    backend: dict[str, Any] = field(default_factory=dict)
    ahead: timedelta = timedelta()
    languages: dict[int, str] = field(default_factory=dict)
    version: str = simcord.__version__


def read(folder: Path) -> Kept:
    """Read what was kept, if anything. Raises `SetupError` if another SimCord has kept it."""
    file = folder / DISCORD
    if not file.exists():
        return Kept()
    kept = pickle.loads(file.read_bytes())  # noqa: S301  # the host's own file, like the database
    if not isinstance(kept, Kept) or kept.version != simcord.__version__:
        raise simcord.SetupError(f"{file} is of another version; choose another folder")
    return kept


def write(folder: Path, env: simcord.Env, ahead: timedelta, languages: dict[int, str]) -> None:
    """Keep the world, whole or not at all."""
    backend = {key: value for key, value in vars(env.backend).items() if key not in PASSING}
    new = folder / f"{DISCORD}.new"
    new.write_bytes(pickle.dumps(Kept(backend, ahead, languages)))
    new.replace(folder / DISCORD)
