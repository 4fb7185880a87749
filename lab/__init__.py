"""Matches between computer players, and what they are tuned and measured by; no part of the bot."""
