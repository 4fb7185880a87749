"""What goes to Discord and comes from it: requests, refusals, the connection, the heartbeat."""
