"""The picture of where a person stands, and its palette."""
