"""Junqi (Luzhanqi): two games, dark and flip, on one board with one set of pieces."""
