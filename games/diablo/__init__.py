"""Diablo, a game by Mark Steere: stacks merge and capture at the distance of two dice."""
