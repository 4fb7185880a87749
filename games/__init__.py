"""The rules of the games Tetrarch plays: pure values and functions, nothing from outside the standard library."""
