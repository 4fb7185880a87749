"""The acts of people and of time in a match, each kind in a file of its own."""
