"""Buttons, panels, pickers and pictures."""
