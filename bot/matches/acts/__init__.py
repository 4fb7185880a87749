"""What people and time do in a match, each kind of act in a file of its own."""
