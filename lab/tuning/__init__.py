"""How the weights of computer players are made: one file a game."""
