"""The tables of the first release; they never change again."""
