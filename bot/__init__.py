"""Tetrarch on Discord: matches, their words and pictures in messages, and the commands."""
