"""Four-player Junqi: two against two, partners opposite, every seat with its own pieces."""
