"""What goes to Discord and what comes from it: requests, refusals, the weather, the heartbeat."""
