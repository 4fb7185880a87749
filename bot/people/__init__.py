"""People: what belongs to a person, whatever they play."""
