"""Ponte del Diavolo: islands of four tiles, joined by bridges over the water."""
