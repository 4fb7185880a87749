"""What every audience of a match should see now: pure functions from facts to messages."""
