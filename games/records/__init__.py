"""Records of matches: reading, writing, and proving them."""
