"""The ways to run the bot: the image, Docker Compose, systemd, and a folder of somebody else's."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml

from bot.config import Settings
from bot.host.status import UNWRITABLE
from bot.matches.match.shards import Shards
from bot.store.database import FolderUnwritable, check_folder
from scripts.hash_wheels import HEAD, WHEELS, wanted
from tests.databases import lay
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
UNIT = (ROOT / "docs" / "tetrarch.service").read_text("utf-8")
COMPOSE = (ROOT / "docker-compose.yml").read_text("utf-8")
SERVICES: dict[str, Any] = yaml.safe_load(COMPOSE)["services"]
MANY = (ROOT / "docker-compose.many.yml").read_text("utf-8")
MORE: dict[str, Any] = yaml.safe_load(MANY)["services"]
ELSEWHERE = (ROOT / "docker-compose.workers.yml").read_text("utf-8")
OTHERS: dict[str, Any] = yaml.safe_load(ELSEWHERE)["services"]
NATS = (ROOT / "docs" / "nats.conf").read_text("utf-8")
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
STRANGER = 12345
AS_STRANGER = f"""
import importlib.metadata, os, sys
from bot.__main__ import main
importlib.metadata.metadata("pydantic")
if os.geteuid() == 0:
    os.setgid({STRANGER})
    os.setuid({STRANGER})
sys.exit(main(sys.argv[1:]))
"""
"""Runs the bot as a container with --user does; all modules are read before, as root."""


def started(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start the bot as a user who owns nothing, with its database in a folder."""
    env = os.environ | {
        "DISCORD_TOKEN": "not.a.token",
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/tetrarch.sqlite",
        "PICTURE_CACHE_DIR": "none",
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-c", AS_STRANGER, *arguments]
    return subprocess.run(  # noqa: S603 - ourselves
        command, env=env, cwd=folder.parent, capture_output=True, text=True, timeout=PATIENCE_S
    )


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Make a folder that everybody may look into, other than those of pytest."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.slow
def test_a_folder_of_somebody_elses_is_named_in_a_sentence(open_folder: Path) -> None:
    folder = open_folder / "data"
    folder.mkdir(mode=0o500)
    done = started(folder)
    assert done.returncode == 78
    told = done.stderr.partition("The folder ")[2]
    assert told.startswith(f"{folder}, or the database in it, cannot be written by user ")
    assert f"sudo chown -R {STRANGER if os.geteuid() == 0 else os.geteuid()} {folder}" in told
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_database_of_somebody_elses_is_named_in_a_sentence(open_folder: Path) -> None:
    open_folder.chmod(0o777)
    (open_folder / "tetrarch.sqlite").touch(0o400)
    done = started(open_folder)
    assert done.returncode == 78
    assert f"The folder {open_folder}, or the database in it, cannot be written" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="nobody else can be somebody else")
def test_whoever_may_only_read_a_database_reads_it_and_is_told_who_may_restore_it(
    open_folder: Path,
) -> None:
    data, theirs = open_folder / "data", open_folder / "theirs"
    database = lay(data / "tetrarch.sqlite")
    before = database.read_bytes()
    theirs.mkdir()
    theirs.chmod(0o777)
    for command in (["check"], ["export", "5"], ["backup", str(theirs / "copy.sqlite")]):
        assert started(data, *command).returncode == 0
    done = started(data, "restore", str(theirs / "copy.sqlite"))
    assert done.returncode == 78
    assert "belong to user root: run this as that user, with sudo -u root before it" in done.stderr
    assert "chown" not in done.stderr
    done = started(data, "forget", "5")
    assert done.returncode == 3
    assert "Run this as the user that the bot runs as" in done.stderr
    assert database.read_bytes() == before
    assert [path.name for path in data.iterdir()] == [database.name]


@pytest.mark.slow
def test_settings_of_somebody_elses_are_named_in_a_sentence(open_folder: Path) -> None:
    (open_folder / ".env").touch(0o200)
    done = started(open_folder / "data")
    assert done.returncode == 2
    assert done.stderr.startswith(".env cannot be read: Permission denied. Run this as the user")


@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite://",
        "postgresql+asyncpg://nobody@nowhere/none",
        "sqlite+aiosqlite:///{folder}/not/there/yet.sqlite",
    ],
)
def test_where_there_is_no_file_or_a_folder_can_be_made_nothing_is_wrong(
    url: str, tmp_path: Path
) -> None:
    check_folder(url.format(folder=tmp_path))


