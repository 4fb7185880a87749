"""The commands and buttons that look back on a match."""
