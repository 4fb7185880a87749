"""How long tests wait for something to become true before they fail."""

import os

PATIENCE_S = 60.0 * float(os.environ.get("TETRARCH_PATIENCE", "1"))
"""A minute, which a machine that is busy may need, times TETRARCH_PATIENCE."""
