"""People: all that belongs to a person, whatever they play."""
