"""The rules of the games Tetrarch plays: pure values and functions, standard library only."""