def test_a_volume_that_is_mounted_read_only_is_called_so() -> None:
    mounts = (line.split() for line in Path("/proc/mounts").read_text("utf-8").splitlines())
    closed = [place for _, place, _, options, *_ in mounts if "ro" in options.split(",")]
    for folder in [path for path in closed if Path(path).is_dir()][:1]:
        with pytest.raises(FolderUnwritable, match="it is mounted read-only"):
            check_folder(f"sqlite+aiosqlite:///{folder}/tetrarch.sqlite")


def test_the_image_writes_nothing_but_its_volume() -> None:
    variables = dict(re.findall(r"(\w+)=(\S+)", re.findall(r"^ENV (.+)$", DOCKERFILE, re.M)[0]))
    own = {
        name: value for name, value in variables.items() if name.lower() in Settings.model_fields
    }
    assert own.keys() == {"DATABASE_URL", "PICTURE_CACHE_DIR", "HEALTH"}
    assert own["DATABASE_URL"].startswith("sqlite+aiosqlite:////data/")
    assert own["PICTURE_CACHE_DIR"].startswith("/data/")
    assert "/" not in own["HEALTH"]
    assert variables["PYTHONDONTWRITEBYTECODE"] == "1"


def test_the_image_asks_the_bot_how_it_is() -> None:
    ((command),) = re.findall(r"^HEALTHCHECK .+ CMD (\[.+\])$", DOCKERFILE, re.M)
    program, option, module = json.loads(command)
    assert program.endswith("/python")
    assert option == "-m"
    assert find_spec(module)


def test_the_image_is_made_of_nothing_but_wheels_with_known_hashes() -> None:
    fetched, installed = re.findall(r"pip (?:download|install) .+", DOCKERFILE)
    assert "--require-hashes --requirement wheels.txt --dest /wheels" in fetched
    assert "--no-index --find-links /wheels " in installed


def test_the_hashes_are_those_of_the_versions_that_are_tested() -> None:
    tested = {
        splitline.lower()
        for splitline in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    }
    lines = WHEELS.read_text("utf-8").removeprefix(HEAD).splitlines()
    wheels = dict(line.split(" ", 1) for line in lines)
    assert len(wheels) == len(lines)
    for hashes in wheels.values():
        assert re.fullmatch(r"--hash=sha256:[0-9a-f]{64}( --hash=sha256:[0-9a-f]{64})?", hashes)
    to_build = {wheel.partition("==")[0] for wheel in wheels.keys() - tested}
    assert to_build == {"hatchling", "tomlkit", "trove-classifiers"}
    named = {wheel.partition("==")[0].replace("_", "-") for wheel in wheels}
    assert {re.sub(r"\[.+", "", package) for package in wanted()} <= named


@pytest.mark.parametrize(
    ("extras", "asked"), [("", "."), ("postgres,sentry", ".[postgres,sentry]")]
)
def test_the_image_installs_the_extras_that_are_named(extras: str, asked: str) -> None:
    (installed,) = re.findall(r'pip install .* "(\.\S+)"', DOCKERFILE)
    bash = shutil.which("bash")
    assert bash
    echo = [bash, "-c", f'EXTRAS={extras}; echo "{installed}"']
    assert subprocess.check_output(echo, text=True) == f"{asked}\n"  # noqa: S603


def test_the_extras_that_are_named_exist() -> None:
    docs = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    named = re.findall(r"EXTRAS[=:] ?([a-z,]+)", DOCKERFILE + COMPOSE + MANY + ELSEWHERE + docs)
    assert len(named) >= 4
    assert {extra for extras in named for extra in extras.split(",")} <= set(EXTRAS)


def test_compose_runs_one_bot_with_a_database_and_backups_that_say_how_they_are() -> None:
    assert SERVICES.keys() == {"bot", "database", "backup"}
    assert SERVICES["database"]["image"] == SERVICES["backup"]["image"] == "postgres:17"
    assert "deploy" not in SERVICES["bot"]
    assert not any("ports" in service for service in SERVICES.values())
    kept = {volume for service in SERVICES.values() for volume in service["volumes"]}
    assert kept == {"bot:/data", "database:/var/lib/postgresql/data", "./backups:/backups"}
    assert set(yaml.safe_load(COMPOSE)["volumes"]) == {"bot", "database"}
    assert all("healthcheck" in SERVICES[name] for name in ("database", "backup"))


