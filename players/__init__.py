"""Computer players: what a seat has seen and a seed in, a whole turn out."""
