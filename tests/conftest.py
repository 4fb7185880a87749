"""What holds for all tests: the same examples in every run, and the longest ones first.

Other examples each time, and many more, come with TETRARCH_FULL set.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("full", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("full" if os.environ.get("TETRARCH_FULL") else "steady")

LONGEST = Path(__file__).parent / "wire"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No core is to wait for the other one at the end: the bots of the wire take minutes each."""
    items.sort(key=lambda item: LONGEST not in item.path.parents)
