"""The same examples in every run, at any speed; others each time with TETRARCH_FULL set."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile("full", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("full" if os.environ.get("TETRARCH_FULL") else "steady")
