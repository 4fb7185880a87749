"""What the host of a bot asks of it: its health and the like."""
