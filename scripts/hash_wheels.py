"""Write `wheels.txt`: every wheel the image may be made of, by its hashes, as PyPI has it.

To be run by the Python of the Dockerfile: `python3.13 -m scripts.hash_wheels`.
"""

import json
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
WHEELS = ROOT / "wheels.txt"
HEAD = "# Written by scripts/hash_wheels.py: the wheels of the image, for amd64 and arm64.\n"
MACHINES = ("x86_64", "aarch64")
TAGS = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_24", "manylinux2014")
"""The systems whose wheels run on Debian, the newest first."""
NOT_IN_THE_IMAGE = "dev"
PIP = (
    *(sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"),
    *("--no-cache-dir", "--only-binary=:all:", "--index-url=https://pypi.org/simple"),
    *("--target=unused", "--constraint=constraints.txt", "--report=-"),
)


def wanted() -> list[str]:
    """List what the image is made of: with every extra but that for development, and to build."""
    read = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = read["project"]["optional-dependencies"]
    named = [*read["build-system"]["requires"], *read["project"]["dependencies"]]
    return named + [line for name in extras if name != NOT_IN_THE_IMAGE for line in extras[name]]


def chosen(machine: str) -> list[tuple[str, str]]:
    """Return what pip would install on a machine: `name==version` and the hash of the wheel."""
    platforms = [f"--platform={tag}_{machine}" for tag in TAGS]
    done = subprocess.run(  # noqa: S603
        [*PIP, *platforms, *wanted()], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    found = json.loads(done.stdout)["install"]
    return [
        (
            f"{package['metadata']['name'].lower()}=={package['metadata']['version']}",
            package["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for package in found
    ]


def main() -> None:
    hashes = defaultdict[str, set[str]](set)
    for machine in MACHINES:
        for pinned, sha256 in chosen(machine):
            hashes[pinned].add(f"--hash=sha256:{sha256}")
    lines = [" ".join((pinned, *sorted(hashes[pinned]))) + "\n" for pinned in sorted(hashes)]
    WHEELS.write_text(HEAD + "".join(lines), "utf-8")


if __name__ == "__main__":
    main()
