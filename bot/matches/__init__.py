"""Matches: who plays what, whose turn it is, and what has happened. No Discord, no pictures."""