@pytest.mark.parametrize("name", sorted(SERVICES | MORE))
def test_nothing_in_compose_may_write_more_than_its_volumes_or_become_more_than_it_is(
    name: str,
) -> None:
    one = MORE.get(name, {}) | SERVICES.get(name, {}) | OTHERS.get(name, {})
    assert one["read_only"]
    assert one["logging"]["options"] == {"max-size": "10m", "max-file": "4"}
    assert "/tmp" in one["tmpfs"]  # noqa: S108
    assert one["cap_drop"] == ["ALL"]
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert one.get("cap_add", []) == (["DAC_OVERRIDE"] if name == "backup" else [])


def test_the_bot_of_compose_is_given_only_settings_that_exist() -> None:
    bot = SERVICES["bot"]
    assert bot["tmpfs"] == ["/tmp"]  # noqa: S108
    own = {name for name in bot["environment"] if name.lower() in Settings.model_fields}
    assert own == set(bot["environment"])


def test_the_bots_of_the_larger_compose_have_every_shard_once_and_are_otherwise_alike() -> None:
    first, second = MORE["bot"], MORE["second"]
    shards = [Shards.read(service["environment"]["SHARDS"]) for service in (first, second)]
    assert [(*shard.there, shard.of) for shard in shards] == [(0, 2), (1, 2)]
    both = SERVICES["bot"] | first
    both["environment"] = SERVICES["bot"]["environment"] | first["environment"]
    assert both | {"volumes": [], "environment": 0} == second | {"volumes": [], "environment": 0}
    assert both["environment"] | {"SHARDS": "1/2"} == second["environment"]
    assert second["volumes"] == ["second:/data"]


def test_everything_in_the_larger_compose_says_how_it_is_and_nothing_is_published() -> None:
    assert MORE.keys() == {"bot", "second", "queue", "worker", "metrics"}
    of_the_image = {"bot", "second"}
    assert all("healthcheck" in MORE[name] for name in MORE.keys() - of_the_image)
    assert not any("ports" in service for service in MORE.values())
    assert set(yaml.safe_load(MANY)["volumes"]) == {"second", "metrics"}
    (targets,) = re.findall(r"targets: (.+)", (ROOT / "docs" / "prometheus.yml").read_text("utf-8"))
    assert json.loads(targets) == ["bot:9108", "second:9108"]


def test_every_machine_of_compose_asks_the_queue_as_a_user_of_its_own() -> None:
    users = set(re.findall(r"user: (\w+), password: \$(\w+)", NATS))
    assert {password for _, password in users} == MORE["queue"]["environment"].keys()
    named = [MORE[name]["environment"]["WORKERS"] for name in ("bot", "second", "worker")]
    named += re.findall(r"tls://.+:4222", ELSEWHERE)
    assert [re.split("://|:", url)[1] for url in named] == ["bot", "bot", "anna", "ben"]
    for name in ("anna", "ben"):
        rights = NATS.partition(f"user: {name}")[2].partition("} }")[0]
        assert set(re.findall(r'"(.+?)"', rights)) == {
            "$JS.API.CONSUMER.MSG.NEXT.tetrarch.workers",
            f"tetrarch.answers.{name}.*",
            f"_INBOX.{name}.>",
        }
    assert OTHERS["worker"]["entrypoint"] == MORE["worker"]["entrypoint"]
    assert find_spec(MORE["worker"]["entrypoint"][2])


def test_the_script_of_the_backups_can_be_read_by_bash() -> None:
    ((script),) = SERVICES["backup"]["command"]
    bash = shutil.which("bash")
    assert bash
    read = subprocess.run(  # noqa: S603
        [bash, "-n"], input=script.replace("$$", "$"), text=True, capture_output=True
    )
    assert (read.returncode, read.stderr) == (0, "")


def test_systemd_waits_for_the_network_and_tries_again_where_that_helps() -> None:
    lines = UNIT.splitlines()
    assert {"Wants=network-online.target", "After=network-online.target", "UMask=0077"} <= {*lines}
    assert any(line.startswith("RestartSec=") for line in lines)
    assert f"RestartPreventExitStatus=2 {UNWRITABLE}" in lines


def test_github_runs_all_checks_on_every_python_that_is_supported() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text("utf-8"))["jobs"]
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    (known,) = re.findall(r"^PYTHONS=\((.+)\)$", script, re.MULTILINE)
    assert sorted(jobs["tests"]["strategy"]["matrix"]["python"]) == sorted(known.split())
    assert {"run": "bash .ci/run"} in jobs["tests"]["steps"]
    built = "\n".join(step.get("run", "") for step in jobs["release"]["steps"])
    assert "pip wheel" in built
    assert "docker build" in built
