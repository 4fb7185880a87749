"""The server of the queue between bots and workers, as docs/nats.conf has it, and workers."""

import os
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONFIGURATION = (ROOT / "docs" / "nats.conf").read_text("utf-8")
SERVER = Path(sysconfig.get_path("scripts")) / "nats-server"
SECRET = "s3cret"  # noqa: S105
"""The password of everybody."""


@contextmanager
def running(*command: str | Path, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program without a word, and kill it at the end."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | variables
    null = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=null, stderr=null)  # noqa: S603
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def served(folder: Path, port: int = -1, configuration: str = CONFIGURATION) -> Iterator[str]:
    """Run the server on loopback, and give its host and port."""
    (folder / "nats.conf").write_text(configuration.replace("/tmp/nats", str(folder)))  # noqa: S108
    where = ("-a", "127.0.0.1", "-p", str(port), "--ports_file_dir", str(folder))
    passwords = {f"{user}_PASSWORD": SECRET for user in ("BOT", "ANNA", "BEN")}
    with running(SERVER, "-c", folder / "nats.conf", *where, **passwords) as server:
        ports = folder / f"nats-server_{server.pid}.ports"
        while not (ports.exists() and ports.read_text().rstrip().endswith("}")):
            if server.poll() is not None:
                raise RuntimeError("the server has ended")
            time.sleep(0.01)
        yield ports.read_text().partition("://")[2].partition('"')[0]


def worker(place: str, user: str = "ben") -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Run a worker."""
    return running(sys.executable, "-m", "players", "work", address(place, user))


def address(place: str, user: str = "bot", scheme: str = "nats") -> str:
    """Write the address of the server for a user."""
    return f"{scheme}://{user}:{SECRET}@{place}"


def free_port() -> int:
    """Find a port at which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
