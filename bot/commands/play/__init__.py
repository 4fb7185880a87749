"""The commands and buttons of a match that is being played."""
