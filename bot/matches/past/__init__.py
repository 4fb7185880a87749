"""What can still be read, noted and proved of the turns a match has behind it."""
