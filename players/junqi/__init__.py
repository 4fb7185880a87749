"""Computer players of Junqi: flip, dark and for four."""
