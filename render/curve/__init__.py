"""The picture of how a match went, and its palette."""
