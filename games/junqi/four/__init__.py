"""Four-player Junqi: two against two, partners opposite, everybody with pieces of their own."""
