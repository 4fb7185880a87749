"""Junqi (Luzhanqi): three games, dark, flip and for four, with one set of pieces."""
