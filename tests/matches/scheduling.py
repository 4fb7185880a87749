"""A scheduler of dask on loopback and its workers, as processes of a test."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).parents[2]
ALONE = ("--nthreads=1", "--no-nanny", "--no-dashboard", "--preload", "players.wire")
"""The options of a worker; it has imported all it needs before it joins."""


def started(stack: ExitStack, *arguments: str, **more: str) -> subprocess.Popen[str]:
    """Start a process of dask with `more` variables; its log can be read."""
    process = subprocess.Popen(  # noqa: S603 - a program of the extra
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"} | more,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )

    def end() -> None:
        process.kill()
        process.wait()
        if process.stderr:
            process.stderr.close()

    stack.callback(end)
    return process


def scheduler(
    stack: ExitStack, port: int = 0, protocol: str = "tcp"
) -> tuple[str, subprocess.Popen[str]]:
    """Start a scheduler; return its address and process."""
    where = ("--host", "127.0.0.1", "--port", str(port), "--protocol", protocol, "--no-dashboard")
    process = started(stack, "distributed.cli.dask_scheduler", *where)
    assert process.stderr
    lines = (re.search(rf"{protocol}://127\.0\.0\.1:\d+", line) for line in process.stderr)
    return next(address[0] for address in lines if address), process


def certified(folder: Path) -> dict[str, str]:
    """Make a certificate as docs/hosting.md says; return the variables with which dask uses it."""
    cert, key = str(folder / "cert.pem"), str(folder / "key.pem")
    new = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=tetrarch -keyout"
    subprocess.run([*new.split(), key, "-out", cert], check=True, capture_output=True)  # noqa: S603
    tls = "DASK_DISTRIBUTED__COMM__TLS__"
    parts = [f"{tls}{who}__" for who in ("CLIENT", "SCHEDULER", "WORKER")]
    found = {f"{part}CERT": cert for part in parts} | {f"{part}KEY": key for part in parts}
    return {f"{tls}CA_FILE": cert, "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "true", **found}


def worker(stack: ExitStack, address: str, *options: str, **more: str) -> subprocess.Popen[str]:
    """Start a worker and wait until it has joined."""
    process = started(stack, "distributed.cli.dask_worker", address, *ALONE, *options, **more)
    assert process.stderr
    next(line for line in process.stderr if "Registered to" in line)
    return process


def free_port() -> int:
    """Find a port at which nobody listens."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
