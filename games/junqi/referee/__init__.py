"""Positions with hidden pieces, and their rules, for the modes with layouts; secret."""
